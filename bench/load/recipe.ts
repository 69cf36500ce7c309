// A recipe of requests, small enough to be sent to the generator's process, which makes their bytes. Targets take turns, so one target is a
// hot program and a thousand are a distributed load; a target named twice gets twice as much.
import { idPlace } from "./request-template.ts";

export type WebhookTarget = {
  /** Path of its webhook. */
  readonly path: string;
  /** Who pays, in turns; they must be bound to a partner for their payments to earn. */
  readonly customerKeys: readonly string[];
};

export type SaleTarget = { readonly key: string; readonly customerKeys: readonly string[] };

export type ClickTarget = { readonly affiliateUrl: string };

/** Anything else, as it is sent. `idPlace` within path or body becomes each request's own id. */
export type OtherTarget = {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

type Traffic =
  /** The published Stripe invoice, paid, signed when it is made: valid for five minutes. */
  | { readonly kind: "webhook"; readonly targets: readonly WebhookTarget[]; readonly stripeSecret: string }
  | { readonly kind: "sale"; readonly targets: readonly SaleTarget[] }
  | { readonly kind: "click"; readonly targets: readonly ClickTarget[] }
  | { readonly kind: "other"; readonly targets: readonly OtherTarget[] };

export type Recipe = Traffic & {
  /** 1 to 7 letters or digits that no other run on the same database has: ids are made of it. */
  readonly run: string;
  /** Different requests to make. */
  readonly requests: number;
  /** How often each is sent; more than once is a storm, see order.ts. Once when left out. */
  readonly copies?: number;
};

export const browserUserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A partner's link, each time with a mark of its own. */
export function linkTarget(code: string): OtherTarget {
  return { method: "GET", path: `/r/${code}?sub1=${idPlace}`, headers: { "User-Agent": browserUserAgent }, body: null };
}

/** Of each payment in `webhook`, as the published invoice says. */
export const invoiceAmountCents = 2000;
/** Of each call in `sale`. */
export const saleAmountCents = 4900;
