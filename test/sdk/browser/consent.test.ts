// A page that needs consent: before it nothing is stored or sent, after it nothing is lost, and once withdrawn nothing is left.
import type { Page, Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Visitor } from "../../support/browser.ts";
import {
  callsOf,
  clickIdOf,
  cookiesOf,
  eventsOf,
  eventually,
  failedCall,
  patience,
  startBrowsing,
} from "../../support/browsing.ts";

const browsing = await startBrowsing({ shop: async () => ({ asksConsent: true }) });
const { shop, program } = browsing;
const landing = shop.url(`/?aff=${program.code}`);

const nothing = { clickId: null, programId: program.programId, hasAttribution: false, affiliateUrl: null };
const accept = (page: Page): Promise<void> => page.click("#consent >> text=Yes");

async function traces({ context }: Visitor): Promise<unknown> {
  // What a page has set or removed is stored by the time that it reads it back.
  await Promise.all(context.pages().map((page) => page.evaluate("document.cookie")));
  const { cookies, origins } = await context.storageState();
  return { cookies: cookies.map(({ name }) => name).filter((name) => name.startsWith("svc_")), origins };
}

describe("before consent", () => {
  test("nothing is stored, sent or reported, however the page calls", async () => {
    const visitor = await browsing.visitor();
    const calls = callsOf(visitor);
    const page = await visitor.open(landing);
    await page.evaluate(`Promise.all([svc.signup("early-1", "ada@example.com"), svc.trackTest({ early: true })])`);
    await page.evaluate("history.pushState(null, '', '/about?aff=someone-else')");
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))");
    await page.goto(shop.url("/about"));

    expect(calls).toEqual([]);
    expect(await traces(visitor)).toEqual({ cookies: [], origins: [] });
    expect(await page.evaluate("[svc.getClickId(), svc.getVisitorId()]")).toEqual([null, null]);
    expect(await page.evaluate("svc.getData()")).toEqual(nothing);
  });

  test("a click of an earlier visit is not looked at", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await accept(page);
    const clickId = await clickIdOf(page);
    await visitor.context.clearCookies({ name: "shop_consent" });

    await page.goto(shop.url("/about"));
    expect(await page.evaluate("svc.getData()")).toEqual(nothing);
    await accept(page);
    expect(await page.evaluate("svc.getClickId()")).toBe(clickId);
  });
});

describe("consent that is granted late", () => {
  test("still attributes the landing, and the signup that waited for it", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await page.evaluate(`svc.signup("late-1", "ada@example.com")`);
    await page.evaluate("history.pushState(null, '', '/about')");
    await accept(page);

    const clickId = await clickIdOf(page);
    expect(await page.evaluate("svc.getData()")).toMatchObject({ hasAttribution: true, affiliateUrl: landing });
    await expect.poll(() => eventsOf(browsing, "lead_reported"), patience).toHaveLength(1);
    const [lead] = await eventsOf(browsing, "lead_reported");
    expect(lead?.data).toMatchObject({ customer_key: "late-1", click_ids: [clickId] });
    expect(await page.evaluate("svc.getVisitorId()")).toBe((await cookiesOf(visitor)).svc_visitor_id);
  });

  test("on the next page still attributes the landing before it", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await page.click("text=About");
    await page.waitForURL("**/about");
    await accept(page);

    await clickIdOf(page);
    expect((await eventsOf(browsing, "click_recorded")).at(-1)?.data).toMatchObject({ affiliate_url: landing });
  });

  test("is given on each page, as the shop does, and makes no second click", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await accept(page);
    const clickId = await clickIdOf(page);
    const events = await eventsOf(browsing, "click_recorded");
    await page.evaluate("svc.consent(true)");
    await page.click("text=About");
    await page.waitForURL("**/about");

    expect(await clickIdOf(page)).toBe(clickId);
    expect(await eventsOf(browsing, "click_recorded")).toEqual(events);
  });

  test("is granted by true, and by nothing that only looks like it", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await page.evaluate("svc.consent('true')");
    expect(await traces(visitor)).toEqual({ cookies: [], origins: [] });
  });
});

describe("consent that is withdrawn", () => {
  test("removes all that was stored, and the page goes on without", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await accept(page);
    await clickIdOf(page);
    await page.goto(shop.url("/about", "app"));
    await accept(page);
    await page.evaluate("svc.consent(false)");

    expect(await traces(visitor)).toMatchObject({ cookies: [] });
    expect(await page.evaluate("svc.getData()")).toEqual(nothing);
    expect(await page.evaluate("svc.getVisitorId()")).toBeNull();

    const calls = callsOf(visitor);
    await page.evaluate(`svc.signup("withdrawn-1", "ada@example.com")`);
    await page.evaluate(`history.pushState(null, '', '/?aff=${program.code}')`);
    expect(calls).toEqual([]);
  });

  test("leaves nothing in the origin's own storage either", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await accept(page);
    await clickIdOf(page);
    expect(await traces(visitor)).not.toMatchObject({ origins: [] });
    await page.evaluate("svc.consent(false)");
    expect(await traces(visitor)).toEqual({ cookies: [], origins: [] });
    expect(await page.evaluate("sessionStorage.length")).toBe(0);
  });

  test("while a click is under way, keeps nothing of its answer", async () => {
    const visitor = await browsing.visitor(/net::ERR_/);
    const [asked, mayAnswer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await visitor.context.route("**/api/v1/track/click", async (route) => {
      asked.resolve();
      await mayAnswer.promise;
      await route.continue().catch(() => undefined);
    });
    const page = await visitor.open(landing);
    await accept(page);
    await asked.promise;
    expect(await cookiesOf(visitor)).toHaveProperty("svc_landing");
    const isClick = (request: Request): boolean => request.url().endsWith("/track/click");
    const isOver = Promise.race([
      page.waitForEvent("requestfinished", isClick),
      page.waitForEvent("requestfailed", isClick),
    ]);
    await page.evaluate("svc.consent(false)");
    mayAnswer.resolve();
    await isOver;

    expect(await traces(visitor)).toEqual({ cookies: [], origins: [] });
    await visitor.context.unroute("**/api/v1/track/click");
    await page.evaluate("svc.consent(true)");
    await eventually(page, "svc.getClickId()");
    expect(await page.evaluate("svc.getData()"), "granted again, the landing counts again").toMatchObject({
      hasAttribution: true,
      affiliateUrl: landing,
    });
  });

  test("while calls wait for the service, sends nothing more, not even blindly", async () => {
    const visitor = await browsing.visitor(failedCall);
    await visitor.context.route("**/api/**", (route) => route.abort());
    const page = await visitor.open(landing);
    await accept(page);
    // Answered once they are known to wait.
    await page.evaluate("svc.signup('withdrawn-2', '')");
    await page.evaluate("svc.consent(false)");
    const calls = callsOf(visitor);
    await page.evaluate("dispatchEvent(new Event('online')), dispatchEvent(new PageTransitionEvent('pagehide'))");
    expect(await traces(visitor)).toEqual({ cookies: [], origins: [] });
    await page.goto("about:blank");
    expect(calls).toEqual([]);
  });
});
