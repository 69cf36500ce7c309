// Random histories of one program: few ids, so that everything meets everything, in every order and more than once.
import fc from "fast-check";
import {
  byHand,
  click,
  couponAssigned,
  couponRemoved,
  customerImported,
  lead,
  payment,
  paymentRefunded,
  refund,
  sale,
  saleImported,
  subscriptionStarted,
} from "./event-builders.ts";
import type { TestEvent } from "./memory-program.ts";
import { expectedTransfer } from "./receipts.ts";

const clickId = fc.constantFrom("click-1", "click-2", "click-3", "click-4");
const customerKey = fc.constantFrom("customer-1", "customer-2");
const transactionId = fc.constantFrom("in_1", "pi_1", "in_2", "pi_2", "in_3");
const subscriptionId = fc.constantFrom("sub_1", "sub_2");
const emailHash = fc.constantFrom("e1", "e2");
const amount = fc.constantFrom(1, 333, 10_000, 10_001);
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const isRecurring = fc.boolean();

const payer = fc.record({
  click_id: orNull(clickId),
  customer_key: orNull(customerKey),
  provider_customer_id: orNull(fc.constantFrom("stripe:cus_1", "stripe:cus_2")),
  email_hash: orNull(emailHash),
  program_id: fc.constantFrom(null, null, null, "999999"),
});

const names: fc.Arbitrary<string[]> = fc.constantFrom(["in_1", "pi_1"], ["in_1"], ["pi_1"], ["in_2", "pi_2"], ["in_3"]);

function named(aliases: readonly string[]): { kind: string; value: string }[] {
  return aliases.map((value) => ({ kind: "id", value }));
}

function fromProvider(data: TestEvent["data"]): TestEvent {
  return { source: "stripe", data };
}

