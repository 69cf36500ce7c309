// What the routes about partners' money are handed by the composition root, beside what every management route has.
import type { Secrets } from "../../access/secrets.ts";
import type { MoneyManagement } from "../../ingest/money-management.ts";
import type { ManageParts } from "../manage/parts.ts";

export type MoneyParts = ManageParts & {
  readonly money: MoneyManagement;
  /** Opens where payouts go. */
  readonly secrets: Pick<Secrets, "decrypt">;
};
