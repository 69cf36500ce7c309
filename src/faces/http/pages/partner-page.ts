// A partner's own page: its link to copy, its results, its commissions with their status and reason, and its payouts. It needs no script
// and loads nothing from elsewhere; with scripts, a button copies and times are local.

import { subIdCharactersMax } from "../../../core/rules/sub-ids.ts";
import { type DeepLink, deepLink } from "../../../core/vocabulary/affiliate-link.ts";
import { differenceOf, isAtLeast, sumOf } from "../../../core/vocabulary/money.ts";
import { type Html, html, ready } from "../../../core/wording/html.ts";
import { earningInWords, missingInWords } from "../../../core/wording/terms-words.ts";
import { day, money } from "../../../core/wording/words.ts";
import type { NextPayout } from "../../../product/payouts/schedule/next-payouts-read.ts";
import type { ActivityDay } from "../../../product/portal/activity-read.ts";
import type { PartnerProfile } from "../../../product/portal/view-read.ts";
import type { PartnerOverview } from "../../../product/portal/view-rows.ts";
import type { TermsNow } from "../../../product/terms/now-read.ts";
import { framePage } from "./frame.ts";
import { activityPanel } from "./partner-activity-panel.ts";
import {
  clicksTable,
  commissionsTable,
  leadsTable,
  type Pager,
  type PartnerRows,
  payoutsTable,
} from "./partner-tables.ts";
import { qrCodeSvg } from "./qr-code.ts";

export type PartnerPageParts = {
  readonly profile: PartnerProfile;
  readonly balances: PartnerOverview["balances"];
  readonly activity: readonly ActivityDay[];
  readonly rows: PartnerRows;
  /** For a signed-in partner: whether payout details are set. Null for a signed link, which does not show it. */
  readonly hasRecipient: boolean | null;
  /** What its next sale to a new customer earns. */
  readonly terms: TermsNow | undefined;
  /** When schedules pay it next. */
  readonly nextPayouts: readonly NextPayout[];
};

/** The page and parameters of a requested link; empty if none was requested. */
export type LinkRequest = { readonly page: string; readonly mark: string };

export type PartnerPlace = {
  /** The prefix of all our paths. */
  readonly prefix: string;
  /** The page's own address, without a query. */
  readonly path: string;
  readonly isEmbedded: boolean;
  readonly linkRequest: LinkRequest;
  /** By list, where it goes on; the newest rows where it is left out. */
  readonly cursors: { readonly [List in PagedList]: string | null };
};

type PagedList = "commissions" | "payouts";

export function partnerPage(parts: PartnerPageParts, place: PartnerPlace): string {
  const { profile, balances, activity, rows, hasRecipient, terms, nextPayouts } = parts;
  const { program_name, partner_name } = profile;
  const isSignedIn = profile.expires_at === null;
  return framePage({
    title: partner_name,
    prefix: place.prefix,
    kind: "wide",
    brand: { name: program_name, color: profile.brand_color },
    navigation: isSignedIn ? portalNavigation(place.prefix, profile.program_id, "overview") : null,
    scripts: ["portal.js"],
    isEmbedded: place.isEmbedded,
    body: html`<div class="head"><div><h1>${partner_name}</h1>
<p class="quiet">Partner of ${program_name}, code <code>${profile.code}</code>. ${until(profile)}</p></div></div>
<div class="stack">
${profile.status === "inactive" ? html`<p class="note warn"><strong>Not active:</strong> new sales earn nothing at present. What you earned before stays yours.</p>` : null}
${profile.status === "banned" ? html`<p class="note bad"><strong>Banned:</strong> ${program_name} has ended your participation. Your links and codes earn nothing. What you were paid stays yours.</p>` : null}
${hasRecipient === false ? html`<p class="note">Your payouts have no destination yet. <a href="${place.prefix}/partners/${profile.program_id}/payout-details">Add your payout details</a></p>` : null}
${linkPanel(profile, place)}
${terms === undefined ? null : termsPanel(terms)}
${balancePanel(balances)}
${activityPanel(activity, place)}
<section class="panel" id="commissions"><header><h2>Commissions</h2></header>${commissionsTable(rows.commissions, pagerOf(place, "commissions"))}</section>
<section class="panel" id="payouts"><header><h2>Payouts</h2></header>${nextPayouts.map((next) => nextPayout(next, balances))}${payoutsTable(rows.payouts, pagerOf(place, "payouts"))}</section>
<section class="panel"><details><summary>Latest leads</summary>${leadsTable(rows.leads)}</details></section>
<section class="panel"><details><summary>Latest clicks</summary>${clicksTable(rows.clicks)}</details></section>
</div>`,
  });
}

