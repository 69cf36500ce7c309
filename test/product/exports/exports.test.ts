// Exports by the day into a real folder and a real S3 server, with two processes' worth of jobs at once.
import { createHash, createHmac } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import S3rver from "s3rver";
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import type { OutboundPolicy } from "../../../src/files/addresses.ts";
import { openBucket } from "../../../src/files/bucket-request.ts";
import { folderWriter } from "../../../src/files/folder.ts";
import { type BucketPlace, bucketWriter } from "../../../src/files/s3.ts";
import { openExports } from "../../../src/product/exports/exports.ts";
import { loadOperation } from "../../../src/product/operation/groups.ts";
import type { OperationName } from "../../../src/product/operation/names.ts";
import type { OperationParts } from "../../../src/product/operation/operation.ts";
import { openScopedReads } from "../../../src/product/reads/scoped-reads.ts";
import { commandsRebuilds } from "../../../src/product/replays/rebuilds.ts";
import { usualCaps } from "../../support/caps.ts";
import { createTestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { importPlaces } from "../../support/import-places.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { beginTrade, record } from "../../support/traders.ts";

const testDatabase = await createTestDatabase();
const { database, url: databaseUrl } = testDatabase;
const folder = mkdtempSync(join(temporaryFolder(), "svc-exports-"));
const root = join(folder, "exports");
const objects = join(folder, "s3");
mkdirSync(root);
const s3 = new S3rver({
  ...{ port: 0, address: "127.0.0.1", silent: true, directory: objects },
  configureBuckets: [{ name: "reports" }],
});
const { port } = await s3.run();
const endpoint = `http://127.0.0.1:${port}`;
const keys = { access_key_id: "S3RVER", secret_access_key: "S3RVER" };
const anywhere: OutboundPolicy = { schemes: ["https", "http"], addresses: "any" };
const now = { at: Date.now() };
const work: OperationParts = {
  ...{
    database,
    reads: openScopedReads(database.kysely),
    secrets: openSecrets([secretKey]),
    baseUrl: "https://svc.example",
  },
  ...{ forgetConnection: () => undefined, now: () => now.at, verify: null, mailInvitation: null, mailApplicant: null },
  ...{
    sendsMail: false,
    exportFolder: root,
    railUrls: {},
    caps: usualCaps,
    invitationDays: 7,
    checkpointKeys: [],
    imports: importPlaces,
    outbound: anywhere,
  },
  rebuilds: commandsRebuilds({ database, ownerUrl: databaseUrl }),
};
const log = pino({ level: "silent" });
const never = new AbortController().signal;
const newJob = (parts: OperationParts = work) => openExports(parts, log);
const run = async (name: OperationName, input: object, parts: OperationParts = work) => {
  const answer = await (await loadOperation(name)).run({ ...parts, actor: operator }, input);
  return "data" in answer ? (answer.data as never) : (answer as never);
};
const create = async (input: object): Promise<number> =>
  ((await run("exports.create", input)) as { export_id: number }).export_id;
const runsOf = (export_id: number) =>
  run("exports.runs", { program_id: programId, export_id }) as Promise<
    { status: string; file: string; row_count: number; fault: string; day: string; byte_count: number }[]
  >;
const yesterday = new Date(now.at - 86_400_000).toISOString().slice(0, 10);
const dueNow = "update export_run set next_attempt_at = now() where status = 'waiting'";

const { programId } = await beginTrade(testDatabase);
const others = await beginTrade(testDatabase);
await record(
  testDatabase,
  programId,
  sale({ transaction_id: "tx-1", customer_key: "customer-1", amount_cents: 4_900 }),
);
await record(testDatabase, programId, sale({ transaction_id: "=1+1", customer_key: "customer-2" }));
await record(testDatabase, others.programId, sale({ transaction_id: "theirs", customer_key: "customer-1" }));
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
  await testDatabase.drop();
});

test("a day's file has the program's rows and no one else's, and is written once however many processes run", async () => {
  const export_id = await create({ program_id: programId, list: "sales", target: "folder", folder: "reports" });
  await run("exports.run", { program_id: programId, export_id });
  await Promise.all([newJob(), newJob(), newJob()].map((job) => job.runOnce(never)));
  const name = `program-${programId}-sales-${yesterday}.csv`;
  const inside = join(root, `program-${programId}`, "reports");
  expect(readdirSync(inside)).toEqual([name]);
  const text = readFileSync(join(inside, name), "utf8");
  expect(text.split("\r\n")).toHaveLength(4);
  expect(text).toContain("tx-1");
  expect(text).toContain("'=1+1");
  expect(text).not.toContain("theirs");
  expect(await runsOf(export_id)).toMatchObject([
    {
      day: yesterday,
      status: "done",
      attempts: 1,
      row_count: 2,
      byte_count: text.length,
      file: `program-${programId}/reports/${name}`,
    },
  ]);
});

