// How the console reaches a browser: for whom it is, under which policy, how long it is kept, and how large it is.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { serviceForFile } from "../support/for-file.ts";
import { root } from "../support/tree.ts";

const firstLoadBytesMax = 350_000;

const { service } = await serviceForFile();

const html = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const get = (path: string, headers: Record<string, string> = {}) => service.request(path, { headers });

test("a browser gets the console at / and at each of its addresses; other clients get the usual answers", async () => {
  for (const path of ["/", "/programs/1/sales/7", "/new-program"]) {
    const page = await get(path, html);
    expect([path, page.status, page.headers.get("vary")]).toEqual([path, 200, "Accept"]);
    expect(page.text).toContain('<div id="console">');
  }
  expect(await get("/", { accept: "*/*" })).toMatchObject({ status: 200, body: { errors: "/docs/errors" } });
  expect((await get("/programs/1", { accept: "*/*" })).status).toBe(404);
  expect((await get("/nowhere", html)).status).toBe(404);
});

test("its policy allows only its own scripts and styles, and no framing", async () => {
  const page = await get("/programs/1", html);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
  expect(page.text).not.toMatch(/<style|<script>|\sstyle=|\son\w+=/);
  expect(page.headers.get("cache-control")).toBe("no-store");
});

test("its files are kept for a year, sent compressed, and lead nowhere else", async () => {
  const [file = ""] = filesOf((await get("/", html)).text);
  const plain = await get(`/${file}`, { "accept-encoding": "identity" });
  expect(plain.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await get(`/${file}`, { "accept-encoding": "br" })).headers.get("content-encoding")).toBe("br");
  for (const path of ["/assets/..%2Findex.html", "/assets/none.js", "/assets/.js", `/${file}.br`]) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
  }
});

test(`the first load is at most ${firstLoadBytesMax / 1000} kB gzipped`, async () => {
  const index = (await get("/", html)).text;
  const loaded = new Set(filesOf(index));
  // What a page of a program loads before it is drawn: the entry, all that is loaded with it, and the largest of the pages.
  const entry = [...loaded].map((file) => readFileSync(join(root, "console/dist", file), "utf8")).join("\n");
  const pages = readdirSync(join(root, "console/dist/assets")).filter((file) => /^overview-page-.*\.js$/.test(file));
  const preloaded = [...entry.matchAll(/assets\/[\w.-]+\.(?:js|css)/g)].map(([file]) => file);
  const all = new Set([...loaded, ...preloaded.filter((file) => !/-(page|sheet)-|chart/.test(file))]);
  for (const file of pages) all.add(`assets/${file}`);
  const bytes = [...all].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(root, "console/dist", file))).length,
    0,
  );
  expect(all.size).toBeGreaterThan(2);
  expect(bytes).toBeLessThanOrEqual(firstLoadBytesMax);
});

function filesOf(page: string): string[] {
  return [...page.matchAll(/(?:src|href)="\.?\/?(assets\/[\w.-]+)"/g)].map(([, file = ""]) => file);
}
