// From the partner's link to the partner's commission, in a real browser: the example shop on two hosts, the service on a third,
// and Stripe's signed delivery or the shop's own call at the end.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { type Order, payAtOnce } from "../../../examples/shop/payments.ts";
import { Svc } from "../../../sdk/src/server.ts";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { addPartner, changeProgram } from "../../../src/product/programs/change.ts";
import { callsOf, clickIdOf, cookiesOf, eventsOf, eventually, startBrowsing } from "../../support/browsing.ts";
import { openShop } from "../../support/example-shop.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { inObject, session as sessionFixture } from "../../support/stripe-readings.ts";

const signingSecret = "whsec_of_the_shop";
const cookieDays = 45;
const browsing = await startBrowsing({
  program: { cookie_window_days: cookieDays },
  shop: async ({ service, program, database }) => {
    const connection = { programId: program.programId, provider: "stripe", livemode: true, secrets: [signingSecret] };
    const connectionId = await addConnection(database, openSecrets([secretKey]), connection, operator);
    return {
      // Stripe's part: the customer pays, and the delivery comes with the checkout's metadata.
      async pay(order) {
        const body = completedCheckout(order);
        const headers = { "content-type": "application/json", ...stripeHeaders(body, [signingSecret], seconds()) };
        const answer = await service.post(`/webhooks/stripe/${connectionId}`, Uint8Array.from(body), { headers });
        expect(answer.body).toMatchObject({ status: "recorded" });
        return order.thanksUrl;
      },
    };
  },
});
const { shop, program, database, databaseUrl, service } = browsing;
const { code: ann, programId } = program;
const bobId = await addPartner(database, { programId, name: "Bob", code: "bob" }, operator);

const seconds = (): number => Math.floor(Date.now() / 1000);

function completedCheckout(order: Order): Buffer {
  const changes = [
    [["id"], `evt_${order.id}`],
    [inObject("id"), `cs_${order.id}`],
    [inObject("payment_intent"), `pi_${order.id}`],
    [inObject("amount_total"), order.amountCents],
    [inObject("currency"), "usd"],
    [inObject("customer_details", "email"), order.email],
    [inObject("metadata"), order.attribution],
  ] as const;
  const fixture = readFixtureFile(`stripe/${sessionFixture}.json`);
  return changes.reduce<Buffer>((bytes, [path, value]) => changed(bytes, path, value), fixture);
}

type Earned = { readonly partner_id: number; readonly amount_cents: number; readonly click_id: string };

function commissions(): Promise<Earned[]> {
  return asOwner<Earned>(
    databaseUrl,
    `select c.partner_id, c.amount_cents, s.click_id
     from commission c join sale s on s.program_id = c.program_id and s.sale_id = c.sale_id
     where c.program_id = $1 order by c.sale_id`,
    [programId],
  );
}

async function signUpAndPay(page: Page, signupUrl: string): Promise<void> {
  await page.goto(signupUrl);
  await page.fill("input[name=email]", "ada@example.com");
  await page.click("text=Sign up");
  await page.click("#pay");
  await page.waitForURL("**/thanks");
}