test("a bucket of a real S3 server gets the same, and one that refuses is tried again later", async () => {
  const place = { target: "s3", endpoint, bucket: "reports", prefix: "a/b", ...keys };
  const export_id = await create({ program_id: programId, list: "sales", format: "ndjson", ...place });
  const wrong = await create({ program_id: programId, list: "leads", ...place, access_key_id: "NOBODY" });
  const gone = await create({ program_id: programId, list: "leads", ...place, bucket: "nobodys" });
  for (const each of [export_id, wrong, gone]) await run("exports.run", { program_id: programId, export_id: each });
  await newJob().runOnce(never);
  const [done] = await runsOf(export_id);
  expect(done).toMatchObject({
    status: "done",
    file: `s3://reports/a/b/program-${programId}-sales-${yesterday}.ndjson`,
  });
  const lines = readFileSync(
    join(objects, "reports", "a", "b", `program-${programId}-sales-${yesterday}.ndjson._S3rver_object`),
    "utf8",
  );
  expect(
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).transaction_id),
  ).toEqual(["tx-1", "=1+1"]);
  expect(await runsOf(wrong)).toMatchObject([{ status: "waiting", fault: expect.stringContaining("403"), file: null }]);
  expect(await runsOf(gone)).toMatchObject([{ status: "waiting", fault: expect.stringContaining("NoSuchBucket") }]);
  const stored = await asOwner(databaseUrl, "select s::text as row from export_schedule s");
  expect(JSON.stringify(stored)).not.toContain('S3RVER","secret');
  expect(JSON.stringify(await run("exports.list", { program_id: programId }))).not.toContain("secret_access_key");
});

test("what is larger than a part is put together from parts, and one that breaks leaves nothing", async () => {
  const bucket: BucketPlace = {
    endpoint,
    bucket: "reports",
    region: "us-east-1",
    prefix: null,
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  };
  const writer = bucketWriter(bucket, anywhere, { bytesAPart: 5 * 2 ** 20 });
  const piece = Buffer.alloc(2 ** 20, "x");
  async function* pieces(count: number, breaks = false) {
    for (let number = 0; number < count; number++) yield piece;
    if (breaks) throw new Error("the list cannot be read on");
  }
  expect(await writer.write("large.csv", pieces(12))).toBe("s3://reports/large.csv");
  expect(readFileSync(join(objects, "reports", "large.csv._S3rver_object"))).toHaveLength(12 * 2 ** 20);
  await expect(writer.write("broken.csv", pieces(12, true))).rejects.toThrow("cannot be read on");
  expect(existsSync(join(objects, "reports", "broken.csv._S3rver_object"))).toBe(false);
  const place = { root, programId, folder: null };
  await expect(folderWriter(place).write("broken.csv", pieces(2, true))).rejects.toThrow("cannot be read on");
  expect(readdirSync(join(root, `program-${programId}`))).toEqual(["reports"]);
});

