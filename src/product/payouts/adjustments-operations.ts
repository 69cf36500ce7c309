// Adjustments: what is owed or taken off in addition to what was paid, which explains why a payout is not what its sales earned.

import { defineProgramList } from "../operation/list-operation.ts";
import { inProgram, type Operation } from "../operation/operation.ts";
import { adjustmentFilters, adjustmentLine, listAdjustments } from "./adjustments-list.ts";

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "adjustments.list",
    description: "Of sales that changed after they were paid for. Each is gone once a payout that takes it up is paid.",
    access: inProgram("read"),
    tool: { name: "list_adjustments", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/adjustments" },
    row: adjustmentLine,
    table: [
      "sale_id",
      "transaction_id",
      "partner_name",
      "amount_cents",
      "currency",
      "paid_cents",
      "due_cents",
      "is_held",
    ],
    filters: adjustmentFilters,
    example: "adjustments list --program 1 --direction taken_off",
    read: listAdjustments,
  }),
];
