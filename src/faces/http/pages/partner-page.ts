// A partner's own page: its link to copy, its results, its commissions with their status and reason, and its payouts. It needs no script
// and loads nothing from elsewhere; with scripts, a button copies and times are local.

import { subIdCharactersMax } from "../../../core/rules/sub-ids.ts";
import { type DeepLink, deepLink, type LinkFault } from "../../../core/vocabulary/affiliate-link.ts";
import { differenceOf, isAtLeast, sumOf } from "../../../core/vocabulary/money/money.ts";
import { discountInWords } from "../../../core/wording/discount-words.ts";
import { type Html, html, ready } from "../../../core/wording/html.ts";
import type { Language } from "../../../core/wording/languages.ts";
import type { Words } from "../../../core/wording/say.ts";
import { bonusInWords, earningInWords, missingInWords } from "../../../core/wording/terms-words.ts";
import type { OwnAgreement } from "../../../product/agreements/read.ts";
import type { BonusProgress } from "../../../product/bonuses/list.ts";
import type { OwnCode } from "../../../product/coupons/own-codes-read.ts";
import type { ActivityDay } from "../../../product/partners/activity-read.ts";
import type { NextPayout } from "../../../product/payouts/schedule/next-payouts-read.ts";
import type { OwnPayment } from "../../../product/portal/payment-read.ts";
import type { Recruits } from "../../../product/portal/recruits-read.ts";
import type { PartnerProfile } from "../../../product/portal/view-read.ts";
import type { PartnerOverview } from "../../../product/portal/view-rows.ts";
import type { TermsNow } from "../../../product/terms/now-read.ts";
import { framePage } from "./frame.ts";
import type { Spoken } from "./language-switch.ts";
import { activityPanel } from "./partner-activity-panel.ts";
import { howPaid, paymentNotes } from "./partner-payment.ts";
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
  /** Null where there is nothing to accept, and for a signed link. */
  readonly agreement: OwnAgreement | null;
  /** Null for a signed link, which does not show it. */
  readonly payment: OwnPayment | null;
  /** Null where there is nothing to show. */
  readonly recruits: Recruits | null;
  readonly codes: readonly OwnCode[];
  readonly bonuses: readonly BonusProgress[];
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
  readonly spoken: Spoken;
  /** The language that the address names, where the page is embedded: no cookie keeps it there. */
  readonly askedLanguage: Language | null;
  /** By list, where it goes on; the newest rows where it is left out. */
  readonly cursors: { readonly [List in PagedList]: string | null };
};

type PagedList = "commissions" | "payouts";

export function partnerPage(parts: PartnerPageParts, place: PartnerPlace): string {
  const { profile, balances, activity, rows, hasRecipient, terms, nextPayouts, agreement, payment } = parts;
  const { recruits, bonuses, codes } = parts;
  const { program_name, partner_name } = profile;
  const { words } = place.spoken;
  const isSignedIn = profile.expires_at === null;
  return framePage({
    title: partner_name,
    prefix: place.prefix,
    kind: "wide",
    brand: { name: program_name, color: profile.brand_color },
    navigation: isSignedIn ? portalNavigation(place.prefix, profile.program_id, "overview", words) : null,
    scripts: ["portal.js"],
    isEmbedded: place.isEmbedded,
    spoken: place.spoken,
    body: html`<div class="head"><div><h1>${partner_name}</h1>
<p class="quiet">${words.html("partnerOf", { program: program_name, code: profile.code })} ${until(profile, words)}</p></div></div>
<div class="stack">
${profile.status === "inactive" ? html`<p class="note warn">${words.html("notActive")}</p>` : null}
${profile.status === "banned" ? html`<p class="note bad">${words.html("banned", { program: program_name })}</p>` : null}
${hasRecipient === false ? html`<p class="note">${words.say("noDestination")} <a href="${place.prefix}/partners/${profile.program_id}/payout-details">${words.say("addPayoutDetails")}</a></p>` : null}
${agreement === null || agreement.accepted_at !== null ? null : agreementNote(agreement, profile, place)}
${payment === null ? null : paymentNotes(payment, profile, place.prefix, words)}
${linkPanel(profile, place)}
${codes.length === 0 ? null : codesPanel(codes, words)}
${terms === undefined ? null : termsPanel(terms, words)}
${bonuses.length === 0 ? null : bonusesPanel(bonuses, words)}
${agreement === null || agreement.accepted_at === null ? null : acceptedAgreement(agreement.accepted_at, profile, place)}
${recruits === null ? null : recruitsPanel(recruits, words)}
${balancePanel(balances, words)}
${activityPanel(activity, (query) => ownAddress(place, query), words)}
<section class="panel" id="commissions"><header><h2>${words.say("commissions")}</h2></header>${commissionsTable(rows.commissions, pagerOf(place, "commissions"), words)}</section>
<section class="panel" id="payouts"><header><h2>${words.say("payouts")}</h2></header>${payment === null ? null : howPaid(payment, { program: program_name, hasDay: nextPayouts.length > 0 }, words)}${nextPayouts.map((next) => nextPayout(next, balances, words))}${payoutsTable(rows.payouts, pagerOf(place, "payouts"), words)}</section>
<section class="panel"><details><summary>${words.say("latestLeads")}</summary>${leadsTable(rows.leads, words)}</details></section>
<section class="panel"><details><summary>${words.say("latestClicks")}</summary>${clicksTable(rows.clicks, words)}</details></section>
<p class="quiet small">${words.html("timesAreIn", { zone: html`<span data-zone>UTC</span>` })}</p>
</div>`,
  });
}

