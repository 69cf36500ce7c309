// Leads bind the brand's customer id to a click.
// A browser may bind only a customer nobody has bound, and never rebinds one: anyone could claim it. A server call may move
// the binding to a newer click until the customer's first sale, and settles what a browser reported provisionally.
import type { Books } from "../books.ts";
import { type Conclusion, duplicate, recorded, refused } from "../conclusion.ts";
import type { Event, LeadReported } from "../events.ts";
import type { Attribution, ClickRow, CustomerRow, LeadRow } from "../rows.ts";
import { attributionOf, clickThatCounts } from "./attribution.ts";
import type { Brought } from "./brought.ts";
import { tick } from "./checklist.ts";
import { identityOf, subjectOf, waitFor } from "./keys.ts";
import { settingsInForce } from "./terms.ts";

export function foldLead(books: Books, event: Event<LeadReported>, brought: Brought): Conclusion {
  if (event.is_test) {
    tick(books, event, "lead");
    return recorded("Test lead recorded.", { answer: { kind: "test" } });
  }
  const { data } = event;
  const click = firstKnownClick(books, data.click_ids);
  const customer = data.customer_key === null ? undefined : books.of.customer.get(data.customer_key);
  if (click === undefined && customer === undefined) {
    return refused(
      "no_attribution",
      "Neither click_id nor customer_key is known to this program. Send the svc_click_id cookie of a tracked click.",
    );
  }
  const lead = existingLead(books, event, customer);
  const isServer = event.source === "api";
  const isProvisional = !isServer && settingsInForce(books, event.id).lead_auth === "server_required";

  const binds = bindCustomer(books, event, { customer, click, isServer, isProvisional }, brought);
  const earns = data.customer_key === null ? click : (books.of.customer.get(data.customer_key) ?? click);
  if (lead !== undefined) {
    const learns = isServer && learnEmail(books, event, earns, brought);
    return repeatLead(books, event, lead, { isNews: binds || learns, isServer });
  }

  const row = newLead(books, event, customer, click, isProvisional);
  books.of.lead.put(row);
  if (row.is_provisional) rememberProvisional(books, row);
  if (!row.is_provisional) learnEmail(books, event, earns, brought);
  tick(books, event, "lead");
  return recorded("Lead recorded.", {
    answer: { kind: "lead", lead_id: event.id, is_provisional: row.is_provisional },
  });
}

/**
 * Settles what a browser reported for this subject: a server, or a verified payment, has confirmed it. Where the payment
 * was earned by another click than the browser claimed, `instead` is whom the lead belongs to from now on.
 */
export function settleSubject(books: Books, subject: string, brought: Brought, instead?: Attribution): void {
  for (const lead of books.of.lead.list(subject)) {
    if (!lead.is_provisional) continue;
    const { click_id, partner_id } = instead ?? lead;
    books.of.lead.put({ ...lead, is_provisional: false, click_id, partner_id });
    const click = books.of.click.get(lead.click_id);
    const remembered = click?.provisional_subject ?? null;
    if (click !== undefined && remembered === subject) books.of.click.put({ ...click, provisional_subject: null });
    if (lead.customer_key === null) continue;
    const customer = books.of.customer.get(lead.customer_key);
    if (customer?.is_provisional) books.of.customer.put({ ...customer, is_provisional: false });
    brought.add(waitFor.customer(lead.customer_key));
    // One visitor's: told by the click alone, and then by the customer's name.
    if (remembered !== null && isOf(books, remembered, lead.customer_key))
      settleSubject(books, remembered, brought, instead);
    settleSubject(books, subjectOf.customer(lead.customer_key), brought, instead);
  }
}

function isOf(books: Books, subject: string, customerKey: string): boolean {
  return books.of.lead.list(subject).some((lead) => lead.customer_key === customerKey);
}

function firstKnownClick(books: Books, clickIds: readonly string[]): ClickRow | undefined {
  for (const clickId of clickIds) {
    const click = clickThatCounts(books, clickId);
    if (click !== undefined) return click;
  }
  return undefined;
}

/** By the click as it was sent, not the one that counts now: the same call again means the same lead. */
function subjectOfLead(books: Books, event: Event<LeadReported>): string {
  if (event.data.customer_key !== null) return subjectOf.customer(event.data.customer_key);
  const sent = event.data.click_ids.find((clickId) => clickThatCounts(books, clickId) !== undefined);
  if (sent === undefined) throw new Error("a lead without customer needs a click");
  return subjectOf.click(sent);
}

function existingLead(
  books: Books,
  event: Event<LeadReported>,
  customer: CustomerRow | undefined,
): LeadRow | undefined {
  const leads = books.of.lead.list(subjectOfLead(books, event));
  const eventName = event.data.event_name ?? "";
  return leads.find((lead) => lead.event_name === eventName) ?? (customer && eventName === "" ? leads[0] : undefined);
}

type Binding = {
  customer: CustomerRow | undefined;
  click: ClickRow | undefined;
  isServer: boolean;
  isProvisional: boolean;
};

