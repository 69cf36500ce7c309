// The journeys of people through a program, each a chain of steps that record one event and cause the next. In a hundred: 65 only look, 16
// buy by call, 8 subscribe at the provider, 10 pay without any partner, 1 is the brand's own test.
import type { RefundReported } from "../../src/core/rules/events/events.ts";
import {
  type Clicked,
  type DeliveryCheck,
  deliver,
  holdCommission,
  moment,
  paymentNames,
  recordClick,
  recordLead,
  recordSale,
} from "./steps.ts";
import { type Earned, hoursPerDay, type Scene, type Story } from "./story.ts";
import {
  checkoutCompleted,
  customerUpdated,
  disputed,
  invoicePaid,
  type PaymentNames,
  refundMade,
} from "./stripe-deliveries.ts";

const renewalHours = 30 * hoursPerDay;
const renewalsMax = 8;

export function beginJourney(story: Story, check: DeliveryCheck): void {
  const scene: Scene = { story, program: story.chooseProgram() };
  const kind = story.chance.below(100);
  if (kind < 65) look(scene);
  else if (kind < 81) buyByCall(scene);
  else if (kind < 89) subscribe(scene, check);
  else if (kind < 99) payUnattributed(scene, check);
  else test(scene);
}

// ---- clicks and leads

function look(scene: Scene): void {
  const { chance } = scene.story;
  const isBot = chance.isWithin(0.03);
  const first = recordClick(scene, scene.story.choosePartner(scene.program), { is_bot: isBot });
  if (isBot || !chance.isWithin(0.15)) return;
  const partner = scene.story.choosePartner(scene.program);
  scene.story.later(chance.below(10 * hoursPerDay), () =>
    recordClick(scene, partner, { existing_click_id: first.clickId }),
  );
}

type Customer = Clicked & { readonly customerKey: string };

function signUp(scene: Scene, then: (customer: Customer) => void): void {
  const { story, program } = scene;
  const clicked = recordClick(scene, story.choosePartner(program));
  const customerKey = `user_${story.chance.draw()}_${story.nextNumber()}`;
  story.later(1 + story.chance.below(48), () => {
    recordLead(scene, { click_ids: [clicked.clickId], customer_key: customerKey });
    then({ ...clicked, customerKey });
  });
}

// ---- payments by call

function buyByCall(scene: Scene): void {
  const { chance } = scene.story;
  signUp(scene, (customer) => {
    scene.story.later(1 + chance.below(72), () => {
      callSale(scene, customer);
      // Beyond the attribution window for a few: these calls are kept as expired.
      const days = chance.isWithin(0.03) ? 70 : 5 + chance.below(45);
      if (chance.isWithin(0.4)) {
        scene.story.later(days * hoursPerDay, () => callSale(scene, customer, days > 60 ? "expired" : "counts"));
      }
    });
  });
}

function callSale(scene: Scene, { customerKey, partner }: Customer, what: "counts" | "expired" = "counts"): void {
  const { story, program } = scene;
  const transactionId = `order-${program.tail.programId}-${story.nextNumber()}`;
  const amountCents = 500 + story.chance.below(20_000);
  const saleId = recordSale(scene, {
    transaction_id: transactionId,
    amount_cents: amountCents,
    customer_key: customerKey,
  });
  if (what === "expired") return;
  const earned = holdCommission(scene, saleId, partner, amountCents);
  if (!story.chance.isWithin(0.08)) return;
  const isWhole = story.chance.isWithin(0.3);
  story.later((1 + story.chance.below(20)) * hoursPerDay, () => {
    earned.isUntouched = false;
    const data: RefundReported = {
      type: "refund_reported",
      transaction_id: transactionId,
      refund_amount_cents: isWhole ? null : Math.ceil(amountCents / 4),
      refund_reason: "customer request",
      refund_id: `refund-${story.nextNumber()}`,
    };
    story.record(program, { source: "api", data });
  });
}

// ---- payments that the provider reports

function subscribe(scene: Scene, check: DeliveryCheck): void {
  const { story } = scene;
  signUp(scene, (customer) => {
    const subscriptionId = story.stripeId("sub");
    const customerId = story.stripeId("cus");
    const amountCents = 900 + 1_000 * story.chance.below(10);
    const subscriber: Subscriber = { ...customer, subscriptionId, customerId, amountCents };
    story.later(1, () => {
      const names = paymentNames(story);
      const sessionId = story.stripeId("cs_live");
      deliver(scene, checkoutCompleted({ ...moment(story), ...subscriber, sessionId, names }), check);
      payInvoice(scene, subscriber, names, 0, check);
      if (story.chance.isWithin(0.6)) deliver(scene, customerUpdated({ ...moment(story), customerId }), check);
    });
  });
}

type Subscriber = Customer & {
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly amountCents: number;
};

function payInvoice(
  scene: Scene,
  subscriber: Subscriber,
  names: PaymentNames,
  renewals: number,
  check: DeliveryCheck,
): void {
  const { story } = scene;
  const invoice = invoicePaid({ ...moment(story), ...subscriber, names, isRenewal: renewals > 0 });
  const earned = holdCommission(scene, deliver(scene, invoice, check), subscriber.partner, subscriber.amountCents);
  if (story.chance.isWithin(0.05)) {
    story.later((1 + story.chance.below(14)) * hoursPerDay, () => {
      earned.isUntouched = false;
      const refund = { id: story.stripeId("re"), names, amountCents: subscriber.amountCents };
      deliver(scene, refundMade({ ...moment(story), ...refund }), check);
    });
  } else if (story.chance.isWithin(0.01)) dispute(scene, earned, names, subscriber.amountCents, check);
  if (renewals >= renewalsMax || !story.chance.isWithin(0.85)) return;
  story.later(renewalHours, () => payInvoice(scene, subscriber, paymentNames(story), renewals + 1, check));
}

function dispute(scene: Scene, earned: Earned, names: PaymentNames, amountCents: number, check: DeliveryCheck): void {
  const { story } = scene;
  story.later((3 + story.chance.below(10)) * hoursPerDay, () => {
    earned.isUntouched = false;
    const terms = { id: story.stripeId("dp"), names, amountCents };
    deliver(scene, disputed({ ...moment(story), ...terms }, "needs_response"), check);
    if (!story.chance.isWithin(0.8)) return;
    const result = story.chance.isWithin(0.3) ? "won" : "lost";
    story.later(20 * hoursPerDay, () => {
      deliver(scene, disputed({ ...moment(story), ...terms }, result), check);
      // What was held back when its hold was over is approved with what is due next.
      if (result === "won") scene.program.onHold.push(earned);
    });
  });
}

/** This customer has no partner: the payment is stored and waits, mostly permanently. */
function payUnattributed(scene: Scene, check: DeliveryCheck): void {
  const { story } = scene;
  const stranger = {
    customerId: story.stripeId("cus"),
    customerKey: null,
    subscriptionId: null,
    amountCents: 500 + story.chance.below(9_000),
  };
  const pay = (): void => {
    const names = paymentNames(story);
    deliver(scene, invoicePaid({ ...moment(story), ...stranger, names, isRenewal: false }), check);
  };
  pay();
  if (story.chance.isWithin(0.5)) story.later(renewalHours, pay);
}

// ---- tests

function test(scene: Scene): void {
  const additional_data = { test_mode: true };
  recordClick(scene, 0, { additional_data }, true);
  recordLead(scene, { customer_key: "test", additional_data }, true);
  recordSale(scene, { transaction_id: `test-${scene.story.nextNumber()}`, additional_data }, true);
}
