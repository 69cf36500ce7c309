// The trial balance of a program, as a whole and by partner.

import { currencyOf, id } from "../../core/vocabulary/fields.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import {
  balanceDetail,
  findBalance,
  listBalancesByPartner,
  partnerBalanceFilters,
  partnerBalanceLine,
} from "./read.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "balance.show",
    description:
      "Debits are positive, credits negative; each currency's accounts sum to 0. What was earned, what is owed and what was paid are read from separate rows, so a wrong row shows as a total other than 0. For an earlier moment start a replay with as_of.",
    access: inProgram("read"),
    tool: { name: "get_balance", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/balance" },
    errors: ["not_found"],
    input: {
      program_id: programId,
      partner_id: id("Only of this partner, without platform fees").optional(),
      currency: currencyOf("Only in this currency").optional(),
    },
    output: answerOf(balanceDetail),
    run: async ({ reads, actor }, { program_id, partner_id, currency }) => {
      const wanted = { partnerId: partner_id ?? null, currency: currency ?? null };
      const found = await reads.ofProgram(actor, program_id, "read", (db) => findBalance(db, program_id, wanted));
      if (found === undefined) {
        throw new Refusal("not_found", `Program ${program_id} has no partner ${partner_id}.`);
      }
      return { data: found };
    },
  }),
  defineProgramList({
    name: "balance.partners",
    description: "The accounts of balance.show for each partner and currency; partners without an entry are left out.",
    access: inProgram("read"),
    tool: { name: "list_partner_balances", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/balance/partners" },
    row: partnerBalanceLine,
    table: [
      "partner_id",
      "partner_name",
      "currency",
      "earned_cents",
      "reversed_cents",
      "pending_cents",
      "held_cents",
      "payable_cents",
      "paid_cents",
      "total_cents",
    ],
    filters: partnerBalanceFilters,
    example: "balance partners --program 1 --currency USD",
    read: listBalancesByPartner,
  }),
];
