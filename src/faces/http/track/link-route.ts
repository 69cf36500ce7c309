// GET /r/<code>: a partner's link. The click is recorded, then the visitor is redirected to the brand's page with the click's id. A passed
// id is durable: if the click cannot be recorded soon, or too many come from one address, the visitor is still redirected, with only the
// partner's code, and the tracker on that page reports the click.
import type { Request, RequestHandler } from "express";
import type { Directory, PartnerLink } from "../../../access/directory.ts";
import { partnerCodePattern } from "../../../core/rules/partner-code.ts";
import { subIdNames } from "../../../core/rules/sub-ids.ts";
import type { TrackingResult } from "../../../engine/recording/tracking.ts";
import { Refusal, refuseFields } from "../../../product/operation/refusal.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import { urlCharactersMax } from "./call-fields.ts";
import { readClickBody } from "./click-body.ts";
import { destinationOf } from "./link-destination.ts";
import type { TrackParts } from "./parts.ts";

/** Longer than any batch takes; a visitor does not wait for more. */
const waitMilliseconds = 1_000;

const pageParameter = "to";
const codeParameter = "aff";
const clickParameter = "svc_click_id";
const daysParameter = "svc_days";
/** How long the tracker keeps a click where nothing is said. */
const daysByDefault = 60;

/** What an address may not hand over by itself. */
const replacedParameters = new Set<string>([pageParameter, codeParameter, clickParameter, daysParameter]);
/** What the link says to us and not to the brand's page. */
const ownParameters = new Set<string>([...replacedParameters, ...subIdNames]);

export type LinkParts = TrackParts & {
  readonly directory: Pick<Directory, "partnerLink" | "remembersLink">;
  readonly limits: Pick<RateLimits, "unknownLink">;
};

export function linkRoute(parts: LinkParts): RequestHandler {
  return async (request, response) => {
    const { code = "" } = request.params;
    const link = typeof code === "string" ? await findLink(parts, request, code) : undefined;
    if (link === undefined) throw new Refusal("not_found", "There is no such link.");
    const [, search = ""] = request.url.split("?", 2);
    const { page, marked, query } = search === "" ? plainVisit(link) : visitOf(link, new URLSearchParams(search));
    const click = isVisit(request) ? await recordedClick(parts, request, link, marked) : null;
    response.setHeader("Cache-Control", "no-store");
    response.status(302).setHeader("Location", locationOf({ page, marked, query, click })).end();
  };
}

/** Who tries one code after another stops asking the database: a link that is known is never counted. */
async function findLink(
  { directory, limits }: LinkParts,
  request: Request,
  code: string,
): Promise<PartnerLink | undefined> {
  if (!partnerCodePattern.test(code)) return undefined;
  if (directory.remembersLink(code)) return directory.partnerLink(code);
  const address = clientAddress(request);
  await limits.unknownLink.take(address);
  const link = await directory.partnerLink(code);
  if (link !== undefined) await limits.unknownLink.giveBack(address);
  return link;
}

type Visit = {
  readonly page: Page;
  /** Its address as the page's tracker reads it: with the partner's code, and the marks. */
  readonly marked: string;
  readonly query: URLSearchParams;
};

function visitOf(link: PartnerLink, query: URLSearchParams): Visit {
  const page = pageOf(destinationOfLink(link, query.get(pageParameter)));
  const marks = [...query].filter(([name]) => !replacedParameters.has(name));
  return { page, marked: addressOf(page, [[codeParameter, link.code]], marks), query };
}

/** Nearly every visit says nothing behind the code: worked out once for as long as the link is remembered. */
const plainVisits = new WeakMap<PartnerLink, Visit>();

function plainVisit(link: PartnerLink): Visit {
  const known = plainVisits.get(link) ?? visitOf(link, new URLSearchParams());
  plainVisits.set(link, known);
  return known;
}

type Click = { readonly id: string; readonly days: number; readonly code: string };
/** It is not attributed: the partner or the program is inactive. */
type Recorded = Click | "inactive";

