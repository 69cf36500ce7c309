// Payouts as a file for a payment tool, over HTTP and for owners: it holds where partners are paid.
import type { RequestHandler } from "express";
import { z } from "zod";
import { currencies } from "../../core/money.ts";
import { payoutTools } from "../../core/payout-rows.ts";
import { makePayoutFile } from "../../queries/payout-file.ts";
import { oneOf, pathId, readQuery } from "../manage/fields.ts";
import { sendJson } from "../send.ts";
import type { MoneyParts } from "./parts.ts";

const fileSchema = z.strictObject({
  tool: oneOf(payoutTools),
  currency: oneOf(currencies),
  source_currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters, such as USD")
    .optional(),
  decimal_comma: oneOf(["true", "false"]).optional(),
});

/** JSON with the file in it, beside what was left out of it and why: a file alone could not say. */
export function payoutFileRoute({ callers, reads, money, secrets }: MoneyParts): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const { tool, currency, source_currency = null, decimal_comma } = readQuery(request, fileSchema);
    const wish = {
      tool,
      currency,
      payoutIds: null,
      sourceCurrency: source_currency,
      decimalComma: decimal_comma === "true",
    };
    const data = await reads.ofProgram(caller, programId, "owner", (db) =>
      makePayoutFile(db, secrets, programId, wish),
    );
    // Before it is handed out: a file that nobody knows of could pay what is cancelled.
    if (data.payout_ids.length > 0) await money.recordExport(caller, programId, data.payout_ids, tool);
    sendJson(response, 200, { data });
  };
}
