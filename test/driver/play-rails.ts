// Payouts by a payment provider: approved by a second person, handed over, and what PayPal makes of them: paid, declined, failed,
// unclaimed, and come back weeks later. Its webhooks come in any number, and some are forged. Partners agree to invoices, or withdraw.
import { expect } from "vitest";
import type { EventData } from "../../src/core/rules/events/events.ts";
import type { ModelPayout } from "../reference/account-model.ts";
import { signer, signerOfAnotherRoot } from "../support/rails/certificates.ts";
import type { Batch, PaypalPayouts } from "../support/rails/paypal-payouts.ts";
import type { Answer } from "../support/service.ts";
import type { Ledger } from "./ledger.ts";
import { currencyOf } from "./play-payouts.ts";
import type { Setting } from "./setting.ts";
import { otherSide, type Play, textOf } from "./turn.ts";

const own = ({ place }: Ledger, path: string) => `/api/v1/programs/${place.programId}/${path}`;
const payoutIdOf = ({ payoutIds }: Ledger, { id }: ModelPayout): number => payoutIds.get(id) ?? 0;
const payoutsOf = ({ accounts }: Ledger, statuses: readonly ModelPayout["status"][]): ModelPayout[] =>
  accounts.payouts.filter(({ status }) => statuses.includes(status));

const people = ["owner", "second"] as const;

/** By either owner: who created it cannot approve it, and once is enough. Mostly by one that is missing. */
export const payoutApproved: Play = async ({ setting, ledger, dice, side }) => {
  const isAny = dice.isOneIn(6);
  const payout = dice.anyOf(payoutsOf(ledger, ["created"]).filter((one) => isAny || !ledger.isApproved(one)));
  if (payout === undefined) return null;
  const missing = people.filter((each) => !ledger.isBehind(payout, each));
  const person = (isAny ? undefined : dice.anyOf(missing)) ?? dice.oneOf(people);
  const path = own(ledger, `payouts/${payoutIdOf(ledger, payout)}/approve`);
  const approve = person === "second" ? setting.asSecond : setting.asOwner;
  const answers = await Promise.all([side, otherSide(side)].map((each) => approve(each, "POST", path, {})));
  const mayApprove = !ledger.isCreator(payout, person);
  for (const answer of answers) expect(answer.status, textOf(answer)).toBe(mayApprove ? 200 : 403);
  if (mayApprove) ledger.approvePayout(payout, person);
  return `payout ${payoutIdOf(ledger, payout)} by ${person}: ${answers[0]?.status}`;
};

/** Of the first request: PayPal declines it, never gets it, or does it while its answer is lost. */
const mishaps = ["none", "none", "declined", "cut_before", "cut_after", "error_after"] as const;

/** All that wait, at both processes at once now and then: each is handed over once. */
export const payoutsSent: Play = async ({ setting, ledger, dice, side }) => {
  const waiting = payoutsOf(ledger, ["created"]);
  const whys = waiting.map((payout) => ({ payout, why: whyNotSent(ledger, payout) }));
  const ready = whys.filter(({ why }) => why === null).map(({ payout }) => payout);
  if (waiting.length === 0 || (ready.length === 0 && !dice.isOneIn(4))) return null;
  const mishap = ready.length === 0 ? "none" : dice.oneOf(mishaps);
  arrange(setting, mishap);
  const sides = dice.isOneIn(2) ? [side, otherSide(side)] : [side];
  const send = (each: typeof side) => setting.asOwner(each, "POST", own(ledger, "payout-sending"), {});
  const answers = await Promise.all(sides.map(send));
  for (const answer of answers) expect(answer.status, textOf(answer)).toBe(200);
  const sent = answers.flatMap((answer) => linesOf(answer, "data").map(({ payout_id }) => payout_id));
  expect(sent).toEqual(ready.map((payout) => payoutIdOf(ledger, payout)));
  const left = whys.flatMap(({ payout, why }) => (why === null ? [] : [[payoutIdOf(ledger, payout), why]]));
  for (const answer of answers) {
    expect(linesOf(answer, "not_sent").map(({ payout_id, reason }) => [payout_id, reason])).toEqual(left);
  }
  await setting.askPaypal();
  for (const payout of ready) hearSent(setting, ledger, payout);
  return `${mishap}: sent ${sent.join()}, not sent ${JSON.stringify(left)}`;
};

function arrange({ paypal }: Setting, mishap: (typeof mishaps)[number]): void {
  if (mishap === "none") return;
  if (mishap === "declined") {
    paypal.refusals.push({ status: 422, body: { name: "INSUFFICIENT_FUNDS", message: "No money." } });
  } else paypal.faults.push({ path: "POST /v1/payments/payouts", fault: mishap });
}

function linesOf(answer: Answer, list: "data" | "not_sent") {
  return (answer.body as Readonly<Record<string, readonly { payout_id: number; reason?: string }[]>>)[list] ?? [];
}

function whyNotSent(ledger: Ledger, payout: ModelPayout): string | null {
  const { accounts, place } = ledger;
  const held = payout.items.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  if (accounts.dueNow(payout) !== held) return "sum_changed";
  if (!ledger.isApproved(payout)) return "not_approved";
  return payout.partner_id === place.partners[2]?.partnerId ? "no_recipient" : null;
}

