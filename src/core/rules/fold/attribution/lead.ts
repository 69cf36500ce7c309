// Leads bind the brand's customer id to a click.
// A browser may bind only a customer who is not bound, and never rebinds one: anyone could claim it. A server call may move
// the binding to a newer click until the customer's first sale, and settles what a browser reported provisionally.
import type { Books } from "../../books.ts";
import { type Conclusion, duplicate, recorded, refused } from "../../conclusion.ts";
import type { Event, LeadReported } from "../../events/events.ts";
import type { ClickRow, LeadRow } from "../../rows/rows.ts";
import { addMinutes } from "../../time.ts";
import { tick } from "../checklist.ts";
import type { FoldContext } from "../context.ts";
import { noteCustomerEmail } from "../flags/customer-emails.ts";
import { countLead } from "../flags/fast-leads.ts";
import { identityOf, subjectOf, waitFor } from "../keys.ts";
import { settingsInForce } from "../settings-in-force.ts";
import { attributionByClick, attributionByCustomer, clickThatCounts, isImported, visitedAt } from "./attribution.ts";
import { claimCustomer, rememberNameless, settleNameless, settleSubject } from "./claim.ts";
import { type BoundCustomer, evidenceBinding, putEvidenceBinding } from "./customer-binding.ts";
import { examineReward, isLeadRewarded, rewardLead } from "./lead-reward.ts";
import { settleNamed } from "./settle-lead.ts";

/** How long after a browser's claim a server's call that names only the customer settles it. */
const customerSettlesForMinutes = 60;

export function foldLead(context: FoldContext, event: Event<LeadReported>): Conclusion {
  const { books } = context;
  if (event.is_test) {
    tick(books, event, "lead");
    return recorded("Test lead recorded.", { answer: { kind: "test" } });
  }
  const { data } = event;
  const click = firstKnownClick(books, data.click_ids);
  const known = boundCustomerOf(books, event);
  if (click === undefined && known === undefined) {
    return refused(
      "no_attribution",
      "Neither click_id nor customer_key is known to this program. Send the svc_click_id cookie of a tracked click.",
    );
  }
  const lead = existingLead(books, event, known);
  const isServer = event.source === "api";
  const { customer_key: customerKey } = data;
  const wasRewarded = customerKey !== null && isLeadRewarded(books, customerKey);
  const binds = (isServer ? bindByServer : bindByBrowser)(context, event, click);
  const customer = evidenceBindingOf(books, event);
  const isProvisional = customer?.is_provisional ?? isClaim(books, event);
  const learns = isServer && learnEmail(context, event, { customer: boundCustomerOf(books, event), click });
  // It settled what a browser had claimed before its own address was known.
  if (learns && customerKey !== null && !wasRewarded) examineReward(context, customerKey);
  if (lead !== undefined) return repeatLead(context, event, lead, { isNews: binds || learns, customer });

  const row = newLead(books, event, {
    customer: customer ?? (click === undefined ? known : undefined),
    click,
    isProvisional,
  });
  books.of.lead.put(row);
  if (!row.is_provisional) countLead(books, row);
  if (row.is_provisional && row.customer_key === null) rememberNameless(books, row);
  if (isServer) rewardNamed(context, event);
  tick(books, event, "lead");
  return recorded(messageOf("Lead recorded.", event, row.is_provisional), {
    answer: { kind: "lead", lead_id: event.id, is_provisional: row.is_provisional },
  });
}

/** Also where nothing but a decision by hand binds the customer. */
function boundCustomerOf(books: Books, { data }: Event<LeadReported>): BoundCustomer | undefined {
  return data.customer_key === null ? undefined : books.of.customer.get(data.customer_key);
}

function evidenceBindingOf(books: Books, { data }: Event<LeadReported>): BoundCustomer | undefined {
  return data.customer_key === null ? undefined : evidenceBinding(books, data.customer_key);
}

function firstKnownClick(books: Books, clickIds: readonly string[]): ClickRow | undefined {
  for (const clickId of clickIds) {
    const click = clickThatCounts(books, clickId);
    if (click !== undefined) return click;
  }
  return undefined;
}

/** Whether it is a browser's word, where the program wants a server's. */
function isClaim(books: Books, { id, source }: Event): boolean {
  return source !== "api" && settingsInForce(books, id).lead_auth === "server_required";
}

