// By whose word the platform fee of a payment goes back with a refund. A program for which the operator never said so has no such field
// in its events, and any report counts.
import { z } from "zod";
import { oneOf } from "../../vocabulary/fields.ts";

const feeRefunds = ["any", "verified"] as const;

export const feeSettingsSchema = z.strictObject({
  fee_refunds: oneOf(
    feeRefunds,
    "Whose refunds lower the platform fee of a payment that its provider verified: any, or only those that a provider verified; any in a new program; the operator's alone",
  ),
});

export type FeeSettings = z.infer<typeof feeSettingsSchema>;

/** What was never set has its default. */
export function feeSettingsOf(
  settings: { readonly [Name in keyof FeeSettings]?: FeeSettings[Name] | undefined },
): FeeSettings {
  return { fee_refunds: settings.fee_refunds ?? "any" };
}
