// The keys that a loaded row leads to: what the fold may read or write once it has read the row.

import type { LoadKey } from "../book-keys.ts";
import type { Books } from "../books.ts";
import { waitKeyOf } from "../events/event-names.ts";
import { type LookedAt, lookedAtBy } from "../events/settings/flag-settings.ts";
import { leadRewardSettingsOf } from "../events/settings/lead-reward-settings.ts";
import { referralSettingsOf } from "../events/settings/referral-settings.ts";
import { customerOfSubject, subjectOf, waitFor } from "../fold/keys.ts";
import { isOfAnother } from "../fold/outcome.ts";
import { revived } from "./manual-attribution-row.ts";
import type { BookName, BookRows, EvidenceBinding } from "./rows.ts";

/** What is still to be loaded. */
type Plan = {
  readonly books: Pick<Books, "of">;
  /** A decision by hand is among the events: it may free whom a first sale has bound. */
  readonly decides: boolean;
  add(name: BookName, key: LoadKey | null): void;
  addPayment(eventId: number): void;
  addParkedEventById(eventId: number): void;
  addCoupons(): void;
  addAdjustments(): void;
  addCustomerOf(row: BookRows["identity"]): void;
  addTerms(): void;
  addForfeits(): void;
  addLead(row: BookRows["lead"]): void;
  addRewards(): void;
  addReferrals(): void;
  addRecruiterOf(row: BookRows["partner"]): void;
  addGroupsOf(row: BookRows["partner"]): void;
  addBonuses(): void;
  addAward(row: BookRows["bonus_award"]): void;
  addFlags(looked: LookedAt): void;
  addComparedOf(row: BookRows["partner"]): void;
  addEarningClick(clickId: string | null): void;
};

export function addLinked<Name extends BookName>(plan: Plan, name: Name, row: BookRows[Name]): void {
  byRow[name]?.(plan, row);
}

type ByRow = { readonly [Name in BookName]?: (plan: Plan, row: BookRows[Name]) => void };

