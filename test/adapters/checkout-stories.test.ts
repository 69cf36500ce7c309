// What each provider tells of one purchase, in every order and through the fold: one sale for each payment, renewals that
// follow their first sale, and refunds that find theirs. The facts come from the fixtures, through the adapters.
import { describe, expect, test } from "vitest";
import type { EventData } from "../../src/core/rules/events/events.ts";
import type { Fact, Payer } from "../../src/core/vocabulary/facts.ts";
import { MemoryProgram, type Told } from "../support/memory-program.ts";
import { type Change, factOf } from "../support/readings.ts";
import { anna, click, partnerJoined, programCreated } from "../support/told.ts";

/** In the fixtures' metadata. */
const clickId = "clk_0f8fad5bd9cb469fa165";
/** Past the attribution window and the commission's first months: only what follows its first sale still earns. */
const monthsLater = 70;

const at = (path: string, value: unknown): Change => [path.split("."), value];
const told = (fixture: string, ...changes: Change[]): Fact => factOf(fixture, ...changes);

type Line = readonly [transactionId: string, amount: number, refunded: number, commission: number, status: string];
type Story = { readonly provider: string; readonly facts: readonly Fact[]; readonly lines: readonly Line[] };

const stories: readonly Story[] = [
  {
    provider: "paddle",
    facts: [
      told("paddle/transaction.completed.one-off.vnd.written", at("data.currency_code", "USD")),
      told("paddle/subscription.created.custom-data.written"),
      told(
        "paddle/transaction.completed.renewal.credit.written",
        at("data.custom_data", null),
        at("data.invoice_id", null),
      ),
      told("paddle/adjustment.created.refund.approved.written"),
      told("paddle/adjustment.created.chargeback_reverse.written"),
    ],
    lines: [
      ["txn_01writtenonetime0000000000", 550_000, 11_900, 107_620, "refunded"],
      ["txn_01writtenrenewal00000000000", 9_900, 0, 1_980, "recorded"],
    ],
  },
  {
    provider: "polar",
    facts: [
      told("polar/order.paid.subscription-create.written"),
      told(
        "polar/order.paid.renewal.balance.written",
        at("data.subscription.metadata", {}),
        at("data.currency", "usd"),
      ),
      told("polar/refund.created.partial.written"),
      told("polar/order.refunded.partial.written"),
    ],
    lines: [
      ["0d1d5f2e-6e9a-4a51-9c1f-3f1d8b1e7a01", 9_720, 2_700, 1_404, "refunded"],
      ["0d1d5f2e-6e9a-4a51-9c1f-3f1d8b1e7a11", 8_000, 0, 1_600, "recorded"],
    ],
  },
  {
    provider: "dodo",
    facts: [
      told("dodo/subscription.active.metadata.written"),
      told("dodo/payment.succeeded.subscription.written"),
      told(
        "dodo/payment.succeeded.subscription.written",
        at("data.payment_id", "pay_Renewal"),
        at("data.metadata", {}),
      ),
      told("dodo/refund.succeeded.partial.written", at("data.payment_id", "pay_Renewal"), at("data.currency", "EUR")),
      told("dodo/dispute.lost", at("data.payment_id", "pay_WrittenSubscription"), at("data.currency", "EUR")),
    ],
    lines: [
      ["pay_Renewal", 11_900, 150, 2_350, "refunded"],
      ["pay_WrittenSubscription", 11_900, 400, 2_300, "refunded"],
    ],
  },
  {
    provider: "lemonsqueezy",
    facts: [
      told("lemonsqueezy/order_created.custom-data.written", at("data.id", "6859465")),
      told("lemonsqueezy/subscription_created"),
      told("lemonsqueezy/subscription_payment_success.initial.written"),
      told("lemonsqueezy/subscription_payment_success.renewal.written"),
      // One refund of the first purchase, told by its invoice and by its order.
      told(
        "lemonsqueezy/subscription_payment_refunded.partial.written",
        at("data.id", "700000"),
        at("data.attributes.currency", "EUR"),
      ),
      told(
        "lemonsqueezy/order_refunded.partial.abridged",
        at("data.id", "6859465"),
        at("data.attributes.refunded_amount", 1_350),
      ),
    ],
    lines: [
      ["order:6859465", 11_900, 1_350, 2_110, "refunded"],
      ["subinv:700001", 5_400, 0, 1_080, "recorded"],
    ],
  },
  {
    provider: "creem",
    facts: [
      told("creem/checkout.completed.recurring.transaction.written"),
      told("creem/subscription.paid.last-transaction.written"),
      told(
        "creem/subscription.paid.last-transaction.written",
        at("object.last_transaction.id", "tran_Renewal"),
        at("object.metadata", {}),
      ),
      told(
        "creem/refund.created.renewal.written",
        at("object.transaction.id", "tran_Renewal"),
        at("object.refund_amount", 2_975),
      ),
    ],
    lines: [
      ["tran_Renewal", 11_900, 2_975, 1_785, "refunded"],
      ["tran_WrittenFirst", 11_900, 0, 2_380, "recorded"],
    ],
  },
];

