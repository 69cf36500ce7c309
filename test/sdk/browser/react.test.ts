// @svc/sdk/react in React's own terms, for both versions it supports: rendered on a server, taken over in strict mode, mounted
// again; and one tracker however often it is asked for.
import { afterAll, describe, expect, test } from "vitest";
import { clickIdOf, eventsOf, patience, startBrowsing } from "../../support/browsing.ts";
import { bundlePage, importPage } from "../../support/page-bundle.ts";
import { servePages } from "../../support/served-pages.ts";

const browsing = await startBrowsing();
const { program, service, shop } = browsing;
const { programId, code } = program;
const pages = await servePages(service.url);
afterAll(() => pages.close());

type ServerPage = { renderApp(props: object): string; renderOrphan(): string };

const versions = [
  { major: "18", reactFrom: "test/support/react-18" },
  { major: "19", reactFrom: "." },
];

describe.each(versions)("React $major", async ({ major, reactFrom }) => {
  const pagesFolder = "test/sdk/browser/pages";
  const client = await bundlePage({ entry: `${pagesFolder}/client.tsx`, reactFrom });
  const server = (await importPage({ entry: `${pagesFolder}/server.tsx`, reactFrom })) as ServerPage;

  const folder = `/react-${major}`;
  pages.set(`${folder}/client.js`, client);

  async function open(scriptUrl: string, mayComplain?: RegExp) {
    const props = { programId, scriptUrl, customerKey: `react-${major}` };
    const root = `<div id="root" data-props='${JSON.stringify(props)}'>${server.renderApp(props)}</div>`;
    pages.set(`${folder}/`, `<!doctype html><link rel="icon" href="data:,">${root}<script src="client.js"></script>`);
    const visitor = await browsing.visitor(mayComplain);
    const page = await visitor.open(pages.url(`${folder}/?aff=${code}`));
    expect(await page.evaluate("document.documentElement.dataset.react")).toMatch(new RegExp(`^${major}\\.`));
    return page;
  }

  test("renders on a server, without a tracker", () => {
    expect(server.renderApp({ programId, scriptUrl: shop.trackerUrl, customerKey: "nobody" })).toContain("no tracker");
  });

  test("has one tracker in strict mode, and again after a remount", async () => {
    const before = (await eventsOf(browsing, "click_recorded")).length;
    const page = await open(shop.trackerUrl);
    const output = page.locator("output");
    await expect.poll(() => output.textContent(), patience).toBe(`program ${programId}`);
    await clickIdOf(page);
    await page.click("text=Toggle");
    await page.click("text=Toggle");
    await expect.poll(() => output.textContent(), patience).toBe(`program ${programId}`);

    expect(await page.evaluate("document.querySelectorAll('script[src*=svc-tracker]').length")).toBe(1);
    expect(await eventsOf(browsing, "click_recorded")).toHaveLength(before + 1);
  });

  test("reports a signup", async () => {
    const page = await open(shop.trackerUrl);
    const clickId = await clickIdOf(page);
    await page.click("text=Sign up");
    await page.waitForSelector("text=signed up");
    expect((await eventsOf(browsing, "lead_reported")).at(-1)?.data).toMatchObject({ click_ids: [clickId] });
  });

  test("goes on without a tracker that cannot be loaded, and says so", async () => {
    const page = await open("/nowhere.js", /Failed to load resource|\[svc\] Error: The tracker could not be loaded/);
    await page.click("text=Sign up");
    await page.waitForSelector("text=signed up");
    expect(await page.locator("output").textContent()).toBe("no tracker");
  });

  test("warns the developer of a missing provider", () => {
    expect(() => server.renderOrphan()).toThrow("useSvc needs an SvcProvider around it.");
  });
});
