// Which messages each type of event causes once it is recorded, and what of the books they show, in one table: a type that the table lacks
// does not compile. Changes of a sale's worth and audit messages follow from any event, and are not in it.
import type { DataOf, Event, EventData, EventType } from "../../../core/rules/events/events.ts";
import { subjectOf } from "../../../core/rules/fold/keys.ts";
import type { Announcer } from "./announcer.ts";

/** Keys by which the books are asked for more than the rows under the events' own ids. */
export type Named = {
  readonly aliases: readonly string[];
  readonly sales: readonly number[];
  /** Payments that a decision by hand is about. */
  readonly decided: readonly number[];
  /** Whose leads: customers and clicks. */
  readonly subjects: readonly string[];
  readonly subscriptions: readonly string[];
  readonly payouts: readonly number[];
  /** Payouts whose money came back. */
  readonly returned: readonly number[];
  readonly partners: readonly number[];
  /** Commissions whose flags a person decided about. */
  readonly flagged: readonly number[];
};

type EventMessages<Data extends EventData> = {
  readonly names?: (event: Event<Data>) => Partial<Named>;
  readonly announce?: (announcer: Announcer, event: Event<Data>) => void;
};

/** It has no message of its own. */
const none: EventMessages<EventData> = {};

const decided: EventMessages<DataOf<"attribution_set" | "attribution_removed" | "attribution_undone">> = {
  names: ({ data }) => ({ decided: [data.event_id] }),
  announce: (announcer, { data }) => announcer.decided(data.event_id, data.type),
};

/** The flags themselves are announced as those that an event raises. */
const decidedFlags: EventMessages<DataOf<"flags_resolved" | "flags_reopened">> = {
  names: ({ data }) => ({ flagged: data.flags.map(({ sale_id }) => sale_id) }),
  announce: (announcer, { data }) => {
    for (const saleId of new Set(data.flags.map(({ sale_id }) => sale_id))) announcer.saleChanged(saleId, data.type);
  },
};

const ofSales = { names: ({ data }: { readonly data: OfSales }) => ({ sales: data.sale_ids }) };
type OfSales = { readonly sale_ids: readonly number[] };

const changed: EventMessages<
  DataOf<
    "commissions_held" | "commissions_released" | "commissions_forfeited" | "commissions_restored" | "tier_month_closed"
  >
> = {
  ...ofSales,
  announce: (announcer, { data }) => {
    for (const saleId of data.sale_ids) announcer.saleChanged(saleId, data.type);
  },
};

const approved: EventMessages<DataOf<"commissions_approved" | "commissions_approved_early">> = {
  ...ofSales,
  announce: (announcer, { data }) => {
    for (const saleId of data.sale_ids) announcer.approved(saleId);
  },
};

const disputed: EventMessages<DataOf<"dispute_opened" | "dispute_closed">> = {
  names: ({ data }) => ({ aliases: valuesOf(data.aliases) }),
  announce: (announcer, event) => announcer.dispute(event),
};

const refunded: EventMessages<DataOf<"refund_reported" | "payment_refunded">> = {
  announce: (announcer, { id }) => announcer.refunds(id),
};

const announceSale = (announcer: Announcer, event: Event): void => {
  announcer.sale(event.id);
  announcer.settledLeads(event);
};

