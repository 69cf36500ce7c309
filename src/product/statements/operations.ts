// A program's month: what it sold, what went back, what partners earned, what it owes in fees. The page to print and every line as
// CSV have a route and a command of their own.

import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal } from "../operation/refusal.ts";
import { findStatement, monthSchema, statement } from "./list.ts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "statements.show",
    description: "A closed month never changes: later reports are corrections in the month they arrive.",
    access: inProgram("read"),
    tool: { name: "get_statement", scope: "commissions:read" },
    http: { method: "get", path: "/programs/:program_id/statements/:month", hasOwnRoute: true },
    input: {
      program_id: programId,
      month: monthSchema.meta({
        description: "The month, in UTC",
        examples: ["2026-01"],
        flag: { placeholder: "YYYY-MM" },
      }),
    },
    output: answerOf(statement),
    run: async ({ reads, actor }, { program_id, month }) => {
      const found = await reads.ofProgram(actor, program_id, "read", (db) => findStatement(db, program_id, month));
      if (found === undefined) throw new Refusal("not_found", `There is no program ${program_id}.`);
      return { data: found };
    },
  }),
];
