// What the accounts library leaves open about codes of an authenticator app: a code that signed someone in opens nothing again, and an
// account that gets a second factor ends the sessions that were made without one. The library itself checks codes, and locks an account
// after ten wrong ones.

import { createOTP } from "@better-auth/utils/otp";
import { APIError, type createAuthMiddleware, isAPIError } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { sql } from "kysely";
import { storedDigest } from "../../access/stored-digests.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { textOf } from "./values.ts";

type CallContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const stepSeconds = 30;
const digits = 6;
const millisecondsPerSecond = 1000;
/** The library accepts the steps before and after this one. */
const stepsOfDrift = 1;
/** As the library calls the cookie of a sign-in that waits for its code. */
const challengeCookie = "two_factor";

/** Before the library checks it: of two calls with the same code, one claims its step. A wrong code claims nothing. */
export async function claimCode(database: Database, context: CallContext): Promise<void> {
  const code = textOf(context.body, "code") ?? "";
  const { name } = context.context.createAuthCookie(challengeCookie);
  const challenge = await context.getSignedCookie(name, context.context.secret);
  if (typeof challenge !== "string") return;
  const found = await context.context.internalAdapter.findVerificationValue(challenge);
  if (found === null) return;
  const { rows } = await sql<{ secret: string }>`
    select secret from account_second_factor where user_id = ${found.value} and verified`.execute(database.kysely);
  const [factor] = rows;
  if (factor === undefined) return;
  const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: factor.secret });
  const step = await stepOf(secret, code);
  if (step === undefined) return;
  const claimed = await sql`
    update account_second_factor set used_step = ${step}
     where user_id = ${found.value} and used_step < ${step}`.execute(database.kysely);
  if ((claimed.numAffectedRows ?? 0n) > 0n) return;
  throw new APIError("UNAUTHORIZED", {
    code: "CODE_ALREADY_USED",
    message: "This code was used already: wait for the next one.",
  });
}

async function stepOf(secret: string, code: string): Promise<number | undefined> {
  const now = currentStep();
  const otp = createOTP(secret, { digits, period: stepSeconds });
  for (let step = now + stepsOfDrift; step >= now - stepsOfDrift; step -= 1) {
    if ((await otp.hotp(step)) === code) return step;
  }
  return undefined;
}

function currentStep(): number {
  return Math.floor(Date.now() / millisecondsPerSecond / stepSeconds);
}

/** After the code that turned it on: sessions made by the password alone end, and that code opens nothing again. */
export async function endEarlierSessions({ kysely }: Database, context: CallContext): Promise<void> {
  const { returned, newSession } = context.context;
  if (isAPIError(returned) || newSession === null) return;
  // A sign-in has claimed its code, and leaves the account's other sessions.
  const { rows } = await sql<{ secret: string }>`
    select secret from account_second_factor where user_id = ${newSession.user.id} and used_step = 0`.execute(kysely);
  const [factor] = rows;
  if (factor === undefined) return;
  const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: factor.secret });
  const step = (await stepOf(secret, textOf(context.body, "code") ?? "")) ?? currentStep() + stepsOfDrift;
  await sql`update account_second_factor set used_step = ${step} where user_id = ${newSession.user.id}`.execute(kysely);
  const own = storedDigest(newSession.session.token);
  await sql`delete from account_session where user_id = ${newSession.user.id} and token <> ${own}`.execute(kysely);
}