function agreementNote({ isRequired }: OwnAgreement, profile: PartnerProfile, place: PartnerPlace): Html {
  const { words } = place.spoken;
  const program = { program: profile.program_name };
  const text = isRequired ? words.say("agreementBeforePaid", program) : words.say("agreementToAccept", program);
  return html`<p class="note${isRequired ? " warn" : ""}">${text} <a href="${agreementHref(profile, place)}">${words.say("readAgreement")}</a></p>`;
}

function acceptedAgreement(acceptedAt: Date, profile: PartnerProfile, place: PartnerPlace): Html {
  const { words } = place.spoken;
  return html`<p class="quiet"><a href="${agreementHref(profile, place)}">${words.say("agreement")}</a>: ${words.html("agreementAccepted", { day: words.longDay(acceptedAt) })}</p>`;
}

const agreementHref = ({ program_id }: PartnerProfile, { prefix }: PartnerPlace): string =>
  `${prefix}/partners/${program_id}/agreement`;

function termsPanel({ commission, hold_period_days, tiers }: TermsNow, words: Words): Html {
  const steps = tiers.map((tier) => html`<p>${missingInWords(commission, tier, words)}</p>`);
  return html`<section class="panel" id="terms"><header><h2>${words.say("whatYouEarn")}</h2></header><div class="inside stack">
<p>${earningInWords(commission, words)}</p>${steps}
<p class="quiet">${words.say("commissionIsYours", { days: hold_period_days })}</p></div></section>`;
}

function codesPanel(codes: readonly OwnCode[], words: Words): Html {
  return html`<section class="panel" id="codes"><header><h2>${words.say("codes")}</h2></header><div class="inside stack">
${codes.map((code) => html`<p><code>${code.code}</code> ${whatCodeGives(code, words)}</p>`)}
<p class="quiet">${words.say("codesCount")}</p></div></section>`;
}

function whatCodeGives({ terms, is_active }: OwnCode, words: Words): string {
  if (terms === null) return "";
  return is_active ? words.say("codeGives", { gives: discountInWords(terms, words) }) : words.say("codeStopped");
}

function bonusesPanel(bonuses: readonly BonusProgress[], words: Words): Html {
  return html`<section class="panel" id="bonuses"><header><h2>${words.say("bonuses")}</h2></header><div class="inside stack">
${bonuses.map((bonus) => html`<p>${bonusInWords(bonus, words)}</p>`)}</div></section>`;
}

function recruitsPanel({ referral, link, partners, earned }: Recruits, words: Words): Html {
  const share = referral === null ? null : words.say("recruitsEarn", termsOfRecruits(referral, words));
  const sums = earned.map((sum) => words.moneyText(sum.amount_cents, sum.currency));
  const amount = sums.join(words.say("listSeparator"));
  const soFar =
    sums.length === 0
      ? words.say("recruitsSoFar", { count: partners })
      : words.say("recruitsEarned", { count: partners, amount });
  return html`<section class="panel" id="recruits"><header><h2>${words.say("recruits")}</h2></header><div class="inside stack">
${share === null ? null : html`<p>${share}</p>`}
${link === null ? null : copyField(link, words, { id: "join-link", label: "joinLink" })}
<p class="quiet">${partners === 0 ? words.say("recruitsNone") : soFar}</p></div></section>`;
}

function termsOfRecruits({ share_bps, months }: NonNullable<Recruits["referral"]>, words: Words) {
  return { share: words.percent(share_bps), months: months ?? 0 };
}

export type PortalPage = "overview" | "agreement" | "payout-details" | "tax-details" | "invoices" | "postback";

