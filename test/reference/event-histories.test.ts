// A model that agrees about nothing proves nothing: the histories must hold what the books are about.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EventType } from "../../src/core/rules/events/events.ts";
import { saleOfReferral } from "../../src/core/rules/referral-id.ts";
import type { MemoryProgram } from "../support/memory-program.ts";
import { busy, histories, live } from "./event-histories.ts";

/** Why the histories do not hold an event of this type; null where they do. */
const leftOut: { readonly [Type in EventType]: string | null } = {
  click_recorded: null,
  lead_reported: null,
  sale_reported: null,
  refund_reported: null,
  payment_reference_registered: "test/core/vocabulary/payment-reference.test.ts and test/core/rules/reference.test.ts",
  payment_succeeded: null,
  subscription_started: null,
  payment_identified: null,
  payment_refunded: null,
  refund_failed: null,
  dispute_opened: null,
  dispute_closed: null,
  payment_evidence_recorded: "test/core/vocabulary/payment-evidence.test.ts",
  delivery_ignored: null,
  delivery_unreadable: null,
  delivery_reread: null,
  delivery_retried: "test/engine/replay/reading/retry-failed.test.ts",
  parked_released: null,
  attribution_set: null,
  attribution_removed: null,
  attribution_undone: null,
  partner_imported: null,
  payout_imported: null,
  customer_imported: null,
  sale_imported: null,
  program_created: null,
  program_changed: null,
  policy_set: null,
  policy_removed: null,
  partner_joined: null,
  partner_changed: null,
  bonus_added: null,
  bonus_stopped: null,
  bonus_reached: null,
  tier_month_closed: "test/core/rules/terms/terms-model.test.ts",
  group_set: null,
  partner_moved: null,
  partner_recruited: null,
  agreement_published: "test/core/rules/agreement.test.ts",
  agreement_accepted: "test/core/rules/agreement.test.ts",
  partner_banned: "test/core/rules/bans.test.ts",
  partner_unbanned: "test/core/rules/bans.test.ts",
  commissions_forfeited: "test/core/rules/bans.test.ts",
  commissions_restored: "test/core/rules/bans.test.ts",
  partner_email_noted: "test/reference/suspicion.test.ts",
  partners_compared: "test/reference/suspicion.test.ts",
  flags_resolved: "test/reference/suspicion.test.ts",
  flags_reopened: "test/reference/suspicion.test.ts",
  coupon_assigned: null,
  coupon_removed: null,
  commissions_approved: null,
  commissions_held: null,
  commissions_released: null,
  commissions_approved_early: null,
  month_closed: null,
  closed_lines_corrected: "test/product/statements/replayed-months.test.ts",
  payout_created: null,
  payout_approved: "test/http/manage-money/approvals.test.ts",
  payout_recorded: null,
  payouts_exported: null,
  payout_cancelled: null,
  clicks_archived: "test/product/archive/archive-clicks.test.ts",
  personal_data_erased: null,
  payout_returned: null,
  payout_sending: "test/core/rules/payout-life.test.ts",
  payout_progressed: "test/core/rules/payout-life.test.ts",
  payout_failed: "test/core/rules/payout-life.test.ts",
};

const programs = (["many", "one"] as const).flatMap((names) =>
  fc.sample(histories(names, busy, 500), { numRuns: 12, seed: 1 }).map(live),
);

test("the histories hold events of every type but those that are tested elsewhere", () => {
  const reported = new Set<string>(programs.flatMap(({ log }) => log.map(({ data }) => data.type)));
  expect(Object.entries(leftOut).filter(([type, where]) => reported.has(type) !== (where === null))).toEqual([]);
});

