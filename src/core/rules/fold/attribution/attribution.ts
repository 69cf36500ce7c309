// Who earned a payment: from what it names to a partner and the click that counts.
// Cause before effect: a click earns nothing for a payment that was received before the click was recorded, however long that
// payment waits. A provisional binding never earns.

import { importedClickId } from "../../../vocabulary/import-tools.ts";
import type { Books } from "../../books.ts";
import type { Event } from "../../events/events.ts";
import type { ClickRow, EvidenceBinding } from "../../rows/rows.ts";
import type { Attribution, SaleAttribution } from "../../rows/sale-rows.ts";
import { addDays, daysBetween } from "../../time.ts";
import { settingsInForce } from "../settings-in-force.ts";

/**
 * The click that counts now for a call with `clickId`: the newest of its chain. Bots' clicks never count. For a payment received
 * before the newest was recorded it is the click that was sent.
 */
export function clickThatCounts(books: Books, clickId: string, receivedAt: Date | null = null): ClickRow | undefined {
  const sent = books.of.click.get(clickId);
  if (sent === undefined || sent.is_bot) return undefined;
  const root = books.of.click.get(sent.root_click_id);
  const newest = root === undefined ? undefined : books.of.click.get(root.current_click_id);
  if (newest === undefined || (receivedAt !== null && newest.clicked_at > receivedAt)) return sent;
  return newest;
}

/** It was reported by an import: frozen, as after a first sale. */
export function isImported({ click_id }: Pick<Attribution, "click_id">): boolean {
  return click_id === importedClickId;
}

/** Only the attribution of a row that holds one. */
export function attributionOf<Row extends SaleAttribution>(row: Row): Pick<Row, keyof Attribution> {
  const { partner_id, click_id, clicked_at, revisited_at } = row;
  return { partner_id, click_id, clicked_at, revisited_at };
}

/** With the newest visit up to `until`. */
export function attributionByClick({ partner_id, click_id, clicked_at, revisits }: ClickRow, until: Date): Attribution {
  const revisit = revisits?.findLast((visit) => Date.parse(visit) <= until.getTime());
  return { partner_id, click_id, clicked_at, revisited_at: revisit === undefined ? null : new Date(revisit) };
}

/** Until its first sale a customer's window counts from the newest visit by the click it is bound to. */
export function attributionByCustomer(books: Books, customer: EvidenceBinding, until: Date): Attribution {
  if (isImported(customer)) return attributionOf(customer);
  const isOfClick = customer.first_sale_id === null && customer.click_id !== null;
  const click = isOfClick ? books.of.click.get(customer.click_id) : undefined;
  return click?.revisits == null ? attributionOf(customer) : attributionByClick(click, until);
}

/** When the window begins. */
export function visitedAt({ clicked_at, revisited_at }: Attribution): Date {
  return revisited_at ?? clicked_at;
}

/** Nothing where the click was recorded after the payment was received. */
export function ifBefore(receivedAt: Date, attribution: Attribution): Attribution | undefined {
  return attribution.clicked_at <= receivedAt ? attribution : undefined;
}

export function clickThatEarns(books: Books, clickId: string | null, receivedAt: Date): Attribution | undefined {
  const click = clickId === null ? undefined : clickThatCounts(books, clickId, receivedAt);
  return click && ifBefore(receivedAt, attributionByClick(click, receivedAt));
}

/** What is sent as a click: itself, and the one that counts now for a call that sends it. */
export function clicksMeant(books: Books, clickId: string | null): string[] {
  if (clickId === null) return [];
  const meant = [books.of.click.get(clickId), clickThatCounts(books, clickId)];
  return [...new Set(meant.flatMap((click) => click?.click_id ?? []))];
}

/** The claim by the very click that is named, of those by which browsers claim a customer. */
export function claimNamed(
  books: Books,
  customer: EvidenceBinding,
  clickId: string | null,
  until: Date,
): Attribution | undefined {
  if (!customer.is_provisional) return undefined;
  const meant = clicksMeant(books, clickId);
  const claims = [customer, ...(customer.other_claims ?? [])];
  const claimed = claims.find(({ click_id }) => click_id !== null && meant.includes(click_id));
  const click = claimed?.click_id == null ? undefined : books.of.click.get(claimed.click_id);
  return click && attributionByClick(click, until);
}

type Named = { readonly customerKey: string; readonly clickId: string | null };

/** The customer's binding, when it may earn for a payment that names this click (or none). */
export function bindingThatEarns(
  books: Books,
  { customerKey, clickId }: Named,
  receivedAt: Date,
): Attribution | undefined {
  const customer = books.of.customer.get(customerKey);
  if (customer === undefined) return undefined;
  const earns = customer.is_provisional
    ? claimNamed(books, customer, clickId, receivedAt)
    : attributionByCustomer(books, customer, receivedAt);
  return earns && ifBefore(receivedAt, earns);
}

export function isPartnerActive(books: Books, partnerId: number): boolean {
  return books.of.partner.get(partnerId)?.status === "active";
}

/** How far past the window the visit was when the payment was received; null inside the window. */
export function windowOverrun(
  books: Books,
  event: Event,
  attribution: Attribution,
): { click_age_days: number; window_days: number } | null {
  // An imported customer pays for a subscription that began before.
  if (isImported(attribution) && "is_recurring" in event.data && event.data.is_recurring) return null;
  const windowDays = settingsInForce(books, event.id).attribution_window_days;
  const from = visitedAt(attribution);
  if (event.received_at <= addDays(from, windowDays)) return null;
  return { click_age_days: daysBetween(from, event.received_at), window_days: windowDays };
}
