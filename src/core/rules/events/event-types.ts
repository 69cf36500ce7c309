// What the fold decides about each type of event, in one table: what the event names, under which of its names it waits until
// they are known, and how it is folded. A type that the table lacks, or an entry that lacks one of the three, does not compile.
import type { Conclusion } from "../conclusion.ts";
import { couponNamesOf, couponOfCode } from "../coupon-name.ts";
import { foldAgreementAccepted, foldAgreementPublished } from "../fold/agreement.ts";
import { foldApproved, foldApprovedEarly } from "../fold/approval.ts";
import { foldClick } from "../fold/attribution/click.ts";
import { foldCouponAssigned, foldCouponRemoved } from "../fold/attribution/coupon.ts";
import { foldLead } from "../fold/attribution/lead.ts";
import {
  foldAttributionRemoved,
  foldAttributionSet,
  foldAttributionUndone,
} from "../fold/attribution/manual-attribution.ts";
import { foldPaymentReference } from "../fold/attribution/payment-reference.ts";
import { referenceKey } from "../fold/attribution/reference-key.ts";
import { foldPartnerBanned, foldPartnerUnbanned } from "../fold/ban.ts";
import { foldBonusAdded, foldBonusReached, foldBonusStopped } from "../fold/bonus.ts";
import { foldClosedLinesCorrected } from "../fold/closed-lines-corrected.ts";
import { foldCommissionsForfeited, foldCommissionsRestored } from "../fold/commission-forfeit.ts";
import { foldCommissionsHeld, foldCommissionsReleased } from "../fold/commission-hold.ts";
import {
  foldGroupSet,
  foldPartner,
  foldPartnerMoved,
  foldPolicy,
  foldProgramChanged,
  foldProgramCreated,
} from "../fold/configuration.ts";
import type { FoldContext } from "../fold/context.ts";
import { foldErasure } from "../fold/erasure.ts";
import { foldPartnersCompared } from "../fold/flags/alike.ts";
import { foldPartnerEmailNoted } from "../fold/flags/partner-emails.ts";
import { foldFlagsReopened, foldFlagsResolved } from "../fold/flags/resolve.ts";
import { identitiesOf, identityOf, subjectOf } from "../fold/keys.ts";
import { foldMonthClosed } from "../fold/month-closed.ts";
import { foldRetried } from "../fold/payment/delivery-retried.ts";
import {
  foldCustomerImported,
  foldPartnerImported,
  foldPayoutImported,
  foldSaleImported,
  identitiesIn,
} from "../fold/payment/import.ts";
import { foldParkedReleased } from "../fold/payment/parked-released.ts";
import { foldPayment } from "../fold/payment/payment.ts";
import { foldPaymentEvidence } from "../fold/payment/payment-evidence.ts";
import { foldPaymentIdentified, valuesOf } from "../fold/payment/payment-identified.ts";
import { foldSubscriptionStarted } from "../fold/payment/subscription-started.ts";
import { foldUnusedDelivery } from "../fold/payment/unused-delivery.ts";
import { foldPartnerRecruited } from "../fold/referral.ts";
import { foldRefundCall } from "../fold/reversal/refund-call.ts";
import { foldDispute, foldPaymentRefunded, foldRefundFailed } from "../fold/reversal/reversal.ts";
import { foldSaleCall } from "../fold/sale-call.ts";
import { foldTierMonthClosed } from "../fold/terms/tier-month.ts";
import type { NamedEvent, NameKind, Names } from "./event-names.ts";
import { type EventRules, never, nothing } from "./event-rules.ts";
import type { DataOf, Event, EventData, EventType, PolicyScope } from "./events.ts";
import type { FlagName } from "./flag-events.ts";
import { payoutEventTypes } from "./payout-event-types.ts";

