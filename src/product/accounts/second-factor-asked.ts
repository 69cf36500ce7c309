// Whether a right first proof was answered with the wait for a second one, and for which.
import { z } from "zod";

export type SecondFactor = "code" | "passkey";

const codeAsked = z.object({ twoFactorRedirect: z.literal(true) });
const passkeyAsked = z.object({ passkeyRedirect: z.literal(true) });

export function secondFactorAsked(answer: unknown): SecondFactor | null {
  if (codeAsked.safeParse(answer).success) return "code";
  return passkeyAsked.safeParse(answer).success ? "passkey" : null;
}
