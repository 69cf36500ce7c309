// A program that another tool ran is taken over: its partners, its customers, and what was sold and earned there.
// History is reported, never computed: an imported sale charges no fee, is on no statement, and earns what the tool reported. What the
// tool paid is paid, also where the same payment is a sale of ours: the payment that its provider reports is one, before or after.

import { importedClickId, importSource } from "../../../vocabulary/import-tools.ts";
import type { Currency } from "../../../vocabulary/money/currencies.ts";
import type { Books } from "../../books.ts";
import { type Conclusion, duplicate, ignored, recorded } from "../../conclusion.ts";
import type { NamedEvent } from "../../events/event-names.ts";
import type { Event } from "../../events/events.ts";
import type { CustomerImported, PartnerImported, PayoutImported, SaleImported } from "../../events/import-events.ts";
import { withoutRail } from "../../rows/payout-rows.ts";
import type { Attribution, ImportedSale, SaleRow } from "../../rows/sale-rows.ts";
import { settleSubject } from "../attribution/claim.ts";
import { freezeCustomer } from "../attribution/customer.ts";
import { learnIdentities, withReport } from "../attribution/learn-report.ts";
import { commissionOn } from "../commission.ts";
import type { FoldContext } from "../context.ts";
import { identityOf, subjectOf, waitFor } from "../keys.ts";
import { putCommission } from "../reversal/paid-out.ts";
import { returnRefunds } from "../reversal/reversal-moves.ts";
import { tookCurrency } from "../settings-in-force.ts";
import { joinedGroup, termsInForce } from "../terms/in-force.ts";
import { payAsImported } from "./imported-payment.ts";
import { nameAlias } from "./name-alias.ts";
import { attributeAnew } from "./payment-amount.ts";
import type { DecidedPayment } from "./payment-identity.ts";
import { adopt, supersedeWaiting, unify } from "./same-payment.ts";
import { beganEarlier, startSubscription } from "./subscription.ts";

export function foldPartnerImported(
  { books }: FoldContext,
  { id, data, received_at }: Event<PartnerImported>,
): Conclusion {
  books.of.partner.put({
    program_id: books.programId,
    partner_id: id,
    name: data.name,
    code: data.code,
    status: data.status,
    joined_at: received_at,
    group_moves: joinedGroup(id, data.group_id),
    ban: null,
    accepted: null,
    emails: null,
    alike: null,
    recruited_by: null,
    recruited_event_id: null,
  });
  return recorded("Partner imported.");
}

export function foldPayoutImported(
  { books }: FoldContext,
  { id, data, received_at }: Event<PayoutImported>,
): Conclusion {
  books.of.payout.put({
    program_id: books.programId,
    payout_id: id,
    partner_id: data.partner_id,
    currency: data.currency,
    amount_cents: 0,
    item_count: 0,
    status: "paid",
    method: importSource,
    reference: data.tool,
    created_at: received_at,
    // It was not paid here, in no month of ours.
    paid_at: null,
    exported_at: null,
    withdrawn_at: null,
    approvals: null,
    ...withoutRail,
  });
  return recorded("Payout imported.");
}

/** Bound as after a first sale. What a server or a payment bound here stays; what only a browser claimed yields. */
export function foldCustomerImported(context: FoldContext, event: Event<CustomerImported>): Conclusion {
  const { books, arrived } = context;
  const { customer_key: customerKey } = event.data;
  const customer = customerKey === null ? undefined : books.of.customer.get(customerKey);
  const bound = importedAttribution(event);
  if (customer !== undefined && !customer.is_provisional) {
    if (customer.partner_id !== bound.partner_id) {
      return ignored("customer_bound", "This customer is already bound to another partner here.");
    }
  } else if (customerKey !== null) {
    if (customer !== undefined) settleSubject(context, subjectOf.customer(customerKey), bound);
    books.of.customer.put({
      program_id: books.programId,
      customer_key: customerKey,
      ...bound,
      is_provisional: false,
      other_claims: null,
      first_sale_id: null,
      bound_at: event.received_at,
      by_hand: null,
    });
    arrived.add(waitFor.customer(customerKey));
  }
  for (const identity of identitiesIn(event.data)) {
    const known = books.of.identity.get(identity);
    if (known !== undefined) continue;
    books.of.identity.put({ program_id: books.programId, identity, ...bound, customer_key: customerKey });
    arrived.add(waitFor.identity(identity));
  }
  return recorded("Customer imported.");
}

export function foldSaleImported(context: FoldContext, event: NamedEvent<SaleImported>): Conclusion {
  const { books } = context;
  const { currency } = event.data;
  if (!tookCurrency(books, event.id, currency))
    return ignored("unsupported_currency", `The program takes no sales in ${currency}: nothing was imported.`);
  const aliases = [...new Set([event.data.transaction_id, ...event.data.aliases.map(({ value }) => value)])];
  const known = unify(context, event, aliases);
  if (known !== undefined) return repeatSale(context, event, known);
  // A provider's report that waits is a sale of ours, of whomever the import names.
  const waited = supersedeWaiting(context, event.id, aliases, event.id, { leavesPayments: true });
  const sale = saleOf(books, event, currency);
  books.of.sale.put(sale);
  earn(books, event, sale);
  for (const alias of aliases) nameAlias(context, alias, sale.sale_id);
  if (sale.subscription_id !== null) startImported(context, sale);
  freezeCustomer(context, sale);
  learnIdentities(context, payerOf(event.data), sale);
  returnRefunds(context, sale.sale_id, sale.sale_id);
  adopt(context, waited, sale.sale_id);
  return recorded("Sale imported.");
}

