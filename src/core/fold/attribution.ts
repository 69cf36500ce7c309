// Who earned a payment: from what it names to a partner and the click that counts.
// The order of the names is the interface's for calls (customer, then click) and ours for deliveries (click, customer,
// subscription, the provider's customer, the address); a provisional binding never earns.
import type { Books } from "../books.ts";
import type { Event } from "../events.ts";
import type { Attribution, ClickRow, CustomerRow } from "../rows.ts";
import { addDays, daysBetween } from "../time.ts";
import { settingsInForce } from "./terms.ts";

/** The click that counts now for whoever sends `clickId`: the newest of its chain. Bots' clicks never count. */
export function clickThatCounts(books: Books, clickId: string): ClickRow | undefined {
  const sent = books.of.click.get(clickId);
  if (sent === undefined || sent.is_bot) return undefined;
  const root = books.of.click.get(sent.root_click_id);
  if (root === undefined) return sent;
  return books.of.click.get(root.current_click_id) ?? sent;
}

/** Only the attribution of a row that holds one. */
export function attributionOf(row: Attribution): Attribution {
  return { partner_id: row.partner_id, click_id: row.click_id, clicked_at: row.clicked_at };
}

/** True when the payment names the very click the customer is bound to. */
export function namesClickOf(books: Books, customer: CustomerRow, clickId: string | null): boolean {
  if (clickId === null) return false;
  return clickId === customer.click_id || clickThatCounts(books, clickId)?.click_id === customer.click_id;
}

/** The customer's binding, when it may earn for a payment that names this click (or none). */
export function bindingThatEarns(books: Books, customerKey: string, clickId: string | null): Attribution | undefined {
  const customer = books.of.customer.get(customerKey);
  if (customer === undefined) return undefined;
  if (customer.is_provisional && !namesClickOf(books, customer, clickId)) return undefined;
  return attributionOf(customer);
}

export function isPartnerActive(books: Books, partnerId: number): boolean {
  return books.of.partner.get(partnerId)?.status === "active";
}

/** How far past the window the click was when the payment was received; null inside the window. */
export function windowOverrun(
  books: Books,
  event: Event,
  clickedAt: Date,
): { click_age_days: number; window_days: number } | null {
  const windowDays = settingsInForce(books, event.id).attribution_window_days;
  if (event.received_at <= addDays(clickedAt, windowDays)) return null;
  return { click_age_days: daysBetween(clickedAt, event.received_at), window_days: windowDays };
}