const ofSales = {
  names: ({ sale_ids }: { readonly sale_ids: readonly number[] }): Names => ({ sales: sale_ids }),
  waitsUnder: never,
};
const ofCommissions = {
  names: ({ sale_ids }: { readonly sale_ids: readonly number[] }): Names => ({ commissions: sale_ids }),
  waitsUnder: never,
};
const ofFlags = {
  names: ({ flags }: { readonly flags: readonly FlagName[] }): Names => ({
    sales: flags.map(({ sale_id }) => sale_id),
  }),
  waitsUnder: never,
};
const ofNothing = { names: () => nothing, waitsUnder: never };
const ofPayment = {
  names: ({ event_id }: { readonly event_id: number }): Names => ({ sales: [event_id] }),
  waitsUnder: never,
};
const ofPartner = {
  names: ({ partner_id }: { readonly partner_id: number }): Names => ({ partners: [partner_id] }),
  waitsUnder: never,
};
const payerKinds: readonly NameKind[] = ["identities", "clicks", "customers"];

const eventTypes: { readonly [Type in EventType]: EventRules<DataOf<Type>> } = {
  click_recorded: {
    names: (data) => ({ partners: [data.partner_id], clicks: [data.click_id, data.existing_click_id] }),
    waitsUnder: never,
    fold: foldClick,
  },
  lead_reported: {
    names: (data) => ({
      customers: [data.customer_key],
      clicks: data.click_ids,
      identities: data.email_hash === null ? [] : [identityOf.email(data.email_hash)],
      subjects:
        data.customer_key === null ? data.click_ids.map(subjectOf.click) : [subjectOf.customer(data.customer_key)],
    }),
    waitsUnder: never,
    fold: foldLead,
  },
  sale_reported: {
    names: (data) => ({
      aliases: [data.transaction_id],
      customers: [data.customer_key],
      clicks: [data.click_id],
      subscriptions: [data.subscription_id],
      products: [data.product_id],
      coupons: data.coupon_code === undefined ? [] : [couponOfCode(data.coupon_code)],
    }),
    waitsUnder: never,
    fold: foldSaleCall,
  },
  refund_reported: {
    names: (data) => ({ aliases: [data.transaction_id] }),
    waitsUnder: never,
    fold: foldRefundCall,
  },
  payment_reference_registered: {
    names: (data) => ({
      references: [referenceKey(data.provider, data.reference_hash)],
      customers: [data.customer_key],
      clicks: [data.click_id],
    }),
    waitsUnder: ["customers", "clicks"],
    fold: foldPaymentReference,
  },
  payment_succeeded: {
    names: (data, source) => ({
      ...namesOfPayer(data),
      references: data.reference_hashes.map((hash) => referenceKey(source, hash)),
      aliases: [data.transaction_id, ...valuesOf(data.aliases)],
      subscriptions: [data.subscription_id],
      products: [data.product_id],
      coupons: couponNamesOf(data.discounts, source),
    }),
    waitsUnder: [...payerKinds, "subscriptions", "references", "aliases"],
    fold: foldPayment,
  },
  subscription_started: {
    names: (data, source) => ({
      ...namesOfPayer(data),
      aliases: valuesOf(data.aliases),
      subscriptions: [data.subscription_id],
      products: [data.product_id ?? null],
      coupons: couponNamesOf(data.discounts, source),
    }),
    waitsUnder: [...payerKinds, "subscriptions", "aliases"],
    fold: foldSubscriptionStarted,
  },
  payment_identified: { names: namesOfPayment, waitsUnder: ["aliases"], fold: foldPaymentIdentified },
  payment_refunded: { names: namesOfPayment, waitsUnder: ["aliases"], fold: foldPaymentRefunded },
  refund_failed: { names: namesOfPayment, waitsUnder: ["aliases"], fold: foldRefundFailed },
  dispute_opened: { names: namesOfPayment, waitsUnder: ["aliases"], fold: foldDispute },
  dispute_closed: { names: namesOfPayment, waitsUnder: ["aliases"], fold: foldDispute },
  payment_evidence_recorded: {
    names: (data) => ({ aliases: [data.transaction_id, data.transfer] }),
    waitsUnder: ["aliases"],
    fold: foldPaymentEvidence,
  },
  delivery_ignored: { ...ofNothing, fold: foldUnusedDelivery },
  delivery_unreadable: { ...ofNothing, fold: foldUnusedDelivery },
  // Its reading is folded at the delivery's own place, as an event of the reading's type.
  delivery_reread: { ...ofNothing, fold: foldUnusedDelivery },
  delivery_retried: {
    names: (data) => namesIn({ source: data.provider, data: data.reading }),
    waitsUnder: never,
    fold: (context, event) => foldRetried(context, event, foldEvent),
  },
  // With the outcome of what waits, and through it all that it waits for.
  parked_released: { ...ofPayment, fold: foldParkedReleased },
  attribution_set: {
    names: (data) => ({ sales: [data.event_id], partners: [data.partner_id], customers: [data.customer_key] }),
    waitsUnder: never,
    fold: (context, event) => foldAttributionSet(context, event, foldEvent),
  },
  attribution_removed: { ...ofPayment, fold: foldAttributionRemoved },
  attribution_undone: { ...ofPayment, fold: foldAttributionUndone },
  partner_imported: {
    names: (data) => ({ groups: [data.group_id ?? null] }),
    waitsUnder: never,
    fold: foldPartnerImported,
  },
  payout_imported: { ...ofNothing, fold: foldPayoutImported },
  customer_imported: {
    names: (data) => ({
      partners: [data.partner_id],
      customers: [data.customer_key],
      identities: identitiesIn(data),
    }),
    waitsUnder: never,
    fold: foldCustomerImported,
  },
  sale_imported: {
    names: (data) => ({
      aliases: [data.transaction_id, ...valuesOf(data.aliases)],
      partners: [data.partner_id],
      customers: [data.customer_key],
      identities: identitiesIn(data),
      subscriptions: [data.subscription_id],
      products: [data.product_id],
      payouts: [data.commission?.payout_id ?? null],
    }),
    // Only where a decision by hand that its payment was a sale by is undone: it is asked again.
    waitsUnder: ["aliases"],
    fold: foldSaleImported,
  },
  program_created: { ...ofNothing, fold: foldProgramCreated },
  program_changed: { ...ofNothing, fold: foldProgramChanged },
  policy_set: { names: namesOfPolicy, waitsUnder: never, fold: foldPolicy },
  policy_removed: { names: namesOfPolicy, waitsUnder: never, fold: foldPolicy },
  group_set: { names: (data) => ({ groups: [data.group_id] }), waitsUnder: never, fold: foldGroupSet },
  partner_moved: {
    names: (data) => ({ partners: [data.partner_id], groups: [data.group_id] }),
    waitsUnder: never,
    fold: foldPartnerMoved,
  },
  bonus_added: { ...ofNothing, fold: foldBonusAdded },
  bonus_stopped: { ...ofNothing, fold: foldBonusStopped },
  bonus_reached: { ...ofPartner, fold: foldBonusReached },
  tier_month_closed: {
    names: ({ partner_id, sale_ids }) => ({ partners: [partner_id], sales: sale_ids }),
    waitsUnder: never,
    fold: foldTierMonthClosed,
  },
  partner_joined: {
    names: (data) => ({ groups: [data.group_id ?? null], partners: [data.recruited_by ?? null] }),
    waitsUnder: never,
    fold: foldPartner,
  },
  partner_recruited: {
    names: (data) => ({ partners: [data.partner_id, data.recruited_by] }),
    waitsUnder: never,
    fold: foldPartnerRecruited,
  },
  partner_email_noted: {
    names: (data) => ({ partners: [data.partner_id], identities: [identityOf.email(data.email_hash)] }),
    waitsUnder: never,
    fold: foldPartnerEmailNoted,
  },
  partners_compared: {
    names: (data) => ({ partners: [data.partner_id, data.with_partner_id], sales: data.sale_ids }),
    waitsUnder: never,
    fold: foldPartnersCompared,
  },
  agreement_published: { ...ofNothing, fold: foldAgreementPublished },
  agreement_accepted: { ...ofPartner, fold: foldAgreementAccepted },
  partner_banned: { ...ofPartner, fold: foldPartnerBanned },
  partner_unbanned: { ...ofPartner, fold: foldPartnerUnbanned },
  commissions_forfeited: { ...ofSales, fold: foldCommissionsForfeited },
  commissions_restored: { ...ofSales, fold: foldCommissionsRestored },
  flags_resolved: { ...ofFlags, fold: foldFlagsResolved },
  flags_reopened: { ...ofFlags, fold: foldFlagsReopened },
  partner_changed: { ...ofPartner, fold: foldPartner },
  coupon_assigned: {
    names: (data) => ({ partners: [data.partner_id], coupons: [couponOfCode(data.code), ...data.provider_names] }),
    waitsUnder: never,
    fold: foldCouponAssigned,
  },
  coupon_removed: {
    names: (data) => ({ coupons: [couponOfCode(data.code), ...data.provider_names] }),
    waitsUnder: never,
    fold: foldCouponRemoved,
  },
  commissions_approved: { ...ofCommissions, fold: foldApproved },
  commissions_held: { ...ofSales, fold: foldCommissionsHeld },
  commissions_released: { ...ofSales, fold: foldCommissionsReleased },
  commissions_approved_early: { ...ofCommissions, fold: foldApprovedEarly },
  month_closed: { ...ofNothing, fold: foldMonthClosed },
  closed_lines_corrected: { ...ofNothing, fold: foldClosedLinesCorrected },
  ...payoutEventTypes,
  clicks_archived: { ...ofNothing, fold: foldErasure },
  personal_data_erased: { ...ofNothing, fold: foldErasure },
};

