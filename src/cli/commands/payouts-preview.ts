// svc payouts preview: what is owed to each partner, and so what payouts create would pay now.
import { listOwed, type OwedLine } from "../../queries/payouts.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { pageFlags, programFlag } from "../flags.ts";
import { payeeFlags, requireCurrencyOfMinimum } from "../money-flags.ts";
import { listOutput } from "../output.ts";

export const command = defineCommand({
  example: "payouts preview --program 1 --currency USD --minimum-cents 5000",
  flags: { program: programFlag, ...payeeFlags, ...pageFlags },
  run: async (context, given) => {
    requireCurrencyOfMinimum(given);
    const { program, partner, currency, minimumCents, ...request } = given;
    await requireProgram(context, program);
    const owed = await listOwed(context.db, program, request, { partnerId: partner, currency, minimumCents });
    return listOutput(owed, [
      "partner_id",
      "partner_name",
      "currency",
      "owed_cents",
      "commission_cents",
      "adjustment_cents",
      "item_count",
    ] satisfies (keyof OwedLine)[]);
  },
});