function destinationOfLink(link: PartnerLink, page: string | null): URL {
  if (link.siteUrl === null) throw new Refusal("not_found", "This link leads nowhere: the program has no site_url.");
  const destination = destinationOf({ siteUrl: link.siteUrl, linkHosts: link.linkHosts }, page);
  if (destination !== undefined) return destination;
  throw refuseFields([{ field: pageParameter, message: "must be a page of the brand's own site." }]);
}

/** A prefetch or HEAD request is not a visit: if the page is shown, its tracker reports the click. */
function isVisit({ method, headers }: Request): boolean {
  const purpose = `${String(headers["sec-purpose"] ?? "")} ${String(headers.purpose ?? "")}`;
  return method === "GET" && !purpose.includes("prefetch");
}

/** Null where it could not be recorded in time. */
async function recordedClick(
  parts: LinkParts,
  request: Request,
  { code }: PartnerLink,
  marked: string,
): Promise<Recorded | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, waitMilliseconds, null);
  });
  try {
    const call = readClickBody(
      { affiliate_url: marked, referrer_url: request.headers.referer ?? null },
      request.headers["user-agent"],
    );
    const recording = parts.callers
      .browser(request)
      .then(() => parts.tracking.click({ ...call, address: clientAddress(request), partnerCode: code }));
    // A late failure after the time-out must not become an unhandled rejection.
    recording.catch(() => undefined);
    const recorded = await Promise.race([recording, tooLate]);
    return recorded === null || recorded === "unknown_link" ? null : clickOf(recorded, code);
  } catch (error) {
    parts.log.debug({ err: error }, "a visitor was sent on without a click");
    return null;
  } finally {
    clearTimeout(timer);
  }
}

function clickOf({ result }: TrackingResult, code: string): Recorded | null {
  if (result.kind !== "concluded") return null;
  const { answer } = result.conclusion;
  if (answer?.kind === "inactive") return "inactive";
  return answer?.kind === "click" ? { id: answer.click_id, days: answer.cookie_window_days, code } : null;
}

type Leading = Visit & { readonly click: Recorded | null };

function locationOf({ page, marked, query, click }: Leading): string {
  if (click === null) return marked;
  const others = [...query].filter(([name]) => !ownParameters.has(name));
  if (click === "inactive") return addressOf(page, [], others);
  const { id, days, code } = click;
  const own: Pair[] = [
    [codeParameter, code],
    [clickParameter, id],
  ];
  if (days !== daysByDefault) own.push([daysParameter, String(days)]);
  return addressOf(page, own, others);
}

type Pair = readonly [name: string, value: string];

/** A page's address in the parts that a link adds something between; without what a link says to us. */
type Page = { readonly start: string; readonly search: string; readonly end: string };

function pageOf(url: URL): Page {
  if (url.search !== "") {
    for (const name of [clickParameter, daysParameter, codeParameter]) {
      if (url.searchParams.has(name)) url.searchParams.delete(name);
    }
  }
  return { start: `${url.origin}${url.pathname}`, search: url.search.slice(1), end: url.hash };
}

/** What else the link carries, campaigns and all, goes on to the page; but not beyond what an address may hold. */
function addressOf({ start, search, end }: Page, own: readonly Pair[], others: readonly Pair[]): string {
  const parts = [...(search === "" ? [] : [search]), ...own.map(encoded)];
  let characters = start.length + end.length + parts.reduce((sum, part) => sum + part.length + 1, 0);
  for (const pair of others) {
    const part = encoded(pair);
    if (characters + part.length + 1 > urlCharactersMax) continue;
    parts.push(part);
    characters += part.length + 1;
  }
  return `${start}${parts.length === 0 ? "" : `?${parts.join("&")}`}${end}`;
}

/** Codes and ids as they are: encoding leaves them so. */
const plainText = /^[\w.-]+$/;

function encoded([name, value]: Pair): string {
  if (plainText.test(name) && plainText.test(value)) return `${name}=${value}`;
  return new URLSearchParams([[name, value]]).toString();
}