function termsPanel({ commission, hold_period_days, tiers }: TermsNow): Html {
  const steps = tiers.map((tier) => html`<p>${missingInWords(commission, tier)}</p>`);
  return html`<section class="panel" id="terms"><header><h2>What you earn</h2></header><div class="inside stack">
<p>${earningInWords(commission)}</p>${steps}
<p class="quiet">A commission is yours ${hold_period_days} days after its sale.</p></div></section>`;
}

export type PortalPage = "overview" | "payout-details" | "tax-details" | "postback";

export function portalNavigation(prefix: string, programId: number, here: PortalPage): Html {
  const current = (name: PortalPage): Html | null => (name === here ? html` aria-current="page"` : null);
  return html`<nav aria-label="Partner page"><a href="${prefix}/partners/${programId}"${current("overview")}>Overview</a><a href="${prefix}/partners/${programId}/payout-details"${current("payout-details")}>Payout details</a><a href="${prefix}/partners/${programId}/tax-details"${current("tax-details")}>Tax details</a><a href="${prefix}/partners/${programId}/postback"${current("postback")}>Postback</a><form method="post" action="${prefix}/partners/sign-out"><button>Sign out</button></form></nav>`;
}

function until({ expires_at, partner_name }: PartnerProfile): Html {
  return expires_at === null
    ? html``
    : html`This page opens until ${day(expires_at)} and is for ${partner_name} alone.`;
}

/** For a link that does not open, for any reason: its holder must not learn which. */
export function closedPartnerPage(prefix: string): string {
  return framePage({
    title: "This link does not open",
    prefix,
    kind: "card",
    body: html`<div class="box"><h1>This link does not open</h1>
<p>It may have expired or been withdrawn, or it is not complete. Ask the program you are a partner of for a new one, or sign in with your e-mail.</p>
<p><a class="button primary" href="${prefix}/partners/sign-in">Sign in as a partner</a></p></div>`,
  });
}

/** Undefined where neither the brand nor the partner named a page. */
export function shownLink(profile: PartnerProfile, { page, mark }: LinkRequest): DeepLink | undefined {
  return page.trim() === "" && profile.link === null ? undefined : deepLink(profile, page, mark);
}

