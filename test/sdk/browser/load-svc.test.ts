// loadSvc: one tracker a page, from wherever it is asked for; none on a server; a failure that can be tried again.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { interceptFirst } from "../../support/browser.ts";
import { clickIdOf, eventsOf, startBrowsing } from "../../support/browsing.ts";
import { browserUrl } from "../../support/example-shop.ts";
import { bundlePage, importPage } from "../../support/page-bundle.ts";
import { servePages } from "../../support/served-pages.ts";

const browsing = await startBrowsing();
const { program, service, shop } = browsing;
const { programId, code } = program;
const pages = await servePages(service.url);
afterAll(() => pages.close());

pages.set("/loader.js", await bundlePage({ entry: "test/sdk/browser/pages/loader.ts" }));
const html = (tags = ""): string =>
  `<!doctype html><link rel="icon" href="data:,">${tags}<script src="/loader.js"></script>`;
beforeEach(() => pages.set("/", html()));

const scriptUrl = shop.trackerUrl;
const load = (options: object = { scriptUrl }): string => `loadSvc(${programId}, ${JSON.stringify(options)})`;
const failure = (options: object): string => `${load(options)}.catch((error) => error.message)`;
const tags = "[...document.querySelectorAll('script[src*=svc-tracker]')]";

describe("on a server", () => {
  test("there is no tracker", async () => {
    const { loadSvc } = (await importPage({ entry: "sdk/src/index.ts" })) as { loadSvc(id: number): Promise<unknown> };
    expect(await loadSvc(1)).toBeNull();
  });
});

describe("in a page", () => {
  test("every call has the same instance, and the script is loaded once", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(pages.url(`/?aff=${code}`));
    expect(await page.evaluate(`Promise.all([${load()}, ${load()}]).then(([a, b]) => a === b && a === svc)`)).toBe(
      true,
    );
    expect(await page.evaluate(`${load()}.then((later) => later === svc)`)).toBe(true);
    expect(await page.evaluate(`${tags}.length`)).toBe(1);
    const clickId = await clickIdOf(page);
    await page.evaluate(`${load()}.then((tracker) => tracker.signup("loaded-1", "ada@example.com"))`);
    expect((await eventsOf(browsing, "lead_reported")).at(-1)?.data).toMatchObject({ click_ids: [clickId] });
  });

  test("the script comes from SVC_API_BASE when nothing else is said", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(pages.url("/"));
    await page.evaluate(`window.SVC_API_BASE = "${browserUrl(service)}/"`);
    expect(await page.evaluate(`${load({})}.then((svc) => svc.getData().programId)`)).toBe(programId);
    expect(await page.evaluate(`${tags}[0].src`)).toBe(scriptUrl);
  });

  test("the script comes from localhost:8080 in env local", async () => {
    const visitor = await browsing.visitor(/Failed to load resource/);
    const asked: string[] = [];
    await visitor.context.route("http://localhost:8080/**", (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    const page = await visitor.open(pages.url("/"));
    expect(await page.evaluate(failure({ env: "local" }))).toContain("could not be loaded");
    expect(asked).toEqual(["http://localhost:8080/js/svc-tracker.js"]);
  });

  test("options become the script's attributes", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(pages.url(`/?aff=${code}`));
    await page.evaluate(load({ scriptUrl, debug: true, consent: "required" }));
    expect(await page.evaluate(`({ ...${tags}[0].dataset })`)).toEqual({
      svcProgramId: String(programId),
      svcDebug: "",
      svcConsent: "required",
    });
    expect(await page.evaluate("svc.getVisitorId()")).toBeNull();
  });

  test.each([
    ["that has run", `<script src="${scriptUrl}" data-svc-program-id="${programId}"></script>`],
    ["that is still to come", `<script async src="${scriptUrl}" data-svc-program-id="${programId}"></script>`],
  ])("a script tag of the page's own %s is used", async (_, tag) => {
    pages.set("/", html(`${tag}<script>addEventListener("DOMContentLoaded", () => { loaded = ${load({})} })</script>`));
    const visitor = await browsing.visitor();
    const page = await visitor.open(pages.url("/"));
    expect(await page.evaluate("loaded.then((instance) => instance === svc)")).toBe(true);
    expect(await page.evaluate(`${tags}.length`)).toBe(1);
  });

  test("a script tag of the page's own that failed is tried again", async () => {
    const tag = `<script src="${scriptUrl}" data-svc-program-id="${programId}"></script>`;
    pages.set("/", html(`${tag}<script>addEventListener("DOMContentLoaded", () => { loaded = ${load({})} })</script>`));
    const visitor = await browsing.visitor(/Failed to load resource/);
    await interceptFirst(visitor, scriptUrl, (route) => route.abort());
    const page = await visitor.open(pages.url("/"));
    expect(await page.evaluate("loaded.then((instance) => instance === svc)")).toBe(true);
  });
});

describe("it rejects", () => {
  test("when the script cannot be loaded, and the next call tries again", async () => {
    const visitor = await browsing.visitor(/Failed to load resource/);
    await interceptFirst(visitor, scriptUrl, (route) => route.abort());
    const page = await visitor.open(pages.url("/"));
    expect(await page.evaluate(failure({ scriptUrl }))).toBe(`The tracker could not be loaded from ${scriptUrl}.`);
    expect(await page.evaluate(`${load()}.then((instance) => instance === svc)`)).toBe(true);
    expect(await page.evaluate(`${tags}.length`)).toBe(1);
  });

  test("when what is there is not the tracker", async () => {
    pages.set("/other.js", "let other;");
    const visitor = await browsing.visitor();
    const page = await visitor.open(pages.url("/"));
    expect(await page.evaluate(failure({ scriptUrl: "/other.js" }))).toContain("/other.js is not the tracker.");
  });

  test("when it does not know the service, saying what to set", async () => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(pages.url("/"));
    expect(await page.evaluate(failure({}))).toContain("pass scriptUrl, or set window.SVC_API_BASE");
  });

  test.each(["0", "-1", "1.5", "'1'", "undefined"])("the program %s", async (id) => {
    const visitor = await browsing.visitor();
    const page = await visitor.open(pages.url("/"));
    expect(await page.evaluate(`loadSvc(${id}).catch((error) => error.name)`)).toBe("TypeError");
  });
});
