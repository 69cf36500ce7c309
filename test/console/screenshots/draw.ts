// Draws every page of the console into screenshots/, light and dark, on a desk and on a phone, from an installation in its third month.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext } from "playwright-core";
import { test } from "vitest";
import { startConsole } from "../../support/console.ts";
import { tellConsoleStory } from "../../support/console-story.ts";
import { farFromTheMachines, type MovableClock, moveClock } from "../../support/movable-clock.ts";
import { root } from "../../support/tree.ts";

const days = 62;
const dayMilliseconds = 86_400_000;
const sizes = { desktop: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;
const colours = ["light", "dark"] as const;
/** Those that the README shows. */
const pictures = ["overview", "payouts"];
const isForReadme = process.env.PICTURES !== undefined;
const only = isForReadme ? pictures : process.env.PAGES?.split(",");

let clock: MovableClock | undefined;
const { service, testDatabase, signedIn } = await startConsole(
  { ...farFromTheMachines, RATE_LIMIT_BROWSER_PER_MINUTE: "1000000" },
  async (testDatabase) => {
    clock = await moveClock(testDatabase, new Date(Date.now() - days * dayMilliseconds));
  },
);

test("every page is drawn", async () => {
  if (clock === undefined) throw new Error("The clock was not moved.");
  const { programId, owner, emptyProgramId, partnerId } = await tellConsoleStory(service, {
    before: days,
    clock,
    databaseUrl: testDatabase.url,
  });
  const program = `/programs/${programId}`;
  const empty = `/programs/${emptyProgramId}`;
  const pages: Readonly<Record<string, string>> = {
    overview: `${program}/overview`,
    integration: `${program}/integration`,
    sales: `${program}/sales`,
    sale: `${program}/sales`,
    customers: `${program}/customers`,
    inbox: `${program}/inbox`,
    events: `${program}/events`,
    commissions: `${program}/commissions`,
    payouts: `${program}/payouts`,
    adjustments: `${program}/adjustments`,
    disputes: `${program}/disputes`,
    statements: `${program}/statements`,
    replay: `${program}/replay`,
    audit: `${program}/settings/audit`,
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
  const visitor = await signedIn(owner);
  for (const [size, viewport] of Object.entries(isForReadme ? { desktop: sizes.desktop } : sizes)) {
    for (const colorScheme of colours) {
      const folder = join(root, isForReadme ? "docs/pictures" : `screenshots/${size}-${colorScheme}`);
      mkdirSync(folder, { recursive: true });
      for (const [name, path] of Object.entries(pages).filter(isWanted)) {
        await draw(visitor.context, {
          path,
          viewport,
          colorScheme,
          file: join(folder, `${name}${isForReadme ? `-${colorScheme}` : ""}.png`),
          name,
        });
      }
    }
  }
});

function isWanted([name]: readonly [string, string]): boolean {
  return only === undefined || only.includes(name);
}

type Drawing = {
  readonly name: string;
  readonly path: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme: (typeof colours)[number];
  readonly file: string;
};

async function draw(context: BrowserContext, { name, path, viewport, colorScheme, file }: Drawing): Promise<void> {
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme });
  await page.goto(service.url + path, { waitUntil: "networkidle" });
  if (name === "sale") {
    await page.locator(".row-link").first().click();
    await page.getByRole("dialog").waitFor();
    await page.waitForLoadState("networkidle");
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
  }
  await page.screenshot({ path: file, animations: "disabled" });
  await page.close();
}
