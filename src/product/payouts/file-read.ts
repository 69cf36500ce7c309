// Payouts as the file a payment tool takes: PayPal's for Payouts Web, and Wise's batch by e-mail address.
// Each payout is one line, under its own id, with exactly the amount it was put together for. What a tool cannot pay is left out
// and named, never guessed, and so is a payout that is no longer what is due. Making a file changes nothing here; the caller that hands
// one out records it with `recordExport`.
// https://developer.paypal.com/payouts/use-payouts/send-money/use-web-ui: no header; recipient, amount, currency, an id without
// blanks of at most 30 characters, a note, the wallet; one currency a file, 5,000 lines.
// https://wise.com/help/articles/2663302: a header; `amountCurrency` target pays the recipient exactly this; 1,000 lines.

import type { Kysely } from "kysely";
import { z } from "zod";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { PayoutTool } from "../../core/rules/rows/payout-rows.ts";
import { csvLine } from "../../core/vocabulary/csv-line.ts";
import { id, idOrNull, sum, words } from "../../core/vocabulary/fields.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { decimalAmount, type Sum, sumOf } from "../../core/vocabulary/money/money.ts";
import { payPalAmount, payPalFault } from "../../core/vocabulary/money/payout-currencies.ts";
import type { PayoutRecipient } from "../../core/vocabulary/money/payout-recipient.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { askOf } from "./fixed-statement.ts";
import { findDueNow } from "./list.ts";
import { openRecipient } from "./recipients-list.ts";
import { findWithheld, type Withheld, withheldMessage } from "./withheld.ts";

export type PayoutFileWish = {
  readonly tool: PayoutTool;
  readonly currency: Currency;
  /** Null is every payout that waits to be paid. */
  readonly payoutIds: readonly number[] | null;
  /** The currency the payer's money is in, for Wise; the payouts' own when null. */
  readonly sourceCurrency: string | null;
  /** Amounts as 12,34: for PayPal accounts of countries that write them so. */
  readonly decimalComma: boolean;
};

const unpaid = z.strictObject({
  payout_id: id("The payout"),
  partner_id: idOrNull("Its partner"),
  why: words("Why it is not in the file"),
});
type Unpaid = z.output<typeof unpaid>;

export const payoutFile = z.strictObject({
  csv: words("The file, as the payment tool takes it"),
  payout_ids: z.array(z.int()).readonly().meta({ description: "What it pays" }),
  amount_cents: sum("What it comes to"),
  left_out: z.array(unpaid).readonly().meta({ description: "What it does not pay, and why" }),
});

export type PayoutFile = z.output<typeof payoutFile>;

function idsOf(payouts: readonly Waiting[]): number[] {
  return payouts.map((payout) => payout.payout_id);
}

const linesMax: { readonly [Tool in PayoutTool]: number } = { paypal: 5_000, wise: 1_000 };
const wiseHeader = [
  "name",
  "recipientEmail",
  "paymentReference",
  "receiverType",
  "amountCurrency",
  "amount",
  "sourceCurrency",
  "targetCurrency",
];

type Waiting = {
  readonly payout_id: number;
  readonly partner_id: number;
  readonly currency: Currency;
  readonly amount_cents: number;
  readonly recipient_encrypted: Buffer | null;
};

