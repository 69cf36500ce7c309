// /partners/:program_id/invoices: a partner agrees to self-billing or withdraws its consent, and downloads its invoices and credit notes.
import type { Request, RequestHandler } from "express";
import { type Html, html } from "../../../core/wording/html.ts";
import type { Words } from "../../../core/wording/say.ts";
import type { OwnInvoice } from "../../../product/invoices/list.ts";
import type { OwnInvoices } from "../../../product/invoices/own-read.ts";
import { selfBillingTextVersion } from "../../../product/invoices/self-billing-text.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import type { PartnerView } from "../../../product/portal/view-read.ts";
import { formRoute, hrefOf, NotDone } from "../account/form.ts";
import { prefixOf, sendPage } from "../account/page.ts";
import type { Form, Page } from "../pages/form-page.ts";
import { portalNavigation } from "../pages/partner-page.ts";
import { signInFirst, withView } from "./home-pages.ts";
import { goTo, noteFor, type PortalParts, personOf, programIdOf } from "./portal-parts.ts";
import { spoken, wordsFor } from "./reader.ts";

export function showInvoices(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) =>
    sendPage(parts, response, await invoicesPage(parts, request, view, undefined)),
  );
}

/** What it agrees to is the text of the page in its language. */
export function chooseInvoices(parts: PortalParts): RequestHandler {
  return formRoute(
    parts,
    async (request, response, values) => {
      const { say, language } = wordsFor(request);
      const person = await personOf(parts, request);
      const programId = programIdOf(request);
      if (person === undefined || programId === undefined) throw new NotDone(say("signInFirst"), 401);
      const choice = values.get("decision");
      if (choice !== "agree" && choice !== "withdraw") throw new NotDone(say("cannotBeRead"));
      if (choice === "agree") {
        if (values.get("version") !== String(selfBillingTextVersion)) throw new NotDone(say("agreementReplaced"), 409);
        await requireOffered(parts, request);
      }
      const isDone = await parts.partnerPortal.chooseSelfBilling(
        person,
        programId,
        choice === "agree" ? language : null,
      );
      if (!isDone) throw new Refusal("not_found", "You are not a partner of this program.");
      goTo(parts, response, `/partners/${programId}/invoices`);
    },
    async (_, note, request) => {
      const view = await viewOf(parts, request);
      return view === undefined
        ? signInFirst(parts, request, "invoices", note)
        : invoicesPage(parts, request, view, note);
    },
    noteFor,
  );
}

/** Consent is given to what the page offers: details on both sides. */
async function requireOffered(parts: PortalParts, request: Request): Promise<void> {
  const { say } = wordsFor(request);
  const view = await viewOf(parts, request);
  const own = (await view?.invoices()) ?? null;
  if (view === undefined || own === null) throw new NotDone(say("signInFirst"), 401);
  if (!own.isOffered) throw new NotDone(say("invoicesNotOffered", { program: view.profile.program_name }), 409);
  if (!own.hasTaxDetails) throw new NotDone(say("taxDetailsFirst"), 409);
}

async function viewOf(parts: PortalParts, request: Request): Promise<PartnerView | undefined> {
  const person = await personOf(parts, request);
  const programId = programIdOf(request);
  if (person === undefined || programId === undefined) return undefined;
  return parts.partnerViews.openOwn(person, programId);
}

export function downloadInvoice(parts: PortalParts): RequestHandler {
  return withView(parts, async (view, request, response) => {
    const [, number] = /^([A-Z0-9-]{1,60})\.pdf$/.exec(String(request.params.number)) ?? [];
    const content = number === undefined ? null : await view.invoice(number);
    if (content === null) throw new Refusal("not_found", "There is no such invoice.");
    // Loaded with the first download: a service that issues no invoices needs neither it nor its fonts.
    const { drawInvoice } = await import("../../../product/invoices/pdf.ts");
    const pdf = await drawInvoice(content);
    response.setHeader("Content-Type", "application/pdf");
    response.setHeader("Content-Disposition", `attachment; filename="${content.number}.pdf"`);
    response.setHeader("Cache-Control", "no-store");
    response.end(pdf);
  });
}

