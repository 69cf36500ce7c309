// The console in a real browser: one service and one browser for a test file, and people who look at it.
import type { Page } from "playwright-core";
import { afterAll } from "vitest";
import { newVisitor, startBrowser, type TestBrowser, type Visitor } from "./browser.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { manyPeople, type Person } from "./people.ts";
import { type RunningService, startService } from "./service.ts";

export type ConsoleAtHand = {
  readonly service: RunningService;
  readonly testDatabase: TestDatabase;
  readonly browser: TestBrowser;
  /** A browser in which this person is signed in. */
  signedIn(person: Person, mayComplain?: RegExp): Promise<Visitor>;
};

/** For the top of a test file. */
export async function startConsole(
  env: Readonly<Record<string, string>> = {},
  prepare: (testDatabase: TestDatabase) => Promise<void> = async () => undefined,
): Promise<ConsoleAtHand> {
  const testDatabase = await createTestDatabase();
  await prepare(testDatabase);
  const service = await startService(testDatabase.url, { ...manyPeople, ...env });
  const browser = await startBrowser();
  afterAll(async () => {
    await browser.close();
    await service.close();
    await testDatabase.drop();
  });
  return {
    service,
    testDatabase,
    browser,
    async signedIn(person, mayComplain) {
      const visitor = await newVisitor(browser, mayComplain);
      const [name = "", value = ""] = person.cookie.split("=");
      await visitor.context.addCookies([{ name, value, url: service.url }]);
      return visitor;
    },
  };
}

/** How far the page can be pushed sideways, in pixels, once it has drawn itself for the width it has. */
export async function sidewaysPixels(page: Page): Promise<number> {
  await isDrawn(page);
  return page.evaluate<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");
}

/** What then reaches beyond the right edge and is not inside something that scrolls by itself. */
export async function widerThanPage(page: Page): Promise<string[]> {
  await isDrawn(page);
  return page.evaluate<string[]>(`(() => {
    const scrolls = (element) => element !== null && element !== document.documentElement &&
      (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    return [...document.body.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 && !scrolls(element.parentElement))
      .map((element) => element.outerHTML.slice(0, 120));
  })()`);
}

async function isDrawn(page: Page): Promise<void> {
  await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
}
