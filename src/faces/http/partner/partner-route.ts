// GET /partner/:token: a partner's own page, and the same lists as JSON. The signed token is all that opens it: there is no
// cookie, nothing can be changed here, and a token that does not open says nothing about why.
import type { Request, RequestHandler, Response } from "express";
import { pageInput } from "../../../product/operation/list-operation.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView, PartnerViews } from "../../../product/portal/view-read.ts";
import { partnerListNames } from "../../../product/portal/view-rows.ts";
import { prefixOf } from "../account/page.ts";
import { clientAddress } from "../guard/client-address.ts";
import { protectPages } from "../guard/page-protection.ts";
import type { RateLimits } from "../guard/rate-limits.ts";
import { closedPartnerPage } from "../pages/partner-page.ts";
import { readQuery } from "../query.ts";
import { sendJson } from "../send.ts";
import { sendHtml } from "../served/send-html.ts";
import { queryOf, readRows, sendPartnerPage, sendQrCode } from "./partner-place.ts";
import { askedLanguage, spoken } from "./reader.ts";

export type PartnerParts = {
  readonly partnerViews: PartnerViews;
  readonly limits: Pick<RateLimits, "browser">;
  /** Whose pages may frame a partner's page; `*` is any. */
  readonly embedOrigins: readonly string[];
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
};

export function partnerPageRoute({ partnerViews, limits, embedOrigins, baseUrl }: PartnerParts): RequestHandler {
  const protectOwn = protectPage(["'none'"]);
  const protectEmbedded = protectPage(embedOrigins);
  const prefix = prefixOf(baseUrl);
  return async (request, response) => {
    const query = queryOf(request);
    const isEmbedded = query.get("embed") === "1";
    protectAs(isEmbedded ? protectEmbedded : protectOwn, request, response);
    const asJson = query.get("format") === "json";
    const view = await openView(partnerViews, limits, request);
    if (view === undefined) {
      if (asJson) throw doesNotOpen();
      sendHtml(response, 404, closedPartnerPage(prefix, spoken(request)));
      return;
    }
    if (asJson) sendJson(response, 200, { data: await readOverview(view) });
    else {
      const path = `${prefix}/partner/${String(request.params.token)}`;
      await sendPartnerPage(response, view, query, {
        ...{ prefix, path, isEmbedded },
        spoken: spoken(request),
        askedLanguage: askedLanguage(request),
      });
    }
  };
}

/** The link as a QR code. */
export function partnerQrRoute({ partnerViews, limits }: PartnerParts): RequestHandler {
  const protect = protectPage(["'none'"]);
  return async (request, response) => {
    protectAs(protect, request, response);
    const view = await openView(partnerViews, limits, request);
    if (view === undefined) throw doesNotOpen();
    sendQrCode(request, response, view);
  };
}

/** One list, page by page. */
export function partnerListRoute({ partnerViews, limits }: PartnerParts): RequestHandler {
  const protect = protectPage(["'none'"]);
  return async (request, response) => {
    protectAs(protect, request, response);
    const name = partnerListNames.find((each) => each === request.params.list);
    const page = readQuery(request, pageInput);
    const view = await openView(partnerViews, limits, request);
    if (view === undefined || name === undefined) throw doesNotOpen();
    sendJson(response, 200, await view.list(name, page));
  };
}

async function openView(
  views: PartnerViews,
  limits: PartnerParts["limits"],
  request: Request,
): Promise<PartnerView | undefined> {
  await limits.browser.take(`partner page ${clientAddress(request)}`);
  return views.open(String(request.params.token));
}

function doesNotOpen(): Refusal {
  return new Refusal("not_found", "This link is invalid or has expired, or has no such list.");
}

async function readOverview(view: PartnerView) {
  const { partner_id, brand_color, link_hosts, ...profile } = view.profile;
  return {
    ...profile,
    last_30_days: await view.recent(),
    balances: await view.balances(),
    ...(await readRows(view)),
  };
}

/** Sends no referrer: the URL itself opens the page. */
function protectPage(frameAncestors: readonly string[]): RequestHandler {
  return protectPages({ formAction: "'self'", frameAncestors, referrer: "no-referrer" });
}

function protectAs(protect: RequestHandler, request: Request, response: Response): void {
  protect(request, response, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
}
