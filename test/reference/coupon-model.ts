// Whose discount codes are, the slow way: every change of hands is kept, and looked through for each payment.
import type { Event } from "../../src/core/rules/events/events.ts";
import type { Attribution } from "../../src/core/rules/rows/sale-rows.ts";

type TestEvent = {
  readonly id: number;
  readonly source: string;
  readonly received_at: Date;
  readonly coupon_code?: string | null;
  readonly discounts?: readonly string[];
};
type Change = { id: number; names: readonly string[]; code: string; partnerId: number | null; at: Date };

export class CouponModel {
  #changes: Change[] = [];

  apply({ id, data, received_at: at }: Event): void {
    if (data.type !== "coupon_assigned" && data.type !== "coupon_removed") return;
    const { code } = data;
    const names = [code.toUpperCase(), ...data.provider_names];
    this.#changes.push({ id, names, code, at, partnerId: data.type === "coupon_assigned" ? data.partner_id : null });
  }

  /** The first of its codes that belonged to a partner when it was reported. */
  ownerOf(event: TestEvent): (Attribution & { code: string }) | undefined {
    const typed = [event.coupon_code ?? [], event.discounts ?? []].flat();
    for (const one of typed) {
      const names = [`${event.source}:${one}`, one.toUpperCase()];
      for (const name of event.source === "api" ? names.slice(1) : names) {
        const change = this.#changes.findLast(({ id, names: all }) => id < event.id && all.includes(name));
        if (change?.partnerId == null) continue;
        const { partnerId: partner_id, at: clicked_at, code } = change;
        return { partner_id, click_id: null, clicked_at, revisited_at: event.received_at, code };
      }
    }
    return undefined;
  }
}
