// The operator's part of a history: commissions are approved; payouts are put together, paid, cancelled, and come back.
// What a payout holds is decided as the service decides it, by `planPayout` over what the books say is owed.
import fc from "fast-check";
import type { PaidItem } from "../../src/core/rules/events/events.ts";
import { planPayout } from "../../src/core/rules/payout-plan.ts";
import type { PayoutRow, PayoutStatus } from "../../src/core/rules/rows/payout-rows.ts";
import { type Currency, currencies } from "../../src/core/vocabulary/money/currencies.ts";
import { remainingShare } from "../../src/core/vocabulary/money/money.ts";
import { byHand, payoutImported, sale, saleImported } from "./event-builders.ts";
import { history } from "./histories.ts";
import type { MemoryProgram, TestEvent } from "./memory-program.ts";
import { type Upkeep, upkeepOf } from "./upkeep.ts";

export type Payee = { readonly partner_id: number; readonly currency: Currency };

/** `pick` chooses among what there is. */
export type Operation = {
  readonly do:
    | "approve"
    | "create"
    | "pay"
    | "cancel"
    | "return"
    | "refund"
    | "charge_back"
    | "give"
    | "take"
    | "undo"
    | "import"
    | "hold"
    | "release"
    | "approve_early"
    | Upkeep;
  readonly pick: number;
  readonly day: number | null;
};

export type Step = TestEvent | Operation;

const operation: fc.Arbitrary<Operation> = fc.record({
  do: fc.constantFrom<Operation["do"][]>(
    "approve",
    "create",
    "create",
    "pay",
    "pay",
    "cancel",
    "return",
    "refund",
    "refund",
    "charge_back",
    "give",
    "take",
    "undo",
    "import",
    "import",
    "hold",
    "release",
    "approve_early",
  ),
  pick: fc.nat(50),
  day: fc.option(fc.integer({ min: 15, max: 250 }), { nil: null }),
});

/** Payouts that no operator of ours makes: of any sale, partner and amount. The log may say anything was paid. */
function strangePayout(partnerIds: readonly number[]): fc.Arbitrary<TestEvent> {
  const saleId = fc.integer({ min: 4, max: 30 });
  const items = fc.uniqueArray(fc.record({ sale_id: saleId, amount_cents: fc.constantFrom(1, 67, 2_000, -400) }), {
    maxLength: 3,
    selector: (item) => item.sale_id,
  });
  const paying = fc.record({
    partner_id: fc.constantFrom(...partnerIds),
    currency: fc.constantFrom(...currencies),
    items,
  });
  const payout_id = fc.integer({ min: 4, max: 30 });
  const sale_ids = fc.uniqueArray(saleId, { maxLength: 3 });
  return fc
    .oneof(
      paying.map((fields) => ({ type: "payout_created" as const, ...fields })),
      fc.tuple(paying, payout_id).map(([fields, id]) => ({
        type: "payout_recorded" as const,
        ...fields,
        payout_id: id,
        method: null,
        reference: null,
      })),
      fc.record({ type: fc.constant("payout_cancelled" as const), payout_id, sale_ids, reason: fc.constant(null) }),
      fc.record({ type: fc.constant("payout_returned" as const), payout_id, sale_ids, reason: fc.constant(null) }),
      fc.record({ type: fc.constant("commissions_approved" as const), sale_ids }),
      sale_ids.map((ids) => byHand.hold(ids).data),
      sale_ids.map((ids) => byHand.release(ids).data),
    )
    .map((data) => ({ source: "operator", data }));
}

const prompt = (what: Operation["do"], pick: number): Operation => ({ do: what, pick, day: null });

/** All that is due is approved and most of it is paid; then anything, and at times a payout comes to nothing. */
const payday: fc.Arbitrary<readonly Operation[]> = fc
  .tuple(
    fc.array(operation, { minLength: 1, maxLength: 8, size: "max" }),
    fc.constantFrom([], [prompt("cancel", 0)], [prompt("return", 0)]),
  )
  .map(([operations, failed]) => [
    prompt("approve", 0),
    ...[0, 1, 2, 3].map((pick) => prompt("create", pick * 3)),
    ...[0, 1].map((pick) => prompt("pay", pick)),
    ...operations,
    ...failed,
  ]);

/** Plain trade: sales that are attributed, so that there is much to pay. */
const trade: fc.Arbitrary<TestEvent> = fc
  .tuple(fc.integer({ min: 1, max: 40 }), fc.constantFrom(5, 999, 2_500, 10_000), fc.boolean())
  .map(([number, amount_cents, isFirst]) =>
    sale({ transaction_id: `trade_${number}`, amount_cents, customer_key: isFirst ? "customer-1" : "customer-2" }),
  );