describe("a visitor who came by a partner's link", () => {
  test("and pays through Stripe, earns the partner a commission", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(shop.url(`/?aff=${ann}&utm_source=blog#top`));
    const clickId = await clickIdOf(page);
    await page.click("text=About");
    await signUpAndPay(page, shop.url("/signup", "app"));

    const earned = { partner_id: program.partnerId, amount_cents: 980, click_id: clickId };
    expect((await commissions()).at(-1)).toEqual(earned);
    const [lead] = await eventsOf(browsing, "lead_reported");
    const visitorId = (await cookiesOf(visitor)).svc_visitor_id;
    expect(lead).toMatchObject({ source: "browser", data: { click_ids: [clickId], visitor_id: visitorId } });
  });

  test("of the service's own, has the click that was recorded on the way, and pays", async () => {
    const leading = { name: null, status: null, settings: { site_url: shop.url("/") } };
    await changeProgram(database, programId, leading, operator);
    const visitor = await browsing.visitor();
    const calls = callsOf(visitor);
    const page = await visitor.open(`${service.url}/r/${ann}?sub1=video&utm_source=blog`);
    const clickId = await clickIdOf(page);
    expect(page.url()).toBe(shop.url(`/?aff=${ann}&utm_source=blog`));
    const clicks = await eventsOf(browsing, "click_recorded");
    expect(clicks.at(-1)).toMatchObject({ data: { click_id: clickId, sub_ids: { sub1: "video" } } });
    expect(calls).not.toContain("/api/v1/track/click");
    await signUpAndPay(page, shop.url("/signup", "app"));

    const earned = { partner_id: program.partnerId, amount_cents: 980, click_id: clickId };
    expect((await commissions()).at(-1)).toEqual(earned);
  });

  test("and pays in a shop that reports by itself, earns the partner the same", async () => {
    const svc = new Svc({ apiKey: program.key, apiUrl: service.url });
    const selfReporting = await openShop(service, { programId, pay: payAtOnce(svc) });
    const visitor = await browsing.visitor();
    const page = await visitor.open(selfReporting.url(`/?aff=${ann}`));
    const clickId = await clickIdOf(page);
    await signUpAndPay(page, selfReporting.url("/signup", "app"));
    await selfReporting.close();

    const earned = { partner_id: program.partnerId, amount_cents: 980, click_id: clickId };
    expect((await commissions()).at(-1)).toEqual(earned);
  });

  test("and then by another's, earns the other the commission", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(shop.url(`/?aff=${ann}`));
    const first = await clickIdOf(page);
    await page.goto(shop.url("/about?aff=bob", "app"));
    await eventually(page, `svc.getClickId() !== "${first}"`);
    const second = await clickIdOf(page);
    await signUpAndPay(page, shop.url("/signup"));

    expect((await eventsOf(browsing, "click_recorded")).at(-1)).toMatchObject({
      data: { partner_code: "bob", existing_click_id: first },
    });
    expect((await commissions()).at(-1)).toEqual({ partner_id: bobId, amount_cents: 980, click_id: second });
  });

  test("and again by the same, has the same click", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(shop.url(`/?aff=${ann}`));
    const clickId = await clickIdOf(page);
    const calls = callsOf(visitor);
    await page.goto(shop.url(`/about?aff=${ann}`, "app"));
    await page.evaluate("svc.signup('again-1', '')");

    expect(await clickIdOf(page)).toBe(clickId);
    expect(calls).toEqual(["/api/v1/track/lead"]);
  });

  test("and by the same a day later, has the same click, reported once more", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(shop.url(`/?aff=${ann}`));
    const clickId = await clickIdOf(page);
    await page.evaluate(() => {
      const [id, url] = JSON.parse(localStorage.getItem("svc_affiliate_url") ?? "[]");
      localStorage.setItem("svc_affiliate_url", JSON.stringify([id, url, Date.now() - 25 * 3_600_000]));
    });
    const answered = page.waitForResponse((response) => response.url().endsWith("/api/v1/track/click"));
    await page.goto(shop.url(`/about?aff=${ann}`));
    const reported = await answered;
    expect(reported.request().postDataJSON()).toMatchObject({ existing_click_id: clickId });
    expect(await reported.json()).toMatchObject({ click_id: clickId });
    // Resolved once the page has the click's answer as well.
    await page.evaluate("svc.signup('days-later-1', '')");
    const calls = callsOf(visitor);
    await page.reload();
    await page.evaluate("svc.signup('days-later-2', '')");
    expect(calls, "and only once a day").toEqual(["/api/v1/track/lead"]);
  });

  test("is remembered on the whole site, for as long as the program says", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(shop.url(`/?aff=${ann}`));
    const clickId = await clickIdOf(page);
    const shared = { domain: ".shop.test", path: "/", sameSite: "Lax", secure: false, httpOnly: false };

    const cookies = await visitor.context.cookies();
    expect(cookies).toEqual(
      expect.arrayContaining([
        { ...shared, name: "svc_click_id", value: clickId, expires: inDays(cookieDays) },
        { ...shared, name: "svc_aff", value: ann, expires: inDays(cookieDays) },
        { ...shared, name: "svc_visitor_id", value: expect.stringMatching(/^vis_[0-9a-f]{32}$/), expires: inDays(365) },
      ]),
    );
    expect(cookies, "and nothing else").toHaveLength(3);
    expect(await page.evaluate("svc.getData()")).toEqual({
      clickId,
      programId,
      hasAttribution: true,
      affiliateUrl: shop.url(`/?aff=${ann}`),
    });
  });
});

test("a visitor without a partner costs the service no call", async () => {
  const visitor = await browsing.visitor();
  const calls = callsOf(visitor);
  const page = await visitor.open(shop.url("/"));
  await page.click("text=About");
  await page.goto(shop.url("/signup"));
  await page.fill("input[name=email]", "nobody@example.com");
  await page.click("text=Sign up");
  await page.waitForURL("**/checkout");

  expect(calls).toEqual([]);
  expect(await page.evaluate("svc.getData()")).toEqual({
    clickId: null,
    programId,
    hasAttribution: false,
    affiliateUrl: null,
  });
});

/** To the minute: the browser's clock is read a moment later than ours. */
function inDays(days: number): unknown {
  return expect.closeTo(seconds() + days * 86_400, -2);
}