async function invoicesPage(
  parts: PortalParts,
  request: Request,
  view: PartnerView,
  note: string | undefined,
): Promise<Page> {
  const words = wordsFor(request);
  const { say } = words;
  const { program_id, program_name, brand_color } = view.profile;
  const path = hrefOf(parts, `/partners/${program_id}`);
  const own = await view.invoices();
  if (own === null) throw new Refusal("not_found", "There is nothing here.");
  const mayWithdraw = own.consent !== null && own.consent.withdrawnAt === null;
  return {
    title: say("invoices"),
    spoken: spoken(request),
    note,
    brand: { name: program_name, color: brand_color },
    navigation: portalNavigation(prefixOf(parts.baseUrl), program_id, "invoices", words),
    links: { [say("backToYourPage")]: path },
    ...consentParts(own, { program: program_name, path }, words),
    content: html`${own.rows.length === 0 ? null : documentsList(own.rows, `${path}/invoices`, words)}${mayWithdraw ? html`<p>${say("withdrawHint")}</p>` : null}`,
  };
}

type Offer = { readonly program: string; readonly path: string };

/** What the partner needs before it has invoices, or what it agreed to. */
function consentParts(
  { isOffered, hasTaxDetails, consent, rows }: OwnInvoices,
  { program, path }: Offer,
  words: Words,
): Pick<Page, "text" | "forms" | "ways"> {
  const { say } = words;
  const isAgreed = consent !== null && consent.withdrawnAt === null;
  const action = `${path}/invoices`;
  const withdraw: Form = { action, isAside: true, buttons: { withdraw: say("withdrawConsent") } };
  const hidden = { version: String(selfBillingTextVersion) };
  const agree: Form = { action, hidden, buttons: { agree: say("agreeToInvoices") } };
  const agreed = isAgreed ? [say("selfBillingAgreed", { day: words.longDay(consent.agreedAt) })] : [];
  const ended =
    consent === null || consent.withdrawnAt === null
      ? []
      : [say("selfBillingWithdrawn", { day: words.longDay(consent.withdrawnAt) })];
  if (!isOffered) {
    return { text: [say("invoicesNotOffered", { program }), ...agreed], forms: isAgreed ? [withdraw] : [] };
  }
  const text = [say("invoicesText", { program })];
  const taxWay = hasTaxDetails ? {} : { ways: { [say("addTaxDetails")]: `${path}/tax-details` } };
  if (!isAgreed) {
    if (!hasTaxDetails) return { text: [...text, ...ended, say("taxDetailsFirst")], ...taxWay };
    return { text: [...text, ...ended, say("selfBillingConsent", { program })], forms: [agree] };
  }
  const none = rows.length === 0 ? [say("noInvoices")] : [];
  const awaited = [words.sentences([...none, say("invoicesFollow")])];
  return {
    text: [
      ...text,
      say("selfBillingConsent", { program }),
      ...agreed,
      ...(consent.isCurrentText ? [] : [say("selfBillingNewText")]),
      ...(hasTaxDetails ? awaited : [say("taxDetailsFirst")]),
    ],
    forms: consent.isCurrentText ? [withdraw] : [agree, withdraw],
    ...taxWay,
  };
}

function documentsList(rows: readonly OwnInvoice[], path: string, words: Words): Html {
  const { say } = words;
  const about = ({ kind, issued_at, payout_id }: OwnInvoice): Html =>
    html`<span class="quiet small">${say(kind === "invoice" ? "kindInvoice" : "kindCreditNote")}, ${words.day(issued_at)}<br>${say("payout")} ${payout_id}</span>`;
  const items = rows.map((row) => {
    const amount = html`<span class="figure">${words.money(row.gross_cents, row.currency)}</span>`;
    return row.is_erased
      ? html`<li><div class="choice"><span>${row.number}<br>${about(row)}<br><span class="quiet small">${say("invoiceErased")}</span></span>${amount}</div></li>`
      : html`<li><a href="${path}/${row.number}.pdf" title="${say("downloadPdf")}"><span><strong>${row.number}</strong><br>${about(row)}</span>${amount}</a></li>`;
  });
  return html`<ul class="choices">${items}</ul>
`;
}
