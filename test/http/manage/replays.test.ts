// Replays and verifications over HTTP: a dry run in the background, its progress, its difference, applying it by its hash; requested by
// many at once, and with the service killed in the middle of it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { whileHeld } from "../../support/held-rows.ts";
import { type Company, manyPeople, newCompany, newOperator, newPerson, type Person } from "../../support/people.ts";
import { noRunIsWorkedOn } from "../../support/replaying.ts";
import { type Answer, asOwner, type RunningService, refusalOf, sendTo, startService } from "../../support/service.ts";
import { startServiceProcess } from "../../support/service-process.ts";
import { submission } from "../../support/submissions.ts";

let db: TestDatabase;
let service: RunningService;
let company: Company;
let operator: Person;
const salesMany = 1_000;

beforeAll(async () => {
  db = await createTestDatabase();
  service = await startService(db.url, manyPeople);
  company = await newCompany(service);
  operator = await newOperator(service, "operator@svc.test");
  const partner = { name: "Anna", code: "anna" };
  const added = await service.post(`/api/v1/programs/${company.programId}/partners`, partner, {
    key: company.owner.token,
  });
  const { partner_id } = dataOf(added, z.looseObject({ partner_id: z.number() }));
  const sales = Array.from({ length: salesMany }, (_, index) => sale({ transaction_id: `in_${index}` }));
  const events = [click(partner_id), lead(), ...sales];
  await commitBatch(
    db.database,
    events.map((one) => submission(company.programId, one)),
  );
});
afterEach(killChildren);
afterAll(async () => {
  await service.close();
  await db.drop();
});

const runShape = z.looseObject({
  run_id: z.number(),
  status: z.string(),
  plan_hash: z.string().nullish(),
  step_done: z.number().nullable(),
  step_total: z.number().nullable(),
});
type Shown = z.output<typeof runShape>;

function dataOf<Data>(answer: Answer, schema: z.ZodType<Data>): Data {
  if (answer.status >= 400) throw new Error(answer.text);
  return z.object({ data: schema }).parse(answer.body).data;
}

const plan = async (person: Person, fields: object = {}, url = service.url): Promise<Shown> =>
  dataOf(await postTo(url, "/api/v1/replays", { program_id: company.programId, ...fields }, person), runShape);
const show = async (runId: number, url = service.url): Promise<Shown> =>
  dataOf(await sendTo(`${url}/api/v1/replays/${runId}`, { key: operator.token }), runShape);
const settled = async (runId: number): Promise<Shown> => {
  await noRunIsWorkedOn(db.database);
  return show(runId);
};
const spoil = () =>
  asOwner(db.url, "update commission set amount_cents = amount_cents - 10 where program_id = $1", [company.programId]);

function postTo(url: string, path: string, body: object, person: Person): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  return sendTo(`${url}${path}`, { key: person.token, method: "POST", headers, body: JSON.stringify(body) });
}

describe("a replay over HTTP", { timeout: 120_000 }, () => {
  test("is asked for by an owner, looked at in sums and rows, and applied by an operator who names its hash", async () => {
    await spoil();
    const asked = await Promise.all(Array.from({ length: 6 }, () => plan(company.owner)));
    expect(new Set(asked.map(({ run_id }) => run_id)).size).toBe(1);
    const runId = asked[0]?.run_id ?? 0;
    const planned = await settled(runId);
    expect(planned).toMatchObject({
      status: "planned",
      asked_by: company.owner.email,
      programs_differing: 1,
      books: [{ book: "commission", added: 0, removed: 0, changed: salesMany }],
      money: [{ book: "commission", currency: "USD", partner_name: "Anna", change_cents: salesMany * 10 }],
    });
    const rows = await sendTo(`${service.url}/api/v1/replays/${runId}/rows?limit=2`, { key: company.owner.token });
    expect(rows.body).toMatchObject({
      data: [{ book: "commission", changed_at: null }, { book: "commission" }],
      next: expect.any(String),
    });

    const path = `/api/v1/replays/${runId}/apply`;
    const approval = { plan_hash: planned.plan_hash, reason: "a rule was wrong" };
    expect(refusalOf(await postTo(service.url, path, approval, company.owner))).toBe("403 forbidden");
    const other = { ...approval, plan_hash: "0".repeat(64) };
    expect(refusalOf(await postTo(service.url, path, other, operator))).toBe("409 replay_refused");
    expect((await show(runId)).status).toBe("planned");

    expect((await postTo(service.url, path, approval, operator)).status).toBe(200);
    expect(await settled(runId)).toMatchObject({
      status: "applied",
      applied_by: operator.email,
      apply_reason: approval.reason,
    });
    const verification = await postTo(
      service.url,
      "/api/v1/verifications",
      { program_id: company.programId },
      company.owner,
    );
    const { run_id } = dataOf(verification, runShape);
    await noRunIsWorkedOn(db.database);
    const verified = await sendTo(`${service.url}/api/v1/verifications/${run_id}`, { key: company.owner.token });
    expect(verified.body).toMatchObject({ data: { status: "done", is_verified: true, programs: 1 } });
    expect(await settled((await plan(company.owner)).run_id)).toMatchObject({ status: "done", programs_differing: 0 });
  });

  test("is another workspace's secret, and of all programs the operators'", async () => {
    const stranger = await newPerson(service, "stranger@elsewhere.test");
    const { run_id } = await plan(company.owner);
    const path = `/api/v1/replays/${run_id}`;
    expect(refusalOf(await sendTo(`${service.url}${path}`, { key: stranger.token }))).toBe("404 not_found");
    const own = await postTo(service.url, "/api/v1/replays", { program_id: company.programId }, stranger);
    expect(refusalOf(own)).toBe("404 not_found");
    expect(refusalOf(await postTo(service.url, "/api/v1/replays", {}, company.owner))).toBe("403 forbidden");
    await noRunIsWorkedOn(db.database);
    const ofAll = dataOf(await postTo(service.url, "/api/v1/replays", {}, operator), runShape);
    await noRunIsWorkedOn(db.database);
    const hidden = await sendTo(`${service.url}/api/v1/replays/${ofAll.run_id}`, { key: company.owner.token });
    expect(refusalOf(hidden)).toBe("403 forbidden");
  });

  test("that was killed in the middle says so, and goes on when it is asked for again", async () => {
    await spoil();
    const { child, url } = await startServiceProcess(db.url, manyPeople);
    const { run_id } = await plan(company.owner, {}, url);
    // It cannot save its findings while another session locks the table.
    await whileHeld(db.url, "lock table replay_program in share row exclusive mode", async () => {
      const progress = async () => (await show(run_id, url)).step_done;
      await expect.poll(progress, { timeout: 60_000, interval: 10 }).not.toBeNull();
      expect((await show(run_id, url)).status).toBe("running");
      child.process.kill("SIGKILL");
      await child.exit;
    });
    await expect.poll(async () => (await show(run_id)).status, { timeout: 20_000 }).not.toBe("running");
    const left = await show(run_id);
    expect(left.status).toBe("interrupted");

    expect((await plan(company.owner)).run_id).toBe(run_id);
    expect(await settled(run_id)).toMatchObject({
      status: "planned",
      books: [{ book: "commission", changed: salesMany }],
    });
    const dropped = await postTo(service.url, `/api/v1/replays/${run_id}/discard`, {}, company.owner);
    expect(dataOf(dropped, runShape).status).toBe("discarded");
  });

  test("shows the books as they were", async () => {
    const { run_id } = await plan(company.owner, { as_of: "4" });
    expect(await settled(run_id)).toMatchObject({ kind: "as_of", status: "done" });
  });
});
