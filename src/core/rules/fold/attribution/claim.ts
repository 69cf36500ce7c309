// Claims: what only a browser said of a customer, until a server or a verified payment confirms it.
// One click claims one customer: a later claim by the same click takes the place of the earlier one. Several clicks may claim one
// customer; then the customer's name alone settles none of them. A claim earns nothing, and nothing but a claim is ever withdrawn.
import type { Books } from "../../books.ts";
import type { Event } from "../../events/events.ts";
import type { Claim, ClickRow, LeadRow } from "../../rows/rows.ts";
import type { Attribution } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { countLead } from "../flags/fast-leads.ts";
import { customerOfSubject, subjectOf, waitFor } from "../keys.ts";
import { attributionByClick, attributionOf } from "./attribution.ts";
import { type BoundCustomer, evidenceBinding, putEvidenceBinding } from "./customer-binding.ts";
import { rewardLead } from "./lead-reward.ts";

/**
 * Strangers may claim one customer by any number of clicks, and each is kept in the customer's row. With this many after the first
 * no more are added or withdrawn: the customer stays contested until a click settles it.
 */
const otherClaimsMax = 15;

/** True when it is news. */
export function claimCustomer(books: Books, event: Event, customerKey: string, click: ClickRow): boolean {
  const customer = evidenceBinding(books, customerKey);
  if (customer !== undefined && !customer.is_provisional) return false;
  if (claimOf(books, click) === customerKey) return false;
  withdrawClaim(books, click);
  rememberClaim(books, click, customerKey);
  if (customer === undefined) bindByClaim(books, event, customerKey, click);
  else contest(books, event, customer, click);
  return true;
}

function bindByClaim(books: Books, event: Event, customerKey: string, click: ClickRow): void {
  putEvidenceBinding(books, customerKey, {
    ...attributionByClick(click, event.received_at),
    is_provisional: true,
    other_claims: null,
    first_sale_id: null,
    bound_at: event.received_at,
  });
}

function contest(books: Books, event: Event, customer: BoundCustomer, click: ClickRow): void {
  const others = customer.other_claims ?? [];
  if (others.length >= otherClaimsMax) return;
  const claim: Claim = {
    partner_id: click.partner_id,
    click_id: click.click_id,
    clicked_at: click.clicked_at.toISOString(),
    claimed_at: event.received_at.toISOString(),
  };
  putEvidenceBinding(books, customer.customer_key, { ...customer, other_claims: [...others, claim] });
}

/** The customer whom a browser claims by this click; null if none, or no longer one. */
function claimOf(books: Books, click: ClickRow): string | null {
  const { provisional_subject: subject } = click;
  if (subject === null) return null;
  const leads = books.of.lead.list(subject);
  return customerOfSubject(subject) ?? leads.find((lead) => lead.customer_key !== null)?.customer_key ?? null;
}

function withdrawClaim(books: Books, click: ClickRow): void {
  const customerKey = claimOf(books, click);
  const customer = customerKey === null ? undefined : evidenceBinding(books, customerKey);
  if (!customer?.is_provisional) return;
  const others = customer.other_claims ?? [];
  if (others.length >= otherClaimsMax) return;
  if (customer.click_id !== click.click_id) {
    const left = others.filter((claim) => claim.click_id !== click.click_id);
    const other_claims = left.length === 0 ? null : left;
    putEvidenceBinding(books, customer.customer_key, { ...customer, other_claims });
    return;
  }
  const [next, ...left] = others;
  const leads = books.of.lead.list(subjectOf.customer(customer.customer_key));
  if (next === undefined) {
    for (const lead of leads) books.of.lead.delete(lead);
    putEvidenceBinding(books, customer.customer_key, undefined);
    return;
  }
  const { partner_id, click_id } = next;
  for (const lead of leads) books.of.lead.put({ ...lead, partner_id, click_id });
  putEvidenceBinding(books, customer.customer_key, {
    ...customer,
    partner_id,
    click_id,
    clicked_at: new Date(next.clicked_at),
    revisited_at: null,
    other_claims: left.length === 0 ? null : left,
    bound_at: new Date(next.claimed_at),
  });
}

