// Which terms a sale is paid by: those of its partner, of the partner's group, of the product or of the program, the first that there
// are, as they were when the sale was received.
import type { Books } from "../../books.ts";
import { defaultGroupId } from "../../events/group-events.ts";
import type { CommissionTerms } from "../../events/settings/terms.ts";
import type { PartnerRow, SubscriptionRow } from "../../rows/rows.ts";
import type { SaleRow } from "../../rows/sale-rows.ts";
import { groupHolder, partnerHolder, type TermsOrigin, type TermsScope } from "../../rows/terms-rows.ts";
import { settingsInForce, versionInForce } from "../settings-in-force.ts";

/** The terms of a sale; `origin` is null in a program that has no others than its own and its products'. */
export type SaleTerms = { readonly commission: CommissionTerms; readonly origin: TermsOrigin | null };

/** What terms are found by. */
export type Earning = Pick<SaleRow, "partner_id" | "product_id" | "customer_key">;

export function usesTerms(books: Books): boolean {
  return books.of.program.get("")?.uses_terms === true;
}

/** As they were when this event was recorded. */
export function termsInForce(books: Books, earning: Earning, eventId: number): SaleTerms {
  if (!usesTerms(books)) return { commission: ofProduct(books, earning, eventId).commission, origin: null };
  const group_id = groupOf(books, earning, eventId);
  const found = ofHolders(books, earning, group_id, eventId) ?? ofProduct(books, earning, eventId);
  const { commission, scope, policy_event_id } = found;
  return { commission, origin: { scope, policy_event_id, group_id } };
}

/**
 * A renewal keeps the terms of its subscription's first sale, unless its partner is in another group by now, whose terms its customer
 * follows, or it was given to another partner.
 */
export function termsOfRenewal(
  books: Books,
  subscription: Pick<SubscriptionRow, "partner_id" | "first_sale_id" | "terms"> & {
    readonly commission: CommissionTerms;
  },
  earning: Earning,
  eventId: number,
): SaleTerms {
  const { commission, first_sale_id, partner_id } = subscription;
  if (!usesTerms(books)) return { commission, origin: null };
  const origin = subscription.terms ?? termsInForce(books, earning, first_sale_id ?? eventId).origin;
  const isSame = partner_id === earning.partner_id && origin?.group_id === groupOf(books, earning, eventId);
  return isSame ? { commission, origin } : termsInForce(books, earning, eventId);
}

/** Where a move kept the customers of before, those whose first sale was before it stay with the group of then. */
export function groupOf(books: Books, { partner_id, customer_key }: Earning, eventId: number): string {
  const moves = books.of.partner.get(partner_id)?.group_moves ?? [];
  const firstSaleId = customer_key === null ? null : (books.of.customer.get(customer_key)?.first_sale_id ?? null);
  for (const move of moves.toReversed()) {
    if (move.from_event_id > eventId) continue;
    const isKept = move.existing_customers === "keep" && firstSaleId !== null && firstSaleId < move.from_event_id;
    if (!isKept) return move.group_id;
  }
  return defaultGroupId;
}

/** Of a partner that joins with this event; undefined is the default group. */
export function joinedGroup(eventId: number, groupId: string | undefined): PartnerRow["group_moves"] {
  if (groupId === undefined || groupId === defaultGroupId) return null;
  return [{ from_event_id: eventId, group_id: groupId, existing_customers: "follow" }];
}

/** How long commissions are held: as the group says, or else the program. */
export function holdPeriodDays(books: Books, groupId: string | null, eventId: number): number {
  const group = groupId === null ? undefined : versionInForce(books.of.partner_group.list(groupId), eventId);
  return group?.settings.hold_period_days ?? settingsInForce(books, eventId).hold_period_days;
}

type Found = { readonly commission: CommissionTerms; readonly scope: TermsScope; readonly policy_event_id: number };

function ofHolders(
  books: Books,
  { partner_id, product_id }: Earning,
  groupId: string,
  eventId: number,
): Found | undefined {
  const partner = partnerHolder(partner_id);
  const group = groupHolder(groupId);
  return (
    ofHolder(books, partner, { product: product_id, scope: "partner_product" }, eventId) ??
    ofHolder(books, partner, { product: "", scope: "partner" }, eventId) ??
    ofHolder(books, group, { product: product_id, scope: "group_product" }, eventId) ??
    ofHolder(books, group, { product: "", scope: "group" }, eventId)
  );
}

function ofHolder(
  books: Books,
  holder: string,
  { product, scope }: { readonly product: string | null; readonly scope: TermsScope },
  eventId: number,
): Found | undefined {
  const versions = books.of.partner_policy.list(holder).filter(({ product_id }) => product_id === product);
  const version = versionInForce(versions, eventId);
  if (version === undefined || version.commission === null) return undefined;
  return { commission: version.commission, scope, policy_event_id: version.from_event_id };
}

function ofProduct(books: Books, { product_id }: Earning, eventId: number): Found {
  const policy = product_id === null ? undefined : versionInForce(books.of.policy.list(product_id), eventId);
  if (policy !== undefined && policy.commission !== null) {
    return { commission: policy.commission, scope: "product", policy_event_id: policy.from_event_id };
  }
  const settings = versionInForce(books.of.program_settings.list(""), eventId);
  if (settings === undefined) throw new Error(`program ${books.programId} had no settings at event ${eventId}`);
  return {
    commission: settings.settings.commission,
    scope: "program",
    policy_event_id: settings.from_event_id,
  };
}
