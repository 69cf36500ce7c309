// What the pages of partners who sign in share: who asks, how often, and the way on.
import type { Request, Response } from "express";
import { recipientSchema } from "../../../core/vocabulary/money/payout-recipient.ts";
import type { Words } from "../../../core/wording/say.ts";
import type { MailBudget } from "../../../product/accounts/mail-budget.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerPerson } from "../../../product/partners/person.ts";
import type { PartnerPortal } from "../../../product/portal/change.ts";
import type { PartnerViews } from "../../../product/portal/view-read.ts";
import { type FormParts, hrefOf, NotDone } from "../account/form.ts";
import { clientAddress } from "../guard/client-address.ts";
import { type RateLimits, tooManyRequests } from "../guard/rate-limits.ts";
import { wordsFor } from "./reader.ts";
import { partnerCookieOf } from "./session-cookie.ts";

export type PortalParts = FormParts & {
  readonly partnerPortal: PartnerPortal;
  readonly partnerViews: PartnerViews;
  readonly mailBudget: MailBudget;
  readonly limits: RateLimits;
};

export async function personOf({ partnerPortal, limits }: PortalParts, request: Request) {
  await limits.browser.take(`partner page ${clientAddress(request)}`);
  const token = partnerCookieOf(request);
  return token === "" ? undefined : partnerPortal.personOf(token);
}

/** Undefined without a session: then the sign-in page was sent. */
export async function personOrSignIn(
  parts: PortalParts,
  request: Request,
  response: Response,
): Promise<PartnerPerson | undefined> {
  const person = await personOf(parts, request);
  if (person === undefined) goTo(parts, response, "/partners/sign-in");
  return person;
}

export function goTo(parts: FormParts, response: Response, path: string): void {
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Location", hrefOf(parts, path));
  response.status(303).end();
}

/** Counted before the address is looked up, so that the answer reveals nothing. */
export async function takeMail({ limits, mailBudget }: PortalParts, request: Request, email: string): Promise<void> {
  const address = clientAddress(request);
  await limits.signIn.take(address);
  await limits.mailCall.take(address);
  const refusal = await mailBudget.take({ to: email.toLowerCase() });
  if (refusal !== undefined) throw tooManyRequests(refusal.retryAfterSeconds);
}

/** What may be refused on the way to a form of ours, in the reader's language; what a form itself refuses is in it already. */
export function noteFor(error: Error, request: Request): string {
  if (!(error instanceof Refusal)) return error.message;
  const words = wordsFor(request);
  return error.code === "rate_limited"
    ? words.say("tooMany", { seconds: error.options.retryAfterSeconds ?? 1 })
    : words.say("cannotBeRead");
}

export function emailIn(given: string, words: Words): string {
  const email = recipientSchema.shape.email.safeParse(given.trim());
  if (!email.success) throw new NotDone(words.say("notAnEmail", { example: "name@example.com" }));
  return email.data;
}

export function programIdOf(request: Request): number | undefined {
  const given = String(request.params.program_id);
  return /^[1-9]\d{0,14}$/.test(given) ? Number(given) : undefined;
}
