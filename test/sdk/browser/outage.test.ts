// When the network is gone, the service is down or the page is left too early: what could not be sent is sent later, by this page or the
// next one, and at the latest without reading the answer.
import type { BrowserContext, Route } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { interceptFirst } from "../../support/browser.ts";
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
import { holdAnswer } from "../../support/holding-service.ts";
import { servePages } from "../../support/served-pages.ts";

const browsing = await startBrowsing();
const { shop, program } = browsing;
const landing = shop.url(`/?aff=${program.code}`);

const pages = await servePages(browsing.service.url);
const ofProgram = `data-svc-program-id="${program.programId}"`;
const page = (attributes: string): string =>
  `<!doctype html><link rel="icon" href="data:,"><script src="${shop.trackerUrl}" ${attributes}></script>`;
pages.set("/", page(`${ofProgram} data-svc-debug`));
afterAll(() => pages.close());

const clickCalls = "**/api/v1/track/click";
const allCalls = "**/api/v1/track/*";

const clicks = () => eventsOf(browsing, "click_recorded");
const leads = () => leadsOf(browsing);

const down = (route: Route): Promise<void> => unavailable(route, {});

/** As the service answers when it cannot record now. */
function unavailable(route: Route, more: Record<string, string>): Promise<void> {
  const headers = { "access-control-allow-origin": "*", "access-control-expose-headers": "Retry-After", ...more };
  return route.fulfill({ status: 503, headers, body: "{}" });
}

/** Calls that do not wait for an answer find the service there. */
const blindlyOnly = (route: Route): Promise<void> =>
  route.request().resourceType() === "ping" ? route.continue() : down(route);

/** When each call was made, in milliseconds. */
function timesOf(context: BrowserContext): number[] {
  const times: number[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/api/v1/track/")) times.push(performance.now());
  });
  return times;
}

describe("without a network", () => {
  test("a landing and a signup wait, and are reported when it is back", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(shop.url("/"));
    await visitor.context.setOffline(true);
    await page.evaluate(`history.pushState(null, "", "/about?aff=${program.code}")`);
    await page.evaluate("svc.signup('offline-1', 'ada@example.com')");
    expect(await page.evaluate("svc.getClickId()")).toBeNull();
    await visitor.context.setOffline(false);

    await clickIdOf(page);
    await expect.poll(leads, patience).toContain("offline-1");
    expect(await commissionOn(browsing, "offline-1")).toEqual(expect.any(Number));
    await eventually(page, "sessionStorage.length === 0");
  });
});

