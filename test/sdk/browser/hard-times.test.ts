// What browsers do to a site every day: cookies, storage or the script are blocked, the site is open twice, the script is there twice. The
// page continues, and sends what it can.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Visitor } from "../../support/browser.ts";
import {
  callsOf,
  clickIdOf,
  commissionOn,
  cookiesOf,
  eventsOf,
  eventually,
  failedCall,
  leadsOf,
  patience,
  startBrowsing,
} from "../../support/browsing.ts";

const browsing = await startBrowsing();
const { shop, program } = browsing;
const landing = shop.url(`/?aff=${program.code}`);

const clicks = () => eventsOf(browsing, "click_recorded");

describe("blocked", () => {
  test("cookies: the page's memory serves, up to the commission", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.context.newPage();
    const devtools = await visitor.context.newCDPSession(page);
    await devtools.send("Emulation.setDocumentCookieDisabled", { disabled: true });
    await page.goto(landing);
    const clickId = await clickIdOf(page);
    const visitorId = await page.evaluate("svc.getVisitorId()");
    await page.evaluate("svc.signup('no-cookies-1', 'ada@example.com')");

    expect(await page.evaluate("document.cookie")).toBe("");
    expect(await cookiesOf(visitor)).toEqual({});
    expect(await page.evaluate("svc.getData()")).toMatchObject({
      clickId,
      hasAttribution: true,
      affiliateUrl: landing,
    });
    expect(await page.evaluate("svc.getVisitorId()")).toBe(visitorId);
    expect(await commissionOn(browsing, "no-cookies-1")).toEqual(expect.any(Number));
  });

  test("storage whose very sight throws: nothing of it is missed", async () => {
    const visitor = await browsing.visitor();
    await visitor.context.addInitScript(`
      for (const kind of ["localStorage", "sessionStorage"])
        Object.defineProperty(window, kind, { get() { throw new DOMException("denied", "SecurityError"); } });`);
    const page = await visitor.open(landing);
    const clickId = await clickIdOf(page);
    await page.evaluate("svc.signup('no-storage-1', '')");
    await page.goto(shop.url("/about"));

    expect(await clickIdOf(page)).toBe(clickId);
    expect(await leadsOf(browsing)).toContain("no-storage-1");
    await page.evaluate("svc.consent(false)");
    expect(await cookiesOf(visitor)).toEqual({});
  });

  test("both, and locks, in a sandboxed frame: the page's memory serves", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(shop.url("/"));
    await page.evaluate(`
      const frame = document.createElement("iframe");
      frame.sandbox = "allow-scripts";
      frame.src = "${landing}";
      document.body.append(frame);`);
    await expect.poll(() => page.frames()[1]?.evaluate("window.svc?.getClickId()"), patience).toMatch(/^clk_/);
    const frame = page.frames()[1];
    await frame?.evaluate("svc.signup('sandboxed-1', '')");
    await frame?.evaluate("svc.consent(false)");

    expect(await leadsOf(browsing)).toContain("sandboxed-1");
    expect(await frame?.evaluate("svc.getClickId()")).toBeNull();
  });

  /** What is blocked is counted. */
  async function block({ context }: Visitor, url: string): Promise<() => number> {
    let blocked = 0;
    await context.route(url, (route) => {
      blocked += 1;
      return route.abort("blockedbyclient");
    });
    return () => blocked;
  }

  test("the script: the shop still sells, and stores and reports nothing", async () => {
    const visitor = await browsing.visitor(failedCall);
    const blocked = await block(visitor, "**/svc-tracker.js");
    const calls = callsOf(visitor);
    const page = await visitor.open(landing);
    await page.goto(shop.url("/signup"));
    await page.fill("input[name=email]", "ada@example.com");
    await page.click("text=Sign up");
    await page.click("#pay");
    await page.waitForURL("**/thanks");
    expect(blocked()).toBeGreaterThan(0);
    expect(calls).toEqual([]);
    expect(await cookiesOf(visitor)).toEqual({});
  });

  test("the service's calls: the shop sells all the same, and the landing is kept for later", async () => {
    const visitor = await browsing.visitor(failedCall);
    const blocked = await block(visitor, "**/api/v1/track/*");
    const page = await visitor.open(landing);
    await page.goto(shop.url("/signup"));
    await page.fill("input[name=email]", "ada@example.com");
    await page.click("text=Sign up");
    await page.waitForURL("**/checkout");
    expect(blocked()).toBeGreaterThan(0);
    expect(await cookiesOf(visitor)).toMatchObject({ svc_landing: expect.stringContaining(program.code) });
    expect(await cookiesOf(visitor)).not.toHaveProperty("svc_click_id");
  });
});

describe("two tabs that open at once", () => {
  async function openTwice(url: string): Promise<{ visitor: Visitor; tabs: Page[] }> {
    const visitor = await browsing.visitor();
    const bothThere = Promise.withResolvers<void>();
    await visitor.context.route("**/api/v1/track/click", async (route) => {
      await bothThere.promise;
      await route.continue();
    });
    const tabs = await Promise.all([visitor.open(url), visitor.open(url)]);
    bothThere.resolve();
    return { visitor, tabs };
  }

  test("make one click", async () => {
    const before = (await clicks()).length;
    const { tabs } = await openTwice(shop.trustedUrl(`/?aff=${program.code}`));
    const ids = await Promise.all(tabs.map(clickIdOf));
    expect(ids[0]).toBe(ids[1]);
    expect(await clicks()).toHaveLength(before + 1);
  });

  test("agree on one, on plain http where tabs cannot wait for each other", async () => {
    const { visitor, tabs } = await openTwice(landing);
    await Promise.all(tabs.map((tab) => eventually(tab, "document.cookie.includes('svc_click_id')")));
    // The second answer may still be under way; a signup waits for it.
    await Promise.all(tabs.map((tab, index) => tab.evaluate(`svc.signup('tabs-${index}', '')`)));
    // A cookie that one tab has set is seen by the other a moment later.
    const named = async () => [...(await Promise.all(tabs.map(clickIdOf))), (await cookiesOf(visitor)).svc_click_id];
    await expect.poll(async () => new Set(await named()).size, patience).toBe(1);
  });
});

describe("loaded twice, the script", () => {
  test("runs once", async () => {
    const visitor = await browsing.visitor();
    const before = (await clicks()).length;
    const page = await visitor.open(landing);
    await clickIdOf(page);
    await page.evaluate(`new Promise((resolve) => {
      window.first = [svc, history.pushState];
      const again = document.createElement("script");
      again.src = "${shop.trackerUrl}?again";
      again.onload = resolve;
      document.head.append(again);
    })`);
    expect(await page.evaluate("first[0] === svc && first[1] === history.pushState")).toBe(true);
    expect(await clicks()).toHaveLength(before + 1);
  });
});
