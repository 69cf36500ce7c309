// What a page can say to its tracker and ask of it: attributes and the global, routers, test events, misuse; and where cookies go
// on hosts of every kind.
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { defaultSettings } from "../../../src/core/rules/events/settings/settings.ts";
import { addPartner, createProgram, createWorkspace } from "../../../src/product/programs/change.ts";
import {
  clickIdOf,
  cookiesOf,
  eventsOf,
  eventually,
  failedCall,
  patience,
  startBrowsing,
} from "../../support/browsing.ts";
import { browserUrl } from "../../support/example-shop.ts";
import { servePages } from "../../support/served-pages.ts";

const browsing = await startBrowsing();
const { program, service, shop, database } = browsing;
const { code, programId } = program;
await addPartner(database, { programId, name: "Bob", code: "bob" }, operator);
const pages = await servePages(service.url);
afterAll(() => pages.close());

const clicks = () => eventsOf(browsing, "click_recorded");

/** A page with nothing but a script tag. */
function page(tag: string, before = ""): string {
  return `<!doctype html><title>A page</title><link rel="icon" href="data:,">${before}${tag}`;
}

function tag(attributes: string, src = shop.trackerUrl): string {
  return `<script src="${src}" ${attributes}></script>`;
}

const ofProgram = `data-svc-program-id="${programId}"`;

describe("the service's address", () => {
  test.each([
    ["the script's own", tag(ofProgram), ""],
    ["data-svc-api-base", tag(`${ofProgram} data-svc-api-base="/svc/"`), ""],
    ["SVC_API_BASE", tag(ofProgram), "<script>SVC_API_BASE = '/svc'</script>"],
    ["that of a proxy below a path of the site", tag(ofProgram, "/svc/js/svc-tracker.js"), ""],
  ])("is %s", async (_, script, before) => {
    pages.set("/", page(script, before));
    const visitor = await browsing.visitor();
    const called = visitor.context.waitForEvent("request", (request) => request.url().includes("/track/click"));
    const at = await visitor.open(pages.url(`/?aff=${code}`));
    await clickIdOf(at);

    const isOwn = script === tag(ofProgram) && before === "";
    const base = isOwn ? browserUrl(service) : pages.url("/svc");
    expect((await called).url()).toBe(`${base}/api/v1/track/click`);
  });
});

