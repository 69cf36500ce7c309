// A forecast as people ask for it: by the command line on the database and at a running service, and over HTTP by owners alone.
import { afterAll, expect, test } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createBrand, keepLogin } from "../../support/brand.ts";
import { createTestDatabase } from "../../support/database.ts";
import { click, lead, refund, sale } from "../../support/event-builders.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { fieldOf, refusalOf, secretKey, startService } from "../../support/service.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";
import { runSvc } from "../../support/svc.ts";

const db = await createTestDatabase();
const service = await startService(db.url, manyPeople);
const { programId, owner, member, stranger } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const added = await service.post(`${program}/partners`, { name: "Anna", code: "anna" }, { key: owner.token });
const partnerId = Number(fieldOf(added, "data.partner_id"));
const happened = [
  click(partnerId),
  lead(),
  sale({ transaction_id: "in_1", amount_cents: 10_000 }),
  refund({ transaction_id: "in_1", refund_amount_cents: 5_000, refund_id: "r1" }),
];
await commitBatch(
  db.database,
  happened.map((one) => submission(programId, one)),
);
const { programId: secondId } = await createTestProgram(db);
const brand = await createBrand();
await keepLogin(brand, service.url, owner);
afterAll(async () => {
  await service.close();
  await brand.remove();
  await db.drop();
});

const words = ["programs", "forecast", "--program", String(programId), "--commission-rate-bps", "3000"];
const onDatabase = { env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey } };
const expected = { earned_cents: 1_000, forecast_cents: 1_500, difference_cents: 500 };

test("the command shows months and partners, on the database and asked of the service", async () => {
  const { code, stdout, stderr } = await runSvc(words, onDatabase);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain("Nothing is changed.");
  const rows = stdout.split("\n").map((line) => line.replaceAll(/[^\w-]+/g, " ").trim());
  expect(rows).toContain(`${partnerId} Anna USD 1 1000 1500 500`);
  const remote = await brand.run([...words, "--remote", "--base-url", service.url, "--json"]);
  expect(remote.code).toBe(0);
  expect(JSON.parse(remote.stdout).data).toMatchObject({
    status: "done",
    months: [{ currency: "USD", sales: 1, ...expected }],
    partners: [{ partner_id: partnerId, partner_name: "Anna", ...expected }],
  });
});

test("owners alone may ask, and a run is of its own program", async () => {
  const commission = { type: "percentage", rate_bps: 3_000 };
  const start = (key: string, body: object = { commission }) => service.post(`${program}/forecasts`, body, { key });
  expect(refusalOf(await start(member.token))).toBe("403 forbidden");
  expect(refusalOf(await start(stranger.token))).toBe("404 not_found");
  expect(refusalOf(await start(owner.token, { commission, months: 25 }))).toBe("400 invalid_request");
  const both = { commission, partner_id: partnerId, group_id: "default" };
  expect(refusalOf(await start(owner.token, both))).toBe("400 invalid_request");
  const unknown = { commission, group_id: "silver" };
  expect(refusalOf(await start(owner.token, unknown))).toBe("409 replay_refused");
  const started = await start(owner.token);
  const runId = Number(fieldOf(started, "data.run_id"));
  const show = (key: string, of = programId) => service.request(`/api/v1/programs/${of}/forecasts/${runId}`, { key });
  await expect.poll(async () => fieldOf(await show(owner.token), "data.status"), { timeout: 60_000 }).toBe("done");
  expect((await show(owner.token)).body).toMatchObject({ data: { months: [expected] } });
  expect(refusalOf(await show(member.token))).toBe("403 forbidden");
  expect(refusalOf(await show(stranger.token))).toBe("404 not_found");
  expect(refusalOf(await show(owner.token, secondId))).toBe("404 not_found");
});