const byRow: ByRow = {
  program(plan, row) {
    if (row.owns_coupons) plan.addCoupons();
    if (row.uses_terms) plan.addTerms();
    if (row.uses_bonuses) plan.addBonuses();
    if (row.has_forfeits) plan.addForfeits();
  },
  program_settings(plan, row) {
    if (leadRewardSettingsOf(row.settings).lead_reward !== null) plan.addRewards();
    if (referralSettingsOf(row.settings).referral !== null) plan.addReferrals();
    plan.addFlags(lookedAtBy(row.settings));
  },
  partner(plan, row) {
    plan.addGroupsOf(row);
    plan.addComparedOf(row);
    plan.addRecruiterOf(row);
  },
  coupon(plan, row) {
    plan.add("partner", row.partner_id);
  },
  click(plan, row) {
    plan.add("partner", row.partner_id);
    plan.add("click", row.root_click_id);
    plan.add("click", row.current_click_id);
    if (row.provisional_subject !== null) addSubject(plan, row.provisional_subject);
  },
  customer(plan, row) {
    plan.add("partner", row.partner_id);
    plan.addEarningClick(row.click_id);
    if (row.by_hand !== null) addBeneath(plan, row, row.by_hand);
    // Until the first sale the newest visit counts, and the click knows it.
    if (row.first_sale_id === null) {
      plan.add("click", row.click_id);
      // A first sale may bind the customer to another, whose click came before a payment that waits.
      plan.add("parked", waitFor.customer(row.customer_key));
    } else if (plan.decides) plan.add("parked", waitFor.customer(row.customer_key));
    if (!row.is_provisional) return;
    plan.add("lead", subjectOf.customer(row.customer_key));
    for (const claim of row.other_claims ?? []) plan.add("click", claim.click_id);
  },
  lead(plan, row) {
    plan.addLead(row);
    plan.add("customer", row.customer_key);
    if (!row.is_provisional) return;
    plan.add("click", row.click_id);
    if (row.customer_key !== null) addSubject(plan, subjectOf.customer(row.customer_key));
  },
  identity(plan, row) {
    plan.add("partner", row.partner_id);
    plan.addEarningClick(row.click_id);
    plan.addCustomerOf(row);
  },
  subscription(plan, row) {
    plan.add("partner", row.partner_id);
    plan.addEarningClick(row.click_id);
    plan.add("customer", row.customer_key);
    plan.add("policy", row.product_id);
    // Its first sale will bind a customer who is not bound.
    if (row.first_sale_id === null) plan.add("parked", waitKeyOf("customers", row.customer_key));
    if (row.began_with_renewal && row.first_sale_id !== null) plan.addPayment(row.first_sale_id);
  },
  sale(plan, row) {
    // A provider's report of the payment takes over what was paid for it.
    if (row.imported !== null) plan.addAdjustments();
    plan.add("partner", row.partner_id);
    plan.addEarningClick(row.click_id);
    plan.add("subscription", row.subscription_id);
    // It may hand over what it began to a sale that an earlier click earned, and a renewal may turn out to be what began it.
    plan.add("parked", waitKeyOf("subscriptions", row.subscription_id));
    plan.add("customer", row.customer_key);
    // Its subscription may be reported later, and begins on the product's terms.
    plan.add("policy", row.product_id);
    // Where it turns out to repeat another sale, its order is paid less, and transfers that found it paid may count.
    plan.add("payment_reference", row.payment_reference);
    plan.add("parked", waitKeyOf("references", row.payment_reference));
    const { manual_attribution: decisions } = plan.books.of;
    if (decisions.knows(row.sale_id) && decisions.get(row.sale_id) !== undefined) addCustomerDecided(plan, row);
  },
  commission(plan, row) {
    if (row.kind === "bonus") plan.add("bonus_award", row.partner_id);
  },
  bonus_award(plan, row) {
    plan.addAward(row);
  },
  manual_attribution(plan, row) {
    if (row.hidden?.sale) byRow.sale?.(plan, revived(row.hidden.sale));
    const { sale: sales } = plan.books.of;
    const sale = sales.knows(row.payment_id) ? sales.get(row.payment_id) : undefined;
    if (sale !== undefined) addCustomerDecided(plan, sale);
    plan.add("partner", row.given?.partner_id ?? null);
    plan.add("partner", row.evidence?.partner_id ?? null);
    plan.addEarningClick(row.given?.click_id ?? null);
    plan.addEarningClick(row.evidence?.click_id ?? null);
    if (row.state === "lifted" || row.evidence !== null) return;
    for (const eventId of [row.payment_id, ...row.reports]) plan.addParkedEventById(eventId);
  },
  payout_item(plan, row) {
    plan.add("adjustment", row.sale_id);
  },
  payment_alias(plan, row) {
    plan.addPayment(row.payment_id);
  },
  payment_reference(plan, row) {
    for (const saleId of row.counted_sale_ids) plan.addPayment(saleId);
    plan.add("click", row.click_id);
    plan.add("policy", row.product_id);
    if (row.customer_key !== null) addSubject(plan, subjectOf.customer(row.customer_key));
  },
  parked(plan, row) {
    plan.addParkedEventById(row.event_id);
  },
  outcome(plan, row) {
    // What came too late may be asked again with what a decision by hand made a sale.
    if (row.outcome === "parked" || row.outcome === "expired") plan.addParkedEventById(row.event_id);
    if (row.refers_to !== null && isOfAnother(row)) plan.addPayment(row.refers_to);
  },
};

/** A decision about a sale binds and frees its customer: the events that wait for that customer are folded again. */
function addCustomerDecided(plan: Plan, { customer_key }: BookRows["sale"]): void {
  plan.add("parked", waitKeyOf("customers", customer_key));
}

/** Without the decision others are its binding and those that it waited for. */
function addBeneath(
  plan: Plan,
  customer: BookRows["customer"],
  { bindings, evidence }: NonNullable<BookRows["customer"]["by_hand"]>,
): void {
  for (const { partner_id, click_id } of bindings) {
    plan.add("partner", partner_id);
    plan.addEarningClick(click_id);
  }
  plan.add("parked", waitFor.customer(customer.customer_key));
  if (evidence !== null) byRow.customer?.(plan, { ...customer, ...revived<EvidenceBinding>(evidence), by_hand: null });
}

function addSubject(plan: Plan, subject: string): void {
  plan.add("lead", subject);
  const customerKey = customerOfSubject(subject);
  if (customerKey === null) return;
  plan.add("customer", customerKey);
  plan.add("parked", waitFor.customer(customerKey));
}