describe("a click", () => {
  test("says what the browser knows, and nothing of the address but the link", async () => {
    pages.set("/landing", page(tag(ofProgram)));
    pages.set("/blog", page(`<a href="${pages.url(`/landing?aff=${code}&x=1#secret`)}">there</a>`));
    const visitor = await browsing.visitor();
    const at = await visitor.open(pages.url("/blog", "blog.pages.test"));
    await at.click("a");
    await clickIdOf(at);

    const landing = pages.url(`/landing?aff=${code}`);
    expect((await clicks()).at(-1)?.data).toMatchObject({
      affiliate_url: landing,
      page_url: landing,
      page_title: "A page",
      referrer_url: pages.url("/", "blog.pages.test"),
      visitor_id: await at.evaluate("svc.getVisitorId()"),
      user_agent: await at.evaluate("navigator.userAgent"),
      screen_resolution: "1280x720",
      viewport_size: "1280x720",
      language: await at.evaluate("navigator.language"),
      timezone: await at.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone"),
      existing_click_id: null,
      additional_data: null,
    });
  });

  test("is one request, without a preflight", async () => {
    const visitor = await browsing.visitor();
    const methods: string[] = [];
    visitor.context.on("request", (request) => methods.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await clickIdOf(await visitor.open(shop.url(`/?aff=${code}`)));
    expect(methods.filter((call) => call.includes("/api/"))).toEqual(["POST /api/v1/track/click"]);
  });

  test("of a link longer than the service accepts is reported by its path and its code", async () => {
    const visitor = await browsing.visitor();
    await clickIdOf(await visitor.open(shop.url(`/about?long=${"x".repeat(3000)}&aff=${code}`)));
    expect((await clicks()).at(-1)?.data).toMatchObject({ affiliate_url: shop.url(`/about?aff=${code}`) });
  });

  test("of an unknown link is an error in the console, and nothing else", async () => {
    const visitor = await browsing.visitor(/Failed to load resource|\[svc\] a click was refused 400 unknown_link/);
    const at = await visitor.open(shop.url("/?aff=nobody-knows"));
    await expect.poll(() => visitor.ignored, patience).toHaveLength(2);
    expect(await at.evaluate("svc.getData()")).toMatchObject({ hasAttribution: false });
    expect(Object.keys(await cookiesOf(visitor))).toEqual(["svc_visitor_id"]);
  });

  test("of another program's partner is not kept: this page could not sell for it", async () => {
    const workspaceId = await createWorkspace(database, "Other");
    const other = await createProgram(database, { workspaceId, name: "Other", settings: defaultSettings }, operator);
    await addPartner(database, { programId: other, name: "Cid", code: "cid" }, operator);
    const visitor = await browsing.visitor(/belongs to program \d+, this page to \d+/);
    const at = await visitor.open(shop.url(`/?aff=${code}`));
    const clickId = await clickIdOf(at);
    await at.goto(shop.url("/about?aff=cid"));
    await expect.poll(() => visitor.ignored, patience).toHaveLength(1);
    expect(await clickIdOf(at)).toBe(clickId);
  });
});

describe("a router", () => {
  test.each([
    ["pushState", (url: string) => `history.pushState(null, "", "${url}")`],
    ["replaceState", (url: string) => `history.replaceState(null, "", "${url}")`],
  ])("that brings another partner by %s makes a click", async (_, navigate) => {
    const visitor = await browsing.visitor();
    const at = await visitor.open(shop.url(`/?aff=${code}`));
    const first = await clickIdOf(at);
    await at.evaluate(navigate("/about?aff=bob"));
    await eventually(at, `svc.getClickId() !== "${first}"`);
    expect((await clicks()).at(-1)?.data).toMatchObject({ partner_code: "bob", existing_click_id: first });
  });

  test("that goes back makes none", async () => {
    const visitor = await browsing.visitor();
    const at = await visitor.open(shop.url(`/?aff=${code}`));
    const first = await clickIdOf(at);
    await at.evaluate("history.pushState(null, '', '/about?aff=bob')");
    await eventually(at, `svc.getClickId() !== "${first}"`);
    const events = await clicks();
    await at.evaluate(
      "new Promise((resolve) => { addEventListener('popstate', resolve, { once: true }); history.back(); })",
    );
    await at.evaluate("svc.signup('back-1', '')");
    expect(await clicks()).toEqual(events);
  });

  test("that goes to a landing by the browser's own buttons makes a click when it was never seen", async () => {
    pages.set("/spa", page(tag(ofProgram), `<script>history.pushState(null, "", "/spa?step=2")</script>`));
    const visitor = await browsing.visitor();
    const at = await visitor.open(pages.url(`/spa?aff=${code}`));
    expect(await at.evaluate("svc.getData().hasAttribution")).toBe(false);
    await at.evaluate("history.back()");
    await clickIdOf(at);
  });

  test("gets what it asked for: the history is the browser's", async () => {
    const visitor = await browsing.visitor();
    const at = await visitor.open(shop.url("/"));
    await at.evaluate("history.pushState({ step: 1 }, '', '/about')");
    expect(await at.evaluate("[history.state, location.pathname]")).toEqual([{ step: 1 }, "/about"]);
    const refused = await at.evaluate("try { history.pushState(null, '', 'https://else.test') } catch (e) { e.name }");
    expect(refused).toBe("SecurityError");
  });
});

describe("a test event", () => {
  test("is recorded as one, of its program, and keeps nothing else of what the page adds", async () => {
    const visitor = await browsing.visitor();
    const at = await visitor.open(shop.url("/"));
    await at.evaluate("svc.trackTest({ from: 'a developer' })");
    await expect.poll(async () => (await clicks()).at(-1)?.is_test, patience).toBe(true);
    expect((await clicks()).at(-1)?.data.additional_data).toEqual({
      test_mode: true,
      program_id: programId,
    });
    expect(await at.evaluate("svc.getClickId()")).toBeNull();
  });

  test("that cannot be said is an error in the console", async () => {
    const visitor = await browsing.visitor(/\[svc\].*circular/i);
    const at = await visitor.open(shop.url("/"));
    await at.evaluate("const data = {}; data.data = data; svc.trackTest(data)");
    await expect.poll(() => visitor.ignored, patience).toHaveLength(1);
  });
});

describe("misuse", () => {
  test("never throws into the page", async () => {
    const visitor = await browsing.visitor(/\[svc\] signup needs a customer key/);
    const at = await visitor.open(shop.url(`/?aff=${code}`));
    await clickIdOf(at);
    for (const call of ["signup()", "signup('')", "signup(null, 3)", "signup({})"]) {
      expect(await at.evaluate(`svc.${call}.then(() => "resolved")`)).toBe("resolved");
    }
    await at.evaluate("svc.trackTest(null), svc.trackTest('text'), svc.trackTest([])");
    expect(visitor.ignored).toHaveLength(4);
  });

  test("a tag without its program says so, and still reports clicks", async () => {
    pages.set("/", page(tag("")));
    const visitor = await browsing.visitor(/needs data-svc-program-id/);
    await clickIdOf(await visitor.open(pages.url(`/?aff=${code}`)));
    expect(visitor.ignored).toHaveLength(1);
  });

  test("an element with the id svc is not taken for a tracker that is there already", async () => {
    pages.set("/", page(tag(ofProgram), `<div id="svc"></div><script>element = window.svc</script>`));
    const visitor = await browsing.visitor();
    const before = (await clicks()).length;
    const at = await visitor.open(pages.url(`/?aff=${code}`));
    const clickId = await clickIdOf(at);
    expect(await at.evaluate("[element.tagName, svc === element]")).toEqual(["DIV", false]);
    expect((await clicks()).slice(before).map(({ data }) => data.click_id)).toEqual([clickId]);
  });
});

test("data-svc-debug logs each step for the page's developer", async () => {
  pages.set("/", page(tag(`${ofProgram} data-svc-debug`)));
  const visitor = await browsing.visitor();
  const said: string[] = [];
  visitor.context.on("console", (message) => said.push(message.text()));
  await clickIdOf(await visitor.open(pages.url(`/?aff=${code}`)));
  await expect.poll(() => said, patience).toContainEqual(expect.stringContaining("[svc] a click was recorded"));
});

test("a prerendered page reports nothing before it is shown", async () => {
  const visitor = await browsing.visitor();
  await visitor.context.addInitScript(
    "Object.defineProperty(document, 'prerendering', { value: true, writable: true })",
  );
  const at = await visitor.open(shop.url(`/?aff=${code}`));
  expect(await cookiesOf(visitor)).toEqual({});
  await at.evaluate("document.prerendering = false, document.dispatchEvent(new Event('prerenderingchange'))");
  await clickIdOf(at);
});

describe("cookies go to", () => {
  const domainOf = async (url: string): Promise<string | undefined> => {
    pages.set("/", page(tag(ofProgram)));
    const visitor = await browsing.visitor();
    await clickIdOf(await visitor.open(url));
    return (await visitor.context.cookies()).find(({ name }) => name === "svc_click_id")?.domain;
  };

  test.each([
    ["the site, from a host deep in it", "a.b.pages.test", ".pages.test"],
    ["the site, below a suffix of two labels", "www.pages.co.uk", ".pages.co.uk"],
    ["the brand's own name, where many brands share one", "brand.github.io", ".brand.github.io"],
    ["the host, when it has one label", "localhost", "localhost"],
    ["the host, when it is an address", "127.0.0.1", "127.0.0.1"],
  ])("%s", async (_, host, domain) => {
    expect(await domainOf(pages.url(`/?aff=${code}`, host))).toBe(domain);
  });

  test("one place only: an older cookie of the host alone hides nothing", async () => {
    pages.set("/", page(tag(ofProgram), "<script>document.cookie = 'svc_click_id=clk_older'</script>"));
    const visitor = await browsing.visitor();
    const at = await visitor.open(pages.url(`/?aff=${code}`));
    await eventually(at, "svc.getClickId() !== 'clk_older'");
    const cookies = (await visitor.context.cookies()).filter(({ name }) => name === "svc_click_id");
    expect(cookies).toMatchObject([{ domain: ".pages.test" }]);
  });
});

test("a cookie that is gone is gone: the page does not remember it longer", async () => {
  const visitor = await browsing.visitor();
  const at = await visitor.open(shop.url(`/?aff=${code}`));
  await clickIdOf(at);
  await visitor.context.clearCookies();
  expect(await at.evaluate("svc.getData().hasAttribution")).toBe(false);
});

test("without a word from the service a click is remembered for 60 days", async () => {
  const visitor = await browsing.visitor();
  const headers = { "access-control-allow-origin": "*" };
  const json = { success: true, click_id: "clk_from_elsewhere", program_id: programId };
  await visitor.context.route("**/api/v1/track/click", (route) => route.fulfill({ headers, json }));
  await clickIdOf(await visitor.open(shop.url(`/?aff=${code}`)));
  const cookies = await visitor.context.cookies();
  const days = ((cookies.find(({ name }) => name === "svc_click_id")?.expires ?? 0) - Date.now() / 1000) / 86_400;
  expect(days).toBeCloseTo(60, 2);
});

test("on https cookies are secure", async () => {
  const visitor = await browsing.visitor();
  const html = page(tag(ofProgram, "https://track.svc.test/js/svc-tracker.js"));
  await visitor.context.route(/^https:/, async (route) => {
    const url = new URL(route.request().url());
    if (url.hostname !== "track.svc.test") return route.fulfill({ contentType: "text/html", body: html });
    const response = await route.fetch({ url: service.url + url.pathname });
    return route.fulfill({ response });
  });
  await clickIdOf(await visitor.open(`https://www.pages.test/?aff=${code}`));
  const cookies = await visitor.context.cookies();
  expect(cookies.map(({ name, secure }) => `${name} ${secure}`).sort()).toEqual([
    "svc_aff true",
    "svc_click_id true",
    "svc_visitor_id true",
  ]);
});

test("a call that fails is no error of the page's", async () => {
  const visitor = await browsing.visitor(failedCall);
  await visitor.context.route("**/api/v1/track/click", (route) => route.abort());
  const at = await visitor.open(shop.url(`/?aff=${code}`));
  await at.evaluate("svc.signup('failing-1', '')");
  expect(visitor.ignored.every((text) => failedCall.test(text))).toBe(true);
});
