// Bans of partners: owners ban a partner, decide whether its unpaid commissions stay owed, and lift the ban.
import { z } from "zod";
import { banReasons, unpaidChoices } from "../../core/rules/events/ban-events.ts";
import { id, oneOf, text } from "../../core/vocabulary/fields.ts";
import { type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { banPartner, type SettledBan, unbanPartner } from "./bans.ts";
import { findPartner, partnerLine } from "./list.ts";

const path = "/programs/:program_id/partners/:partner_id";
const partner_id = id("The partner");
const count = (description: string) => z.int().meta({ description });

const settledAnswer = z.strictObject({
  data: partnerLine,
  forfeited: count("Commissions that this reversed"),
  restored: count("Commissions that are owed again"),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "partners.ban",
    description:
      "Its links answer as inactive, its codes earn nothing, and its page says so. `forfeit` reverses every commission that is neither paid nor in a payout; a payout on its way is paid unless it is canceled. A repeated call with another reason or choice replaces the ban.",
    access: inProgram("terms"),
    tool: { name: "ban_partner", scope: "programs:terms" },
    http: { method: "post", path: `${path}/ban`, example: { reason: "paid_ads", unpaid: "forfeit" } },
    command: { example: "partners ban 2 --program 1 --reason paid_ads --unpaid forfeit", argument: "partner_id" },
    changes: true,
    input: {
      program_id: programId,
      partner_id,
      reason: oneOf(banReasons, "Why"),
      unpaid: oneOf(unpaidChoices, "Whether commissions that are not paid stay owed or are reversed"),
      note: text("More about why, for later readers; the partner never reads it").nullable().default(null),
    },
    output: settledAnswer,
    run: async (call, { program_id, partner_id, reason, unpaid, note }) => {
      const ban = { programId: program_id, partnerId: partner_id, reason, unpaid, note };
      return answer(call, program_id, partner_id, await banPartner(call.database, ban, call.actor));
    },
  }),
  defineOperation({
    name: "partners.unban",
    description: "It is active or inactive as before, and every commission that the ban reversed is owed again.",
    access: inProgram("terms"),
    tool: { name: "unban_partner", scope: "programs:terms" },
    http: { method: "post", path: `${path}/unban`, example: { note: "The ads were of another" } },
    command: { example: "partners unban 2 --program 1", argument: "partner_id" },
    changes: true,
    input: {
      program_id: programId,
      partner_id,
      note: text("Why, for later readers").nullable().default(null),
    },
    output: settledAnswer,
    run: async (call, { program_id, partner_id, note }) => {
      const of = { programId: program_id, partnerId: partner_id, note };
      return answer(call, program_id, partner_id, await unbanPartner(call.database, of, call.actor));
    },
  }),
];

async function answer(
  { reads, actor, baseUrl }: Call,
  programId: number,
  partnerId: number,
  { forfeited, restored }: SettledBan,
): Promise<z.output<typeof settledAnswer>> {
  const partner = await reads.ofProgram(actor, programId, "read", (db) =>
    findPartner(db, programId, partnerId, baseUrl),
  );
  if (partner === undefined) throw new Refusal("not_found", `Program ${programId} has no partner ${partnerId}.`);
  return { data: partner, forfeited, restored };
}