/** True when the customer's binding was made, moved or settled. */
function bindCustomer(books: Books, event: Event<LeadReported>, binding: Binding, brought: Brought): boolean {
  const { customer, click, isServer, isProvisional } = binding;
  const customerKey = event.data.customer_key;
  if (customerKey === null) return false;
  if (customer === undefined) {
    if (click === undefined) return false;
    books.of.customer.put({
      program_id: books.programId,
      customer_key: customerKey,
      ...attributionOf(click),
      is_provisional: isProvisional,
      first_sale_id: null,
      bound_at: event.received_at,
    });
    brought.add(waitFor.customer(customerKey));
    return true;
  }
  if (!isServer) return false;
  if (customer.is_provisional) {
    settleClaim(books, event, customer, click, brought);
    return true;
  }
  return moveBinding(books, event, customerKey, click);
}

/** A browser's claim gives way to the click the server names, whichever is older: only the server's word is evidence. */
function settleClaim(
  books: Books,
  event: Event<LeadReported>,
  customer: CustomerRow,
  click: ClickRow | undefined,
  brought: Brought,
): void {
  const instead = click === undefined ? undefined : attributionOf(click);
  settleSubject(books, subjectOf.customer(customer.customer_key), brought, instead);
  if (instead === undefined) return;
  books.of.customer.put({ ...customer, ...instead, is_provisional: false, bound_at: event.received_at });
}

/** A server call moves the binding to a newer click, until the first sale and only where the last click counts. */
function moveBinding(
  books: Books,
  event: Event<LeadReported>,
  customerKey: string,
  click: ClickRow | undefined,
): boolean {
  const customer = books.of.customer.get(customerKey);
  if (customer === undefined || click === undefined || customer.first_sale_id !== null) return false;
  if (settingsInForce(books, event.id).attribution_model === "first_click") return false;
  if (click.click_id === customer.click_id || click.clicked_at <= customer.clicked_at) return false;
  books.of.customer.put({ ...customer, ...attributionOf(click), bound_at: event.received_at });
  return true;
}

type Repeat = { isNews: boolean; isServer: boolean };

function repeatLead(books: Books, event: Event<LeadReported>, lead: LeadRow, repeat: Repeat): Conclusion {
  const current = books.of.lead.list(lead.subject).find((row) => row.event_name === lead.event_name) ?? lead;
  const customer = current.customer_key === null ? undefined : books.of.customer.get(current.customer_key);
  const settles = repeat.isServer && current.is_provisional;
  const updated: LeadRow = {
    ...current,
    is_provisional: repeat.isServer ? false : current.is_provisional,
    click_id: customer?.click_id ?? current.click_id,
    partner_id: customer?.partner_id ?? current.partner_id,
  };
  const answer = { kind: "lead", lead_id: lead.lead_id, is_provisional: updated.is_provisional } as const;
  const rest = { refersTo: lead.lead_id, answer };
  if (!repeat.isNews && !settles) return duplicate("This lead was reported before.", rest);
  books.of.lead.put(updated);
  if (settles) forgetProvisional(books, current);
  tick(books, event, "lead");
  return recorded("Lead updated.", rest);
}

function newLead(
  books: Books,
  event: Event<LeadReported>,
  customer: CustomerRow | undefined,
  click: ClickRow | undefined,
  isProvisional: boolean,
): LeadRow {
  const bound = customer ?? click;
  const now = event.data.customer_key === null ? bound : (books.of.customer.get(event.data.customer_key) ?? bound);
  if (now === undefined) throw new Error("a lead needs a click or a bound customer");
  return {
    program_id: books.programId,
    subject: subjectOfLead(books, event),
    event_name: event.data.event_name ?? "",
    lead_id: event.id,
    click_id: now.click_id,
    partner_id: now.partner_id,
    customer_key: event.data.customer_key,
    is_provisional: isProvisional && customer?.is_provisional !== false,
    reported_at: event.received_at,
  };
}

/**
 * What a payment by this click will settle. A lead by the click alone is the customer's who is named next; of several
 * customers it is the first: who pays by a click vouches for one of them, not for whomever a browser claimed with it.
 */
function rememberProvisional(books: Books, lead: LeadRow): void {
  const click = books.of.click.get(lead.click_id);
  if (click === undefined) return;
  if (click.provisional_subject === null) books.of.click.put({ ...click, provisional_subject: lead.subject });
  else if (lead.customer_key !== null) nameLeads(books, click.provisional_subject, lead.customer_key);
}

function nameLeads(books: Books, subject: string, customerKey: string): void {
  for (const lead of books.of.lead.list(subject)) {
    if (lead.customer_key === null) books.of.lead.put({ ...lead, customer_key: customerKey });
  }
}

/** What was told by the click alone is settled: the customer who was claimed with it is not by that. */
function forgetProvisional(books: Books, lead: LeadRow): void {
  const click = books.of.click.get(lead.click_id);
  if (click?.provisional_subject !== lead.subject) return;
  const customer = lead.customer_key === null ? undefined : books.of.customer.get(lead.customer_key);
  const claimed = customer?.is_provisional ? subjectOf.customer(customer.customer_key) : null;
  books.of.click.put({ ...click, provisional_subject: claimed });
}

/** The address leads to the customer too; true when nobody knew that before. */
function learnEmail(
  books: Books,
  event: Event<LeadReported>,
  earns: Attribution | undefined,
  brought: Brought,
): boolean {
  if (event.data.email_hash === null || earns === undefined) return false;
  const identity = identityOf.email(event.data.email_hash);
  if (books.of.identity.get(identity) !== undefined) return false;
  books.of.identity.put({
    program_id: books.programId,
    identity,
    ...attributionOf(earns),
    customer_key: event.data.customer_key,
  });
  brought.add(waitFor.identity(identity));
  return true;
}
