// Sends a page with one thing to do: by these people sign up, sign in, set passwords, join a workspace and authorize a device.
import type { Response } from "express";
import { formPage, type Page } from "../pages/form-page.ts";
import { sendHtml } from "../served/send-html.ts";

export function sendPage({ baseUrl }: { readonly baseUrl: string }, response: Response, page: Page): void {
  sendHtml(response, page.status ?? 200, formPage(prefixOf(baseUrl), page));
}

/** The prefix of all our paths as seen from outside, if a proxy adds one. */
export function prefixOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/$/, "");
}