test("a request is signed as AWS describes it, worked out here from what arrived", async () => {
  const got: { method: string; url: URL; headers: Record<string, string>; body: Buffer }[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const url = new URL(request.url ?? "", "http://bucket");
    got.push({ method: request.method ?? "", url, headers, body: Buffer.concat(parts) });
    response.end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const at = { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bucket: "reports" };
  const key = { region: "eu-central-1", accessKeyId: "AKIA", secretAccessKey: "the secret" };
  const ask = openBucket({ ...at, ...key }, anywhere);
  await ask({
    method: "PUT",
    key: "a/b c+.csv",
    query: { partNumber: "2", uploadId: "x+/=~" },
    body: Buffer.from("rows"),
  });
  server.close();
  const [
    { method, url, headers, body } = { method: "", url: new URL("http://x"), headers: {}, body: Buffer.alloc(0) },
  ] = got;
  const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
  const hmac = (secret: string | Buffer, text: string) => createHmac("sha256", secret).update(text).digest();
  const [, scope = "", names = "", signature] =
    /Credential=AKIA\/(.+?), SignedHeaders=(.+?), Signature=(.+)$/.exec(headers.authorization ?? "") ?? [];
  expect(headers["x-amz-content-sha256"]).toBe(sha256(body));
  const strictly = (text: string) =>
    encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  const query = [...url.searchParams].map(([name, value]) => `${strictly(name)}=${strictly(value)}`).toSorted();
  const path = url.pathname
    .split("/")
    .map((each) => strictly(decodeURIComponent(each)))
    .join("/");
  const signed = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const canonical = [method, path, query.join("&"), signed.join(""), names, sha256(body)].join("\n");
  const text = ["AWS4-HMAC-SHA256", headers["x-amz-date"], scope, sha256(canonical)].join("\n");
  const derived = scope
    .split("/")
    .reduce<string | Buffer>((secret, each) => hmac(secret, each), `AWS4${key.secretAccessKey}`);
  expect(signature).toBe(hmac(derived, text).toString("hex"));
});

test("missed days are exported later, for up to a week, and another process continues after a crash while writing", async () => {
  const export_id = await create({ program_id: programId, list: "partners", target: "folder" });
  await asOwner(databaseUrl, "update export_schedule set first_day = current_date - 30 where export_id = $1", [
    export_id,
  ]);
  await asOwner(
    databaseUrl,
    `insert into export_run (program_id, export_id, day, status, attempts, leased_by, leased_until)
     values ($1, $2, (now() at time zone 'UTC')::date - 2, 'running', 1, 'somebody', now() - interval '1 second')`,
    [programId, export_id],
  );
  await newJob().runOnce(never);
  const runs = await runsOf(export_id);
  expect(runs.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => "done"));
  expect(runs[1]).toMatchObject({ attempts: 2 });
});

test("nothing is written outside of the operator's folder, nor asked of an address that is not public", async () => {
  const place = { program_id: programId, list: "sales", target: "folder" };
  for (const given of ["..", "../x", "/etc", "a/b", "", ".", "A", "a\u0000b"]) {
    await expect(create({ ...place, folder: given })).rejects.toThrow();
  }
  const bucket = { ...place, target: "s3", bucket: "reports", endpoint: "https://s3.example", ...keys };
  for (const wrong of [
    { prefix: "../up" },
    { prefix: "/a" },
    { bucket: "a/b" },
    { region: "x y" },
    { access_key_id: "a\r\nb" },
  ]) {
    await expect(create({ ...bucket, ...wrong })).rejects.toThrow();
  }
  const strict = {
    ...work,
    outbound: { schemes: ["https"], addresses: "public" } as OutboundPolicy,
    exportFolder: null,
    railUrls: {},
    invitationDays: 7,
  };
  for (const inner of ["http://s3.example", "https://169.254.169.254", "https://localhost", "https://a:b@s3.example"]) {
    await expect(run("exports.create", { ...bucket, endpoint: inner }, strict)).rejects.toThrow();
  }
  await expect(run("exports.create", place, strict)).rejects.toThrow("EXPORT_FOLDER");
  // One that was allowed once is not reached any more.
  await asOwner(databaseUrl, dueNow);
  await newJob(strict).runOnce(never);
  const faults = await asOwner<{ fault: string }>(databaseUrl, "select fault from export_run where status = 'waiting'");
  expect(faults.every(({ fault }) => fault.includes("its address must be"))).toBe(true);

  async function* pieces() {
    yield Buffer.from("x");
  }
  const outside = join(folder, "outside");
  mkdirSync(outside);
  writeFileSync(join(outside, "kept"), "");
  rmSync(join(root, `program-${others.programId}`), { recursive: true, force: true });
  symlinkSync(outside, join(root, `program-${others.programId}`));
  const writer = folderWriter({ root, programId: others.programId, folder: null });
  await expect(writer.write("x.csv", pieces())).rejects.toThrow("leads out");
  expect(readdirSync(outside)).toEqual(["kept"]);
});

test("another program's export is neither run nor removed", async () => {
  const export_id = await create({ program_id: programId, list: "fees", target: "folder" });
  for (const name of ["exports.run", "exports.remove"] as const) {
    await expect(run(name, { program_id: others.programId, export_id })).rejects.toThrow("has no export");
  }
  await run("exports.remove", { program_id: programId, export_id });
  await expect(run("exports.run", { program_id: programId, export_id })).rejects.toThrow("has no export");
});
