// The options of a partner's page: the period, the page that a link should lead to, and the allowed frame. The same for a signed link and
// for a signed-in partner.
import type { Request, Response } from "express";
import { subIdCharactersMax } from "../../../core/rules/sub-ids.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { periodDays } from "../pages/partner-activity-panel.ts";
import { type LinkRequest, type PartnerPlace, partnerPage, shownLink } from "../pages/partner-page.ts";
import { qrCodeSvg } from "../pages/qr-code.ts";
import { sendHtml } from "../served/send-html.ts";
import { wordsFor } from "./reader.ts";

const rowsShown = 15;

/** Other parameters, added to the link on its way to the partner, are ignored. */
export function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, "http://service").searchParams;
}

export async function sendPartnerPage(
  response: Response,
  view: PartnerView,
  query: URLSearchParams,
  place: Omit<PartnerPlace, "linkRequest" | "cursors">,
): Promise<void> {
  const cursors = { commissions: query.get("commissions"), payouts: query.get("payouts") };
  const days = periodDays.find((each) => String(each) === query.get("days")) ?? periodDays[0];
  const parts = {
    profile: view.profile,
    balances: await view.balances(),
    activity: await view.activity(days),
    rows: await readRows(view, cursors),
    terms: await view.terms(),
    payment: await view.payment(),
    recruits: await view.recruits(),
    codes: await view.codes(),
    bonuses: await view.bonuses(),
    nextPayouts: await view.nextPayouts(),
    agreement: await view.agreement(),
    hasRecipient: view.profile.expires_at === null ? (await view.recipient()) !== null : null,
  };
  sendHtml(response, 200, partnerPage(parts, { ...place, linkRequest: linkRequestOf(query), cursors }));
}

export async function readRows(
  view: PartnerView,
  { commissions, payouts }: PartnerPlace["cursors"] = { commissions: null, payouts: null },
) {
  const request = { limit: rowsShown, cursor: null };
  return {
    commissions: await view.list("commissions", { ...request, cursor: commissions }),
    payouts: await view.list("payouts", { ...request, cursor: payouts }),
    leads: await view.list("leads", request),
    clicks: await view.list("clicks", request),
  };
}

function linkRequestOf(query: URLSearchParams): LinkRequest {
  return { page: query.get("page") ?? "", mark: (query.get("mark") ?? "").trim().slice(0, subIdCharactersMax) };
}

export function sendQrCode(request: Request, response: Response, { profile }: PartnerView): void {
  const query = queryOf(request);
  const words = wordsFor(request);
  const shown = shownLink(profile, linkRequestOf(query));
  if (shown === undefined || "fault" in shown) throw new Refusal("not_found", "This partner has no link yet.");
  response.setHeader("Content-Type", "image/svg+xml");
  response.setHeader("Content-Disposition", `attachment; filename="link-${profile.code}.svg"`);
  response.setHeader("Cache-Control", "no-store");
  response.end(qrCodeSvg(shown.link, words.say("qrCode")));
}
