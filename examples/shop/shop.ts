// A tea shop with accounts and a checkout, joined to the service in three places: the tracker's script tag on every page
// (pages.ts), svc.signup() after the signup (public/shop.js), and the checkout below, which hands the visitor's click on.
// A real shop keeps its customers in a database; this one forgets them when it stops.
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import express, { type Express, type Request } from "express";
import { aboutPage, checkoutPage, homePage, type Site, signupPage, tea, thanksPage } from "./pages.ts";
import type { Pay } from "./payments.ts";

export type ShopOptions = Site & { readonly pay: Pay };

type Customer = { readonly key: string; readonly email: string };

const publicFolder = fileURLToPath(new URL("public", import.meta.url));

export function createShop({ pay, ...site }: ShopOptions): Express {
  const sessions = new Map<string, Customer>();
  const customerOf = (request: Request): Customer | undefined => sessions.get(cookie(request, "shop_session") ?? "");
  const shop = express();

  shop.use((_request, response, next) => {
    const { origin } = new URL(site.trackerUrl);
    response.set(
      "Content-Security-Policy",
      `default-src 'self'; script-src 'self' ${origin}; connect-src 'self' ${origin}`,
    );
    next();
  });
  shop.use(express.static(publicFolder));

  shop.get("/", (_request, response) => response.send(homePage(site)));
  shop.get("/about", (_request, response) => response.send(aboutPage(site)));
  shop.get("/signup", (_request, response) => response.send(signupPage(site)));
  shop.get("/thanks", (_request, response) => response.send(thanksPage(site)));

  shop.post("/signup", express.json(), (request, response) => {
    const customer = { key: `customer-${randomUUID()}`, email: String(request.body.email) };
    const session = randomUUID();
    sessions.set(session, customer);
    response.cookie("shop_session", session, { httpOnly: true, sameSite: "lax" });
    response.json({ customerKey: customer.key });
  });

  shop.get("/checkout", (request, response) => {
    const customer = customerOf(request);
    if (customer === undefined) response.redirect("/signup");
    else response.send(checkoutPage(site, customer.email));
  });

  shop.post("/checkout", async (request, response) => {
    const customer = customerOf(request);
    if (customer === undefined) return response.redirect(303, "/signup");
    const payUrl = await pay({
      id: `order-${randomUUID()}`,
      product: tea.name,
      amountCents: tea.amountCents,
      customerKey: customer.key,
      email: customer.email,
      attribution: attribution(request, customer, site.programId),
      thanksUrl: `${request.protocol}://${request.get("host")}/thanks`,
    });
    response.redirect(303, payUrl);
  });

  return shop;
}

/** What a checkout's metadata needs. A cookie may be missing: the customer's key then finds the click by the signup. */
function attribution(request: Request, customer: Customer, programId: number): Record<string, string> {
  const clickId = cookie(request, "svc_click_id");
  const visitorId = cookie(request, "svc_visitor_id");
  return {
    program_id: String(programId),
    svc_customer_key: customer.key,
    ...(clickId !== undefined && { svc_click_id: clickId }),
    ...(visitorId !== undefined && { svc_visitor_id: visitorId }),
  };
}

function cookie(request: Request, name: string): string | undefined {
  const pairs = request.headers.cookie?.split("; ") ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