export async function makePayoutFile(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  programId: number,
  wish: PayoutFileWish,
): Promise<PayoutFile> {
  const waiting = await findWaiting(db, programId, wish);
  const dueNow = await findDueNow(db, programId, idsOf(waiting));
  const withheld = await findWithheld(askOf(db), programId, idsOf(waiting));
  const left_out = notWaiting(wish, waiting);
  const lines: string[] = wish.tool === "wise" ? [csvLine(wiseHeader)] : [];
  const paid: Waiting[] = [];
  for (const payout of waiting) {
    const { payout_id, partner_id, recipient_encrypted: sealed } = payout;
    const reason = withheld.get(payout_id);
    const why =
      whyNot(payout, { ...wish, dueNowCents: dueNow.get(payout_id) ?? 0, linesSoFar: paid.length }) ??
      (reason === undefined ? null : clauseOf(reason, payout.currency));
    if (why !== null || sealed === null) {
      left_out.push({ payout_id, partner_id, why: why ?? clauseOf({ reason: "no_recipient" }, payout.currency) });
      continue;
    }
    const recipient = openRecipient(secrets, { programId, partnerId: partner_id }, sealed);
    lines.push(csvLine(lineOf[wish.tool](payout, recipient, wish)));
    paid.push(payout);
  }
  return {
    csv: lines.join(""),
    payout_ids: idsOf(paid),
    amount_cents: sumOf(paid.map((payout) => payout.amount_cents)),
    left_out,
  };
}

/** Behind the payout's name, such as `payout 42: the partner has no payout recipient`. */
function clauseOf(withheld: Withheld, currency: Currency): string {
  const message = withheldMessage(withheld, currency);
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
}

function findWaiting(db: Kysely<Tables>, programId: number, wish: PayoutFileWish): Promise<Waiting[]> {
  let query = db
    .selectFrom("payout as p")
    .leftJoin("payout_recipient as r", (join) =>
      join.onRef("r.program_id", "=", "p.program_id").onRef("r.partner_id", "=", "p.partner_id"),
    )
    .select(["p.payout_id", "p.partner_id", "p.currency", "p.amount_cents", "r.recipient_encrypted"])
    .where("p.program_id", "=", programId)
    .where("p.status", "=", "created")
    .where("p.currency", "=", wish.currency)
    .orderBy("p.payout_id");
  if (wish.payoutIds !== null) query = query.where("p.payout_id", "in", wish.payoutIds);
  return query.execute();
}

/** Asked for by id, and paid, cancelled, of another currency or of no such program. */
function notWaiting({ payoutIds, currency }: PayoutFileWish, waiting: readonly Waiting[]): Unpaid[] {
  const found = new Set(waiting.map((payout) => payout.payout_id));
  return (payoutIds ?? [])
    .filter((payoutId) => !found.has(payoutId))
    .map((payout_id) => ({
      payout_id,
      partner_id: null,
      why: `no payout in ${currency} waits to be paid under this id`,
    }));
}

type Judged = PayoutFileWish & { readonly dueNowCents: Sum; readonly linesSoFar: number };

function whyNot(payout: Waiting, { tool, dueNowCents, linesSoFar }: Judged): string | null {
  const { currency, amount_cents: amountCents } = payout;
  const unpaid = tool === "paypal" ? payPalFault(amountCents, currency) : null;
  if (unpaid !== null) return unpaid;
  if (dueNowCents !== amountCents) {
    const [held, due] = [decimalAmount(amountCents, currency), decimalAmount(dueNowCents, currency)];
    return `it holds ${held} and ${due} is payable by now: cancel it and create it again`;
  }
  return linesSoFar >= linesMax[tool] ? `a file of ${tool} holds ${linesMax[tool]} payouts` : null;
}

const lineOf: {
  readonly [Tool in PayoutTool]: (payout: Waiting, to: PayoutRecipient, wish: PayoutFileWish) => readonly string[];
} = {
  paypal: ({ payout_id, amount_cents, currency }, { email }, { decimalComma }) => {
    const amount = payPalAmount(decimalAmount(amount_cents, currency), currency);
    const written = decimalComma ? amount.replace(".", ",") : amount;
    return [email, written, currency, `payout-${payout_id}`, `Payout ${payout_id}`, "PAYPAL"];
  },
  wise: ({ payout_id, amount_cents, currency }, { email, name, kind }, { sourceCurrency }) => [
    name,
    email,
    `Payout ${payout_id}`,
    kind === "person" ? "PERSON" : "INSTITUTION",
    "target",
    decimalAmount(amount_cents, currency),
    sourceCurrency ?? currency,
    currency,
  ],
};
