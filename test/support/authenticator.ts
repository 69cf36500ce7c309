// An authenticator app: it is given the address of the set-up, and shows a code for each half minute.
import { base32 } from "@better-auth/utils/base32";
import { createOTP } from "@better-auth/utils/otp";

const stepMilliseconds = 30_000;

/** `steps` from now, as on a phone whose clock is off. */
export type Authenticator = { readonly codeAt: (steps: number) => Promise<string> };

export function authenticatorOf(totpUri: string): Authenticator {
  const secret = new TextDecoder().decode(base32.decode(new URL(totpUri).searchParams.get("secret") ?? ""));
  return { codeAt: (steps) => createOTP(secret).hotp(Math.floor(Date.now() / stepMilliseconds) + steps) };
}
