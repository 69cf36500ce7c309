// The balance as people read it on the command line, on the database and asked of a running service: now, after an event and at a time.
import { afterAll, expect, test } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createBrand, keepLogin } from "../../support/brand.ts";
import { createTestDatabase } from "../../support/database.ts";
import { click, lead, refund, sale } from "../../support/event-builders.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { asOwner, secretKey, startService } from "../../support/service.ts";
import { submission } from "../../support/submissions.ts";
import { type Run, runSvc } from "../../support/svc.ts";

const db = await createTestDatabase();
const service = await startService(db.url, manyPeople);
const { programId, owner, member, stranger } = await newCompany(service);
const added = await service.post(
  `/api/v1/programs/${programId}/partners`,
  { name: "Anna", code: "anna" },
  { key: owner.token },
);
const partnerId = (added.body as { data: { partner_id: number } }).data.partner_id;
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
const saleId = (await db.database.kysely.selectFrom("sale").select("sale_id").executeTakeFirstOrThrow()).sale_id;
const brand = await createBrand();
await keepLogin(brand, service.url, owner);
afterAll(async () => {
  await service.close();
  await brand.remove();
  await db.drop();
});

const onDatabase = { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey };
const words = ["balance", "--program", String(programId)];
const svc = (...more: string[]): Promise<Run> => runSvc([...words, ...more], { env: onDatabase });
const remote = (...more: string[]): Promise<Run> =>
  brand.run([...words, "--remote", "--base-url", service.url, ...more]);

test("accounts are rows, currencies columns, and the total is zero", { timeout: 60_000 }, async () => {
  const { code, stdout } = await svc();
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Debits are positive") });
  const rows = stdout.split("\n").map((line) => line.replaceAll(/[^\w-]+/g, " ").trim());
  for (const row of ["account USD", "earned 2000", "reversed -1000", "pending -1000", "total 0", "owed -175"]) {
    expect(rows).toContain(row);
  }
  expect(rows.filter((row) => /^(paid|held|payable) /.test(row))).toEqual([]);
});

test("it is the same on the database and asked of the service, also of earlier moments", {
  timeout: 60_000,
}, async () => {
  const before = { earned_cents: 2_000, reversed_cents: 0, pending_cents: -2_000, total_cents: 0 };
  const after = { earned_cents: 2_000, reversed_cents: -1_000, pending_cents: -1_000, total_cents: 0 };
  for (const ask of [svc, remote]) {
    expect(JSON.parse((await ask("--json")).stdout)).toMatchObject({ is_balanced: true, lines: [after] });
    const then = await ask("--json", "--as-of", String(saleId));
    expect(then, then.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(then.stdout)).toMatchObject({ event_id: saleId, is_balanced: true, lines: [before] });
    const long = await ask("--json", "--as-of", "2000-01-01");
    expect(JSON.parse(long.stdout)).toMatchObject({ as_of: "2000-01-01T00:00:00.000Z", lines: [], fees: [] });
  }
  const ofPartner = await svc("--json", "--partner", String(partnerId), "--as-of", String(saleId));
  expect(JSON.parse(ofPartner.stdout)).toMatchObject({ partner_id: partnerId, lines: [before], fees: [] });
});

test.each([
  [["--as-of", "yesterday"], 2, "or the id of an event"],
  [["--as-of", "999999"], 1, "999999"],
  [["--partner", "999999"], 1, `Program ${programId} has no partner 999999.`],
  [["--currency", "XXX"], 2, "--currency must be the ISO 4217 code"],
] as const)("with %s it says what is wrong", async (more, code, message) => {
  expect(await svc(...more)).toMatchObject({ code, stderr: expect.stringContaining(message) });
});

test("members of the workspace read it, and to others there is no such program", async () => {
  for (const path of ["balance", "balance/partners"]) {
    const answers = [owner, member, stranger].map(({ token }) =>
      service.request(`/api/v1/programs/${programId}/${path}`, { headers: { authorization: `Bearer ${token}` } }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 404]);
  }
});

test("a balance that is not zero ends with 1 and names who says more", { timeout: 60_000 }, async () => {
  await asOwner(db.url, "update commission set amount_cents = 999 where program_id = $1", [programId]);
  expect(await svc()).toMatchObject({ code: 1, stderr: expect.stringContaining(`svc verify --program ${programId}`) });
  const verified = await runSvc(["verify", "--program", String(programId)], { env: onDatabase });
  expect(verified.code).toBe(1);
  expect(verified.stdout).toContain("Its trial balance is not zero:");
  expect(verified.stdout).toContain("partner_balance: what was earned is not what is owed and was paid.");
});
