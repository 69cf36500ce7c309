// The documentation as a visitor sees it: every document has its page, every link leads somewhere, search finds a word on its page, and a
// real browser reads it in light and dark, wide and on a phone.
import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { docsSections } from "../../../src/faces/http/pages/docs/contents.ts";
import { docsFiles, pathOf } from "../../../src/faces/http/pages/docs/library.ts";
import { violationsOf } from "../../support/axe.ts";
import { newVisitor, startBrowser } from "../../support/browser.ts";
import { createTestDatabase } from "../../support/database.ts";
import { startService } from "../../support/service.ts";
import { readTree, root } from "../../support/tree.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url);
const browser = await startBrowser();
const visitor = await newVisitor(browser);
afterAll(async () => {
  await browser.close();
  await service.close();
  await testDatabase.drop();
});

const files = await docsFiles();
const texts = new Map<string, string>();
for (const slug of files.keys()) texts.set(pathOf(slug), (await service.request(pathOf(slug))).text);

describe("the contents", () => {
  test("lead to every document in docs/", () => {
    const documents = readTree().filter(({ path }) => /^docs\/.*\.md$/.test(path));
    expect([...files.values()]).toEqual(expect.arrayContaining(documents.map(({ path }) => path)));
  });

  test("name each document once", () => {
    const slugs = docsSections.flatMap(({ entries }) => entries.map(({ slug }) => slug));
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(new Set(files.values()).size).toBe(files.size);
  });

  test("are all in /llms.txt, decisions too, with the address of each page's Markdown", async () => {
    const { text } = await service.request("/llms.txt");
    for (const slug of files.keys()) {
      const address = slug === "" ? "/docs/index.md" : `/docs/${slug}.md`;
      expect(text).toContain(`](${service.url}${address})`);
    }
  });
});

describe("a page", () => {
  test("has one heading of the first order, and is marked in the contents", () => {
    for (const { entries } of docsSections) {
      for (const { slug } of entries) {
        const text = texts.get(pathOf(slug)) ?? "";
        expect({ slug, headings: text.match(/<h1[ >]/g)?.length }).toEqual({ slug, headings: 1 });
        expect(text).toContain(`<a href="${pathOf(slug)}" aria-current="page">`);
      }
    }
  });

  test("links only to what is there", async () => {
    const links = [...texts].flatMap(([path, text]) => targetsIn(text).map((target) => ({ path, target })));
    expect(links.length).toBeGreaterThan(1000);
    const addresses = [...new Set(links.map(({ target }) => target.split("#")[0] ?? ""))];
    const others = addresses.filter((address) => address !== "" && !texts.has(address));
    const missing = await Promise.all(others.map(async (address) => ({ address, status: await statusOf(address) })));
    expect(missing.filter(({ status }) => status !== 200)).toEqual([]);
    expect(links.filter(({ path, target }) => !anchorIsThere(path, target))).toEqual([]);
  });

  test("is Markdown under its address with .md", async () => {
    const answer = await service.request("/docs/replay.md");
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(answer.text).toBe(readFileSync(`${root}/docs/replay.md`, "utf8"));
  });

  test.each([
    "/docs/nothing",
    "/docs/../package.json",
    "/docs/%2e%2e/package.json",
    "/docs/decisions/..%2f..%2fpackage",
  ])("that is not there is a typed 404: %s", async (path) => {
    const answer = await service.request(path);
    expect({ status: answer.status, code: JSON.parse(answer.text).error.code }).toEqual({
      status: 404,
      code: "not_found",
    });
  });
});

describe("the search", () => {
  test("finds a word in its part of the page", async () => {
    const { text } = await service.request("/docs/search?q=svc_click_id%20cookie");
    expect(text).toContain('href="/docs/tracker');
    expect(text).toMatch(/\d+ passages, the best first/);
  });

  test("shows what was typed as text, however it was typed", async () => {
    const { text } = await service.request(`/docs/search?q=${encodeURIComponent('"><script>alert(1)</script>')}`);
    expect(text).not.toContain("<script>alert");
    expect(text).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  });

  test("says so where nothing has the words, and takes a very long one", async () => {
    expect((await service.request("/docs/search?q=zzzyqx")).text).toContain("Nothing has all of these words");
    expect((await service.request(`/docs/search?q=${"a".repeat(5_000)}`)).status).toBe(200);
    expect((await service.request("/docs/search")).text).toContain("Type a word above");
  });
});

test("a reader goes from the first page to the quickstart, searches by keyboard, and meets no fault in either look", async () => {
  const page = await visitor.open(`${service.url}/docs`);
  await page.getByRole("link", { name: "quickstart" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Quickstart" }).waitFor();
  // From then on the page listens to keys.
  await page.getByRole("button", { name: "Copy" }).first().waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("hold period");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Results for “hold period”" }).waitFor();
  await page.getByRole("link", { name: "Attribution" }).or(page.locator(".found a")).first().click();
  await page.waitForURL(({ pathname }) => /^\/docs\/[a-z-]+/.test(pathname) && pathname !== "/docs/search");
  for (const path of ["/docs/concepts", "/docs/tracker", "/docs/search?q=refund"]) {
    await page.goto(`${service.url}${path}`);
    for (const [colorScheme, width] of [["light", 1280] as const, ["dark", 360] as const]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const scrolls = await page.evaluate("document.documentElement.scrollWidth");
      const found = await violationsOf(page);
      expect({ path, colorScheme, found, scrolls }).toEqual({ path, colorScheme, found: [], scrolls: width });
    }
  }
  expect(visitor.complaints).toEqual([]);
});

/** Of links and pictures, those of this service. */
function targetsIn(text: string): string[] {
  const targets = [...text.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = ""]) =>
    target.replaceAll("&amp;", "&"),
  );
  return targets.filter((target) => target.startsWith("/") || target.startsWith("#"));
}

async function statusOf(address: string): Promise<number> {
  return (await service.request(address, { headers: { accept: "text/html" } })).status;
}

function anchorIsThere(path: string, target: string): boolean {
  const [address = "", anchor] = target.split("#");
  const text = texts.get(address === "" ? path : address);
  return anchor === undefined || text === undefined || text.includes(`id="${anchor}"`);
}