describe("while the service is down", () => {
  test("a click is sent again a moment later", async () => {
    const visitor = await browsing.visitor(failedCall);
    const times = timesOf(visitor.context);
    await interceptFirst(visitor, clickCalls, down);
    await clickIdOf(await visitor.open(landing));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(900);
  });

  test("a click is sent again when the service says, not before", async () => {
    const visitor = await browsing.visitor(failedCall);
    const times = timesOf(visitor.context);
    await interceptFirst(visitor, clickCalls, (route) => unavailable(route, { "retry-after": "3" }));
    await clickIdOf(await visitor.open(landing));
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(2900);
  });

  test("it is asked seven times, later and later, and then only when the network or the page comes back", async () => {
    const visitor = await browsing.visitor(failedCall);
    const waits: string[] = [];
    visitor.context.on("console", (message) => {
      if (message.text().includes("will be sent again")) waits.push(message.text());
    });
    await visitor.context.clock.install({ time: 0 });
    await visitor.context.clock.pauseAt(1000);
    await visitor.context.route(clickCalls, down);
    const page = await visitor.open(pages.url(`/?aff=${program.code}`));
    const pass = async (seconds: number): Promise<number> => {
      await visitor.context.clock.runFor(seconds * 1000);
      return waits.length;
    };
    for (let attempts = 1; attempts < 7; attempts += 1) {
      await expect.poll(() => waits.length, patience).toBe(attempts);
      const seconds = 2 ** (attempts - 1);
      expect(await pass(seconds * 0.99), `after ${attempts} attempts, not within ${seconds} s`).toBe(attempts);
      await pass(seconds * 0.32);
    }
    await expect.poll(() => waits.length, patience).toBe(7);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))");
    expect(await pass(3600)).toBe(7);
    await page.evaluate("dispatchEvent(new Event('online'))");
    await expect.poll(() => waits.length, patience).toBe(8);
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
    await expect.poll(() => waits.length, patience).toBe(9);
  });

  test("a signup waits its turn", async () => {
    const visitor = await browsing.visitor(failedCall);
    await interceptFirst(visitor, clickCalls, down);
    const page = await visitor.open(landing);
    await page.evaluate("svc.signup('outage-1', '')");
    const clickId = await clickIdOf(page);
    await expect.poll(leads, patience).toContain("outage-1");
    expect((await eventsOf(browsing, "lead_reported")).at(-1)?.data.click_ids).toEqual([clickId]);
  });

  test("the next page reports what an earlier one could not, on any host of the site", async () => {
    const visitor = await browsing.visitor(failedCall);
    await visitor.context.route(allCalls, (route) => route.abort());
    const page = await visitor.open(landing);
    await page.evaluate("svc.signup('next-page-1', '')");
    await page.goto(shop.url("/about", "app"));
    await visitor.context.unroute(allCalls);
    await page.reload();

    const click_id = await clickIdOf(page);
    expect((await clicks()).at(-1)?.data).toMatchObject({ click_id, affiliate_url: landing });
    await page.goto(shop.url("/about"));
    await expect.poll(leads, patience).toContain("next-page-1");
  });

  test("a click that still waits when the page is left goes out blindly", async () => {
    const visitor = await browsing.visitor(failedCall);
    const before = (await clicks()).length;
    await visitor.context.route(allCalls, blindlyOnly);
    const page = await visitor.open(landing);
    // Answered once the click is known to wait.
    await page.evaluate("svc.signup('blind-0', '')");
    await page.goto("about:blank");
    await expect.poll(async () => (await clicks()).length, patience).toBe(before + 1);
  });

  test("a lead that still waits when the page is left goes out blindly", async () => {
    const visitor = await browsing.visitor(failedCall);
    const page = await visitor.open(landing);
    await clickIdOf(page);
    await visitor.context.route(allCalls, blindlyOnly);
    await page.evaluate("svc.signup('blind-1', '')");
    await page.goto("about:blank");
    await expect.poll(leads, patience).toContain("blind-1");
  });
});

test("an answer that is not the service's does not count: the click is sent again and recorded once", async () => {
  const visitor = await browsing.visitor();
  const before = (await clicks()).length;
  const calls = callsOf(visitor);
  const portal = {
    status: 200,
    headers: { "access-control-allow-origin": "*" },
    body: "<h1>Welcome to the hotel</h1>",
  };
  await interceptFirst(visitor, clickCalls, (route) => route.fulfill(portal));
  const clickId = await clickIdOf(await visitor.open(landing));
  expect(calls).toEqual(["/api/v1/track/click", "/api/v1/track/click"]);
  expect((await clicks()).slice(before).map(({ data }) => data.click_id)).toEqual([clickId]);
});

describe("leaving at once", () => {
  test("does not end the call: it outlives its page", async () => {
    const slow = await holdAnswer({ success: true });
    pages.set("/slow", page(`${ofProgram} data-svc-api-base="${slow.url}"`));
    const visitor = await browsing.visitor();
    const left = await visitor.open(pages.url(`/slow?aff=${program.code}`));
    await slow.asked;
    await left.goto("about:blank");
    // Time enough for a call that ends with its page.
    await visitor.open(shop.url("/"));
    expect(await slow.answer()).toBe("heard");
    await slow.close();
  });

  test("does not lose the lead", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(landing);
    await clickIdOf(page);
    await page.evaluate("svc.signup('leaving-1', ''), location.assign('about:blank')");
    await expect.poll(leads, patience).toContain("leaving-1");
  });

  test("before the click is answered, the next page asks again", async () => {
    const visitor = await browsing.visitor();
    // The first answer never comes.
    await interceptFirst(visitor, clickCalls, () => undefined);
    const page = await visitor.open(landing);
    await page.goto(shop.url("/about", "app"));
    const clickId = await clickIdOf(page);
    expect(await cookiesOf(visitor)).toMatchObject({ svc_click_id: clickId, svc_aff: program.code });
    expect(await cookiesOf(visitor)).not.toHaveProperty("svc_landing");
  });
});