/** The click as it was sent, not the one that counts now: the same call again means the same lead. */
function clickSent(books: Books, { data }: Event<LeadReported>): string {
  const sent = data.click_ids.find((clickId) => clickThatCounts(books, clickId) !== undefined);
  if (sent === undefined) throw new Error("a lead without customer needs a click");
  return sent;
}

function subjectOfLead(books: Books, event: Event<LeadReported>): string {
  const { customer_key: customerKey } = event.data;
  return customerKey === null ? subjectOf.click(clickSent(books, event)) : subjectOf.customer(customerKey);
}

function existingLead(
  books: Books,
  event: Event<LeadReported>,
  customer: BoundCustomer | undefined,
): LeadRow | undefined {
  const leads = books.of.lead.list(subjectOfLead(books, event));
  const eventName = event.data.event_name ?? "";
  return leads.find((lead) => lead.event_name === eventName) ?? (customer && eventName === "" ? leads[0] : undefined);
}

/** True when the customer's binding was made or claimed. */
function bindByBrowser(context: FoldContext, event: Event<LeadReported>, click: ClickRow | undefined): boolean {
  const { books } = context;
  const { customer_key: customerKey } = event.data;
  if (customerKey === null || click === undefined) return false;
  const isUnknown = evidenceBinding(books, customerKey) === undefined;
  if (!isUnknown || isClaim(books, event)) return claimCustomer(books, event, customerKey, click);
  bind(context, event, customerKey, click);
  return true;
}

/** True when the customer's binding was made, moved or settled, or the click's claim was. */
function bindByServer(context: FoldContext, event: Event<LeadReported>, click: ClickRow | undefined): boolean {
  const { customer_key: customerKey } = event.data;
  if (customerKey === null)
    return settleNamed(context, event, { customerKey, clickId: clickSent(context.books, event) });
  const settlesClick = click !== undefined && settleNameless(context, click.click_id);
  return bindNamed(context, event, customerKey, click) || settlesClick;
}

function bindNamed(
  context: FoldContext,
  event: Event<LeadReported>,
  customerKey: string,
  click: ClickRow | undefined,
): boolean {
  const customer = evidenceBinding(context.books, customerKey);
  if (customer?.is_provisional) return settleClaim(context, event, customer, click);
  if (click === undefined) return false;
  if (customer !== undefined) return moveBinding(context, event, customer, click);
  bind(context, event, customerKey, click);
  return true;
}

function bind({ books, arrived }: FoldContext, event: Event, customerKey: string, click: ClickRow): void {
  putEvidenceBinding(books, customerKey, {
    ...attributionByClick(click, event.received_at),
    is_provisional: false,
    other_claims: null,
    first_sale_id: null,
    bound_at: event.received_at,
  });
  arrived.add(waitFor.customer(customerKey));
}

/** A browser's claim yields to the click the server names, whichever is older: only the server's word is evidence. */
function settleClaim(
  context: FoldContext,
  event: Event<LeadReported>,
  customer: BoundCustomer,
  click: ClickRow | undefined,
): boolean {
  const { books } = context;
  const subject = subjectOf.customer(customer.customer_key);
  if (click === undefined) {
    if (!settlesByCustomer(books, event, customer)) return false;
    settleSubject(context, subject);
    return true;
  }
  settleSubject(context, subject, attributionByClick(click, event.received_at));
  const settled = evidenceBinding(books, customer.customer_key);
  if (settled === undefined) return true;
  putEvidenceBinding(books, customer.customer_key, { ...settled, bound_at: event.received_at });
  return true;
}

/** Only soon after the single claim: later, or with another claim, the customer's name proves nothing about the click. */
function settlesByCustomer(
  books: Books,
  { id, received_at, data }: Event<LeadReported>,
  customer: BoundCustomer,
): boolean {
  if (data.click_ids.length > 0 || customer.other_claims !== null) return false;
  if (settingsInForce(books, id).lead_settlement === "click") return false;
  return received_at <= addMinutes(customer.bound_at, customerSettlesForMinutes);
}

