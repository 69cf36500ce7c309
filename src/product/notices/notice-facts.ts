// A notice's content, stored with it: a later sender says what was true when it was found.
import { z } from "zod";
import { count, currency, oneOf, sum } from "../../core/vocabulary/fields.ts";
import { railNames } from "../../core/vocabulary/money/payout-rails.ts";
import { figuresSchema } from "../programs/figures-read.ts";

const attention = z.strictObject({
  /** Letters from before there were alarms have none. */
  open_alarm_count: z.int().default(0),
  failed_count: z.int(),
  parked_count: z.int(),
  open_dispute_count: z.int(),
  /** Nor of flags. */
  open_flag_count: z.int().default(0),
  key_rotate_by: z.iso.datetime().nullable(),
  payee_count: z.int(),
  payout_count: z.int(),
});

/** `before` is the day behind the last one. */
const digest = {
  from: z.iso.date(),
  before: z.iso.date(),
  current: figuresSchema,
  previous: figuresSchema,
  attention,
};

export const keyStages = ["flagged", "week", "day", "refused"] as const;
export type KeyStage = (typeof keyStages)[number];

export const noticeFacts = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("first_sale"),
    sale_id: z.int(),
    amount_cents: sum("What was sold"),
    currency,
    partner_name: z.string().nullable(),
  }),
  z.strictObject({
    kind: z.literal("deliveries_failed"),
    source: z.string(),
    reason: z.string().nullable(),
    count: count("How many"),
    is_counted_whole: z.boolean(),
    example_event_id: z.int(),
  }),
  z.strictObject({
    kind: z.literal("deliveries_refused"),
    connection_id: z.int(),
    provider: z.string(),
    count: count("How many in the hour"),
    fault: z.string(),
  }),
  z.strictObject({
    kind: z.literal("deliveries_stopped"),
    connection_id: z.int(),
    provider: z.string(),
    last_received_at: z.iso.datetime(),
    usual_pause_seconds: z.int(),
    can_be_reconciled: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("export_failed"),
    export_id: z.int(),
    list: z.string(),
    day: z.iso.date(),
    fault: z.string(),
    is_tried_again: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("payout_unclear"),
    payout_id: z.int(),
    rail: oneOf(railNames, "The payment provider"),
    fault: z.string(),
  }),
  z.strictObject({
    kind: z.literal("discount_failed"),
    partner_id: z.int(),
    partner_name: z.string(),
    code: z.string().nullable(),
    change: z.enum(["make", "stop", "resume"]),
    fault: z.string(),
    is_tried_again: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal("endpoint_paused"),
    endpoint_id: z.int(),
    host: z.string(),
    because: z.string(),
  }),
  z.strictObject({ kind: z.literal("parked_long"), day: z.iso.date(), count: z.int(), days: z.int() }),
  z.strictObject({ kind: z.literal("key_rotation"), rotate_by: z.iso.datetime(), stage: z.enum(keyStages) }),
  z.strictObject({
    kind: z.literal("payouts_due"),
    partner_count: z.int(),
    owed: z.array(z.strictObject({ currency, partner_count: z.int(), owed_cents: sum("What is owed") })),
  }),
  z.strictObject({ kind: z.literal("payouts_to_approve"), count: z.int() }),
  z.strictObject({
    kind: z.literal("payouts_scheduled"),
    month: z.string(),
    currency,
    payout_count: z.int(),
    amount_cents: sum("What the payouts come to"),
    left_out_count: z.int(),
  }),
  z.strictObject({ kind: z.literal("verification_failed"), faults: z.array(z.string()) }),
  z.strictObject({ kind: z.literal("daily_digest"), ...digest }),
  z.strictObject({ kind: z.literal("weekly_digest"), ...digest }),
  z.strictObject({ kind: z.literal("test"), channel: z.string().nullable() }),
]);

export type NoticeFacts = z.output<typeof noticeFacts>;
export type DigestFacts = Extract<NoticeFacts, { kind: "daily_digest" | "weekly_digest" }>;

/** As a job finds it; `cause` distinguishes notices of one kind. */
export type Finding = { readonly programId: number; readonly cause: string; readonly facts: NoticeFacts };