/**
 * The payment is known already: what the tool says of it counts where the sale came from there. What it paid is paid, also if
 * our rules give the payment to another partner: the importer asks before, and leaves out what is another partner's here.
 */
function repeatSale(context: FoldContext, { data }: Event<SaleImported>, known: DecidedPayment): Conclusion {
  const conclusion = known.state === "sale" ? repeatOf(context, data, known.sale) : cameTooLate(known.paymentId);
  payAsImported(context.books, known.paymentId, data);
  return conclusion;
}

function cameTooLate(paymentId: number): Conclusion {
  return duplicate("This payment was received here, outside the attribution window.", {
    reason: "attribution_window_expired",
    refersTo: paymentId,
  });
}

function repeatOf(context: FoldContext, data: SaleImported, known: SaleRow): Conclusion {
  const { books } = context;
  const sale = withReport(known, data);
  if (sale !== known) books.of.sale.put(sale);
  const refersTo = sale.sale_id;
  if (sale.partner_id !== data.partner_id) {
    return ignored("attributed_to_another", "This payment is already another partner's sale here.", { refersTo });
  }
  const { imported } = sale;
  if (imported !== null && (imported.tool !== data.tool || imported.external_id !== data.external_id)) {
    return ignored("other_commission", "This payment was already imported with another commission.", {
      refersTo,
    });
  }
  if (imported !== null && !isPaid(books, sale.sale_id)) {
    attributeAnew(context, { ...sale, imported: importedOf(data, sale.currency) }, sale);
  }
  return duplicate("This payment is a sale here already.", { reason: "same_payment", refersTo });
}

function isPaid(books: Books, saleId: number): boolean {
  return books.of.payout_item.list(saleId).some((item) => item.status === "paid");
}

function saleOf(books: Books, event: Event<SaleImported>, currency: Currency): SaleRow {
  const { data } = event;
  const subscription = data.subscription_id === null ? undefined : books.of.subscription.get(data.subscription_id);
  return {
    program_id: event.program_id,
    sale_id: event.id,
    transaction_id: data.transaction_id,
    amount_cents: data.amount_cents,
    tax_cents: null,
    refunded_cents: 0,
    currency,
    status: "recorded",
    reason: null,
    source: event.source,
    provider: null,
    provider_payment_id: null,
    customer_key: data.customer_key ?? subscription?.customer_key ?? null,
    ...importedAttribution(event),
    sale_type: data.subscription_id === null ? "payment" : "subscription",
    is_recurring: subscription?.first_sale_id != null,
    subscription_id: data.subscription_id,
    subscription_interval: null,
    product_id: data.product_id,
    coupon_code: null,
    payment_reference: null,
    evidence: null,
    chain_transfer: null,
    collected: null,
    imported: importedOf(data, currency),
    verified_by: null,
    occurred_at: event.occurred_at,
    received_at: event.received_at,
  };
}

function importedOf({ tool, external_id, commission }: SaleImported, currency: Currency): ImportedSale {
  return {
    tool,
    external_id,
    commission_cents: commission?.amount_cents ?? 0,
    commission_currency: commission?.currency ?? currency,
  };
}

function earn(books: Books, { id, data }: Event<SaleImported>, sale: SaleRow): void {
  putCommission(books, sale.sale_id, commissionOn(books, sale, termsInForce(books, sale, id)));
  payAsImported(books, sale.sale_id, data);
}

/** History comes in any order: the subscription began with the earliest payment there is of it. */
function startImported(context: FoldContext, sale: SaleRow): void {
  const { books } = context;
  if (sale.is_recurring) beganEarlier(books, sale);
  else startSubscription(context, { sale, terms: termsInForce(books, sale, sale.sale_id), isRenewal: false });
}

/** The window counts from the import on: it could not be renewed here before. */
function importedAttribution({ data, occurred_at, received_at }: Event<CustomerImported | SaleImported>): Attribution {
  const since = occurred_at !== null && occurred_at < received_at ? occurred_at : received_at;
  return { partner_id: data.partner_id, click_id: importedClickId, clicked_at: since, revisited_at: received_at };
}

type Payer = Pick<SaleImported, "customer_key" | "provider_customer_id" | "email_hash">;

export function identitiesIn({
  provider_customer_id: payerId,
  email_hash: hash,
}: Omit<Payer, "customer_key">): string[] {
  return [...(payerId === null ? [] : [identityOf.payer(payerId)]), ...(hash === null ? [] : [identityOf.email(hash)])];
}

function payerOf({ customer_key, provider_customer_id, email_hash }: Payer) {
  return { click_id: null, program_id: null, customer_key, provider_customer_id, email_hash };
}
