// /docs/api in a real browser: it shows every call, from the service's own files alone and under its Content-Security-Policy.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violationsOf } from "../../../support/axe.ts";
import { newVisitor, startBrowser, type TestBrowser } from "../../../support/browser.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { startService } from "../../../support/service.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url);
let browser: TestBrowser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await testDatabase.drop();
});

const looks = [
  { colorScheme: "dark", width: 1280, background: "rgb(22, 25, 28)" },
  { colorScheme: "light", width: 390, background: "rgb(255, 255, 255)" },
] as const;

/** How Swagger UI nests its own headings, regions and buttons. */
const swaggersOwn = ["heading-order", "region", "nested-interactive"];

describe("the page", () => {
  test("loads nothing from anywhere else, without inline script or style", async () => {
    const page = await service.request("/docs/api");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    );
    expect(page.text).not.toMatch(/<style|<script>|style=|https?:/);
    const files = [...page.text.matchAll(/(?:src|href)="(api\/[^"]+)"/g)].map(([, path = ""]) => `/docs/${path}`);
    expect(files).toHaveLength(4);
    for (const path of files) {
      const file = await service.request(path);
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.headers.get("cache-control")).toContain("max-age=3600");
      const again = await service.request(path, { headers: { "if-none-match": file.headers.get("etag") ?? "" } });
      expect([path, again.status]).toEqual([path, 304]);
    }
    for (const path of ["/docs/api/package.json", "/docs/api/swagger-ui.js", "/docs/api/../../package.json"]) {
      expect((await service.request(path)).status).toBe(404);
    }
  });

  test("is linked where a reader looks first", async () => {
    expect((await service.request("/")).body).toMatchObject({ api: ["/docs/api", "/openapi.json"] });
    for (const path of ["/llms.txt", "/AGENTS.md"]) {
      const { text } = await service.request(path);
      expect(text).toContain(`${service.url}/docs/api`);
      expect(text).toContain(`${service.url}/openapi.json`);
    }
  });

  test("shows every call, and a call's fields when it is opened, in both looks, wide and on a phone", async () => {
    const visitor = await newVisitor(browser);
    try {
      const page = await visitor.context.newPage();
      const asked: string[] = [];
      page.on("request", (request) => asked.push(new URL(request.url()).origin));
      for (const { colorScheme, width, background } of looks) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`${service.url}/docs/api`);
        await page.locator(".opblock-tag").first().waitFor();
        expect(await page.locator(".opblock-tag").count()).toBeGreaterThan(20);
        expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe(background);
        expect(await violationsOf(page, { but: swaggersOwn })).toEqual([]);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
      const sale = page.locator(".opblock").filter({ hasText: "/api/v1/track/sale" });
      await page.locator("#operations-tag-tracking").click();
      await sale.locator(".opblock-summary-control").click();
      await sale.getByText("order-1001").first().waitFor();
      await sale.getByText("duplicate_transaction").first().waitFor();
      for (const { width } of looks) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      }
      expect(new Set(asked.filter((origin) => origin !== "null"))).toEqual(new Set([service.url]));
      expect(visitor.complaints).toEqual([]);
    } finally {
      await visitor.close();
    }
  });
});
