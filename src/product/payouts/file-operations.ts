// Payouts as a file for a payment tool, for owners: it holds where partners are paid.
import { z } from "zod";
import { payoutTools } from "../../core/rules/rows/payout-rows.ts";
import { currencyOf, id, oneOf, rule } from "../../core/vocabulary/fields.ts";
import { answerOf, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { recordExport } from "./change.ts";
import { makePayoutFile, payoutFile } from "./file-read.ts";

const payoutIdsMax = 1_000;
const payout_id = id("The payout's id");

export const operations: readonly Operation[] = [
  defineOperation({
    name: "payouts.export",
    description:
      "That a file was made is recorded with each payout in it. The answer names what was left out of the file and why: a file alone could not say.",
    access: inProgram("payouts"),
    http: { method: "get", path: "/programs/:program_id/payout-file" },
    command: { example: "payouts export --program 1 --currency USD --format paypal" },
    errors: ["payout_withheld"],
    changes: true,
    input: {
      program_id: programId,
      tool: oneOf(payoutTools, "The tool that pays").meta({ flag: { name: "format" } }),
      currency: currencyOf("The currency; nothing is converted"),
      payout_ids: z
        .array(payout_id)
        .min(1)
        .max(payoutIdsMax)
        .optional()
        .meta({ description: "Only these payouts; all that wait to be paid by default", flag: { name: "payout" } }),
      source_currency: z
        .string()
        .regex(/^[A-Z]{3}$/, rule("must be three capital letters, such as USD"))
        .optional()
        .meta({
          description: "For Wise: the currency of the payer's balance; the payouts' own by default",
          flag: { placeholder: "code" },
        }),
      decimal_comma: z
        .boolean()
        .default(false)
        .meta({ description: "For PayPal accounts of countries that write 12,34" }),
    },
    output: answerOf(payoutFile),
    run: async ({ database, reads, secrets, actor }, { program_id, ...given }) => {
      const wish = {
        tool: given.tool,
        currency: given.currency,
        payoutIds: given.payout_ids ?? null,
        sourceCurrency: given.source_currency ?? null,
        decimalComma: given.decimal_comma,
      };
      const file = await reads.ofProgram(actor, program_id, "payouts", (db) =>
        makePayoutFile(db, secrets, program_id, wish),
      );
      // Before it is handed out: a file that is not recorded could pay what is cancelled.
      if (file.payout_ids.length > 0) {
        await recordExport(database, { programId: program_id, payoutIds: file.payout_ids, tool: given.tool }, actor);
      }
      return { data: file };
    },
  }),
];
