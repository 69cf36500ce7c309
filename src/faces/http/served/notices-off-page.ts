// /notices/off: where the link at the end of a notice leads. Looking changes nothing, since mail scanners look at every link; a press of
// the button, or the mail program's own one click (RFC 8058), turns the notice off. Neither needs a sign-in: the link is signed.
import type { Express, Request, RequestHandler } from "express";
import type { LinkWords, Unsubscribing } from "../../../product/notices/unsubscribe.ts";
import { queryOf } from "../account/form.ts";
import { sendPage } from "../account/page.ts";
import { readBody } from "../body.ts";
import { clientAddress } from "../guard/client-address.ts";
import { protectForm } from "../guard/page-protection.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import { onlyMethods } from "../methods.ts";
import type { Page } from "../pages/form-page.ts";

type Parts = {
  readonly unsubscribing: Unsubscribing;
  readonly limits: Pick<RateLimits, "stranger">;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly bodyBytesMax: number;
};

export function addUnsubscribing(app: Express, parts: Parts): void {
  app
    .route("/notices/off")
    .all(protectForm)
    .get(show(parts))
    .post(turnOff(parts))
    .all(onlyMethods("GET", "HEAD", "POST"));
}

function show(parts: Parts): RequestHandler {
  return async (request, response) => {
    await parts.limits.stranger.take(clientAddress(request));
    const words = await parts.unsubscribing.look(tokenOf(request));
    sendPage(parts, response, words === undefined ? unknown : pageOf(words));
  };
}

function turnOff(parts: Parts): RequestHandler {
  return async (request, response) => {
    await parts.limits.stranger.take(clientAddress(request));
    const values = new URLSearchParams((await readBody(request, parts.bodyBytesMax)).toString("utf8"));
    const words = await parts.unsubscribing.turnOff(tokenOf(request), values.get("decision") === "all");
    sendPage(parts, response, words === undefined ? unknown : donePage(words));
  };
}

function tokenOf(request: Request): string {
  return queryOf(request).get("token");
}

const unknown: Page = {
  title: "This link is not one of ours",
  status: 404,
  text: ["It may have been cut off. Sign in to choose your mails: Settings, Notices of your program."],
};

function pageOf({ program, notice }: LinkWords): Page {
  return {
    title: "Turn this notice off?",
    text: [`${notice} of ${program} will no longer be sent to you. Other people's notices do not change.`],
    forms: [{ buttons: { one: "Turn it off", all: `Turn all of ${program} off` } }],
  };
}

function donePage({ program, notice }: LinkWords): Page {
  return {
    title: "It is off",
    note: `${notice} of ${program}: not sent to you any more.`,
    text: ["To turn it on again, sign in and open Settings, Notices of the program."],
  };
}