function linkPanel(profile: PartnerProfile, place: PartnerPlace): Html {
  const { page, mark } = place.linkRequest;
  const shown = shownLink(profile, place.linkRequest);
  const link = shown !== undefined && "link" in shown ? shown.link : undefined;
  const fault = shown !== undefined && "fault" in shown ? shown.fault : undefined;
  return html`<section class="panel"><header><h2>${page === "" ? "Your link" : "Your link to a page"}</h2>${page + mark === "" ? null : html`<a href="${ownAddress(place, {})}">Back to your own link</a>`}</header>
<div class="inside sharing"><div class="stack">
${link === undefined ? null : copyField(link)}
${link === undefined && fault === undefined ? html`<p>Put <code>?aff=${profile.code}</code> behind any address of ${profile.program_name}'s site, or name a page here:</p>` : null}
${deepLinkForm(profile, place, fault)}
</div>${link === undefined ? null : qr(link, place)}</div></section>`;
}

function copyField(link: string): Html {
  return html`<div class="field"><label for="link">Your link: its visitors count for you</label>
<div class="copy"><input id="link" class="code" value="${link}" readonly><button class="button primary" type="button" data-copies="link" hidden>Copy link</button></div></div>`;
}

function deepLinkForm(
  { site_url, link }: PartnerProfile,
  { linkRequest: { page, mark }, isEmbedded }: PartnerPlace,
  fault: string | undefined,
): Html {
  const example = site_url === null ? "https://…" : new URL("/pricing", site_url).href;
  return html`<form method="get" class="stack"><div class="field"><label for="page">Link to one page of the site</label>
<div class="copy"><input id="page" name="page" value="${page}" placeholder="${example}" inputmode="url" autocomplete="off"${fault === undefined ? null : html` aria-invalid="true" aria-describedby="page-fault"`}><button class="button">Make link</button></div>
${fault === undefined ? null : html`<p class="note bad" id="page-fault" role="alert">${fault}</p>`}</div>
${link === null ? null : html`<div class="field"><label for="mark">Your own mark, to know where people came from</label><input id="mark" name="mark" value="${mark}" placeholder="video-7" maxlength="${subIdCharactersMax}" autocomplete="off"></div>`}
${isEmbedded ? html`<input type="hidden" name="embed" value="1">` : null}</form>`;
}

function qr(link: string, { path, linkRequest }: PartnerPlace): Html {
  const asked = new URLSearchParams(Object.entries(linkRequest).filter(([, value]) => value !== "")).toString();
  const address = `${path}/qr.svg${asked === "" ? "" : `?${asked}`}`;
  return html`<div class="qr">${ready(qrCodeSvg(link))}<a class="small" href="${address}" download>Download QR code</a></div>`;
}

function ownAddress({ path, isEmbedded }: PartnerPlace, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams({ ...query, ...(isEmbedded ? { embed: "1" } : {}) }).toString();
  return search === "" ? path : `${path}?${search}`;
}

function pagerOf(place: PartnerPlace, list: PagedList): Pager {
  return {
    newest: place.cursors[list] === null ? null : `${ownAddress(place, {})}#${list}`,
    older: (cursor) => `${ownAddress(place, { [list]: cursor })}#${list}`,
  };
}

function balancePanel(balances: PartnerOverview["balances"]): Html {
  if (balances.length === 0) {
    return html`<section class="panel"><header><h2>Balance</h2></header><div class="inside"><p class="empty">Your earnings appear here from your first sale.</p></div></section>`;
  }
  return html`<section class="panel"><header><h2>Balance</h2></header><div class="inside stack">${balances.map(balance)}</div></section>`;
}

function balance(of: PartnerOverview["balances"][number]): Html {
  const { currency } = of;
  const isOwing = BigInt(of.owed_cents) < 0n;
  const isHeld = BigInt(of.held_cents) !== 0n;
  return html`<dl class="figures">
<div><dt>${isOwing ? "To be taken off" : "Next payout"}</dt><dd>${money(of.owed_cents, currency)}</dd><dd class="hint">${isOwing ? "of your next payouts" : waiting(of)}</dd></div>
<div><dt>On hold</dt><dd>${money(of.pending_cents, currency)}</dd><dd class="hint">until refunds are unlikely</dd></div>
${isHeld ? html`<div><dt>Held back</dt><dd>${money(of.held_cents, currency)}</dd><dd class="hint">a payment is disputed</dd></div>` : null}
<div><dt>Paid so far</dt><dd>${money(of.paid_cents, currency)}</dd></div>
<div><dt>Earned in all</dt><dd>${money(sumOf([of.owed_cents, of.pending_cents, of.held_cents, of.paid_cents]), currency)}</dd></div>
</dl>`;
}

function nextPayout({ currency, on, minimum_cents }: NextPayout, balances: PartnerOverview["balances"]): Html {
  const of = balances.find((one) => one.currency === currency);
  const owed = of === undefined ? 0 : differenceOf(of.owed_cents, of.waiting_cents);
  const missing = isAtLeast(owed, minimum_cents)
    ? null
    : html` You have ${money(owed, currency)} for it so far; a smaller amount stays yours for a later one.`;
  return html`<p class="inside quiet">Next payout in ${currency}: ${day(on)}, from ${money(minimum_cents, currency)}.${missing}</p>`;
}

function waiting({ owed_cents, waiting_cents, currency }: PartnerOverview["balances"][number]): Html {
  if (BigInt(owed_cents) === 0n) return html`nothing approved yet`;
  return BigInt(waiting_cents) === 0n ? html`approved` : html`of it on its way: ${money(waiting_cents, currency)}`;
}
