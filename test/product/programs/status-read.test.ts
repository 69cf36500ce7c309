// The checklist of a program's integration: what was seen, and the one thing to do next.
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { serviceName } from "../../../src/engine/postgres/running-versions.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { findProgramStatus } from "../../../src/product/programs/status-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const status = (programId: number) => findProgramStatus(db.database.kysely, programId);
const record = (programId: number, event: TestEvent) => commitBatch(db.database, [submission(programId, event)]);

test("leads step by step from an empty program to one that was seen live", async () => {
  const empty = await createTestProgram(db);
  expect(await status(empty.programId)).toMatchObject({
    last_event: null,
    partner_count: 0,
    next_step: expect.stringMatching(/^Add a partner/),
  });

  const { programId, partnerIds } = await createTestProgram(db, {}, ["anna"]);
  const nextStep = async () => (await status(programId))?.next_step;
  expect(await nextStep()).toMatch(/^Open an affiliate link/);
  await record(programId, click(partnerIds[0] ?? 0));
  expect(await nextStep()).toMatch(/^Report a signup/);
  await record(programId, lead());
  expect(await nextStep()).toMatch(/^Report a sale/);
  await record(programId, sale());
  expect(await nextStep()).toBeNull();
  expect(await status(programId)).toMatchObject({ last_event: { type: "sale_reported", outcome: "recorded" } });

  await record(programId, payment({ payer: { customer_key: "nobody" } }));
  expect(await status(programId)).toMatchObject({ parked_count: 1, next_step: expect.stringMatching(/parked/) });
  await changeProgram(db.database, programId, { name: null, status: "inactive", settings: {} }, operator);
  expect(await nextStep()).toMatch(/^Activate the program/);
});

test("distinguishes test mode from live", async () => {
  const { programId } = await createTestProgram(db, {}, ["ben"]);
  await record(programId, { ...sale(), is_test: true });
  const found = await status(programId);
  expect(found?.steps.find(({ step }) => step === "sale")).toMatchObject({
    live: null,
    test: { first_event_id: found?.last_event?.event_id },
  });
});

test("names the releases that run on the database, more than one during an upgrade", async () => {
  const { programId } = await createTestProgram(db);
  const versions = async () => (await status(programId))?.versions;
  expect(await versions()).toEqual([]);
  const connect = async (name: string) => {
    const client = new Client({ connectionString: db.url, application_name: name });
    await client.connect();
    return client;
  };
  const older = await connect(serviceName("1.0.0"));
  const newer = await Promise.all([connect(serviceName("1.1.0")), connect(serviceName("1.1.0"))]);
  const command = await connect("svc command");
  expect(await versions()).toEqual(["1.0.0", "1.1.0"]);
  await older.end();
  await expect.poll(versions).toEqual(["1.1.0"]);
  await Promise.all([...newer, command].map((client) => client.end()));
});

test("is not there for a program that does not exist", async () => {
  expect(await status(999_999)).toBeUndefined();
});
