// svc recipients list: where the payouts of a program's partners go.
import { openSecrets } from "../../access/secrets.ts";
import { listPayoutRecipients } from "../../queries/payout-recipients.ts";
import { defineList } from "../command.ts";

export const command = defineList({
  example: "recipients list --program 1",
  filters: {},
  columns: ["partner_id", "email", "name", "kind", "updated_at"],
  list: ({ config, db }, programId, request) =>
    listPayoutRecipients(db, openSecrets(config.secretKeys.reveal()), programId, request),
});
