// Events without a sale, grouped by cause: failed, pending, too late or unused, each with the next step. Of each outcome the newest events
// are counted, up to a limit, so that a page costs the same for any number.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import type { OutcomeDetail } from "../../core/rules/rows/sale-rows.ts";
import { count, flag, givenTime, id, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { IgnoredReason, NamedScheme, ParkedReason } from "../../core/vocabulary/outcome-reasons.ts";
import type { Filter } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { verdictInWords } from "../deliveries/verdict.ts";
import { findFirstEventId } from "../events/event-at.ts";

/** Of each outcome. */
const countedMax = 5_000;

const outcomes = ["failed", "parked", "expired", "ignored"] as const;
const nextActions = ["retry", "send_lead", "attribute_by_hand", "fix_connection", "none"] as const;
type NextAction = (typeof nextActions)[number];

const cause = z.strictObject({
  outcome: z.enum(outcomes).meta({ description: "Their outcome" }),
  reason: wordsOrNull("Why, as the books keep it"),
  source: words("Who reported them: api, browser or a provider"),
  count: count("How many"),
  is_counted_whole: flag(`Whether that is all: of each outcome the newest ${countedMax} are counted`),
  first_at: time("When the oldest of these was received"),
  last_at: time("When the newest of these was received"),
  example_event_id: id("The newest of them"),
  summary: words("The newest one's outcome, in a sentence"),
  next_action: z.enum(nextActions).meta({ description: "The next step; none if nothing helps or is needed" }),
  next_words: words("The next step, in a sentence"),
});

export const inbox = z.strictObject({
  causes: z.array(cause).readonly().meta({ description: "By outcome, those with most events first" }),
});

export type Inbox = z.output<typeof inbox>;

export const inboxFilters = { from: givenTime("Only received at this time or later").optional() };

type Grouped = Pick<
  Inbox["causes"][number],
  "outcome" | "reason" | "source" | "count" | "is_counted_whole" | "first_at"
> & {
  readonly last_at: Date;
  readonly example_event_id: number;
  readonly example_type: string;
  readonly example_detail: OutcomeDetail | null;
  readonly example_refers_to: number | null;
};

export async function findInbox(
  db: Kysely<Tables>,
  programId: number,
  { from }: Filter<typeof inboxFilters>,
): Promise<Inbox> {
  const firstId = from === undefined ? 1 : await findFirstEventId(db, programId, from);
  // Their indexes are partial: each outcome is a literal, for the planner to see.
  const parts = outcomes.map(
    (outcome, place) => sql`
    (select ${sql.lit(place)}::integer as place, event_id, outcome, reason
       from outcome
      where program_id = ${programId} and outcome = ${sql.lit(outcome)} and event_id >= ${firstId}
      order by event_id desc
      limit ${countedMax})`,
  );
  const { rows } = await sql<Grouped>`
    with newest as (${sql.join(parts, sql` union all `)}),
         caused as (
           select n.place, n.outcome, n.reason, e.source, count(*) as count, min(n.event_id) as first_id,
                  max(n.event_id) as example_event_id
             from newest n
            cross join lateral (
                  select source from event where program_id = ${programId} and id = n.event_id offset 0
                  ) e
            group by n.place, n.outcome, n.reason, e.source
         )
    select c.outcome, c.reason, c.source, c.count, f.received_at as first_at, l.received_at as last_at,
           (select count(*) from newest n where n.place = c.place) < ${countedMax} as is_counted_whole,
           c.example_event_id, l.type as example_type, o.detail as example_detail, o.refers_to as example_refers_to
      from caused c
      join event f on f.program_id = ${programId} and f.id = c.first_id
      join event_as_read l on l.program_id = ${programId} and l.id = c.example_event_id
      join outcome o on o.program_id = ${programId} and o.event_id = c.example_event_id
     order by c.place, c.count desc, c.reason, c.source`.execute(db);
  return { causes: rows.map(causeOf) };
}

function causeOf({ example_type, example_detail, example_refers_to, ...known }: Grouped): Inbox["causes"][number] {
  const next_action = actionFor(known.outcome, known.reason);
  const verdict = {
    event_id: known.example_event_id,
    type: example_type,
    is_test: false,
    outcome: known.outcome,
    reason: known.reason,
    refers_to: example_refers_to,
    detail: example_detail,
  };
  return { ...known, summary: verdictInWords(verdict), next_action, next_words: wordsOfAction[next_action] };
}

function actionFor(outcome: (typeof outcomes)[number], reason: string | null): NextAction {
  switch (outcome) {
    case "failed":
      return "retry";
    case "expired":
      return "none";
    case "parked":
      return (reason === null ? undefined : find(forParked, reason)) ?? "none";
    case "ignored":
      return (reason === null ? undefined : find(forIgnored, reason)) ?? "none";
  }
}

function find(table: { readonly [key: string]: NextAction }, key: string): NextAction | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

const wordsOfAction: Readonly<Record<NextAction, string>> = {
  retry: "Retry them once a release with the fix runs: svc deliveries retry, or the button.",
  send_lead: "Send the lead that names the customer and the click: they are attributed as soon as it arrives.",
  attribute_by_hand: "They earn no commission; if a partner should earn, attribute them manually with a reason.",
  fix_connection: "Set the connection right, with the provider or here: it delivers what belongs to another program.",
  none: "There is nothing to do.",
};

const forParked: Readonly<Record<ParkedReason, NextAction>> = { no_attribution: "send_lead", payment_unknown: "none" };

/** Payment schemes by their own names are not listed: nothing is to be done. */
const forIgnored: Readonly<Record<Exclude<IgnoredReason, NamedScheme>, NextAction>> = {
  adjustment_pending: "none",
  adjustment_rejected: "none",
  asset_not_listed: "none",
  attributed_to_another: "none",
  attribution_removed: "none",
  attribution_window_expired: "none",
  awaiting_async_payment: "none",
  below_one_cent: "none",
  charge_never_captured: "none",
  chargeback_warning: "none",
  credit: "none",
  dispute_funds_follow_close: "none",
  agreement_not_in_force: "none",
  bonus_known: "none",
  bonus_not_due: "none",
  tier_month_closed_already: "none",
  bonus_not_running: "none",
  email_known: "none",
  likeness_known: "none",
  event_type_not_used: "none",
  inquiry: "none",
  invoice_not_paid_in_full: "none",
  month_already_closed: "none",
  no_order: "none",
  no_payment_required: "none",
  no_second_name: "none",
  no_transfer_asserted: "none",
  not_contradicted: "none",
  nothing_charged: "none",
  nothing_to_approve: "none",
  nothing_to_forfeit: "none",
  nothing_to_hold: "none",
  nothing_to_release: "none",
  nothing_to_reopen: "none",
  nothing_to_resolve: "none",
  nothing_to_restore: "none",
  other_currency: "none",
  outgoing_transfer: "none",
  paid_out_of_band: "none",
  partner_inactive: "attribute_by_hand",
  payment_failed: "none",
  payment_fraudulent: "none",
  payment_method_update: "none",
  payment_not_successful: "none",
  payment_pending: "none",
  payment_void: "none",
  program_inactive: "none",
  customer_bound: "none",
  other_commission: "none",
  reference_already_paid: "none",
  refund_pending: "none",
  released: "none",
  scheme_not_read: "none",
  settlement_failed: "none",
  settlement_pending: "none",
  setup_mode: "none",
  told_by_payment: "none",
  told_by_payment_success: "none",
  unknown_dispute: "none",
  unsupported_currency: "none",
  url_confirmation: "none",
  wrong_program: "fix_connection",
  zero_amount: "none",
};
