// A partner's page as it is asked for: which days, which page a link is wanted to, within whose frame. The same for a signed link and for
// whoever is signed in.
import type { Request, Response } from "express";
import { subIdCharactersMax } from "../../../core/rules/sub-ids.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { periodDays } from "../pages/partner-activity-panel.ts";
import { type LinkWish, type PartnerPlace, partnerPage, shownLink } from "../pages/partner-page.ts";
import { qrCodeSvg } from "../pages/qr-code.ts";
import { sendHtml } from "../served/send-html.ts";

const rowsShown = 15;

/** Whatever else was put behind the address on its way to the partner does no harm. */
export function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, "http://service").searchParams;
}

export async function sendPartnerPage(
  response: Response,
  view: PartnerView,
  query: URLSearchParams,
  place: Omit<PartnerPlace, "wish" | "cursors">,
): Promise<void> {
  const cursors = { commissions: query.get("commissions"), payouts: query.get("payouts") };
  const days = periodDays.find((each) => String(each) === query.get("days")) ?? periodDays[0];
  const parts = {
    profile: view.profile,
    balances: await view.balances(),
    activity: await view.activity(days),
    rows: await readRows(view, cursors),
    hasRecipient: view.profile.expires_at === null ? (await view.recipient()) !== null : null,
  };
  sendHtml(response, 200, partnerPage(parts, { ...place, wish: wishOf(query), cursors }));
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

function wishOf(query: URLSearchParams): LinkWish {
  return { page: query.get("page") ?? "", mark: (query.get("mark") ?? "").trim().slice(0, subIdCharactersMax) };
}

export function sendQrCode(response: Response, { profile }: PartnerView, query: URLSearchParams): void {
  const shown = shownLink(profile, wishOf(query));
  if (shown === undefined || "fault" in shown) throw new Refusal("not_found", "This partner has no link yet.");
  response.setHeader("Content-Type", "image/svg+xml");
  response.setHeader("Content-Disposition", `attachment; filename="link-${profile.code}.svg"`);
  response.setHeader("Cache-Control", "no-store");
  response.end(qrCodeSvg(shown.link));
}