/** One thing that happens; partner ids are the two partners' of the program. */
function reported(partnerIds: readonly number[]): fc.Arbitrary<TestEvent> {
  const newClick = fc
    .tuple(clickId, fc.constantFrom(...partnerIds), orNull(clickId), fc.boolean())
    .map(([click_id, partnerId, existing_click_id, is_bot]) =>
      click(partnerId, { click_id, existing_click_id, is_bot }),
    );
  const newLead = fc
    .record({
      click_ids: fc.array(clickId, { maxLength: 2 }),
      customer_key: orNull(customerKey),
      email_hash: orNull(emailHash),
      source: fc.constantFrom("api" as const, "browser" as const),
    })
    .map((fields) => lead(fields));
  const newSale = fc
    .record({
      transaction_id: transactionId,
      amount_cents: amount,
      customer_key: orNull(customerKey),
      click_id: orNull(clickId),
      subscription_id: orNull(subscriptionId),
      is_recurring: isRecurring,
      currency: fc.constantFrom("USD", "USD", "VND", "GBP"),
    })
    .map((fields) => sale(fields));
  const newPayment = fc
    .record({
      aliases: names,
      amount_cents: amount,
      payer,
      subscription_id: orNull(subscriptionId),
      is_recurring: isRecurring,
      codes: fc.subarray(["code-1", "promo_2"]),
    })
    .map(({ codes, ...fields }) => {
      const discounts = codes.length === 0 ? {} : { discounts: codes };
      return payment({ ...fields, ...discounts, transaction_id: fields.aliases[0] ?? "in_1" });
    });
  const newAssertion = fc
    .record({ name: fc.constantFrom("in_1", "pi_1", "in_3"), amount_cents: amount, payer })
    .map(({ name, ...fields }) => payment({ ...fields, transaction_id: name, chain_transfer: expectedTransfer }));
  const evidence = fc
    .record({
      transaction_id: fc.constantFrom("in_1", "pi_1", "in_3"),
      evidence: fc.constantFrom("chain_verified", "chain_contradicted", "operator_accepted"),
      transfer: orNull(fc.constantFrom("transfer-1", "transfer-2")),
    })
    .map((fields) => fromProvider({ type: "payment_evidence_recorded", ...fields, detail: "seen" }));
  const newRefund = fc
    .record({
      transaction_id: transactionId,
      refund_amount_cents: orNull(amount),
      refund_id: orNull(fc.constantFrom("r1", "r2")),
    })
    .map((fields) => refund(fields));
  const refunded = fc
    .record({
      alias: transactionId,
      refund_id: orNull(fc.constantFrom("re_1", "re_2")),
      amount_cents: orNull(amount),
      cumulative_cents: orNull(amount),
    })
    .map((fields) => paymentRefunded(fields));
  const failed = fc
    .tuple(names, orNull(amount))
    .map(([aliases, amount_cents]) =>
      fromProvider({ type: "refund_failed", aliases: named(aliases), refund_id: "re_1", amount_cents }),
    );
  const identified = fc
    .constantFrom(["in_2", "pi_2"], ["in_1", "pi_1"], ["in_1", "in_3"])
    .map((aliases) => fromProvider({ type: "payment_identified", aliases: named(aliases) }));
  const started = fc
    .record({
      subscription_id: subscriptionId,
      payer,
      aliases: fc.constantFrom([], ["in_1", "pi_2"], ["in_2", "in_3"]),
    })
    .map((fields) => subscriptionStarted(fields));
  const disputed = fc
    .tuple(names, fc.constantFrom("open" as const, "won" as const, "lost" as const))
    .map(([aliases, what]) => {
      const rest = { aliases: named(aliases), dispute_id: "dp_1", amount_cents: null, currency: "USD" };
      return fromProvider(
        what === "open" ? { type: "dispute_opened", ...rest } : { type: "dispute_closed", result: what, ...rest },
      );
    });
  const decided = fc
    .tuple(fc.integer({ min: 4, max: 20 }), fc.constantFrom(...partnerIds), fc.nat(6))
    .map(([eventId, partnerId, dice]) => {
      if (dice < 3) return byHand.set(eventId, partnerId);
      if (dice === 3) return byHand.set(eventId, null, "customer-1");
      return dice === 4 ? byHand.remove(eventId) : byHand.undo(eventId);
    });
  const imported = fc
    .record({
      transaction_id: transactionId,
      partner_id: fc.constantFrom(...partnerIds),
      aliases: names.map(named),
      customer_key: orNull(customerKey),
      subscription_id: orNull(subscriptionId),
      email_hash: orNull(emailHash),
      provider_customer_id: orNull(fc.constantFrom("stripe:cus_1", "stripe:cus_2")),
      amount_cents: amount,
      commission: orNull(amount.map((amount_cents) => ({ amount_cents, currency: "USD" as const, payout_id: null }))),
    })
    .map((fields) => saleImported(fields));
  const customer = fc
    .record({
      partner_id: fc.constantFrom(...partnerIds),
      customer_key: orNull(customerKey),
      email_hash: orNull(emailHash),
      provider_customer_id: orNull(fc.constantFrom("stripe:cus_1", "stripe:cus_2")),
    })
    .map((fields) => customerImported(fields));
  const coupon = fc
    .tuple(fc.constantFrom("CODE-1", "CODE-2"), orNull(fc.constantFrom(...partnerIds)))
    .map(([code, partnerId]) => {
      const names = code === "CODE-2" ? ["stripe:promo_2"] : [];
      return partnerId === null ? couponRemoved(code, names) : couponAssigned(partnerId, code, { names });
    });
  const day = orNull(fc.integer({ min: 0, max: 200 }));
  const happening = fc.oneof(
    { weight: 3, arbitrary: newClick },
    { weight: 3, arbitrary: newLead },
    { weight: 3, arbitrary: newSale },
    { weight: 4, arbitrary: newPayment },
    { weight: 2, arbitrary: newRefund },
    refunded,
    failed,
    identified,
    started,
    { weight: 2, arbitrary: disputed },
    newAssertion,
    evidence,
    { weight: 4, arbitrary: decided },
    { weight: 2, arbitrary: imported },
    customer,
    { weight: 2, arbitrary: coupon },
  );
  return fc.tuple(happening, day).map(([one, when]) => (when === null ? one : { ...one, day: when }));
}

export function history(partnerIds: readonly number[], lengthMax = 25): fc.Arbitrary<TestEvent[]> {
  return fc.array(reported(partnerIds), { minLength: 3, maxLength: lengthMax, size: "max" });
}