/** Folds one event by its type's entry. */
export function foldEvent(context: FoldContext, event: Event): Conclusion {
  const rules = rulesOf(event.data);
  if (rules === undefined) throw new Error(`no rule folds events of type ${event.data.type}`);
  const named = withNames(event);
  // It may be asked again before it is read from the log: as it is folded now, regardless of what was kept by its id before. A call that
  // was refused may have had the same.
  context.books.eventsParked.set(event.id, named);
  return rules.fold(context, named);
}

/** What an event names. */
export function namesIn({ source, data }: Pick<Event, "source" | "data">): Names {
  return rulesOf(data)?.names(data, source) ?? nothing;
}

/** The event as the parking keeps it: it is asked for its names only where something waits. */
export function withNames(event: Event): NamedEvent {
  return { ...event, names: () => namesIn(event), waitsUnder: rulesOf(event.data)?.waitsUnder ?? never };
}

/**
 * The entry of the data's own type, which TypeScript cannot follow through a table of many. Undefined for what only a later
 * release's log holds: that is loaded without a name and fails when it is folded, as every fault of ours does.
 */
function rulesOf({ type }: EventData): EventRules<EventData> | undefined {
  return eventTypes[type] as EventRules<EventData> | undefined;
}

function namesOfPayer({ payer }: Pick<DataOf<"payment_succeeded" | "subscription_started">, "payer">): Names {
  return { clicks: [payer.click_id], customers: [payer.customer_key], identities: identitiesOf(payer) };
}

function namesOfPolicy({ product_id, partner_id, group_id }: PolicyScope): Names {
  return { products: [product_id], partners: [partner_id ?? null], groups: [group_id ?? null] };
}

function namesOfPayment({ aliases }: { readonly aliases: readonly { readonly value: string }[] }): Names {
  return { aliases: valuesOf(aliases) };
}