/** A history in which money is paid out as well; `strange` lets the log say what no operator of ours does. */
export function paidHistory(partnerIds: readonly number[], { strange }: { strange: boolean }): fc.Arbitrary<Step[]> {
  const strangers = fc.array(strangePayout(partnerIds), { minLength: 1, maxLength: 3 });
  const chapter = fc
    .tuple(
      fc.array(trade, { maxLength: 6, size: "max" }),
      fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: history(partnerIds, 8) }),
      payday,
      strange ? strangers : fc.constant([]),
    )
    .map((parts): Step[] => parts.flat());
  return fc.array(chapter, { minLength: 2, maxLength: 5, size: "max" }).map((chapters) => chapters.flat());
}

/** Does it and answers what was reported; null if there was nothing to do it with. */
export function operate(program: MemoryProgram, { do: what, pick, day }: Operation): TestEvent["data"] | null {
  if (what === "apply_replay") program.applyReplay(1 + pick);
  const data = dataOf(program, what, pick);
  if (data === null) return null;
  const source = { refund: "stripe", charge_back: "stripe", import: "import" }[String(what)] ?? "operator";
  program.record({ source, data, ...(day === null ? {} : { day }) });
  return data;
}

/** Answers what was reported. */
export function take(program: MemoryProgram, step: Step): TestEvent["data"] | null {
  if ("do" in step) return operate(program, step);
  const data = withoutLaterSales(program, step.data);
  program.record({ ...step, data });
  return data;
}

/** A sale's id is given when its event is recorded: nothing can have paid for one that is still to come. */
function withoutLaterSales(program: MemoryProgram, data: TestEvent["data"]): TestEvent["data"] {
  if (data.type !== "payout_created" && data.type !== "payout_recorded") return data;
  return { ...data, items: data.items.filter(({ sale_id }) => sale_id < program.nextId) };
}

function dataOf(program: MemoryProgram, what: Operation["do"], pick: number): TestEvent["data"] | null {
  switch (what) {
    case "approve":
      return { type: "commissions_approved", sale_ids: program.rows("commission").map((row) => row.sale_id) };
    case "create": {
      const payees = payeesOf(program);
      const payee = payees[pick % Math.max(1, payees.length)];
      const items = payee === undefined ? null : planPayout(owedTo(program, payee), 1 + (pick % 3) * 500);
      return payee === undefined || items === null ? null : { type: "payout_created", ...payee, items };
    }
    case "refund":
    case "charge_back":
      return reversalOf(
        program.rows("sale").map((row) => row.transaction_id),
        what,
        pick,
      );
    case "import":
      return importOf(program, pick);
    case "hold":
    case "release":
    case "approve_early":
      return decisionOf(program, what, pick);
    case "give":
    case "take":
    case "undo":
      return byHandOf(program, what, pick);
    case "give_up":
    case "export":
    case "close_month":
    case "erase":
    case "reach_bonus":
    case "apply_replay":
      return upkeepOf(program, what, pick);
    case "pay":
      return withPayout(program, "created", pick, ({ payout_id, partner_id, currency }, items) => ({
        type: "payout_recorded",
        payout_id,
        partner_id,
        currency,
        items,
        method: null,
        reference: null,
      }));
    case "cancel":
      return withPayout(program, "created", pick, ({ payout_id }, items) => ({
        type: "payout_cancelled",
        payout_id,
        sale_ids: items.map((item) => item.sale_id),
        reason: null,
      }));
    case "return":
      return withPayout(program, "paid", pick, ({ payout_id }, items) => ({
        type: "payout_returned",
        payout_id,
        sale_ids: items.map((item) => item.sale_id),
        reason: null,
      }));
  }
}

/** A payment that waits or was taken from its partner is given to one; a sale is taken; or what was decided of one is undone. */
function byHandOf(program: MemoryProgram, what: "give" | "take" | "undo", pick: number): TestEvent["data"] | null {
  const decided = program.rows("manual_attribution").filter((row) => row.state !== "lifted");
  const waiting = program.log.filter(
    ({ id, data }) => data.type === "payment_succeeded" && program.outcomeOf(id) === "parked",
  );
  const removed = decided.filter((row) => row.state === "removed").map((row) => row.payment_id);
  const ids = {
    give: [...waiting.map(({ id }) => id), ...removed],
    take: program.rows("sale").map((row) => row.sale_id),
    undo: decided.map((row) => row.payment_id),
  }[what];
  const eventId = ids[pick % Math.max(1, ids.length)];
  if (eventId === undefined) return null;
  if (what === "take") return byHand.remove(eventId).data;
  return what === "undo" ? byHand.undo(eventId).data : byHand.set(eventId, 2 + (pick % 2)).data;
}

/** What another tool paid of an earlier payment, or of one we have: by the payout that represents it. */
function importOf(program: MemoryProgram, pick: number): TestEvent["data"] {
  const payouts = program.rows("payout").filter(({ method }) => method === "import");
  const payout = payouts[pick % Math.max(1, payouts.length)];
  if (payout === undefined || payouts.length <= pick % 3) return payoutImported(2 + (pick % 2)).data;
  const sales = program.rows("sale");
  const transaction_id =
    pick % 4 === 0 ? `before_${pick}` : (sales[pick % Math.max(1, sales.length)]?.transaction_id ?? "before");
  const { partner_id, payout_id } = payout;
  const commission = { amount_cents: [1, 67, 2_000][pick % 3] ?? 1, currency: "USD", payout_id } as const;
  return saleImported({ transaction_id, partner_id, commission }).data;
}

