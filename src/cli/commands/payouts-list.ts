// svc payouts list: the payouts of a program.
import { currencies } from "../../core/money.ts";
import { payoutStatuses } from "../../core/payout-rows.ts";
import { listPayouts } from "../../queries/payouts.ts";
import { defineList } from "../command.ts";
import { choiceFlag, idFlag, optional } from "../flags.ts";
import { payoutColumns } from "../payout-output.ts";

export const command = defineList({
  example: "payouts list --program 1 --status created",
  filters: {
    status: optional(choiceFlag(payoutStatuses, "Only with this status")),
    partner: optional(idFlag("Only of this partner")),
    currency: optional(choiceFlag(currencies, "Only in this currency")),
  },
  columns: payoutColumns,
  list: ({ db }, programId, request, { status, partner, currency }) =>
    listPayouts(db, programId, request, { status, partnerId: partner, currency }),
});
