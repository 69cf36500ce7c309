// docs/proof.md as a brand walks it: what it says to type is typed, on a copy that only files are left of. And the same program finds a
// log that was rewritten.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { readConfig } from "../../../src/config/config.ts";
import type { Json } from "../../../src/core/rules/events/events.ts";
import { openCheckpoints } from "../../../src/engine/integrity/checkpoints.ts";
import { newSignerKey } from "../../../src/engine/integrity/signed-note.ts";
import { canonicalJson } from "../../../src/engine/log/canonical-json.ts";
import { personalFields } from "../../../src/engine/log/personal-fields.ts";
import { archiveClicks } from "../../../src/product/archive/archive-clicks.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { type Company, newPerson } from "../../support/people.ts";
import { asOwner, type RunningService, secretKey, startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginCompany } from "../../support/trading-company.ts";

const answered = z.object({ data: z.object({ verifier_keys: z.tuple([z.string()]) }) });
const signedLine = z.object({ number: z.number(), seq: z.number() });
const failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });
const run = promisify(execFile);
let db: TestDatabase;
let service: RunningService;
let folder: string;
let company: Company;
/** What docs/proof.md types. */
let script = "";

beforeAll(async () => {
  folder = mkdtempSync(join(temporaryFolder(), "svc-walk-"));
  const keyFile = join(folder, "signing-key");
  writeFileSync(keyFile, newSignerKey("track.example.com"));
  db = await createTestDatabase();
  service = await startService(db.url, { CHECKPOINT_KEY_FILE: keyFile });
  const trading = await beginCompany(service);
  company = trading;
  await trading.newSale();
  await trading.newSale();
  const { checkpoints } = readConfig({
    DATABASE_URL: db.url,
    SVC_SECRET_KEYS: secretKey,
    CHECKPOINT_KEY_FILE: keyFile,
  });
  const [signer] = checkpoints.signers.reveal();
  if (signer === undefined) throw new Error("there is no key");
  const parts = {
    database: db.database,
    secrets: openSecrets([secretKey]),
    now: Date.now,
    targets: [],
    // The service may have signed one before these sales.
    everyMinutes: 0,
  };
  const job = openCheckpoints({ ...parts, signers: [signer], log: pino({ level: "silent" }) });
  // A run leaves out a program that the service is signing at the moment.
  while (!(await isWhollySigned())) await job.runOnce(new AbortController().signal);
});
afterAll(async () => {
  await service.close();
  await db.drop();
  rmSync(folder, { recursive: true });
});

async function isWhollySigned(): Promise<boolean> {
  const sql = `select 1 from program_head h join checkpoint_place p using (program_id)
                where h.program_id = $1 and p.seq = h.seq`;
  return (await asOwner(db.url, sql, [company.programId])).length > 0;
}

const walk = /```sh\n(curl -s localhost:8080\/verify-log\.mjs[\s\S]*?)```/.exec(
  readFileSync(new URL("../../../docs/proof.md", import.meta.url), "utf8"),
)?.[1];

async function type(typed: string): Promise<{ code: number; said: string; complained: string }> {
  const env = { PATH: process.env.PATH, TOKEN: company.owner.token, KEY: await readKey() };
  try {
    const { stdout, stderr } = await run("bash", ["-euc", typed], { cwd: folder, env });
    return { code: 0, said: stdout, complained: stderr };
  } catch (error) {
    const failed = failure.parse(error);
    return { code: failed.code, said: failed.stdout, complained: failed.stderr };
  }
}

async function readKey(): Promise<string> {
  const answer = await fetch(`${service.url}/api/v1/programs/${company.programId}/checkpoint-key`, {
    headers: { authorization: `Bearer ${company.owner.token}` },
  });
  const { data } = answered.parse(await answer.json());
  return data.verifier_keys[0];
}

const checking =
  'node verify-log.mjs --log log.ndjson --checkpoints checkpoints.ndjson --sales sales.ndjson --key "$KEY"';

test("the walk of docs/proof.md says that the log is the one that was signed", async () => {
  script = (walk ?? "")
    .replaceAll("localhost:8080", service.url)
    .replaceAll("programs/1/", `programs/${company.programId}/`);
  const { code, said } = await type(script);
  expect(said).toMatch(/\d+ events, (\d) of \1 signed checkpoints fit\./);
  expect(said).toContain("The log is whole, and it is the one that was signed.");
  expect(said).toMatch(/[2-9] sales, each an event of the log\./);
  expect(code).toBe(0);
});

