// Calls that a browser's cookie authorises must come from a page of ours: another site's page can send the cookie along, but
// it cannot say that it is us. Calls with a token in a header need none of this, since no page can send what it does not know.
import type { Request } from "express";
import { Refusal } from "../../../product/operation/refusal.ts";

const harmless: readonly string[] = ["GET", "HEAD", "OPTIONS"];

/** `origins`: scheme, host and port of the service, as browsers write them. */
export function requireOwnPage(request: Request, origins: ReadonlySet<string>): void {
  if (harmless.includes(request.method) || isFromOwnPage(request, origins)) return;
  throw new Refusal(
    "forbidden",
    "A call with a session cookie that changes something must carry our own Origin. Without a browser, send the session's token as Authorization: Bearer.",
  );
}

/**
 * What the browser says of itself cannot be forged by a page. One too old to say it still says the origin, and one that hides
 * the origin (`null`) must say the rest.
 */
function isFromOwnPage(request: Request, origins: ReadonlySet<string>): boolean {
  const { origin = "null" } = request.headers;
  const site = request.get("sec-fetch-site");
  if (site !== undefined && site !== "same-origin") return false;
  return origin === "null" ? site === "same-origin" : origins.has(origin);
}
