// Discount codes: whose each is, and what a payment made with one says of who earned it.
// Of a code that changed hands the owner when the payment was received counts. A program that owns no code looks none up.
import type { Books } from "../../books.ts";
import { type Conclusion, recorded, refused } from "../../conclusion.ts";
import { couponNamesOf, couponOfCode } from "../../coupon-name.ts";
import type { CouponAssigned, CouponRemoved } from "../../events/coupon-events.ts";
import type { Event } from "../../events/events.ts";
import { couponSettingsOf } from "../../events/settings/coupon-settings.ts";
import type { CouponRow } from "../../rows/coupon-row.ts";
import type { Attribution } from "../../rows/sale-rows.ts";
import type { FoldContext } from "../context.ts";
import { settingsInForce, versionInForce } from "../settings-in-force.ts";

export function foldCouponAssigned({ books }: FoldContext, event: Event<CouponAssigned>): Conclusion {
  const { code, partner_id: partnerId, provider_names: providerNames } = event.data;
  if (books.of.partner.get(partnerId) === undefined) {
    return refused("unknown_partner", `Program ${books.programId} has no partner ${partnerId}.`);
  }
  const program = books.of.program.get("");
  if (program === undefined) throw new Error(`program ${books.programId} got a code before it was created`);
  if (!program.owns_coupons) books.of.program.put({ ...program, owns_coupons: true });
  for (const name of new Set([couponOfCode(code), ...providerNames])) putVersion(books, event, name, partnerId);
  return recorded("The code is the partner's.");
}

export function foldCouponRemoved({ books }: FoldContext, event: Event<CouponRemoved>): Conclusion {
  const { code, provider_names: providerNames } = event.data;
  for (const name of new Set([couponOfCode(code), ...providerNames])) {
    if (books.of.program.get("")?.owns_coupons && ownerAt(books, name, event.id) !== undefined) {
      putVersion(books, event, name, null);
    }
  }
  return recorded("The code belongs to no partner.");
}

function putVersion(
  books: Books,
  event: Event<CouponAssigned | CouponRemoved>,
  name: string,
  partnerId: number | null,
): void {
  books.of.coupon.put({
    program_id: books.programId,
    name,
    from_event_id: event.id,
    code: event.data.code,
    partner_id: partnerId,
    owned_from: event.received_at,
  });
}

type Owned = CouponRow & { readonly partner_id: number };

function ownerAt(books: Books, name: string, eventId: number): Owned | undefined {
  const version = versionInForce(books.of.coupon.list(name), eventId);
  return version?.partner_id == null ? undefined : { ...version, partner_id: version.partner_id };
}

/** What a payment, or a subscription's beginning, says of its discounts. */
export type Discounted = Pick<Event, "id" | "source" | "received_at"> & {
  readonly data: { readonly discounts?: readonly string[]; readonly coupon_code?: string };
};

/** The first of its codes, as they were reported, that was a partner's when it was received. */
export function couponOf(books: Books, { id, source, data }: Discounted): Owned | undefined {
  if (!books.of.program.get("")?.owns_coupons) return undefined;
  const called = data.coupon_code === undefined ? [] : [couponOfCode(data.coupon_code)];
  for (const name of [...called, ...couponNamesOf(data.discounts, source)]) {
    const owned = ownerAt(books, name, id);
    if (owned !== undefined) return owned;
  }
  return undefined;
}

/** The partner to whom the code belongs, by the first code received at this time. The window of what else the customer pays begins now. */
export function couponThatEarns(books: Books, event: Discounted, receivedAt: Date): Attribution | undefined {
  const owned = couponOf(books, event);
  if (owned === undefined || owned.owned_from > receivedAt) return undefined;
  return {
    partner_id: owned.partner_id,
    click_id: null,
    clicked_at: owned.owned_from,
    revisited_at: event.received_at,
  };
}

/** Whether a code takes precedence over a click, in the program as it was then. */
export function isCouponFirst(books: Books, eventId: number): boolean {
  return couponSettingsOf(settingsInForce(books, eventId)).coupon_precedence === "coupon";
}