test("the histories hold what the books are about", () => {
  const seen = new Set(programs.flatMap(phenomena));
  const wanted = [
    ...["sale recorded", "sale disputed", "sale refunded", "sale reversed", "renewal", "period over"],
    ...["commission pending", "commission approved", "commission paid", "commission held", "flat commission"],
    ...["call reported by the provider", "amount differs"],
    ...["payment parked", "payment settled", "payment expired", "payment reported again", "sale merged"],
    ...["adjustment", "payout returned", "refund that failed", "running total", "click superseded"],
    ...["given by hand", "given from another", "taken away", "given and linked"],
    ...["sale by a code", "code beside a click", "renewal of a code", "code of another now"],
    ...["bound by hand alone", "bound by hand above a click", "bound by hand above a first sale"],
    ...["held by hand", "held though paid", "held and reversed", "approved early"],
    ...["click revisited", "window restarted", "claim contested", "click after its payment"],
    ...["referral pending", "referral paid", "referral held", "referral reversed", "referral of a refunded sale"],
    ...["referral overpaid", "referral held alone"],
    ...["bonus pending", "bonus approved", "bonus paid", "bonus reversed", "bonus held"],
    ...["given up", "misread until a replay", "replayed behind a payout"],
  ];
  expect(wanted.filter((what) => !seen.has(what))).toEqual([]);
});

function phenomena(program: MemoryProgram): string[] {
  const types = new Map(program.log.map(({ id, data }) => [id, data.type]));
  const outcomes = program.rows("outcome").map(({ event_id, outcome, reason }) => {
    if (outcome === "duplicate" && types.get(event_id) === "sale_reported") return "sale merged";
    if (types.get(event_id) !== "payment_succeeded") return "";
    if (reason === "settled") return "payment settled";
    return outcome === "duplicate" ? "payment reported again" : `payment ${outcome}`;
  });
  const reportedBefore = program.rows("outcome").filter(({ reason }) => reason === "reported_by_provider");
  return [
    ...outcomes,
    ...reportedBefore.map(() => "call reported by the provider"),
    ...program.rows("sale").map(({ reason }) => (reason === "amount_differs" ? "amount differs" : "")),
    ...program.rows("sale").map(({ status }) => `sale ${status}`),
    ...program.rows("sale").map((sale) => (sale.is_recurring && sale.subscription_id !== null ? "renewal" : "")),
    ...program.rows("sale").map(({ reason }) => (reason === "recurring_period_ended" ? "period over" : "")),
    ...program.rows("commission").map(({ status }) => `commission ${status}`),
    ...program.rows("commission").map((row) => (row.amount_at_sale_cents === 700 ? "flat commission" : "")),
    ...program.rows("adjustment").map(() => "adjustment"),
    ...program.rows("payout").map(({ status }) => `payout ${status}`),
    ...program.rows("refund").map((row) => (row.has_failed ? "refund that failed" : "")),
    ...program.rows("refund").map((row) => (row.refund_key.startsWith("total:") ? "running total" : "")),
    ...program.rows("click").map((row) => (row.revisits === null ? "" : "click revisited")),
    ...program.rows("sale").map((row) => (row.revisited_at === null ? "" : "window restarted")),
    ...program.rows("customer").map((row) => (row.other_claims === null ? "" : "claim contested")),
    ...program.rows("manual_attribution").map(({ state, evidence, given, reports }) => {
      if (state === "removed") return "taken away";
      if (given === null || evidence === null) return reports.length > 0 ? "given and linked" : "given by hand";
      return "given from another";
    }),
    ...program.rows("customer").map(({ by_hand }) => {
      if (by_hand === null) return "";
      if (by_hand.evidence === null) return "bound by hand alone";
      return `bound by hand above a ${by_hand.evidence.first_sale_id === null ? "click" : "first sale"}`;
    }),
    ...heldByHand(program),
    ...referrals(program),
    ...program.rows("commission").map(({ kind, status }) => (kind === "bonus" ? `bonus ${status}` : "")),
    ...imports(program),
    ...waitingForEarlierClicks(program),
    ...codes(program),
    ...replays(program),
    ...program.rows("click").map((row) => (row.root_click_id === row.click_id ? "" : "click superseded")),
  ];
}

function replays(program: MemoryProgram): string[] {
  const rereadings = program.log.filter(({ data }) => data.type === "delivery_reread");
  const firstPayout = program.log.find(({ data }) => data.type === "payout_recorded");
  return [
    ...program.rows("outcome").map(({ reason }) => (reason === "released" ? "given up" : "")),
    ...rereadings.map(() => "misread until a replay"),
    ...rereadings.map(({ id }) => (firstPayout !== undefined && firstPayout.id < id ? "replayed behind a payout" : "")),
  ];
}

