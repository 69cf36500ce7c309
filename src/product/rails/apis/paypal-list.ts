// PayPal's transactions of a day, by Transaction Search: those that pay payouts have the event code T0001. They appear within three hours,
// and only to an app with the feature Transaction Search.
// Written from: https://developer.paypal.com/docs/api/transaction-search/v1/ and
// https://developer.paypal.com/docs/transaction-search/transaction-event-codes/.
// Inferred, since no page says it: a transaction does not carry our key, so it is found by the transaction's id that the payout got.
import { z } from "zod";
import { centsOf } from "./cents-of.ts";
import type { RailLine, RailState } from "./rail.ts";
import { type RailClient, RailUnreachable } from "./rail-client.ts";

const payoutEventCode = "T0001";
const transactionsPerPage = 500;
const pagesMax = 20;

const states: Readonly<Record<string, RailState>> = { S: "paid", P: "sent", V: "returned", D: "failed" };

const pageSchema = z.object({
  total_pages: z.int().default(1),
  transaction_details: z.array(
    z.object({
      transaction_info: z.object({
        transaction_id: z.string(),
        transaction_event_code: z.string(),
        transaction_status: z.string(),
        transaction_amount: z.object({ currency_code: z.string(), value: z.string() }),
      }),
    }),
  ),
});

export async function listPaypalPayouts(
  client: RailClient,
  headers: Readonly<Record<string, string>>,
  day: string,
): Promise<readonly RailLine[]> {
  const lines: RailLine[] = [];
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = new URLSearchParams({
      ...{ start_date: `${day}T00:00:00Z`, end_date: `${day}T23:59:59Z`, fields: "transaction_info" },
      ...{ transaction_type: payoutEventCode, page_size: String(transactionsPerPage), page: String(page) },
    });
    const response = await client.ask({ method: "GET", path: `/v1/reporting/transactions?${query}`, headers });
    if (response.kind === "no_answer") throw new RailUnreachable(`PayPal did not answer: ${response.reason}.`);
    if (response.status === 403) {
      throw new RailUnreachable(
        "PayPal's app lacks the feature Transaction Search: enable it, then wait up to 9 hours.",
      );
    }
    const read = pageSchema.safeParse(response.body);
    if (response.status !== 200 || !read.success) {
      throw new RailUnreachable(`PayPal answered ${response.status} to the question for its transactions.`);
    }
    for (const { transaction_info: info } of read.data.transaction_details) {
      if (info.transaction_event_code === payoutEventCode) lines.push(lineOf(info));
    }
    if (page >= read.data.total_pages) return lines;
  }
  throw new RailUnreachable(`PayPal's list of ${day} has more than ${pagesMax} pages.`);
}

type Info = z.output<typeof pageSchema>["transaction_details"][number]["transaction_info"];

/** What was paid out is negative there. */
function lineOf({ transaction_id, transaction_status, transaction_amount: { value, currency_code } }: Info): RailLine {
  const cents = centsOf(value, currency_code);
  return {
    ...{ railId: transaction_id, key: null, currency: currency_code },
    amountCents: cents === null ? null : Math.abs(cents),
    state: states[transaction_status] ?? "unknown",
  };
}
