// What a partner sees of itself, row by row. Of customers nothing is in it: no key, no address, no transaction.
import { z } from "zod";
import { payoutStatuses } from "../../core/rules/rows/payout-rows.ts";
import {
  cents,
  count,
  currency,
  flag,
  id,
  idOrNull,
  oneOf,
  sum,
  time,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import {
  commissionKinds,
  commissionStages,
  commissionStatuses,
  partnerStatuses,
} from "../../core/vocabulary/statuses.ts";
import type { PartnerBalance } from "../payouts/balances-read.ts";

const balance = z.strictObject({
  currency,
  pending_cents: sum("Its hold is not over"),
  held_cents: sum("The program put it on hold, a dispute is open, or a chain contradicts the payment"),
  owed_cents: sum("Approved and not paid; below zero the next payouts take it off"),
  waiting_cents: sum("Of what is owed, what payouts that wait to be paid hold; never more than is owed"),
  paid_cents: sum("Paid"),
}) satisfies z.ZodType<PartnerBalance>;

export const partnerOverview = z.strictObject({
  program_id: id("The program"),
  program_name: words("The program"),
  partner_name: words("The partner"),
  code: words("What the partner's links carry as `aff`"),
  status: oneOf(partnerStatuses, "Links of a partner that is not active earn nothing"),
  site_url: wordsOrNull("The brand's site, which its links lead to; null where the brand named none"),
  link: wordsOrNull(
    "What to share: a link of the service, which records the click; null where the brand named no site",
  ),
  expires_at: time("Until then the link opens"),
  last_30_days: z
    .strictObject({ clicks: count("Visits through its links"), leads: count("Signups") })
    .meta({ description: "What its links brought lately" }),
  balances: z.array(balance).readonly().meta({ description: "By currency: nothing is converted" }),
});

export const partnerRows = {
  commissions: z.strictObject({
    commission_id: id("The commission"),
    kind: oneOf(commissionKinds, "What it was earned by"),
    sale_at: time("When the sale was received, or what else earned it"),
    sale_cents: cents("What the customer paid")
      .nullable()
      .meta({ description: "What the customer paid; null without a sale of its own" }),
    sale_currency: currency.nullable(),
    amount_cents: cents("The commission now, in the currency's smallest unit"),
    adjustment_cents: cents("Added or deducted after its payout"),
    currency,
    status: oneOf(commissionStatuses, "Its status"),
    stage: oneOf(commissionStages, "The status it was approved or paid with, regardless of refunds and disputes"),
    hold_until: time("Until then it is held"),
    held_because: z.enum(["program", "dispute", "chain"]).nullable().meta({
      description:
        "Why it is held back: the program looks into it, a dispute is open, or the chain contradicts the payment; else null",
    }),
    hold_note: wordsOrNull("What the program says of why it looks into it"),
    reversed_by: z.enum(["dispute", "refund", "program", "decision", "below_bonus"]).nullable().meta({
      description:
        "What took all of it: a dispute that was lost, refunds, a ban by the program, the program's decision about this one, or of a bonus too few sales; else null",
    }),
    payout_id: idOrNull("The newest payout that pays for it; null for none"),
    paid_at: timeOrNull("When that payout was paid"),
  }),
  payouts: z.strictObject({
    payout_id: id("The payout"),
    currency,
    amount_cents: cents("What is paid, in the currency's smallest unit"),
    item_count: count("Sales it pays for"),
    status: oneOf(payoutStatuses, "Its status").exclude(["cancelled"]).meta({ description: "Its status" }),
    method: wordsOrNull("How it was paid"),
    reference: wordsOrNull("The payer's reference"),
    created_at: time("When it was put together"),
    paid_at: timeOrNull("When it was paid"),
  }),
  leads: z.strictObject({
    lead_id: id("The lead"),
    event_name: wordsOrNull("The brand's label"),
    is_provisional: flag("Only a browser said so"),
    reported_at: time("When it was reported"),
  }),
  clicks: z.strictObject({ event_id: id("The click"), clicked_at: time("When it was recorded") }),
};

export const partnerListNames = [
  "commissions",
  "payouts",
  "leads",
  "clicks",
] as const satisfies readonly (keyof PartnerLists)[];

export type PartnerOverview = z.output<typeof partnerOverview>;
export type OwnCommission = z.output<typeof partnerRows.commissions>;
export type OwnPayout = z.output<typeof partnerRows.payouts>;
export type PartnerLists = { readonly [Name in keyof typeof partnerRows]: z.output<(typeof partnerRows)[Name]> };