const table: { readonly [Type in EventType]: EventMessages<DataOf<Type>> } = {
  click_recorded: {
    names: ({ data }) => ({ partners: data.partner_id === null ? [] : [data.partner_id] }),
    announce: (announcer, event) => announcer.click(event),
  },
  lead_reported: {
    names: ({ data }) => ({ subjects: subjectsOf(data.customer_key, data.click_ids) }),
    announce: (announcer, event) => {
      announcer.leads(event.id);
      announcer.settledLeads(event);
    },
  },
  sale_reported: {
    names: ({ data }) => namesOfSale(data, data.subscription_id),
    announce: announceSale,
  },
  payment_succeeded: {
    names: ({ data }) => namesOfSale(data.payer, data.subscription_id),
    announce: announceSale,
  },
  refund_reported: refunded,
  payment_refunded: refunded,
  refund_failed: {
    names: ({ data }) => ({ aliases: valuesOf(data.aliases) }),
    announce: (announcer, { data }) =>
      announcer.saleChanged(announcer.payment(...valuesOf(data.aliases)), "refund_failed"),
  },
  dispute_opened: disputed,
  dispute_closed: disputed,
  payment_evidence_recorded: {
    names: ({ data }) => ({ aliases: [data.transaction_id] }),
    announce: (announcer, { data }) => announcer.saleChanged(announcer.payment(data.transaction_id), data.type),
  },
  attribution_set: decided,
  attribution_removed: decided,
  attribution_undone: decided,
  partner_joined: {
    names: ({ id }) => ({ partners: [id] }),
    announce: (announcer, event) => announcer.partner(event),
  },
  commissions_held: changed,
  commissions_released: changed,
  commissions_forfeited: changed,
  commissions_restored: changed,
  commissions_approved: approved,
  commissions_approved_early: approved,
  payout_created: {
    names: ({ id }) => ({ payouts: [id] }),
    announce: (announcer, { id }) => announcer.payout("payout.created", id),
  },
  payout_recorded: {
    names: ({ data }) => ({ payouts: [data.payout_id], sales: data.items.map(({ sale_id }) => sale_id) }),
    announce: (announcer, { data }) => {
      announcer.payout("payout.paid", data.payout_id);
      for (const item of data.items) announcer.moved("commission.paid", data.payout_id, item);
    },
  },
  payout_returned: {
    names: ({ data }) => ({ payouts: [data.payout_id], returned: [data.payout_id] }),
    announce: (announcer, { data }) => {
      announcer.payout("payout.returned", data.payout_id);
      announcer.returned(data.payout_id);
    },
  },
  payout_failed: {
    names: ({ data }) => ({ payouts: [data.payout_id] }),
    announce: (announcer, { data }) => announcer.payout("payout.failed", data.payout_id),
  },
  payout_cancelled: {
    names: ({ data }) => ({ payouts: [data.payout_id] }),
    announce: (announcer, { data }) => announcer.payout("payout.cancelled", data.payout_id),
  },
  flags_resolved: decidedFlags,
  flags_reopened: decidedFlags,
  payment_reference_registered: none,
  subscription_started: none,
  payment_identified: none,
  delivery_ignored: none,
  delivery_unreadable: none,
  delivery_reread: none,
  delivery_retried: none,
  parked_released: none,
  partner_imported: none,
  payout_imported: none,
  customer_imported: none,
  sale_imported: none,
  program_created: none,
  program_changed: none,
  policy_set: none,
  policy_removed: none,
  group_set: none,
  partner_moved: none,
  partner_recruited: none,
  bonus_reached: { announce: (announcer, { id }) => announcer.bonus(id) },
  tier_month_closed: changed,
  bonus_added: none,
  bonus_stopped: none,
  agreement_published: none,
  agreement_accepted: none,
  partner_banned: none,
  partner_unbanned: none,
  partner_changed: none,
  partner_email_noted: none,
  partners_compared: none,
  coupon_assigned: none,
  coupon_removed: none,
  month_closed: none,
  closed_lines_corrected: none,
  clicks_archived: none,
  personal_data_erased: none,
  payout_approved: none,
  payouts_exported: none,
  payout_sending: none,
  payout_progressed: none,
};

/** The messages of the event itself, or of one that had waited for it. */
export function announceRecorded(announcer: Announcer, event: Event): void {
  messagesOf(event).announce?.(announcer, event);
}

/** What the messages of these events show, beyond the rows under the events' ids. */
export function namedBy(events: readonly Event[]): Named {
  const named = events.map((event) => messagesOf(event).names?.(event) ?? {});
  return {
    aliases: named.flatMap(({ aliases = [] }) => aliases),
    sales: named.flatMap(({ sales = [] }) => sales),
    decided: named.flatMap(({ decided: payments = [] }) => payments),
    subjects: named.flatMap(({ subjects = [] }) => subjects),
    subscriptions: named.flatMap(({ subscriptions = [] }) => subscriptions),
    payouts: named.flatMap(({ payouts = [] }) => payouts),
    returned: named.flatMap(({ returned = [] }) => returned),
    partners: named.flatMap(({ partners = [] }) => partners),
    flagged: named.flatMap(({ flagged = [] }) => flagged),
  };
}

/** The customers and clicks whose leads an event is about. */
export function subjectsIn(event: Event): readonly string[] {
  return messagesOf(event).names?.(event).subjects ?? [];
}

/** The entry of the event's own type, which TypeScript cannot follow through a table of many; none for a later release's types. */
function messagesOf({ data }: Event): EventMessages<EventData> {
  return (table[data.type] as EventMessages<EventData> | undefined) ?? none;
}

type Payer = { readonly customer_key: string | null; readonly click_id: string | null };

function namesOfSale(payer: Payer, subscriptionId: string | null): Partial<Named> {
  return {
    subjects: subjectsOf(payer.customer_key, [payer.click_id]),
    subscriptions: subscriptionId === null ? [] : [subscriptionId],
  };
}

function subjectsOf(customerKey: string | null, clickIds: readonly (string | null)[]): string[] {
  const ofClicks = clickIds.filter((clickId) => clickId !== null).map(subjectOf.click);
  return customerKey === null ? ofClicks : [subjectOf.customer(customerKey), ...ofClicks];
}

function valuesOf(aliases: readonly { readonly value: string }[]): string[] {
  return aliases.map(({ value }) => value);
}