/** PayPal took it unless it declined: a lost answer is asked for again under the same key. */
function hearSent({ paypal }: Setting, ledger: Ledger, payout: ModelPayout): void {
  const key = batchOf(paypal, ledger, payout)?.senderBatchId;
  const of = { payout_id: payout.id, attempt: 1 };
  const handedOver = { ...of, rail: "paypal", key: key ?? "declined", is_sandbox: false } as const;
  const state = key === undefined ? ("created" as const) : ("sent" as const);
  ledger.apply({ source: "operator", data: { type: "payout_sending", ...handedOver } });
  ledger.apply({ source: "operator", data: { type: "payout_progressed", ...of, ...noMore, state } });
}

const noMore = { rail_id: null, reason: null, fee_cents: null, fee_currency: null, exchange_rate: null };

/** Never two of one payout. */
function batchOf({ batches }: PaypalPayouts, ledger: Ledger, payout: ModelPayout): Batch | undefined {
  const ofPayout = `payout:${payoutIdOf(ledger, payout)}:`;
  const found = batches.filter(({ senderBatchId }) => senderBatchId.startsWith(ofPayout));
  expect(found.length, `payments under ${ofPayout}`).toBeLessThan(2);
  return found[0];
}

type Report = readonly [state: string, status: "sent" | "unclaimed" | "paid" | "failed" | "returned"];
type Reported = { readonly status: Report[1]; readonly reference: string };

/** What may follow at PayPal on what it reported last, and what the payout is then. */
const reports: Readonly<Record<"sent" | "unclaimed" | "paid", readonly [Report, ...Report[]]>> = {
  sent: [
    ["SUCCESS", "paid"],
    ["SUCCESS", "paid"],
    ["UNCLAIMED", "unclaimed"],
    ["UNCLAIMED", "unclaimed"],
    ["FAILED", "failed"],
    ["BLOCKED", "failed"],
    ["ONHOLD", "sent"],
  ],
  unclaimed: [
    ["SUCCESS", "paid"],
    ["RETURNED", "returned"],
  ],
  paid: [
    ["REVERSED", "returned"],
    ["REFUNDED", "returned"],
  ],
};

/** Some by a forged webhook first, which changes nothing; then by up to three good ones. */
export const paypalReported: Play = async ({ setting, ledger, dice }) => {
  const { paypal } = setting;
  const reported = payoutsOf(ledger, ["sent", "unclaimed", "paid"]).flatMap((payout) => {
    const batch = batchOf(paypal, ledger, payout);
    return batch === undefined ? [] : [{ payout, batch }];
  });
  const chosen = dice.anyOf(reported);
  if (chosen === undefined) return null;
  const { payout, batch } = chosen;
  const [state, status] = dice.oneOf(followingOf(payout.status));
  const { senderBatchId: key } = batch;
  paypal.move(key, state);
  if (dice.isOneIn(3)) {
    const forged = paypal.webhook(key, { by: { ...signer, key: signerOfAnotherRoot.key } });
    expect(await setting.reportOf(ledger.place, forged)).toMatchObject({ kind: "refused" });
  }
  for (let copies = 1 + dice.below(3); copies > 0; copies -= 1) {
    const answer = await setting.reportOf(ledger.place, paypal.webhook(key));
    expect(answer).toEqual({ kind: "received", status: "recorded" });
  }
  hearReported(ledger, payout, { status, reference: `T-${batch.items[0]?.payout_item_id}` });
  return `payout ${payoutIdOf(ledger, payout)}: ${state}`;
};

function followingOf(status: ModelPayout["status"]): readonly [Report, ...Report[]] {
  if (status === "sent" || status === "unclaimed" || status === "paid") return reports[status];
  throw new Error(`nothing follows on ${status}`);
}

function hearReported(ledger: Ledger, payout: ModelPayout, { status, reference }: Reported): void {
  const { id: payout_id, partner_id, items } = payout;
  const ended = { payout_id, sale_ids: items.map(({ sale_id }) => sale_id), reason: null };
  const apply = (data: EventData) => ledger.apply({ source: "operator", data });
  switch (status) {
    case "sent":
      return;
    case "unclaimed":
      apply({ type: "payout_progressed", payout_id, attempt: 1, ...noMore, state: "unclaimed" });
      return;
    case "paid":
      apply({
        ...{ type: "payout_recorded", payout_id, partner_id, currency: currencyOf(payout), items },
        ...{ method: "paypal", reference },
      });
      return;
    case "failed":
      apply({ type: "payout_failed", ...ended });
      return;
    case "returned":
      apply({ type: "payout_returned", ...ended });
  }
}

/** One of the two partners with tax details: it agrees to self-billing, or no longer does. */
export const selfBillingChosen: Play = async ({ setting, ledger, dice }) => {
  const index = dice.below(2);
  const partnerId = ledger.place.partners[index]?.partnerId ?? 0;
  const agrees = !ledger.invoices.isAgreed(partnerId);
  expect(await setting.chooseSelfBilling(ledger.place, index, agrees)).toBe(true);
  ledger.invoices.choose(partnerId, agrees);
  return `partner ${partnerId}: ${agrees}`;
};