/** Of up to three commissions, some of which it may not fit. */
function decisionOf(
  program: MemoryProgram,
  what: "hold" | "release" | "approve_early",
  pick: number,
): TestEvent["data"] | null {
  const all = program.rows(what === "release" ? "commission_hold" : "commission").map((row) => row.sale_id);
  const from = pick % Math.max(1, all.length);
  const sale_ids = all.slice(from, from + 1 + (pick % 3));
  if (sale_ids.length === 0) return null;
  if (what === "hold") return byHand.hold(sale_ids).data;
  return what === "release" ? byHand.release(sale_ids).data : byHand.approveEarly(sale_ids).data;
}

/** What a provider reports about one of these sales, or about an unknown one. */
export function reversalOf(
  transactionIds: readonly string[],
  what: "refund" | "charge_back",
  pick: number,
): TestEvent["data"] {
  const aliases = [{ kind: "id", value: transactionIds[pick % Math.max(1, transactionIds.length)] ?? "none" }];
  if (what === "charge_back") {
    const result = pick % 3 === 0 ? "won" : "lost";
    return { type: "dispute_closed", aliases, dispute_id: "dp", result, amount_cents: null, currency: null };
  }
  const amount_cents = [1, 500, 10_000][pick % 3] ?? 1;
  const refund = { refund_id: `re_${pick}`, amount_cents, cumulative_cents: null, currency: null, reason: null };
  return { type: "payment_refunded", aliases, ...refund };
}

function withPayout(
  program: MemoryProgram,
  status: PayoutStatus,
  pick: number,
  make: (payout: PayoutRow, items: readonly PaidItem[]) => TestEvent["data"],
): TestEvent["data"] | null {
  const payouts = program.rows("payout").filter((row) => row.status === status);
  const payout = payouts[pick % Math.max(1, payouts.length)];
  if (payout === undefined) return null;
  const items = program.rows("payout_item").filter((row) => row.payout_id === payout.payout_id);
  return make(
    payout,
    items.map(({ sale_id, amount_cents }) => ({ sale_id, amount_cents })),
  );
}

/** Everyone who is owed or was paid anything. */
export function payeesOf(program: MemoryProgram): Payee[] {
  const payees = new Map<string, Payee>();
  for (const name of ["commission", "adjustment", "payout"] as const) {
    for (const { partner_id, currency } of program.rows(name)) {
      payees.set(`${partner_id} ${currency}`, { partner_id, currency });
    }
  }
  return [...payees.values()];
}

function isOf({ partner_id, currency }: Payee): (row: Payee) => boolean {
  return (row) => row.partner_id === partner_id && row.currency === currency;
}

/** What the books say is owed and is in no payout that waits to be paid: the view `owed`, in memory. */
export function owedTo(program: MemoryProgram, payee: Payee): PaidItem[] {
  const waiting = program.rows("payout_item").filter((row) => row.status === "created" && isOf(payee)(row));
  const held = [
    ...program.rows("sale").filter((row) => row.status === "disputed" || row.evidence === "chain_contradicted"),
    ...program.rows("commission_hold"),
  ];
  return openTo(program, payee)
    .filter((item) => item.amount_cents < 0 || !held.some((row) => row.sale_id === item.sale_id))
    .filter((item) => !waiting.some((row) => row.sale_id === item.sale_id));
}

function openTo(program: MemoryProgram, payee: Payee): PaidItem[] {
  const unpaid = program
    .rows("commission")
    .filter((row) => row.stage === "approved" && (row.status === "approved" || row.status === "refunded"))
    .filter((row) => row.amount_cents > 0);
  return [...unpaid, ...program.rows("adjustment")]
    .filter(isOf(payee))
    .map(({ sale_id, amount_cents }) => ({ sale_id, amount_cents }));
}

export type Account = { due: number; owed: number; paid: number };

/**
 * One partner's account in one currency. `due` is what the rules say of commissions that were approved or paid, computed again
 * from sales and refunds; `owed` is what the books hold open; `paid` is what the payouts of the log paid.
 */
export function accountOf(program: MemoryProgram, payee: Payee): Account {
  const sales = new Map(program.rows("sale").map((row) => [row.sale_id, row]));
  const counting = program
    .rows("commission")
    .filter(isOf(payee))
    .filter((row) => row.stage === "paid" || (row.stage === "approved" && row.status !== "held"));
  const due = counting.map((row) => {
    const of = sales.get(row.sale_id);
    if (of === undefined) throw new Error("a commission without a sale");
    return remainingShare(row.amount_at_sale_cents, of.refunded_cents, of.amount_cents);
  });
  const paid = program.rows("payout_item").filter((row) => row.status === "paid" && isOf(payee)(row));
  return {
    due: sumOf(due),
    owed: sumOf(openTo(program, payee).map((item) => item.amount_cents)),
    paid: sumOf(paid.map((row) => row.amount_cents)),
  };
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