/** A server call moves the binding to a newer click, until the first sale and only where the last click counts. */
function moveBinding(
  { books, arrived }: FoldContext,
  event: Event<LeadReported>,
  customer: BoundCustomer,
  click: ClickRow,
): boolean {
  if (customer.first_sale_id !== null || isImported(customer) || click.click_id === customer.click_id) return false;
  if (settingsInForce(books, event.id).attribution_model === "first_click") return false;
  const next = attributionByClick(click, event.received_at);
  if (visitedAt(next) <= visitedAt(attributionByCustomer(books, customer, event.received_at))) return false;
  putEvidenceBinding(books, customer.customer_key, { ...customer, ...next, bound_at: event.received_at });
  // A payment that waits may be older than the click before, and not than this one.
  arrived.add(waitFor.customer(customer.customer_key));
  return true;
}

type Repeat = { readonly isNews: boolean; readonly customer: BoundCustomer | undefined };

function repeatLead(
  context: FoldContext,
  event: Event<LeadReported>,
  lead: LeadRow,
  { isNews, customer }: Repeat,
): Conclusion {
  const { books } = context;
  const current = books.of.lead.list(lead.subject).find((row) => row.event_name === lead.event_name) ?? lead;
  const isSettled = customer === undefined ? event.source === "api" : !customer.is_provisional;
  const updated: LeadRow = {
    ...current,
    is_provisional: current.is_provisional && !isSettled,
    click_id: (customer ?? current).click_id,
    partner_id: (customer ?? current).partner_id,
  };
  const answer = { kind: "lead", lead_id: lead.lead_id, is_provisional: updated.is_provisional } as const;
  const rest = { refersTo: lead.lead_id, answer };
  const isKnown = !isNews && current.is_provisional === updated.is_provisional;
  if (!isKnown) books.of.lead.put(updated);
  const isConfirmed = current.is_provisional && !updated.is_provisional;
  if (isConfirmed && updated.partner_id === current.partner_id) countLead(books, current);
  const isRewarded = event.source === "api" && rewardNamed(context, event);
  if (isKnown && !isRewarded) {
    return duplicate(messageOf("This lead was reported before.", event, updated.is_provisional), rest);
  }
  return recorded(messageOf("Lead updated.", event, updated.is_provisional), rest);
}

/** A server's call vouches for the customer that it names. */
function rewardNamed(context: FoldContext, { data }: Event<LeadReported>): boolean {
  return data.customer_key !== null && rewardLead(context, data.customer_key);
}

type Lead = {
  readonly customer: BoundCustomer | undefined;
  readonly click: ClickRow | undefined;
  readonly isProvisional: boolean;
};

function newLead(books: Books, event: Event<LeadReported>, { customer, click, isProvisional }: Lead): LeadRow {
  const bound = customer ?? click;
  if (bound === undefined) throw new Error("a lead needs a click or a bound customer");
  return {
    program_id: books.programId,
    subject: subjectOfLead(books, event),
    event_name: event.data.event_name ?? "",
    lead_id: event.id,
    click_id: bound.click_id,
    partner_id: bound.partner_id,
    customer_key: event.data.customer_key,
    is_provisional: isProvisional,
    reported_at: event.received_at,
  };
}

/** The address leads to the customer too; true if that was unknown before. Only by a server's report: anyone can send addresses. */
function learnEmail(
  context: FoldContext,
  event: Event<LeadReported>,
  { customer, click }: Pick<Lead, "customer" | "click">,
): boolean {
  const { books, arrived } = context;
  const { email_hash: emailHash, customer_key: customerKey } = event.data;
  if (emailHash === null || customer?.is_provisional) return false;
  const identity = identityOf.email(emailHash);
  if (books.of.identity.get(identity) !== undefined) return noteCustomerEmail(context, customerKey, emailHash);
  const until = event.received_at;
  const byClick = click && attributionByClick(click, until);
  const earns = customer === undefined ? byClick : attributionByCustomer(books, customer, until);
  if (earns === undefined) return false;
  books.of.identity.put({ program_id: books.programId, identity, ...earns, customer_key: customerKey });
  arrived.add(waitFor.identity(identity));
  return true;
}

function messageOf(message: string, event: Event, isProvisional: boolean): string {
  if (event.source !== "api" || !isProvisional) return message;
  return `${message} It stays provisional: only a browser named its click. Send the visitor's svc_click_id cookie as click_id.`;
}