/** A lead by the click alone is the customer's who is claimed with it. */
function rememberClaim(books: Books, click: ClickRow, customerKey: string): void {
  const { provisional_subject: subject } = click;
  if (subject === null || customerOfSubject(subject) !== null) {
    books.of.click.put({ ...click, provisional_subject: subjectOf.customer(customerKey) });
    return;
  }
  for (const lead of books.of.lead.list(subject)) {
    if (lead.is_provisional) books.of.lead.put({ ...lead, customer_key: customerKey });
  }
}

/** A lead a browser reported by the click alone, and the customer who is claimed with that click. */
export function rememberNameless(books: Books, lead: LeadRow): void {
  const click = lead.click_id === null ? undefined : books.of.click.get(lead.click_id);
  if (click === undefined) return;
  const claimed = claimOf(books, click);
  const subject = click.provisional_subject;
  if (subject !== null && customerOfSubject(subject) === null) return;
  if (claimed !== null) books.of.lead.put({ ...lead, customer_key: claimed });
  books.of.click.put({ ...click, provisional_subject: lead.subject });
}

/**
 * Settles what a browser reported for this subject: a server, or a verified payment, has confirmed it. `instead` is whom it belongs
 * to from now on, where that is not whom the browser claimed.
 */
export function settleSubject(context: FoldContext, subject: string, instead?: Attribution): void {
  settleLeads(context, subject, instead);
  const customerKey = customerOfSubject(subject);
  if (customerKey === null) return;
  // Where a person had bound the customer, the first lead was no claim: it has nothing to settle, and the claim beneath has.
  settleBinding(context, customerKey, instead);
  rewardLead(context, customerKey);
}

function settleLeads(context: FoldContext, subject: string, instead?: Attribution): void {
  const { books } = context;
  for (const lead of books.of.lead.list(subject)) {
    if (!lead.is_provisional) continue;
    const { click_id, partner_id } = instead ?? lead;
    books.of.lead.put({ ...lead, is_provisional: false, click_id, partner_id });
    if (partner_id === lead.partner_id) countLead(books, lead);
    const click = lead.click_id === null ? undefined : books.of.click.get(lead.click_id);
    const remembered = click?.provisional_subject ?? null;
    if (click !== undefined && remembered === subject) books.of.click.put({ ...click, provisional_subject: null });
    if (lead.customer_key === null) continue;
    settleBinding(context, lead.customer_key, instead);
    // One visitor's: reported by the click alone, and then by the customer's name.
    if (remembered !== null && isOf(books, remembered, lead.customer_key)) settleSubject(context, remembered, instead);
    settleSubject(context, subjectOf.customer(lead.customer_key), instead);
  }
}

function settleBinding({ books, arrived }: FoldContext, customerKey: string, instead?: Attribution): void {
  const customer = evidenceBinding(books, customerKey);
  if (!customer?.is_provisional) return;
  const earned = instead === undefined ? {} : attributionOf(instead);
  putEvidenceBinding(books, customerKey, { ...customer, ...earned, is_provisional: false, other_claims: null });
  arrived.add(waitFor.customer(customerKey));
}

function isOf(books: Books, subject: string, customerKey: string): boolean {
  return books.of.lead.list(subject).some((lead) => lead.customer_key === customerKey);
}

/** A browser's report by this click alone that claims no customer. True if it was not settled before. */
export function settleNameless(context: FoldContext, clickId: string): boolean {
  const { books } = context;
  const click = books.of.click.get(clickId);
  const subject = click?.provisional_subject ?? null;
  if (click === undefined || subject === null || claimOf(books, click) !== null) return false;
  settleSubject(context, subject);
  return true;
}
