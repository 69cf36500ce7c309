// The life of the embedded database, with real processes that are really killed.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withClient } from "../../../src/engine/postgres/database.ts";
import type { EmbeddedDatabase } from "../../../src/engine/postgres/embedded.ts";
import { openEmbedded, ServiceAlreadyRunningError } from "../../../src/engine/postgres/embedded.ts";
import { isDatabaseUnavailable } from "../../../src/engine/postgres/faults.ts";
import { killChildren, startChild } from "../../support/child.ts";
import { createDataFolder, type DataFolder } from "../../support/data-folder.ts";
import { childrenOf, kill } from "../../torture/cluster.ts";

const opener = new URL("../../support/open-embedded.ts", import.meta.url);

let folder: DataFolder;
let root: string;
let dataDir: string;

beforeEach(async () => {
  folder = await createDataFolder();
  ({ root, dataDir } = folder);
});

afterEach(async () => {
  await killChildren();
  await folder.remove();
});

const query = (embedded: EmbeddedDatabase, text: string) =>
  withClient(embedded.url, async (client) => (await client.query(text)).rows);
const expectRunning = async (url: string) =>
  expect(await withClient(url, async (client) => (await client.query("select 1 as one")).rows)).toEqual([{ one: 1 }]);
const expectStopped = (url: string) =>
  expect(withClient(url, (client) => client.query("select 1"))).rejects.toSatisfy(isDatabaseUnavailable);
const postmasterFile = (embedded: EmbeddedDatabase) => join(embedded.directory, "data/postmaster.pid");

test("is made on first use, listens on this machine only, loses nothing it acknowledged, and keeps its data", async () => {
  const first = await openEmbedded(dataDir, "service");
  const settings = ["listen_addresses", "unix_socket_directories", "fsync", "synchronous_commit", "TimeZone"];
  expect(await query(first, `select name, setting from pg_settings where name in ('${settings.join("','")}')`)).toEqual(
    expect.arrayContaining([
      { name: "listen_addresses", setting: "127.0.0.1" },
      { name: "unix_socket_directories", setting: "" },
      { name: "fsync", setting: "on" },
      { name: "synchronous_commit", setting: "on" },
      { name: "TimeZone", setting: "UTC" },
    ]),
  );
  const withoutPassword = first.url.replace(/:[^:@]*@/, ":wrong@");
  await expect(withClient(withoutPassword, () => Promise.resolve())).rejects.toMatchObject({ code: "28P01" });
  await query(first, "create table kept as select 1 as one");
  await first.close();
  await expectStopped(first.url);

  const second = await openEmbedded(dataDir, "service");
  expect(await query(second, "select one from kept")).toEqual([{ one: 1 }]);
  expect(second.url).toBe(first.url);
  await second.close();
  expect((await stat(dataDir)).mode & 0o007).toBe(0);
  expect((await stat(join(dataDir, "postgres.json"))).mode & 0o077).toBe(0);
});

test("is shared: the last process out stops it, no matter which one started it", async () => {
  await folder.initialise();
  const command = await openEmbedded(dataDir, "command");
  const service = await openEmbedded(dataDir, "service");
  const another = await openEmbedded(dataDir, "command");
  await command.close();
  await expectRunning(service.url);
  await service.close();
  await expectRunning(another.url);
  await another.close();
  await expectStopped(another.url);
});

test("has one service at a time", async () => {
  await folder.initialise();
  const service = startChild(opener, [dataDir, "service"]);
  await service.says(/postgres:/);
  await expect(openEmbedded(dataDir, "service")).rejects.toThrow(ServiceAlreadyRunningError);
  service.process.stdin.end();
  await service.exit;
  await (await openEmbedded(dataDir, "service")).close();
});

test("is taken over from a service that was killed", async () => {
  await folder.initialise();
  const killed = startChild(opener, [dataDir, "service"]);
  const [url] = await killed.says(/postgres:\S+/);
  killed.process.kill("SIGKILL");
  await killed.exit;
  await expectRunning(url);

  const next = await openEmbedded(dataDir, "service");
  expect(next.url).toBe(url);
  await expectRunning(url);
  await next.close();
  await expectStopped(url);
});

test("starts after it was killed itself, even when another process has its id by now", async () => {
  await folder.initialise();
  const first = await openEmbedded(dataDir, "command");
  await query(first, "create table kept as select 1 as one");
  const lines = (await readFile(postmasterFile(first), "utf8")).split("\n");
  process.kill(Number(lines[0]), "SIGKILL");
  await expect.poll(() => withClient(first.url, () => Promise.resolve()).catch(isDatabaseUnavailable)).toBe(true);
  await writeFile(postmasterFile(first), [String(process.ppid), ...lines.slice(1)].join("\n"));

  const second = await openEmbedded(dataDir, "command");
  expect(await query(second, "select one from kept")).toEqual([{ one: 1 }]);
  await first.close();
  await second.close();
});

