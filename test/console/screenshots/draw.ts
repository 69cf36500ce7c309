// Draws every page people see into screenshots/, light and dark, on a desk and on a phone, from an installation in its third month:
// the console, and what a visitor and a partner see without it.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { makePartnerLink } from "../../../src/product/portal/links.ts";
import { newVisitor } from "../../support/browser.ts";
import { startConsole } from "../../support/console.ts";
import { recordConsoleStory, type Story } from "../../support/console-story.ts";
import { farFromTheMachines, type MovableClock, moveClock } from "../../support/movable-clock.ts";
import { requestExports } from "../../support/request-exports.ts";
import { secretKey } from "../../support/service.ts";
import { root } from "../../support/tree.ts";

const days = 62;
const dayMilliseconds = 86_400_000;
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;
const colours = ["light", "dark"] as const;
/** Those that the README shows. */
const pictures = ["overview", "payouts", "partner-portal"];
const isForReadme = process.env.PICTURES !== undefined;
const only = isForReadme ? pictures : process.env.PAGES?.split(",");

let clock: MovableClock | undefined;
const { service, testDatabase, browser, signedIn } = await startConsole(
  { ...farFromTheMachines, RATE_LIMIT_BROWSER_PER_MINUTE: "1000000" },
  async (testDatabase) => {
    clock = await moveClock(testDatabase, new Date(Date.now() - days * dayMilliseconds));
  },
);

test("every page is drawn", async () => {
  if (clock === undefined) throw new Error("The clock was not moved.");
  const { programId, owner, emptyProgramId, partnerId } = await recordConsoleStory(service, {
    before: days,
    clock,
    databaseUrl: testDatabase.url,
  });
  await requestExports(testDatabase.url, programId);
  const pages = pagesOf({ programId, emptyProgramId, partnerId });
  const link = await partnerPage(programId, partnerId);
  const open: Pages = {
    "sign-in": "/sign-in",
    "sign-up": "/sign-up",
    "forgot-password": "/forgot-password",
    device: "/device",
    "partner-portal": link,
    "partner-sign-in": "/partners/sign-in",
    join: `/partners/join/${programId}`,
    docs: "/docs",
    "docs-concepts": "/docs/concepts",
    "docs-errors": "/docs/errors",
    "api-reference": "/docs/api",
    missing: "/docs/nothing-here",
  };
  const visitor = await signedIn(owner);
  const stranger = await newVisitor(browser, /./);
  for (const [size, viewport] of Object.entries(isForReadme ? { desktop: sizes.desktop } : sizes)) {
    for (const colorScheme of colours) {
      const folder = join(root, isForReadme ? "docs/pictures" : `screenshots/${size}-${colorScheme}`);
      mkdirSync(folder, { recursive: true });
      const look = { viewport, colorScheme, folder };
      await drawAll(visitor.context, pages, look);
      await drawAll(stranger.context, open, look);
    }
  }
});

/** A path, or one whose first row is opened. */
type Pages = Readonly<Record<string, string | FirstRow>>;
type FirstRow = { readonly list: string };

/** Of the console. */
function pagesOf({ programId, emptyProgramId, partnerId }: Omit<Story, "owner">): Pages {
  const program = `/programs/${programId}`;
  const empty = `/programs/${emptyProgramId}`;
  return {
    overview: `${program}/overview`,
    integration: `${program}/integration`,
    sales: `${program}/sales`,
    sale: opened(`${program}/sales`),
    customers: `${program}/customers`,
    customer: opened(`${program}/customers`),
    inbox: `${program}/inbox`,
    events: `${program}/events`,
    event: opened(`${program}/events`),
    commissions: `${program}/commissions`,
    payouts: `${program}/payouts`,
    payout: opened(`${program}/payouts`),
    adjustments: `${program}/adjustments`,
    disputes: `${program}/disputes`,
    statements: `${program}/statements`,
    balance: `${program}/balance`,
    replay: `${program}/replay`,
    audit: `${program}/settings/audit`,
    notices: `${program}/settings/notices`,
    webhooks: `${program}/webhooks`,
    imports: `${program}/imports`,
    exports: `${program}/exports`,
    proof: `${program}/proof`,
    partners: `${program}/partners`,
    partner: `${program}/partners/${partnerId}`,
    "new-partner": `${program}/partners/new`,
    "new-program": "/new-program",
    settings: `${program}/settings/program`,
    policies: `${program}/settings/policies`,
    connections: `${program}/settings/connections`,
    keys: `${program}/settings/keys`,
    members: `${program}/settings/members`,
    agents: `${program}/settings/agents`,
    "test-events": `${program}/events?mode=test`,
    "empty-overview": `${empty}/overview`,
    "empty-sales": `${empty}/sales`,
    "empty-integration": `${empty}/integration`,
  };
}

function opened(list: string): FirstRow {
  return { list };
}

async function partnerPage(programId: number, partnerId: number): Promise<string> {
  const secrets = openSecrets([secretKey]);
  const link = await makePartnerLink(service.database, secrets, { programId, partnerId, days: 30 }, operator);
  if (link === undefined) throw new Error("The partner has no page.");
  return link.path;
}

function isWanted([name]: readonly [string, unknown]): boolean {
  return only === undefined || only.includes(name);
}

type Look = Pick<Drawing, "viewport" | "colorScheme"> & { readonly folder: string };

async function drawAll(context: BrowserContext, pages: Pages, { folder, ...look }: Look): Promise<void> {
  for (const [name, path] of Object.entries(pages).filter(isWanted)) {
    const file = join(folder, `${name}${isForReadme ? `-${look.colorScheme}` : ""}.png`);
    await draw(context, { path, ...look, file });
  }
}

type Drawing = {
  readonly path: string | FirstRow;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: (typeof colours)[number];
  readonly file: string;
};

async function draw(context: BrowserContext, { path, viewport, colorScheme, file }: Drawing): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.goto(service.url + (typeof path === "string" ? path : path.list), { waitUntil: "networkidle" });
  if (typeof path !== "string") {
    await page.locator(".row-link").first().click();
    await page.getByRole("dialog").waitFor();
    await page.waitForLoadState("networkidle");
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
  }
  await page.screenshot({ path: file, animations: "disabled" });
  await page.close();
}