function codes(program: MemoryProgram): string[] {
  const owners = new Map(program.rows("coupon").map(({ code, partner_id }) => [code, partner_id]));
  return program.rows("sale").flatMap(({ coupon_code, click_id, clicked_at, partner_id, is_recurring }) => {
    const isByCode = click_id === null && clicked_at !== null;
    if (isByCode && is_recurring) return "renewal of a code";
    if (coupon_code === null) return [];
    if (!isByCode) return "code beside a click";
    return ["sale by a code", owners.get(coupon_code) === partner_id ? "" : "code of another now"];
  });
}

function imports(program: MemoryProgram): string[] {
  const types = new Map(program.log.map(({ id, data }) => [id, data.type]));
  const sales = new Map(program.rows("sale").map((row) => [row.sale_id, row]));
  const isImported = (saleId: number | null) => sales.get(saleId ?? 0)?.imported != null;
  const given = program.rows("manual_attribution").filter(({ state }) => state === "given");
  const begun = program.rows("subscription").filter(({ first_sale_id }) => isImported(first_sale_id));
  const words = program.rows("outcome").map(({ event_id, outcome, reason, refers_to }) => {
    if (types.get(event_id) !== "sale_imported") return isImported(refers_to) ? "reported after its import" : "";
    if (reason === "settled") return "import asked again";
    if (outcome === "duplicate") return isImported(refers_to) ? "" : "imported after its report";
    return reason === "attributed_to_another" ? "import of another's" : "";
  });
  return [
    ...words,
    ...program.rows("commission").map((row) => (isImported(row.sale_id) ? `imported commission ${row.status}` : "")),
    ...given.map(({ payment_id }) => (isImported(payment_id) ? "imported sale given by hand" : "")),
    ...program.rows("adjustment").map(({ sale_id }) => (isImported(sale_id) ? "overpaid before" : "")),
    ...[...sales.values()].flatMap(({ click_id, imported, is_recurring, subscription_id: id }) => [
      click_id === "import" && imported === null ? "imported customer earns" : "",
      is_recurring && imported === null && begun.some((one) => one.subscription_id === id)
        ? "renewal of an imported subscription"
        : "",
    ]),
  ];
}

function referrals(program: MemoryProgram): string[] {
  const sales = new Map(program.rows("sale").map((row) => [row.sale_id, row]));
  const held = new Set(program.rows("commission_hold").map((row) => row.sale_id));
  const rows = program.rows("commission").filter(({ kind }) => kind === "referral");
  return [
    ...rows.map(({ status }) => `referral ${status}`),
    ...rows.map(({ sale_id }) =>
      sales.get(saleOfReferral(sale_id) ?? 0)?.status === "refunded" ? "referral of a refunded sale" : "",
    ),
    ...rows.map(({ sale_id }) =>
      held.has(sale_id) && !held.has(saleOfReferral(sale_id) ?? 0) ? "referral held alone" : "",
    ),
    ...program.rows("adjustment").map(({ sale_id }) => (saleOfReferral(sale_id) === null ? "" : "referral overpaid")),
  ];
}

function heldByHand(program: MemoryProgram): string[] {
  const held = new Set(program.rows("commission_hold").map((row) => row.sale_id));
  const early = program.log.filter(
    ({ id, data }) => data.type === "commissions_approved_early" && program.outcomeOf(id) === "recorded",
  );
  const words: Readonly<Record<string, string>> = { held: "held by hand", paid: "held though paid" };
  return [
    ...early.map(() => "approved early"),
    ...program
      .rows("commission")
      .filter((row) => held.has(row.sale_id))
      .map(({ status }) => words[status] ?? `held and ${status}`),
  ];
}

/** Payments that wait although their click is known: it came after them. */
function waitingForEarlierClicks(program: MemoryProgram): string[] {
  const clicks = new Set(program.rows("click").map((row) => row.click_id));
  const parked = new Set(program.rows("parked").map((row) => row.event_id));
  return program.log.map(({ id, data }) => {
    const clickId = data.type === "payment_succeeded" ? data.payer.click_id : null;
    return clickId !== null && clicks.has(clickId) && parked.has(id) ? "click after its payment" : "";
  });
}
