// All a browser test needs: the running service with a program, the example shop joined to it, a browser, and visitors whose
// consoles are held clean at the end of every test.
import type { Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { newVisitor, startBrowser, type TestBrowser, type Visitor } from "./browser.ts";
import { createTestDatabase } from "./database.ts";
import { type OpenShop, openShop, type ShopSettings } from "./example-shop.ts";
import {
  asOwner,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  type RunningService,
  startService,
} from "./service.ts";

export type Browsing = {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly service: RunningService;
  readonly program: ProgramAtHand;
  readonly shop: OpenShop;
  readonly browser: TestBrowser;
  /** A new profile, which leaves at the end of the test. */
  visitor(mayComplain?: RegExp): Promise<Visitor>;
};

export type BrowsingSettings = {
  readonly program?: Partial<Settings>;
  readonly shop?: (browsing: Pick<Browsing, "service" | "program" | "database">) => Promise<Partial<ShopSettings>>;
};

/** For the top of a test file. */
export async function startBrowsing(settings: BrowsingSettings = {}): Promise<Browsing> {
  const testDatabase = await createTestDatabase();
  const { url: databaseUrl, database } = testDatabase;
  const service = await startService(databaseUrl, { RATE_LIMIT_BROWSER_PER_MINUTE: "10000" });
  const program = await createTestProgram(database, settings.program);
  const shopSettings = await settings.shop?.({ service, program, database });
  const shop = await openShop(service, { programId: program.programId, ...shopSettings });
  const browser = await startBrowser();

  const visitors: Visitor[] = [];
  afterEach(async () => {
    const leaving = visitors.splice(0);
    const complaints = leaving.flatMap((visitor) => visitor.complaints);
    for (const visitor of leaving) await visitor.close();
    expect(complaints, "the consoles stay clean").toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await shop.close();
    await service.close();
    await testDatabase.drop();
  });
  return {
    database,
    databaseUrl,
    service,
    program,
    shop,
    browser,
    async visitor(mayComplain) {
      const visitor = await newVisitor(browser, mayComplain);
      visitors.push(visitor);
      return visitor;
    },
  };
}

/** What Chromium itself says of a call that fails. */
export const failedCall = /Failed to load resource/;

/** For `expect.poll`. */
export const patience = { timeout: 10_000, interval: 20 } as const;

/** Asked from outside and again until it is true: a page with a strict policy evaluates nothing by itself. */
export function eventually(page: Page, claim: string): Promise<void> {
  return expect.poll(() => page.evaluate<unknown>(claim), { message: claim, ...patience }).toBeTruthy();
}

/** As soon as the page has one. */
export async function clickIdOf(page: Page): Promise<string> {
  await eventually(page, "window.svc?.getClickId()");
  return page.evaluate<string>("svc.getClickId()");
}

/** The paths of all calls to the service that the visitor's browser makes from now on. */
export function callsOf({ context }: Visitor): string[] {
  const calls: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  return calls;
}

export async function cookiesOf({ context }: Visitor): Promise<Record<string, string>> {
  const cookies = await context.cookies();
  return Object.fromEntries(
    cookies.filter(({ name }) => name.startsWith("svc_")).map(({ name, value }) => [name, decodeURIComponent(value)]),
  );
}

export type BrowserEvent = {
  readonly type: string;
  readonly source: string;
  readonly is_test: boolean;
  readonly data: Readonly<Record<string, unknown>>;
};

/** What the program's log holds of one type, in its order. */
export function eventsOf(
  { databaseUrl, program }: Pick<Browsing, "databaseUrl" | "program">,
  type: "click_recorded" | "lead_reported" | "sale_reported",
): Promise<BrowserEvent[]> {
  return asOwner<BrowserEvent>(
    databaseUrl,
    "select type, source, is_test, data from event where program_id = $1 and type = $2 order by seq",
    [program.programId, type],
  );
}

/** The customers of the program's leads. */
export async function leadsOf(browsing: Pick<Browsing, "databaseUrl" | "program">): Promise<unknown[]> {
  return (await eventsOf(browsing, "lead_reported")).map(({ data }) => data.customer_key);
}

/** The commission id of a first sale to the customer, whose signup the brand's server reports as well. */
export async function commissionOn({ service, program }: Browsing, customerKey: string): Promise<unknown> {
  await service.post("/api/v1/track/lead", { customer_key: customerKey }, { key: program.key });
  const body = { transaction_id: `sale-${customerKey}`, amount_cents: 1000, customer_key: customerKey };
  return fieldOf(await service.post("/api/v1/track/sale", body, { key: program.key }), "commission_id");
}