type Row = { seq: number; type: string; hash: string; prev_hash: string; data: { [name: string]: Json } };
const rows = (): Row[] =>
  readFileSync(join(folder, "log.ndjson"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const write = (changed: readonly object[]) =>
  writeFileSync(join(folder, "log.ndjson"), changed.map((row) => `${JSON.stringify(row)}\n`).join(""));

function hashOf(before: Buffer, columns: { readonly [name: string]: Json }): Buffer {
  const members: Record<string, Json> = {};
  const rest = canonicalJson(columns, { names: personalFields, members });
  const person = createHash("sha256").update(canonicalJson(members)).digest();
  return createHash("sha256").update(before).update(rest).update(person).digest();
}

/** The number of the first checkpoint that has a sale. */
function firstBehind(log: readonly Row[]): number {
  const sale = log.find(({ type: kind }) => kind === "sale_reported");
  const lines = readFileSync(join(folder, "checkpoints.ndjson"), "utf8").trim().split("\n");
  const signed = lines.map((line) => signedLine.parse(JSON.parse(line)));
  const first = signed.find(({ seq }) => sale !== undefined && seq >= sale.seq);
  if (first === undefined) throw new Error("no checkpoint has a sale");
  return first.number;
}

test("a log that was changed, and one that was made consistent again, are found on the brand's own machine", async () => {
  const honest = rows();
  const forged = honest.map((row) =>
    row.type === "sale_reported" ? { ...row, data: { ...row.data, amount_cents: 1 } } : row,
  );
  write(forged);
  expect(await type(checking)).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not what its hash was made of/),
  });
  let before: Buffer = Buffer.alloc(32);
  write(
    forged.map(({ hash: _, prev_hash: __, ...columns }) => {
      const prev_hash = before.toString("hex");
      before = hashOf(before, columns);
      return { ...columns, prev_hash, hash: before.toString("hex") };
    }),
  );
  const rewritten = await type(checking);
  expect(rewritten).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      new RegExp(`The log was rewritten at or before seq \\d+: checkpoint ${firstBehind(honest)}\\b`),
    ),
  });
  expect(rewritten.said).not.toContain("is not what its hash was made of");
  expect(rewritten.said).toMatch(/Sale \d+ is 1000 USD, and the log says 1 USD/);
  write(honest.slice(0, -1));
  expect(await type(checking)).toMatchObject({ code: 1, said: expect.stringContaining("The log ends at seq") });
  write(honest.filter(({ seq }) => seq !== 3));
  expect(await type(checking)).toMatchObject({ code: 1, said: expect.stringContaining("Behind seq 2 comes seq 4") });
  write(honest);
  expect(await type(checking)).toMatchObject({ code: 0 });
});

test("a file without events is reported as such", async () => {
  const honest = rows();
  writeFileSync(join(folder, "log.ndjson"), '{"error":{"code":"unauthorized","message":"Sign in first."}}\n');
  expect(await type(checking)).toMatchObject({
    code: 2,
    complained: expect.stringContaining("log.ndjson holds no events, but Sign in first."),
  });
  writeFileSync(join(folder, "log.ndjson"), "<html>");
  expect(await type(checking)).toMatchObject({ code: 2, complained: expect.stringContaining("It begins with <html>") });
  writeFileSync(join(folder, "log.ndjson"), "");
  expect(await type(checking)).toMatchObject({ code: 2, complained: expect.stringContaining("holds no event") });
  write(honest);
});

test("what an erasure took is said, and that everything else is what was signed", async () => {
  const sale = rows().find(({ type }) => type === "sale_reported");
  const before = readFileSync(join(folder, "log.ndjson"), "utf8");
  const erased = await service.post(
    `/api/v1/programs/${company.programId}/people/erase`,
    { customer_key: sale?.data.customer_key, reason: "request 17" },
    { key: company.owner.token },
  );
  expect(erased.status).toBe(200);
  await type((script.match(/^curl .*log\?format.*$/m) ?? [""])[0]);
  expect(readFileSync(join(folder, "log.ndjson"), "utf8")).not.toBe(before);
  const { code, said } = await type(checking.replace(" --sales sales.ndjson", ""));
  expect(said).toMatch(
    /[1-9]\d* events lost what they said of people who were erased; all else of them is what was signed/,
  );
  expect(code).toBe(0);
  write(rows().map((row) => (row.type === "sale_reported" ? { ...row, data: { ...row.data, amount_cents: 1 } } : row)));
  expect(await type(checking)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is not what its hash was made of"),
  });
});

test("another workspace's program, log and alarms do not exist for a stranger", async () => {
  const stranger = await newPerson(service, "stranger@elsewhere.test");
  for (const path of ["log", "checkpoints", "checkpoint-key", "alarms"]) {
    const answer = await service.request(`/api/v1/programs/${company.programId}/${path}`, { key: stranger.token });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

test("a log whose clicks are archived is the one that was signed, and what is left of their rows is held too", async () => {
  const { programId } = company;
  const archived = await archiveClicks({
    ...{ database: db.database, ownerUrl: db.url, folder, programId, before: new Date(Date.now() + 3_600_000) },
    ...{ actor: operator, clicksPerFile: 2 },
  });
  expect(archived.clicks).toBeGreaterThan(0);
  expect(await type(script)).toMatchObject({ code: 0, said: expect.stringMatching(/1 of 1 signed checkpoints fit\./) });
  const honest = rows();
  const clicks = honest.filter(({ type: kind, data }) => kind === "click_recorded" && data.partner_id === undefined);
  expect(clicks).toHaveLength(archived.clicks);
  const not = "are not what was left of them when they were archived";
  write(honest.map((row) => (row.seq === clicks[0]?.seq ? { ...row, received_at: "2020-01-01T00:00:00.000Z" } : row)));
  expect(await type(checking)).toMatchObject({ code: 1, said: expect.stringContaining(not) });
  write(honest.map((row) => (row.seq === clicks.at(-1)?.seq ? { ...row, data: { click_id: "another" } } : row)));
  expect(await type(checking)).toMatchObject({ code: 1, said: expect.stringContaining(not) });
  // A row without its data that no event of the log speaks of.
  write(honest.filter(({ type: kind }) => kind !== "clicks_archived"));
  expect(await type(checking)).toMatchObject({
    code: 1,
    said: expect.stringContaining("is not what its hash was made of"),
  });
});
