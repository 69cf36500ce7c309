// Every address of partners: the page that a signed link opens, and the pages of those who sign in.
import type { Express, RequestHandler } from "express";
import { protectForm } from "../guard/page-protection.ts";
import { onlyMethods } from "../methods.ts";
import { acceptAgreement, showAgreement } from "./agreement-page.ts";
import { setPayoutDetails, showOwnPage, showOwnQrCode, showPayoutDetails, showPrograms } from "./home-pages.ts";
import { chooseInvoices, downloadInvoice, showInvoices } from "./invoices-page.ts";
import { join, showJoin } from "./join-page.ts";
import { type PartnerParts, partnerListRoute, partnerPageRoute, partnerQrRoute } from "./partner-route.ts";
import type { PortalParts } from "./portal-parts.ts";
import { setPostback, showPostback } from "./postback-page.ts";
import { keepLanguage } from "./reader.ts";
import { askForLink, showLink, showSignIn, signInByLink, signOut } from "./sign-in-pages.ts";
import { setTaxDetails, showTaxDetails } from "./tax-page.ts";

type Methods = { readonly get?: RequestHandler; readonly post?: RequestHandler };

export function addPartners(app: Express, parts: PartnerParts & PortalParts): void {
  app.use(["/partner", "/partners"], keepLanguage(parts));
  app.route("/partner/:token").get(partnerPageRoute(parts)).all(onlyMethods("GET", "HEAD"));
  app.route("/partner/:token/qr.svg").get(partnerQrRoute(parts)).all(onlyMethods("GET", "HEAD"));
  app.route("/partner/:token/:list").get(partnerListRoute(parts)).all(onlyMethods("GET", "HEAD"));
  const pages: Readonly<Record<string, Methods>> = {
    "/partners": { get: showPrograms(parts) },
    "/partners/sign-in": { get: showSignIn(parts), post: askForLink(parts) },
    "/partners/link": { get: showLink(parts), post: signInByLink(parts) },
    "/partners/sign-out": { post: signOut(parts) },
    "/partners/join/:program_id": { get: showJoin(parts), post: join(parts) },
    "/partners/:program_id": { get: showOwnPage(parts) },
    "/partners/:program_id/qr.svg": { get: showOwnQrCode(parts) },
    "/partners/:program_id/postback": { get: showPostback(parts), post: setPostback(parts) },
    "/partners/:program_id/agreement": { get: showAgreement(parts), post: acceptAgreement(parts) },
    "/partners/:program_id/tax-details": { get: showTaxDetails(parts), post: setTaxDetails(parts) },
    "/partners/:program_id/invoices": { get: showInvoices(parts), post: chooseInvoices(parts) },
    "/partners/:program_id/invoices/:number": { get: downloadInvoice(parts) },
    "/partners/:program_id/payout-details": { get: showPayoutDetails(parts), post: setPayoutDetails(parts) },
  };
  for (const [path, { get, post }] of Object.entries(pages)) {
    const route = app.route(path).all(protectForm);
    if (get !== undefined) route.get(get);
    if (post !== undefined) route.post(post);
    route.all(onlyMethods(...(get === undefined ? [] : ["GET", "HEAD"]), ...(post === undefined ? [] : ["POST"])));
  }
}