export function portalNavigation(prefix: string, programId: number, here: PortalPage, words: Words): Html {
  const current = (name: PortalPage): Html | null => (name === here ? html` aria-current="page"` : null);
  return html`<nav aria-label="${words.say("partnerPages")}"><a href="${prefix}/partners/${programId}"${current("overview")}>${words.say("overview")}</a><a href="${prefix}/partners/${programId}/payout-details"${current("payout-details")}>${words.say("payoutDetails")}</a><a href="${prefix}/partners/${programId}/tax-details"${current("tax-details")}>${words.say("taxDetails")}</a><a href="${prefix}/partners/${programId}/invoices"${current("invoices")}>${words.say("invoices")}</a><a href="${prefix}/partners/${programId}/postback"${current("postback")}>${words.say("postback")}</a><form method="post" action="${prefix}/partners/sign-out"><button>${words.say("signOut")}</button></form></nav>`;
}

function until({ expires_at, partner_name }: PartnerProfile, words: Words): Html {
  return expires_at === null ? html`` : words.html("opensUntil", { day: words.day(expires_at), partner: partner_name });
}

/** For a link that does not open, for any reason: its holder must not learn which. */
export function closedPartnerPage(prefix: string, spoken: Spoken): string {
  const { words } = spoken;
  return framePage({
    title: words.say("linkClosedTitle"),
    prefix,
    spoken,
    kind: "card",
    body: html`<div class="box"><h1>${words.say("linkClosedTitle")}</h1>
<p>${words.say("linkClosedText")}</p>
<p><a class="button primary" href="${prefix}/partners/sign-in">${words.say("signInAsPartner")}</a></p></div>`,
  });
}

/** Undefined where neither the brand nor the partner named a page. */
export function shownLink(profile: PartnerProfile, { page, mark }: LinkRequest): DeepLink | undefined {
  return page.trim() === "" && profile.link === null ? undefined : deepLink(profile, page, mark);
}

function linkPanel(profile: PartnerProfile, place: PartnerPlace): Html {
  const { page, mark } = place.linkRequest;
  const { words } = place.spoken;
  const shown = shownLink(profile, place.linkRequest);
  const link = shown !== undefined && "link" in shown ? shown.link : undefined;
  const fault = shown !== undefined && "fault" in shown ? faultText(shown.fault, words) : undefined;
  return html`<section class="panel"><header><h2>${words.say(page === "" ? "yourLink" : "yourLinkToPage")}</h2>${page + mark === "" ? null : html`<a href="${ownAddress(place, {})}">${words.say("backToOwnLink")}</a>`}</header>
<div class="inside sharing"><div class="stack">
${link === undefined ? null : copyField(link, words)}
${link === undefined && fault === undefined ? html`<p>${words.html("putBehind", { code: `?aff=${profile.code}`, program: profile.program_name })}</p>` : null}
${deepLinkForm(profile, place, fault)}
</div>${link === undefined ? null : qr(link, place)}</div></section>`;
}

function faultText(fault: LinkFault, words: Words): string {
  switch (fault.kind) {
    case "too_long":
      return words.say("linkTooLong", { most: fault.most });
    case "no_address":
      return words.say("linkNoAddress");
    case "elsewhere":
      return words.say("linkElsewhere", { host: fault.host });
  }
}

type CopiedField = { readonly id: string; readonly label: "yourLinkCounts" | "joinLink" };
const ownLink: CopiedField = { id: "link", label: "yourLinkCounts" };

function copyField(link: string, words: Words, { id, label }: CopiedField = ownLink): Html {
  return html`<div class="field"><label for="${id}">${words.say(label)}</label>
<div class="copy"><input id="${id}" class="code" value="${link}" readonly><button class="button primary" type="button" data-copies="${id}" data-copied="${words.say("copied")}" data-by-hand="${words.say("copyByHand")}" hidden>${words.say("copyLink")}</button></div></div>`;
}

