// By whose word the platform fee of a payment goes back with a refund. A program for which the operator never said so has no such field
// in its events, and any report counts.
import { z } from "zod";
import { oneOf } from "../../../vocabulary/fields.ts";

const feeRefunds = ["any", "verified"] as const;

export const feeSettingsSchema = z.strictObject({
  fee_refunds: oneOf(
    feeRefunds,
    "Which refunds lower the platform fee of a verified payment: any, or only verified ones; any in a new program. Only the operator sets it",
  ),
});

export type FeeSettings = z.infer<typeof feeSettingsSchema>;

/** What was never set has its default. */
export function feeSettingsOf(
  settings: { readonly [Name in keyof FeeSettings]?: FeeSettings[Name] | undefined },
): FeeSettings {
  return { fee_refunds: settings.fee_refunds ?? "any" };
}
