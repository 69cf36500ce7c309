// A failure as a page for browsers: what happened, its id, and a link to continue. Programs get JSON.
import type { Request, Response } from "express";
import type { Refusal } from "../../product/operation/refusal.ts";
import { protectPage } from "./guard/page-protection.ts";
import { formPage } from "./pages/form-page.ts";
import { requestIdOf } from "./request-context.ts";
import { sendHtml } from "./served/send-html.ts";

/** Calls of the API get JSON from every client. */
const callPaths = /^\/(api|webhooks)\//;

export function wantsPage(request: Request): boolean {
  const isRead = request.method === "GET" || request.method === "HEAD";
  return isRead && !callPaths.test(request.path) && request.accepts(["json", "html"]) === "html";
}

export function sendErrorPage(
  request: Request,
  response: Response,
  { status, message }: Refusal,
  prefix: string,
): void {
  const text = formPage(prefix, {
    title: titleOf(status),
    note: message,
    status,
    text: [`Request ${requestIdOf(response)}`],
    links: { "To the start": `${prefix}/`, Documentation: `${prefix}/docs` },
  });
  protectPage(request, response, () => sendHtml(response, status, text));
}

function titleOf(status: number): string {
  if (status === 404) return "There is nothing here";
  if (status === 429) return "Too many requests";
  return status >= 500 ? "Something went wrong" : "This did not work";
}
