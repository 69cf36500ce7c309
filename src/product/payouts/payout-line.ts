// A payout as answers show it.
import { z } from "zod";
import { payoutStatuses } from "../../core/rules/rows/payout-rows.ts";
import { cents, count, currency, id, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
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
  withdrawn_at: timeOrNull("When it was cancelled, or when its money came back"),
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
    .meta({ description: "The people behind it; null where one person is enough" }),
};

export const payoutLine = z.strictObject(payoutFields);

export const payoutColumns = columnsOf(payoutLine);

export type PayoutLine = z.output<typeof payoutLine>;
