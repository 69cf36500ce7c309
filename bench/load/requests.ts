// The bytes of a recipe, all made before any clock starts.
import { readFileSync } from "node:fs";
import { idOf } from "./ids.ts";
import { browserUserAgent, type Recipe, saleAmountCents } from "./recipe.ts";
import { idPlace, type RequestParts, RequestTemplate } from "./request-template.ts";

const publishedInvoice = new URL("../../fixtures/stripe/invoice.payment_succeeded.2020-08-27.json", import.meta.url);
const zeroedId = new RegExp(`(?<=_)0{${idPlace.length}}`, "g");

/** Of its different requests, in order; `nowSeconds` is what signatures say. */
export function makeRequests(recipe: Recipe, nowSeconds: number): Buffer[] {
  const templates = templatesOf(recipe).map((turns) => turns.map((parts) => new RequestTemplate(parts)));
  const chosen = Array.from({ length: recipe.requests }, (_, index) => templateAt(templates, index));
  const bytes = chosen.reduce((sum, template) => sum + template.bytes, 0);
  // One block: fifty thousand buffers of their own would keep the garbage collector busy while the clock runs.
  const block = Buffer.allocUnsafeSlow(bytes);
  let offset = 0;
  return chosen.map((template, index) => {
    const request = block.subarray(offset, offset + template.bytes);
    offset += template.bytes;
    template.fill(request, idOf(recipe.run, index), nowSeconds);
    return request;
  });
}

/** Targets take turns, and within a target its customers. */
function templateAt(templates: readonly (readonly RequestTemplate[])[], index: number): RequestTemplate {
  const turns = templates[index % templates.length] ?? [];
  const template = turns[Math.floor(index / templates.length) % turns.length];
  if (template === undefined) throw new Error("a recipe needs a target, and a target a customer");
  return template;
}

function templatesOf(recipe: Recipe): RequestParts[][] {
  switch (recipe.kind) {
    case "webhook": {
      const invoices = new Map<string, string>();
      const invoiceOf = (customerKey: string): string => {
        const invoice = invoices.get(customerKey) ?? paidInvoice(customerKey);
        invoices.set(customerKey, invoice);
        return invoice;
      };
      return recipe.targets.map(({ path, customerKeys }) =>
        customerKeys.map((customerKey) => ({
          method: "POST",
          path,
          headers: {},
          body: invoiceOf(customerKey),
          stripeSecret: recipe.stripeSecret,
        })),
      );
    }
    case "sale":
      return recipe.targets.map(({ key, customerKeys }) =>
        customerKeys.map((customerKey) => ({
          method: "POST",
          path: "/api/v1/track/sale",
          headers: { Authorization: `Bearer ${key}` },
          body: JSON.stringify(saleBody(customerKey)),
          stripeSecret: null,
        })),
      );
    case "click":
      return recipe.targets.map(({ affiliateUrl }) => [
        {
          method: "POST",
          path: "/api/v1/track/click",
          headers: { "User-Agent": browserUserAgent },
          body: JSON.stringify(clickBody(affiliateUrl)),
          stripeSecret: null,
        },
      ]);
    case "other":
      return recipe.targets.map((target) => [{ ...target, stripeSecret: null }]);
  }
}

/** The published invoice, live and of this customer; its zeroed ids become each payment's own. */
function paidInvoice(customerKey: string): string {
  const event = JSON.parse(readFileSync(publishedInvoice, "utf8"));
  event.livemode = true;
  event.data.object.metadata = { svc_customer_key: customerKey };
  return JSON.stringify(event).replaceAll(zeroedId, idPlace);
}

function saleBody(customerKey: string): object {
  return {
    transaction_id: `order-${idPlace}`,
    amount_cents: saleAmountCents,
    currency: "USD",
    customer_key: customerKey,
    provider: "stripe",
    provider_payment_id: `pi_${idPlace}`,
  };
}

/** What the tracker sends. */
function clickBody(affiliateUrl: string): object {
  return {
    affiliate_url: affiliateUrl,
    page_url: affiliateUrl,
    page_title: "Acme",
    referrer_url: "https://blog.example/best-tools",
    session_id: `ses_${idPlace}`,
    visitor_id: `vis_${idPlace}`,
    screen_resolution: "1920x1080",
    viewport_size: "1280x720",
    language: "en-US",
    timezone: "Europe/Berlin",
  };
}