test("starts after it was killed while an unlogged table was dropped, like a replay's on a full disk", async () => {
  await folder.initialise();
  const first = await openEmbedded(dataDir, "command");
  await query(first, "alter system set wal_writer_delay = '10s'");
  await query(first, "select pg_reload_conf()");
  const [postmaster = ""] = (await readFile(postmasterFile(first), "utf8")).split("\n");
  await withClient(first.url, async (maker) => {
    maker.on("error", () => undefined);
    await maker.query("begin");
    await maker.query("create unlogged table given_up as select 1 as one");
    // Its commit is flushed, and with it that the table was made.
    await query(first, "create table kept as select 1 as one");
    const processes = [Number(postmaster), ...(await childrenOf(Number(postmaster)))];
    await maker.query("rollback");
    for (const pid of processes) kill(pid, "SIGKILL");
  });

  const second = await openEmbedded(dataDir, "command");
  expect(await readFile(join(second.directory, "server.log"), "utf8")).toMatch(/could not create file .*: File exists/);
  expect(await query(second, "select one from kept")).toEqual([{ one: 1 }]);
  await first.close();
  await second.close();
});

test("starts after its maker was killed at any moment", async () => {
  const cluster = join(dataDir, "postgres");
  const isUnfinished = async () => (await readdir(cluster).catch(() => [])).some((name) => /^unfinished/.test(name));
  const moments: (() => boolean | Promise<boolean>)[] = [
    () => existsSync(join(dataDir, "locks")),
    () => existsSync(join(dataDir, "postgres.json")),
    isUnfinished,
    () => existsSync(join(cluster, "data/PG_VERSION")),
    () => existsSync(join(cluster, "data/postmaster.pid")),
  ];
  for (const hasCome of moments) {
    const killed = startChild(opener, [dataDir, "service"]);
    await expect.poll(hasCome, { timeout: 10_000, interval: 5 }).toBe(true);
    killed.process.kill("SIGKILL");
    await killed.exit;
  }
  const embedded = await openEmbedded(dataDir, "service");
  await expectRunning(embedded.url);
  await embedded.close();
  await expectStopped(embedded.url);
});

test("lets many come and go at once", async () => {
  await folder.initialise();
  const comeAndGo = async (): Promise<number | null> => {
    const child = startChild(opener, [dataDir, "command"]);
    await child.says(/postgres:/);
    child.process.stdin.end();
    return (await child.exit).code;
  };
  expect(await Promise.all(Array.from({ length: 5 }, comeAndGo))).toEqual([0, 0, 0, 0, 0]);
  const embedded = await openEmbedded(dataDir, "command");
  await embedded.close();
  await expectStopped(embedded.url);
});

test("is not started a second time while it runs where it cannot be seen, as in another container", async () => {
  await folder.initialise();
  const first = await openEmbedded(dataDir, "service");
  const lines = (await readFile(postmasterFile(first), "utf8")).split("\n");
  const recordFile = join(dataDir, "postgres.json");
  const record = await readFile(recordFile, "utf8");
  await writeFile(postmasterFile(first), ["4000000", ...lines.slice(1)].join("\n"));
  await writeFile(recordFile, JSON.stringify({ ...JSON.parse(record), startedIn: "pid:[1]" }));
  await expect(openEmbedded(dataDir, "command")).rejects.toThrow("is in use from another container");

  await writeFile(postmasterFile(first), lines.join("\n"));
  await writeFile(recordFile, record);
  await expectRunning(first.url);
  await first.close();
});

test("in a copied folder is another database, also while the first one runs", async () => {
  await folder.initialise();
  await (await openEmbedded(dataDir, "service")).close();
  const copyDir = join(root, "copy");
  await promisify(execFile)("cp", ["-a", dataDir, copyDir]);
  const original = await openEmbedded(dataDir, "service");
  await promisify(execFile)("cp", ["-a", postmasterFile(original), join(copyDir, "postgres/data")]);

  const copy = await openEmbedded(copyDir, "service");
  expect(copy.url).not.toBe(original.url);
  await query(copy, "create table only_here ()");
  expect(await query(original, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
  await copy.close();
  await expectRunning(original.url);
  await original.close();
});

test.runIf(process.getuid?.() === 0)(
  "of root in a folder closed to others is placed elsewhere, and is found again",
  async () => {
    await chmod(root, 0o700);
    const first = await openEmbedded(dataDir, "service");
    expect(first.directory).toMatch(/^\/var\/lib\/svc\//);
    await query(first, "create table kept as select 1 as one");
    await first.close();
    const second = await openEmbedded(dataDir, "service");
    expect(await query(second, "select one from kept")).toEqual([{ one: 1 }]);
    await second.close();

    await cp(dataDir, join(root, "copy"), { recursive: true });
    await expect(openEmbedded(join(root, "copy"), "service")).rejects.toThrow("was moved or copied");
    await rm(join(root, "copy"), { recursive: true });
  },
);

test("refuses to guess when the file with its password is gone", async () => {
  await folder.initialise();
  await (await openEmbedded(dataDir, "command")).close();
  const record = await readFile(join(dataDir, "postgres.json"), "utf8");
  await rm(join(dataDir, "postgres.json"));
  await expect(openEmbedded(dataDir, "command")).rejects.toThrow("postgres.json, which holds the password");
  await writeFile(join(dataDir, "postgres.json"), record);
});
