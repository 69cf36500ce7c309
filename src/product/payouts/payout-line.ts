// A payout as answers show it.
import { z } from "zod";
import { payoutStatuses } from "../../core/rules/rows/payout-rows.ts";
import {
  cents,
  count,
  currency,
  id,
  oneOf,
  time,
  timeOrNull,
  words,
  wordsOrNull,
} from "../../core/vocabulary/fields.ts";
import { railNames } from "../../core/vocabulary/money/payout-rails.ts";
import { columnsOf } from "../../core/vocabulary/page.ts";

export const payoutFields = {
  payout_id: id("The payout"),
  partner_id: id("The partner it pays"),
  currency,
  amount_cents: cents("What it pays"),
  item_count: count("For how many sales"),
  status: z.enum(payoutStatuses).meta({ description: "How far it is" }),
  method: wordsOrNull("How it was paid, such as paypal"),
  reference: wordsOrNull("The bank's reference"),
  created_at: time("When it was put together"),
  paid_at: timeOrNull("When it was said to be paid"),
  exported_at: timeOrNull("When a file for a payment tool was first made with it in it"),
  withdrawn_at: timeOrNull("When it was canceled or failed, or when its money came back"),
  rail: oneOf(railNames, "The payment provider that it was last handed to").nullable(),
  attempt: z.int().nullable().meta({ description: "How many times it was handed to one" }),
  rail_id: wordsOrNull("Its id at that provider"),
  sending_at: timeOrNull("When it was handed to that provider"),
  sent_at: timeOrNull("When that provider accepted it"),
  rail_fee_cents: cents("What the provider charged the program for it").nullable(),
  rail_fee_currency: wordsOrNull("The currency of that fee"),
  exchange_rate: wordsOrNull("The provider's exchange rate, where it converted"),
  approvals: z
    .strictObject({
      needed: count("How many people it needs, its creator among them"),
      missing: count("How many more people must approve it before it may be paid"),
      created_by: wordsOrNull("`account:` and the account that created it; null where no person did"),
      given: z
        .array(z.strictObject({ by: words("`account:` and the account"), at: words("When, in ISO 8601") }))
        .readonly()
        .meta({ description: "Who approved it, and when" }),
    })
    .nullable()
    .meta({ description: "The people who created and approved it; null where one person is enough" }),
};

export const payoutLine = z.strictObject(payoutFields);

export const payoutColumns = columnsOf(payoutLine);

export type PayoutLine = z.output<typeof payoutLine>;
