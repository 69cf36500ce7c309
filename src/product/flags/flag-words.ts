// What a flag was raised by, in a sentence. Addresses are never named.
import type { FlagKind } from "../../core/rules/events/settings/flag-settings.ts";
import type { Circle } from "../../core/rules/rows/flag-row.ts";

export type Found = {
  readonly kind: FlagKind;
  readonly email_found_in: "payment" | "customer" | null;
  readonly ad_parameter: string | null;
  readonly site: string | null;
  readonly with_partner_id: number | null;
  readonly with_partner_name: string | null;
  readonly circle: Circle | null;
  readonly refunded_sales: number | null;
  readonly recent_sales: number | null;
  readonly fast_leads: number | null;
};

export function flagInWords(found: Found): string {
  switch (found.kind) {
    case "own_email":
      return found.email_found_in === "payment"
        ? "The payment names the partner's own e-mail."
        : "The customer's e-mail is the partner's own.";
    case "own_device":
      return "The click came from an address that the partner had signed in from.";
    case "recruit_circle":
      return circleInWords(found);
    case "shared_payout":
      return `The partner's payouts go where those of ${other(found)} go.`;
    case "fast_leads":
      return `The partner had ${found.fast_leads} leads within an hour that followed their clicks too fast.`;
    case "refund_rate":
      return `Of the partner's ${found.recent_sales} sales of the 60 days before, ${found.refunded_sales} were refunded.`;
    case "paid_ads":
      return `The click came from an ad: its page carried ${found.ad_parameter}. The program forbids ads.`;
    case "banned_site":
      return `The click came from ${found.site}, which the program has banned.`;
  }
}

function circleInWords(found: Found): string {
  const recruiter = `${other(found)}, who recruited the partner`;
  switch (found.circle) {
    case "sign_in":
      return `The partner signed in from the same address as ${recruiter}.`;
    case "click":
      return `The click came from an address of ${recruiter}.`;
    case "customer":
      return `The customer's e-mail is that of ${recruiter}.`;
    default:
      return `The partner's payouts go where those of ${recruiter}, go.`;
  }
}

function other({ with_partner_id, with_partner_name }: Found): string {
  return with_partner_name ?? `partner ${with_partner_id}`;
}
