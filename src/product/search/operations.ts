// Finds anything by its name, in one program or in all that the caller can see.
import { z } from "zod";
import { text } from "../../core/vocabulary/fields.ts";
import { accounts, answerOf, type Call, defineOperation, type Operation, programId } from "../operation/operation.ts";
import { findHits, hit, hitsMax, searchedProgramsMax } from "./search-read.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "search.find",
    description: `An event, a sale or a payout by its id, a payout by the reference it was paid with, a payment by any of its names, a customer by its key or e-mail address, a click, a subscription, a delivery or a dispute by its provider's id, a partner by name, code or e-mail address, a program by name. At most ${hitsMax} are found, in at most ${searchedProgramsMax} programs.`,
    access: accounts,
    tool: { name: "list_search_hits", scope: "events:read" },
    http: { method: "get", path: "/search" },
    command: { example: "search find order-1 --program 1", argument: "query" },
    errors: ["not_found"],
    input: {
      query: text("The exact text to find; part of a name is enough for partners and programs"),
      program_id: programId.optional().meta({ description: "Only in this program; in all of yours by default" }),
    },
    output: answerOf(
      z.strictObject({
        hits: z.array(hit).readonly().meta({ description: "Best match first; empty without results" }),
      }),
    ),
    run: async (call, { query, program_id }) => {
      const emailHash = query.includes("@") ? call.secrets.hashEmail(query) : null;
      const partnerEmailHash = call.actor.kind === "agent" ? null : emailHash;
      const sought = { text: query.trim(), emailHash, partnerEmailHash };
      return { data: { hits: await findIn(call, program_id, sought) } };
    },
  }),
];

function findIn({ reads, actor }: Call, programId: number | undefined, sought: Parameters<typeof findHits>[2]) {
  if (programId !== undefined) {
    return reads.ofProgram(actor, programId, "read", (db) => findHits(db, [programId], sought));
  }
  return reads.ofPrograms(actor, searchedProgramsMax, (db, programIds) => findHits(db, programIds, sought));
}