function deepLinkForm(
  { site_url, link }: PartnerProfile,
  { linkRequest: { page, mark }, isEmbedded, askedLanguage, spoken: { words } }: PartnerPlace,
  fault: string | undefined,
): Html {
  const example = site_url === null ? "https://…" : new URL("/pricing", site_url).href;
  return html`<form method="get" class="stack"><div class="field"><label for="page">${words.say("linkToOnePage")}</label>
<div class="copy"><input id="page" name="page" value="${page}" placeholder="${example}" inputmode="url" autocomplete="off"${fault === undefined ? null : html` aria-invalid="true" aria-describedby="page-fault"`}><button class="button">${words.say("makeLink")}</button></div>
${fault === undefined ? null : html`<p class="note bad" id="page-fault" role="alert">${fault}</p>`}</div>
${link === null ? null : html`<div class="field"><label for="mark">${words.say("ownMark")}</label><input id="mark" name="mark" value="${mark}" placeholder="video-7" maxlength="${subIdCharactersMax}" autocomplete="off"></div>`}
${isEmbedded ? html`<input type="hidden" name="embed" value="1">${askedLanguage === null ? null : html`<input type="hidden" name="lang" value="${askedLanguage}">`}` : null}</form>`;
}

function qr(link: string, { path, linkRequest, spoken: { words } }: PartnerPlace): Html {
  const asked = new URLSearchParams(Object.entries(linkRequest).filter(([, value]) => value !== "")).toString();
  const address = `${path}/qr.svg${asked === "" ? "" : `?${asked}`}`;
  return html`<div class="qr">${ready(qrCodeSvg(link, words.say("qrCode")))}<a class="small" href="${address}" download>${words.say("downloadQr")}</a></div>`;
}

function ownAddress(
  { path, isEmbedded, askedLanguage }: PartnerPlace,
  query: Readonly<Record<string, string>>,
): string {
  const embedded = { embed: "1", ...(askedLanguage === null ? {} : { lang: askedLanguage }) };
  const search = new URLSearchParams({ ...query, ...(isEmbedded ? embedded : {}) }).toString();
  return search === "" ? path : `${path}?${search}`;
}

function pagerOf(place: PartnerPlace, list: PagedList): Pager {
  return {
    newest: place.cursors[list] === null ? null : `${ownAddress(place, {})}#${list}`,
    older: (cursor) => `${ownAddress(place, { [list]: cursor })}#${list}`,
  };
}

function balancePanel(balances: PartnerOverview["balances"], words: Words): Html {
  if (balances.length === 0) {
    return html`<section class="panel"><header><h2>${words.say("balance")}</h2></header><div class="inside"><p class="empty">${words.say("balanceEmpty")}</p></div></section>`;
  }
  return html`<section class="panel"><header><h2>${words.say("balance")}</h2></header><div class="inside stack">${balances.map((each) => balance(each, words))}</div></section>`;
}

function balance(of: PartnerOverview["balances"][number], words: Words): Html {
  const { money, say } = words;
  const { currency } = of;
  const isOwing = BigInt(of.owed_cents) < 0n;
  const isHeld = BigInt(of.held_cents) !== 0n;
  return html`<dl class="figures">
<div><dt>${say(isOwing ? "toBeTakenOff" : "nextPayout")}</dt><dd>${money(of.owed_cents, currency)}</dd><dd class="hint">${isOwing ? say("ofNextPayouts") : waiting(of, words)}</dd></div>
<div><dt>${say("onHold")}</dt><dd>${money(of.pending_cents, currency)}</dd><dd class="hint">${say("untilRefundsUnlikely")}</dd></div>
${isHeld ? html`<div><dt>${say("heldBack")}</dt><dd>${money(of.held_cents, currency)}</dd><dd class="hint">${say("paymentDisputed")}</dd></div>` : null}
<div><dt>${say("paidSoFar")}</dt><dd>${money(of.paid_cents, currency)}</dd></div>
<div><dt>${say("earnedInAll")}</dt><dd>${money(sumOf([of.owed_cents, of.pending_cents, of.held_cents, of.paid_cents]), currency)}</dd></div>
</dl>`;
}

function nextPayout(
  { currency, on, minimum_cents }: NextPayout,
  balances: PartnerOverview["balances"],
  words: Words,
): Html {
  const of = balances.find((one) => one.currency === currency);
  const owed = of === undefined ? 0 : differenceOf(of.owed_cents, of.waiting_cents);
  const next = { currency, day: words.day(on), minimum: words.money(minimum_cents, currency) };
  const missing = isAtLeast(owed, minimum_cents)
    ? null
    : html` ${words.html("tooLittleForNextPayout", { amount: words.money(owed, currency) })}`;
  return html`<p class="inside quiet">${words.html("nextScheduledPayout", next)}${missing}</p>`;
}

function waiting({ owed_cents, waiting_cents, currency }: PartnerOverview["balances"][number], words: Words): Html {
  if (BigInt(owed_cents) === 0n) return words.html("nothingApproved");
  return BigInt(waiting_cents) === 0n
    ? words.html("allApproved")
    : words.html("amountOnItsWay", { amount: words.money(waiting_cents, currency) });
}
