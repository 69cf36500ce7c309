// Wise's transfers as we read them: their id from our key, their states, and their list.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { RailCosts } from "../../../core/rules/events/rail-events.ts";
import { decimalAmount } from "../../../core/vocabulary/money/money.ts";
import { centsOf } from "./cents-of.ts";
import type { PayoutOrder, RailAnswer, RailLine, RailState } from "./rail.ts";
import type { RailClient } from "./rail-client.ts";

const transfersPerPage = 100;
const pagesMax = 100;

export const transferSchema = z.object({
  id: z.int(),
  status: z.string(),
  customerTransactionId: z.string().nullish(),
  quoteUuid: z.string().nullish(),
  rate: z.number().nullish(),
  sourceCurrency: z.string(),
  targetCurrency: z.string(),
  targetValue: z.number(),
});
export type WiseTransfer = z.output<typeof transferSchema>;

/** It waits to be paid from the balance, and pays nothing until then. */
export const unfunded = "incoming_payment_waiting";

/**
 * Wise's states. One that is not listed moves nothing. A transfer that bounced back may still be sent again by Wise, with corrected details:
 * its money is owed again once Wise has canceled or refunded it, and no earlier.
 */
const states: Readonly<Record<string, RailState>> = {
  [unfunded]: "sent",
  incoming_payment_initiated: "sent",
  processing: "sent",
  funds_converted: "sent",
  waiting_recipient_input_to_proceed: "unclaimed",
  outgoing_payment_sent: "paid",
  bounced_back: "sent",
  cancelled: "failed",
  funds_refunded: "returned",
};

/** A UUID of version 8, which RFC 9562 leaves to its maker: the beginning of the key's SHA-256. */
export function transactionIdOf(key: string): string {
  const digest = createHash("sha256").update(`wise transfer ${key}`).digest("hex");
  const variant = ((Number.parseInt(digest.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(18, 20)}`,
    digest.slice(20, 32),
  ].join("-");
}

export function stateAnswer(transfer: WiseTransfer, order: PayoutOrder, costs: RailCosts): RailAnswer {
  const differs = differenceOf(transfer, order);
  if (differs !== null) return { kind: "unknown", reason: differs };
  const state = states[transfer.status];
  if (state === undefined) return { kind: "unknown", reason: `Wise reports the state ${transfer.status}.` };
  const isNoted = state === "failed" || state === "returned" || transfer.status === "bounced_back";
  const reason = isNoted ? transfer.status : null;
  return { kind: "state", state, railId: String(transfer.id), reason, reference: null, ...costs };
}

/** Another installation with the same Wise profile could have used the key: its transfer is not ours. */
export function differenceOf({ targetValue, targetCurrency }: WiseTransfer, order: PayoutOrder): string | null {
  const { key, amountCents, currency } = order;
  if (targetCurrency === currency && centsOf(targetValue, currency) === amountCents) return null;
  const own = decimalAmount(amountCents, currency);
  return `Wise has ${key} with ${targetValue} ${targetCurrency}; the payout is ${own} ${currency}.`;
}

export function lineOf(transfer: WiseTransfer): RailLine {
  return {
    railId: String(transfer.id),
    key: transfer.customerTransactionId ?? null,
    amountCents: centsOf(transfer.targetValue, transfer.targetCurrency),
    currency: transfer.targetCurrency,
    state: states[transfer.status] ?? "unknown",
  };
}

type Span = { readonly profileId: string; readonly from: Date; readonly to: Date };

type TransfersRead =
  | { readonly kind: "read"; readonly transfers: readonly WiseTransfer[] }
  | { readonly kind: "unread"; readonly reason: string };

/** All of them or none: a transfer that was left out would look as if it were not there. */
export async function listTransfers(
  client: RailClient,
  headers: Readonly<Record<string, string>>,
  { profileId, from, to }: Span,
): Promise<TransfersRead> {
  const transfers: WiseTransfer[] = [];
  for (let page = 0; page < pagesMax; page += 1) {
    const query = new URLSearchParams({
      profile: profileId,
      createdDateStart: from.toISOString(),
      createdDateEnd: to.toISOString(),
      limit: String(transfersPerPage),
      offset: String(transfers.length),
    });
    const response = await client.ask({ method: "GET", path: `/v1/transfers?${query}`, headers });
    if (response.kind === "no_answer") return { kind: "unread", reason: response.reason };
    const read = z.array(transferSchema).safeParse(response.body);
    if (response.status !== 200 || !read.success) {
      return { kind: "unread", reason: `Wise answered ${response.status} to the question for its transfers.` };
    }
    // Wise may give fewer a page than asked for: only an empty page is the end.
    if (read.data.length === 0) return { kind: "read", transfers };
    transfers.push(...read.data);
  }
  return { kind: "unread", reason: `Wise's list of that time has more than ${pagesMax} pages.` };
}
