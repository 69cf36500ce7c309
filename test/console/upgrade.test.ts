// Processes of two releases on one database: every page of the console says so until the older ones are gone.
import { Client } from "pg";
import { expect, test } from "vitest";
import { serviceName } from "../../src/engine/postgres/running-versions.ts";
import { violationsInBothLooks } from "../support/axe.ts";
import { startConsole, widerThanPage } from "../support/console.ts";
import { newCompany } from "../support/people.ts";

const { service, testDatabase, signedIn } = await startConsole();
const { programId, owner } = await newCompany(service);
const shots = process.env.SHOTS;
const sentence = "Processes of releases 1.0.0, 1.1.0 run on this database.";

test("an upgrade that is not finished is shown over every page, and no longer once it is", async () => {
  const [older, newer] = ["1.0.0", "1.1.0"].map(
    (version) => new Client({ connectionString: testDatabase.url, application_name: serviceName(version) }),
  );
  await Promise.all([older?.connect(), newer?.connect()]);
  const visitor = await signedIn(owner);
  const page = await visitor.open(`${service.url}/programs/${programId}/sales`);
  await page.getByText(sentence).waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await widerThanPage(page)).toEqual([]);
  expect(await violationsInBothLooks(page)).toEqual([]);
  if (shots !== undefined) await page.screenshot({ path: `${shots}/upgrade.png` });

  await older?.end();
  await page.goto(`${service.url}/programs/${programId}/partners`);
  await page.getByRole("heading", { name: "Partners", level: 1 }).waitFor();
  await page.getByText(sentence).waitFor({ state: "detached" });
  await newer?.end();
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});
