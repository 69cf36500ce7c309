// One program of a run, and all that was acknowledged of it.
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import type { CommissionTerms } from "../../src/core/rules/events/settings/terms.ts";
import { stripeHeaders } from "../support/signing.ts";
import type { Request } from "./client.ts";
import { Customer, type Partner } from "./customer.ts";

export const shopSettings = { hold_period_days: 0 } satisfies Partial<Settings>;

const highest = 1_000_000_000;
/** At the default rate. Each sale counts towards the tier and the caps; neither changes an amount, so the models need not know them. */
export const countedTerms: CommissionTerms = {
  type: "percentage",
  rate_bps: 2_000,
  duration_months: null,
  tiers: { metric: "sales_cents", period: "month", applies: "next", steps: [{ from: 1, rate_bps: 2_000 }] },
  caps: { per_customer_cents: highest, per_partner_month_cents: highest, program_month_cents: highest },
};

export const stripeSecret = "whsec_of_the_torture";

export type KnownPayout = {
  readonly partner_id: number;
  readonly amount_cents: number;
  readonly item_count: number;
  status: "created" | "paid" | "cancelled" | "returned";
};

export type ShopPlace = {
  readonly programId: number;
  readonly key: string;
  readonly connectionId: number;
  readonly partners: readonly Partner[];
};

export class Shop {
  readonly place: ShopPlace;
  readonly customers: Customer[] = [];
  /** Those whose story went on since they were last looked at. */
  readonly touched = new Set<Customer>();
  readonly clickIds = new Set<string>();
  /** By the service's id. */
  readonly payouts = new Map<number, KnownPayout>();
  /** Codes of partners that joined later. */
  readonly joined: string[] = [];
  #payments = 0;

  constructor(place: ShopPlace) {
    this.place = place;
  }

  newCustomer(partner: Partner): Customer {
    const { programId } = this.place;
    const customer = new Customer(programId, `customer-${this.customers.length + 1}`, partner, shopSettings);
    this.customers.push(customer);
    return customer;
  }

  newPaymentNumber(): number {
    this.#payments += 1;
    return this.place.programId * 100_000 + this.#payments;
  }

  /** Signed when it is sent. */
  delivery(body: string): Request {
    const bytes = Buffer.from(body);
    return {
      method: "POST",
      path: `/webhooks/stripe/${this.place.connectionId}`,
      headers: stripeHeaders(bytes, [stripeSecret], Math.floor(Date.now() / 1000)),
      body: bytes,
    };
  }

  tracking(call: string, body: object): Request {
    return { method: "POST", path: `/api/v1/track/${call}`, token: this.place.key, body: JSON.stringify(body) };
  }
}
