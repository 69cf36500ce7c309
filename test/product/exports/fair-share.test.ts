// Workspaces share what writes exports: a bucket that never answers holds no other workspace's file.
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { openExports } from "../../../src/product/exports/exports.ts";
import { createExport, runExport } from "../../../src/product/exports/schedules.ts";
import type { OperationParts } from "../../../src/product/operation/operation.ts";
import { openScopedReads } from "../../../src/product/reads/scoped-reads.ts";
import { commandsRebuilds } from "../../../src/product/replays/rebuilds.ts";
import { usualCaps } from "../../support/caps.ts";
import { createTestDatabase } from "../../support/database.ts";
import { startHoldingServer } from "../../support/holding-server.ts";
import { importPlaces } from "../../support/import-places.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade } from "../../support/traders.ts";

const testDatabase = await createTestDatabase();
const { database } = testDatabase;
const secrets = openSecrets([secretKey]);
const silent = await startHoldingServer();
const exportFolder = mkdtempSync(join(temporaryFolder(), "svc-fair-exports-"));
const work: OperationParts = {
  ...{ database, secrets, reads: openScopedReads(database.kysely), baseUrl: "https://svc.example", now: Date.now },
  ...{ forgetConnection: () => undefined, verify: null, mailInvitation: null, mailApplicant: null },
  ...{
    sendsMail: false,
    exportFolder,
    railUrls: {},
    caps: usualCaps,
    invitationDays: 7,
    checkpointKeys: [],
    imports: importPlaces,
  },
  outbound: { schemes: ["https", "http"], addresses: "any" },
  rebuilds: commandsRebuilds({ database, ownerUrl: testDatabase.url }),
};
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
afterAll(async () => {
  silent.close();
  rmSync(exportFolder, { recursive: true, force: true });
  await testDatabase.drop();
});

test("another workspace's file is written while a bucket keeps its request open, and one of a workspace at a time", async () => {
  const [crowd, other] = [await beginTrade(testDatabase), await beginTrade(testDatabase)];
  const bucket = { endpoint: silent.url, bucket: "reports", region: "us-east-1", prefix: null };
  const place = { target: "s3", ...bucket, accessKeyId: "AKIA", secretAccessKey: "secret" } as const;
  for (const list of ["sales", "leads", "commissions"] as const) await makeExport(crowd.programId, list, place);
  await makeExport(other.programId, "sales", { target: "folder", folder: null });
  const stopping = new AbortController();
  const job = openExports(work, pino({ level: "silent" })).runOnce(stopping.signal);
  await silent.until(1);
  await untilDone(other.programId);
  expect(silent.ended).toBe(0);
  expect(await statusesOf(crowd.programId)).toEqual(["running", "waiting", "waiting"]);
  stopping.abort();
  await job;
});

type NewExport = Parameters<typeof createExport>[2];

async function makeExport(programId: number, list: NewExport["list"], place: NewExport["place"]): Promise<void> {
  const exportId = await createExport(database, secrets, { programId, list, format: "csv", place }, operator);
  if (typeof exportId !== "number") throw new Error(`program ${programId} got no export`);
  await runExport(database, { programId, exportId, day: yesterday }, operator);
}

async function statusesOf(programId: number): Promise<string[]> {
  const sql = "select status from export_run where program_id = $1 order by status";
  return (await asOwner<{ status: string }>(testDatabase.url, sql, [programId])).map(({ status }) => status);
}

async function untilDone(programId: number): Promise<void> {
  while ((await statusesOf(programId)).some((status) => status !== "done")) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
