// What a payment tool's file says became of payouts: looked at first, then recorded. For owners, as all that is said of payouts.
import { z } from "zod";
import { currency, currencyOf, flag, idOrNull, oneOf, rule, sum, words } from "../../core/vocabulary/fields.ts";
import { sumOf } from "../../core/vocabulary/money/money.ts";
import { defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { refuseFields } from "../operation/refusal.ts";
import { readPayoutResults, resultCharactersMax, resultLinesMax, resultTools } from "./read-results.ts";
import { recordedResults, recordPayoutResults } from "./results-change.ts";

const tooLong = rule(`must be text of 1 to ${resultCharactersMax} characters`);

const resultLine = z.strictObject({
  line: z.int().meta({ description: "Its line in the file; the header is line 1" }),
  payout_id: idOrNull("The payout; null where the line names none"),
  partner_id: idOrNull("Whom it pays"),
  amount_cents: z.int().nullable().meta({ description: "What it pays" }),
  currency: currency.nullable(),
  result: oneOf(recordedResults, "The payout's result, or that it does not change"),
  message: words("The same in a sentence, with the file's own reason"),
});

export const operations: readonly Operation[] = [
  defineOperation({
    name: "payouts.record-results",
    description: `Shows what it would record; with \`apply\` it records everything. A payout that the tool paid is paid; one that failed or was returned is owed again; one that is still pending waits. A faulty line, such as one with another amount, is named and blocks no other. Importing the same file again changes nothing. Up to ${resultLinesMax} lines, with a header; columns are found by name: the payout, its status and optionally a transaction id, a reason, amount and currency.`,
    access: inProgram("payouts"),
    http: {
      method: "post",
      path: "/programs/:program_id/payout-results",
      bodyBytesMax: 1_048_576,
      example: { tool: "bank", csv: "payout_id,status,reference,reason\npayout-42,failed,,account closed\n" },
    },
    table: ["line", "payout_id", "result", "amount_cents", "currency", "message"],
    changes: true,
    input: {
      program_id: programId,
      tool: oneOf(resultTools, "Whose file it is; `bank` is any other's, with the columns payout_id and status"),
      csv: z
        .string(tooLong)
        .min(1, tooLong)
        .max(resultCharactersMax, tooLong)
        .meta({ description: "The file, as the tool gave it" }),
      apply: z.boolean().default(false).meta({ description: "Record it; else nothing is changed" }),
    },
    output: z.strictObject({
      data: z.array(resultLine).readonly().meta({ description: "Each line, in their order" }),
      totals: z
        .array(
          z.strictObject({
            result: oneOf(recordedResults, "Their result"),
            currency: currencyOf("Nothing is converted").nullable(),
            amount_cents: sum("What they come to"),
            count: z.int().meta({ description: "How many they are" }),
          }),
        )
        .readonly()
        .meta({ description: "By result and currency" }),
      applied: flag("Whether it was recorded"),
    }),
    run: async ({ database, actor }, { program_id, tool, csv, apply }) => {
      const read = readPayoutResults(csv);
      if ("unreadable" in read) throw refuseFields([{ field: "csv", message: read.unreadable }]);
      const results = { programId: program_id, tool, ...read, isDryRun: !apply };
      const data = await recordPayoutResults(database, results, actor);
      const groups = Map.groupBy(data, ({ result, currency: of }) => `${result} ${of ?? ""}`);
      const totals = [...groups.values()].flatMap((lines) => {
        const [first] = lines;
        if (first === undefined) return [];
        const amount_cents = sumOf(lines.map((line) => line.amount_cents ?? 0));
        return [{ result: first.result, currency: first.currency, amount_cents, count: lines.length }];
      });
      return { data, totals, applied: apply };
    },
  }),
];