describe.each(stories)("$provider's story", ({ provider, facts, lines }) => {
  test("ends in the same money in every order", () => {
    for (const order of permutations(facts)) {
      expect(linesOf(tell(provider, order)), order.map(({ type }) => type).join(" > ")).toEqual(lines);
    }
  });

  test("told twice counts once", () => {
    expect(linesOf(tell(provider, [...facts, ...facts]))).toEqual(lines);
  });

  test("pays for a renewal months after the click's window, for as long as its first sale's terms say", () => {
    const [renewal] = facts.filter((fact) => fact.type === "payment_succeeded").slice(-1);
    if (renewal === undefined) throw new Error("the story has no renewal");
    const rest = facts.filter((fact) => fact !== renewal && fact.type !== "payment_refunded");
    const program = tell(provider, rest);
    for (const [day, id] of [
      [monthsLater, "renewal-1"],
      [monthsLater * 2, "renewal-2"],
    ] as const) {
      const names = { transaction_id: id, aliases: [{ kind: "id", value: id }] };
      program.tell({ source: provider, day, data: recorded({ ...renewal, ...names }) });
    }
    const sales = program.rows("sale").filter(({ transaction_id }) => transaction_id.startsWith("renewal-"));
    expect(sales.map(({ reason }) => reason)).toEqual([null, "recurring_period_ended"]);
  });
});

function tell(provider: string, facts: readonly Fact[]): MemoryProgram {
  const program = new MemoryProgram();
  program.tell(programCreated({ commission: { type: "percentage", rate_bps: 2_000, duration_months: 3 } }));
  const { eventId } = program.tell(partnerJoined(anna));
  program.tell(click(eventId, { click_id: clickId }));
  for (const fact of facts) program.tell({ source: provider, data: recorded(fact) } satisfies Told);
  return program;
}

/** As ingest keeps a fact, with the address in place of its hash. */
function recorded(fact: Fact): EventData {
  switch (fact.type) {
    case "payment_succeeded": {
      const { occurred_at: _, payer, references, ...rest } = fact;
      return { ...rest, payer: recordedPayer(payer), reference_hashes: references };
    }
    case "subscription_started": {
      const { occurred_at: _, payer, ...rest } = fact;
      return { ...rest, payer: recordedPayer(payer) };
    }
    default: {
      const { occurred_at: _, ...rest } = fact;
      return rest;
    }
  }
}

function recordedPayer({ email, ...keys }: Payer) {
  return { ...keys, email_hash: email };
}

function linesOf(program: MemoryProgram): Line[] {
  const commissions = new Map(program.rows("commission").map((row) => [row.sale_id, row.amount_cents]));
  return program
    .rows("sale")
    .map((row): Line => {
      const commission = commissions.get(row.sale_id) ?? 0;
      return [row.transaction_id, row.amount_cents, row.refunded_cents, commission, row.status];
    })
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}
