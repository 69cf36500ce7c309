// GET /partner/:token: a partner's own page, and the same lists as JSON. The signed token is all that opens it: there is no
// cookie, nothing can be changed here, and a token that does not open says nothing about why.
import type { Request, RequestHandler, Response } from "express";
import helmet from "helmet";
import { pageInput } from "../../operations/list.ts";
import { Refusal } from "../../operations/refusal.ts";
import { closedPartnerPage, partnerPage } from "../../pages/partner-page.ts";
import type { PartnerView, PartnerViews } from "../../queries/partner-view.ts";
import { partnerListNames } from "../../queries/partner-view-rows.ts";
import { clientAddress } from "../client-address.ts";
import { readQuery } from "../query.ts";
import type { RateLimits } from "../rate-limits.ts";
import { sendJson } from "../send.ts";
import { sendHtml } from "../send-html.ts";

const rowsShown = 25;

export type PartnerParts = {
  readonly partnerViews: PartnerViews;
  readonly limits: Pick<RateLimits, "browser">;
  /** Whose pages may show a partner's page within theirs; `*` is anybody's. */
  readonly embedOrigins: readonly string[];
};

export function partnerPageRoute({ partnerViews, limits, embedOrigins }: PartnerParts): RequestHandler {
  const protectOwn = protectPage(["'none'"]);
  const protectEmbedded = protectPage(embedOrigins);
  return async (request, response) => {
    // Whatever else was put behind the address on its way to the partner does no harm.
    const query = new URL(request.originalUrl, "http://service").searchParams;
    protectAs(query.get("embed") === "1" ? protectEmbedded : protectOwn, request, response);
    const asJson = query.get("format") === "json";
    const view = await openView(partnerViews, limits, request);
    if (view === undefined) {
      if (asJson) throw doesNotOpen();
      sendHtml(response, 404, closedPartnerPage);
      return;
    }
    const [overview, rows] = [await view.overview(), await readRows(view)];
    if (asJson) sendJson(response, 200, { data: { ...overview, ...rows } });
    else sendHtml(response, 200, partnerPage(overview, rows));
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
  return new Refusal("not_found", "This link does not open, or has no such list.");
}

async function readRows(view: PartnerView) {
  const request = { limit: rowsShown, cursor: null };
  return {
    commissions: await view.list("commissions", request),
    payouts: await view.list("payouts", request),
    leads: await view.list("leads", request),
    clicks: await view.list("clicks", request),
  };
}

/** Loads nothing but itself, and tells nobody its address, which opens it. */
function protectPage(frameAncestors: readonly string[]): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: [...frameAncestors],
      },
    },
    // Of older browsers, which know no list: it would keep everybody out.
    xFrameOptions: frameAncestors.includes("'none'") ? { action: "deny" } : false,
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: false,
  });
}

function protectAs(protect: RequestHandler, request: Request, response: Response): void {
  protect(request, response, (error?: unknown) => {
    if (error !== undefined) throw error;
  });
}
