// An export taken over by the console alone: looked at, its faults downloaded, imported with a question, and on record.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";
import { asOwner } from "../support/service.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner, member } = await newCompany(service);
const address = `${service.url}/programs/${programId}/imports`;
const folder = await mkdtemp(join(tmpdir(), "svc-console-import-"));
afterAll(() => rm(folder, { recursive: true }));

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const many = 3_000;
const header = "transaction_id,amount_cents,currency,sold_at,partner_code,commission_cents,commission_status\n";

test("an owner looks at a file, imports it, and finds it on record; its faults come as a file", async () => {
  const partners = await fileOf("partners.csv", "partner_code,partner_name\nanna,Anna\nben,Ben\n");
  const line = (n: number) =>
    `ch_${n},1000,USD,2024-06-19,${n % 2 === 0 ? "anna" : "ben"},100,${n < 1000 ? "paid" : "owed"}\n`;
  const lines = Array.from({ length: many }, (_, n) => line(n)).join("");
  const sales = await fileOf("sales.csv", `${header}${lines}ch_x,1000,GBP,2024-06-19,anna,100,paid\n`);
  const visitor = await signedIn(owner);
  const page = await visitor.open(address);
  const look = async (path: string) => {
    await page.getByLabel("Tool").selectOption("A file of my own");
    await page.getByLabel("CSV export").setInputFiles(path);
    await page.getByRole("button", { name: "Preview" }).click();
  };
  await look(await fileOf("none.csv", "a,b\n1,2\n"));
  await page.getByText("has none of the layouts").waitFor();
  await look(partners);
  await page.getByText("Nothing is imported yet.").waitFor();
  await page.getByRole("button", { name: "Import 2 partners" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import 2 partners" }).click();
  await page.getByText("Imported. The same file again would change nothing.").waitFor();

  await look(sales);
  await page.getByText("3,001 lines of sales. Nothing is imported yet.").waitFor();
  await page.getByRole("row", { name: "Sales 3,000 0" }).waitFor();
  for (const row of ["Sold 30,000.00", "Commissions 3,000.00", "Paid there 1,000.00", "Owed here 2,000.00"]) {
    await page.getByRole("row", { name: row }).waitFor();
  }
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download all faults" }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toMatch(/^line,column,message\r\n3002,"currency",".*"\r\n$/);
  const salesNow = () => asOwner(testDatabase.url, "select count(*)::int as n from sale");
  expect(await salesNow()).toEqual([{ n: 0 }]);
  await page.getByRole("button", { name: "Import 3,000 sales" }).click();
  const asked = page.getByRole("dialog", { name: "Import 3,000 sales?" });
  await asked.getByText("without fees or statements").waitFor();
  await asked.getByRole("button", { name: "Import 3,000 sales" }).click();
  await page.getByRole("progressbar", { name: "Importing" }).waitFor();
  await page.getByText("Imported. The same file again would change nothing.").waitFor();
  expect(await salesNow()).toEqual([{ n: many }]);

  await page.reload();
  await page
    .getByRole("row", { name: /Sales \d+ Imported/ })
    .getByRole("link")
    .click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("row", { name: "Sales 3,000 0" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(visitor.complaints.filter((each) => !each.includes("400"))).toEqual([]);
  await visitor.close();
});

test("a member is referred to an owner", async () => {
  const visitor = await signedIn(member);
  const page = await visitor.open(address);
  await page.getByText("Owners import").waitFor();
  expect(await page.getByLabel("CSV export").count()).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
