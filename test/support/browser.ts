// A real Chromium that finds every *.test name, and two under public suffixes, on this machine, with web security on: cross-origin rules are half of what is
// tested. A visitor is a profile of its own; everything its pages complain about in their console is kept.
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page, type Route } from "playwright-core";
import { root } from "./tree.ts";

export type Visitor = {
  readonly context: BrowserContext;
  /** Warnings, errors and uncaught exceptions of all its pages. */
  readonly complaints: readonly string[];
  /** Those that the test said may come. */
  readonly ignored: readonly string[];
  open(url: string): Promise<Page>;
  close(): Promise<void>;
};

/** Its pages and what they keep are a file's own, the process is the worker's. */
export type TestBrowser = Pick<Browser, "newContext"> & { close(): Promise<void> };

/** How many times slower than this machine its pages are: a test that does not wait for what it claims then fails here too. */
const slowness = Number(process.env.BROWSER_SLOWNESS ?? 1);

let launched: Promise<Browser> | undefined;

export async function startBrowser(): Promise<TestBrowser> {
  launched ??= launch();
  const browser = await launched;
  const contexts: BrowserContext[] = [];
  return {
    async newContext(options) {
      const context = await browser.newContext(options);
      // One that is closed before it is slow needs not be.
      if (slowness > 1) context.on("page", (page) => void slowDown(page).catch(() => undefined));
      contexts.push(context);
      return context;
    },
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
    },
  };
}

async function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: await executablePath(),
    // Not available as root or in containers.
    chromiumSandbox: false,
    args: [
      "--no-zygote",
      "--disable-gpu",
      "--host-resolver-rules=MAP *.test 127.0.0.1,MAP *.co.uk 127.0.0.1,MAP *.github.io 127.0.0.1",
    ],
  });
}

/** Its scripts by that factor, and each of its requests by 50 ms and up to as many tenths of a second, drawn for each page. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const latency = 50 + Math.random() * 100 * slowness;
  const line = { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  await devtools.send("Network.emulateNetworkConditions", line);
}

/** `mayComplain` is what a test provokes, such as what the browser itself says about calls that fail. */
export async function newVisitor(browser: TestBrowser, mayComplain?: RegExp): Promise<Visitor> {
  // What is looked at has its colours at once, and not those on the way to them.
  const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB" });
  const complaints: string[] = [];
  const ignored: string[] = [];
  context.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint) (mayComplain?.test(message.text()) === true ? ignored : complaints).push(message.text());
  });
  context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`));
  return {
    context,
    complaints,
    ignored,
    async open(url) {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    close: () => context.close(),
  };
}

/**
 * CHROMIUM_PATH, for systems the packed browser does not support, or the packed browser, unpacked once next to the packages.
 * Not by the package itself: it unpacks in place, so that of two test files one would start half a browser.
 */
async function executablePath(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given !== undefined) return given;
  const packed = fileURLToPath(new URL("../../bin/chromium.br", import.meta.resolve("@sparticuz/chromium")));
  const path = join(root, "node_modules/.cache/chromium");
  if (existsSync(path)) return path;
  const unfinished = `${path}-${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true });
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(unfinished, { mode: 0o755 }));
  await rename(unfinished, path);
  return path;
}

/**
 * Hands the first such request to `handle` and lets the others through. The interception itself stays: while a browser takes
 * one back, a request that is just on its way may never be answered.
 */
export function interceptFirst({ context }: Visitor, url: string, handle: (route: Route) => unknown): Promise<unknown> {
  let isFirst = true;
  return context.route(url, (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    return handle(route);
  });
}
