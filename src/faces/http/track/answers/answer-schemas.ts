// What tracking calls are answered with, as schemas: documents and tests read them, and the compiler holds the answers against them.
// No answer is parsed with them: they cost a call nothing.
import { z } from "zod";
import { id, idOrNull, oneOf, words } from "../../../../core/vocabulary/fields.ts";

export const rotationWarning = z
  .strictObject({
    code: z.literal("api_key_rotation_required"),
    message: words("Until when the key works, in a sentence"),
    hint: words("What to do about it"),
    rotate_by: z.iso.datetime().meta({ description: "From then on the key is refused" }),
    docs_url: words("Where it is explained"),
  })
  .meta({ description: "The program key must be replaced" });

const fieldWarning = z
  .strictObject({
    code: z.literal("unknown_field"),
    field: words("The field's name as it was sent"),
    message: words("That it was ignored, and which was probably meant"),
  })
  .meta({ description: "A field that the call does not have and that was ignored" });

const skippedWarning = z
  .strictObject({
    code: z.literal("refund_skipped"),
    field: words("The field to send"),
    message: words("That nothing was taken back, and what to send where it is another refund"),
  })
  .meta({ description: "A refund without an id was taken for one of the same amount" });

const warned = {
  warnings: z
    .array(z.discriminatedUnion("code", [rotationWarning, fieldWarning, skippedWarning]))
    .optional()
    .meta({ description: "Warnings for the caller" }),
};

const done = { success: z.literal(true), message: words("What was done, in a sentence") };

const testAnswer = z
  .strictObject({
    ...done,
    data: z
      .strictObject({
        eventId: idOrNull("The stored test event"),
        programId: id("The program"),
        test_mode: z.literal(true),
      })
      .meta({ description: "What was stored" }),
    ...warned,
  })
  .meta({ description: "A test event was stored, and nothing else. With a key, the key works." });

export type TestAnswer = z.output<typeof testAnswer>;

export const clickAnswers = z.union([
  z
    .strictObject({
      success: z.literal(true),
      click_id: words("The click, for the cookie svc_click_id"),
      partner_code: words("Whose link it was"),
      cookie_window_days: z.int().positive().meta({ description: "How long the cookie is kept" }),
      program_id: id("The program"),
      ...warned,
    })
    .meta({ description: "The click was recorded" }),
  z
    .strictObject({ success: z.literal(false), message: words("Why nothing was recorded"), ...warned })
    .meta({ description: "The partner or the program is not active: nothing was recorded" }),
  testAnswer,
]);

export const leadAnswers = z.union([
  z
    .strictObject({
      ...done,
      lead_id: id("The lead; the same for a lead that is repeated"),
      provisional: z
        .literal(true)
        .optional()
        .meta({ description: "Claimed only by a browser: it earns nothing until a server or a payment confirms it" }),
      ...warned,
    })
    .meta({ description: "The lead was recorded" }),
  testAnswer,
]);

const saleReasons = [
  "recurring_period_ended",
  "self_referral",
  "overpaid",
  "underpaid",
  "amount_differs",
  "paid_out_of_band",
] as const;

export const saleAnswers = z.union([
  z
    .strictObject({
      ...done,
      sale_id: id("The sale"),
      commission_id: idOrNull("The commission; null where none is due"),
      reason: oneOf(saleReasons, "Why no commission is due, or what else there is to know").optional(),
      ...warned,
    })
    .meta({ description: "The sale was recorded" }),
  z
    .strictObject({
      ...done,
      sale_id: z.null().meta({ description: "No sale" }),
      commission_id: z.null().meta({ description: "No commission" }),
      attributed: z.literal(false),
      reason: z.literal("attribution_window_expired"),
      click_age_days: z.int().meta({ description: "How old the click was" }),
      window_days: z.int().meta({ description: "How old it may be" }),
      ...warned,
    })
    .meta({ description: "The attribution window had expired: no sale was recorded and no commission is due" }),
  testAnswer,
]);

const skipReasons = ["already_refunded", "reported_by_provider", "same_refund_id", "same_refund_amount"] as const;

export const refundAnswer = z
  .strictObject({
    ...done,
    status: oneOf(
      ["reversed", "refunded", "skipped", "no_commission"],
      "The commission's status; skipped if the refund was already known",
    ),
    sale_id: id("The sale"),
    commission_id: idOrNull("Its commission; null where it has none"),
    refunded_cents: z.int().meta({ description: "What this call took back of the sale" }),
    refunded_total_cents: z.int().meta({ description: "All that was taken back of the sale" }),
    commission_cents: z.int().meta({ description: "What is left of the commission" }),
    commission_deducted_cents: z.int().meta({ description: "What this call took off the commission" }),
    reason: oneOf(skipReasons, "Why it was skipped").optional(),
    ...warned,
  })
  .meta({ description: "The refund was recorded, or was known before" });

export const referenceAnswer = z
  .strictObject({
    ...done,
    reference_id: id("The reference's event"),
    reference: words("The reference as banks keep it: capital letters and digits"),
    ...warned,
  })
  .meta({ description: "The reference was recorded" });

export const deliveryAnswer = z
  .strictObject({
    received: z.literal(true),
    success: z.literal(true),
    status: oneOf(
      ["recorded", "duplicate", "ignored", "parked", "failed"],
      "Its outcome; parked and failed ones settle by themselves or by a replay",
    ),
    event_id: id("Its event in the log"),
  })
  .meta({ description: "The delivery is durable" });

export type ClickAnswer = z.output<typeof clickAnswers>;
export type LeadAnswer = z.output<typeof leadAnswers>;
export type SaleAnswer = z.output<typeof saleAnswers>;
export type RefundAnswer = z.output<typeof refundAnswer>;
export type ReferenceAnswer = z.output<typeof referenceAnswer>;
export type DeliveryAnswer = z.output<typeof deliveryAnswer>;
