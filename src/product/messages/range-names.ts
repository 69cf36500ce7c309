// What the events of a range name beyond their own ids: the keys by which the books are asked for the rest.
import type { Event } from "../../core/rules/events/events.ts";
import { subjectOf } from "../../core/rules/fold/keys.ts";

export type Named = {
  readonly aliases: string[];
  readonly sales: number[];
  readonly decided: number[];
  readonly subjects: string[];
  readonly subscriptions: string[];
  readonly payouts: number[];
  /** Those whose money came back. */
  readonly returned: number[];
  readonly partners: number[];
};

export function namedBy(events: readonly Event[]): Named {
  const ofSales = { aliases: [], sales: [], decided: [], subjects: [], subscriptions: [] };
  const named: Named = { ...ofSales, payouts: [], returned: [], partners: [] };
  for (const event of events) {
    addReported(named, event);
    addDecided(named, event);
  }
  return named;
}

/** By browsers, brands and providers. */
function addReported(named: Named, { data }: Event): void {
  switch (data.type) {
    case "click_recorded":
      if (data.partner_id !== null) named.partners.push(data.partner_id);
      return;
    case "lead_reported":
      named.subjects.push(...subjectsOf(data.customer_key, data.click_ids));
      return;
    case "sale_reported":
      named.subjects.push(...subjectsOf(data.customer_key, [data.click_id]));
      if (data.subscription_id !== null) named.subscriptions.push(data.subscription_id);
      return;
    case "payment_succeeded":
      named.subjects.push(...subjectsOf(data.payer.customer_key, [data.payer.click_id]));
      if (data.subscription_id !== null) named.subscriptions.push(data.subscription_id);
      return;
    case "refund_failed":
    case "dispute_opened":
    case "dispute_closed":
      named.aliases.push(...data.aliases.map(({ value }) => value));
      return;
    case "payment_evidence_recorded":
      named.aliases.push(data.transaction_id);
  }
}

/** By people, and by the schedule. */
function addDecided(named: Named, { id, data }: Event): void {
  switch (data.type) {
    case "attribution_set":
    case "attribution_removed":
    case "attribution_undone":
      named.decided.push(data.event_id);
      return;
    case "commissions_approved":
    case "commissions_approved_early":
    case "commissions_held":
    case "commissions_released":
    case "commissions_forfeited":
    case "commissions_restored":
      named.sales.push(...data.sale_ids);
      return;
    case "payout_created":
      named.payouts.push(id);
      return;
    case "payout_recorded":
      named.payouts.push(data.payout_id);
      named.sales.push(...data.items.map(({ sale_id }) => sale_id));
      return;
    case "payout_cancelled":
    case "payout_failed":
      named.payouts.push(data.payout_id);
      return;
    case "payout_returned":
      named.payouts.push(data.payout_id);
      named.returned.push(data.payout_id);
      return;
    case "partner_joined":
      named.partners.push(id);
  }
}

function subjectsOf(customerKey: string | null, clickIds: readonly (string | null)[]): string[] {
  const ofClicks = clickIds.filter((clickId) => clickId !== null).map(subjectOf.click);
  return customerKey === null ? ofClicks : [subjectOf.customer(customerKey), ...ofClicks];
}
