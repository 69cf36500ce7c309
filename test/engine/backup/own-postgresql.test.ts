// docs/backup.md for a PostgreSQL of one's own, line by line: a dump, and a base backup with the archived log up to a moment, both taken
// from a server on which sales come in, and brought up elsewhere. The programs are those of an installed PostgreSQL: the embedded
// one comes without pg_dump and pg_basebackup. Only with PROPERTY_TESTS=long, and where Debian's PostgreSQL 15 or newer is.
import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openDatabase, serviceRole, withClient } from "../../../src/engine/postgres/database.ts";
import { findServerAccount } from "../../../src/engine/postgres/embedded/account.ts";
import type { Account } from "../../../src/engine/postgres/embedded/run.ts";
import { findFreePort } from "../../../src/engine/postgres/embedded/server.ts";
import { migrate } from "../../../src/engine/postgres/migrations/migrate.ts";
import { environmentOf, killChildren } from "../../support/child.ts";
import { createTestProgram, type ProgramAtHand, secretKey } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { runSvc } from "../../support/svc.ts";
import { root } from "../../support/tree.ts";

const oldestVersion = 15;
const programs = globSync("/usr/lib/postgresql/*/bin/pg_basebackup")
  .map((path) => ({ folder: dirname(path), version: Number(path.split("/")[4]) }))
  .filter(({ version }) => version >= oldestVersion)
  .toSorted((a, b) => b.version - a.version)[0]?.folder;

const isRun = inject("properties").isLong && programs !== undefined;

type Sale = { readonly transactionId: string; readonly saleId: number };

const password = "only-for-tests";
let work: string;
let account: Account;
const running: string[] = [];
const blocks = { dump: "", settings: "", base: "", recovery: "", ids: "" };

beforeAll(async () => {
  if (!isRun) return;
  work = await mkdtemp(join(tmpdir(), "svc-own-"));
  account = await findServerAccount();
  if (account !== null) await chown(work, account.uid, account.gid);
  await chmod(work, 0o711);
  const section = readFileSync(join(root, "docs/backup.md"), "utf8").split("## Your own PostgreSQL")[1] ?? "";
  const found = [...section.matchAll(/^```(?:sh|conf)\n([\s\S]*?)^```$/gm)].map(([, lines = ""]) => lines);
  [blocks.dump = "", blocks.settings = "", blocks.base = "", blocks.recovery = "", blocks.ids = ""] = found;
});

afterAll(async () => {
  if (!isRun) return;
  await killChildren();
  for (const folder of running.splice(0)) await shell(`pg_ctl --pgdata=${folder} --mode=immediate stop`);
  await rm(work, { recursive: true });
});

/** In the words of the page, with folders of this test in the place of the page's. */
function asHere(lines: string): string {
  return lines
    .replaceAll(/(?<=[ '=])\/(archive|backups|restored)\b/g, `${work}/$1`)
    .replaceAll("npm run --silent svc --", `node ${root}/bin/svc.js`);
}

/** As the user that PostgreSQL runs as, or as the user of this process for the service's own files. */
async function shell(lines: string, env: NodeJS.ProcessEnv = {}, as: Account = account): Promise<string> {
  const path = `${programs}:${dirname(process.execPath)}:${process.env.PATH}`;
  const child = spawn("bash", ["-euc", lines], {
    cwd: work,
    env: { ...environmentOf(env), PATH: path, SVC_SECRET_KEYS: secretKey },
    stdio: ["ignore", "pipe", "pipe"],
    ...as,
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise((resolve) => child.on("exit", resolve));
  expect(code, `${lines}\n${said}`).toBe(0);
  return said;
}

async function startServer(name: string, settings = ""): Promise<string> {
  const folder = join(work, name);
  const port = await findFreePort(null);
  await writeFile(join(work, "password"), password, { mode: 0o644 });
  await shell(`initdb --pgdata=${folder} --username=svc --auth=scram-sha-256 --pwfile=${work}/password --no-sync`);
  const here = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\n";
  await appendFile(join(folder, "postgresql.conf"), `${here}port = ${port}\n${settings}`);
  running.push(folder);
  await shell(`pg_ctl --pgdata=${folder} --log=${folder}/server.log --wait start`);
  return `postgres://svc:${password}@127.0.0.1:${port}`;
}

async function sell(service: ServiceProcess, { key }: ProgramAtHand, transactionId: string): Promise<Sale> {
  const response = await fetch(`${service.url}/api/v1/track/sale`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify({ transaction_id: transactionId, amount_cents: 1_900, customer_key: "buyer" }),
  });
  expect(response.status).toBe(200);
  return { transactionId, saleId: ((await response.json()) as { sale_id: number }).sale_id };
}

async function bindBuyer(service: ServiceProcess, program: ProgramAtHand): Promise<void> {
  const call = async (name: string, body: object): Promise<Record<string, unknown>> => {
    const response = await fetch(`${service.url}/api/v1/track/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${program.key}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  const { click_id } = await call("click", { affiliate_url: program.link });
  await call("lead", { click_id, customer_key: "buyer" });
}

async function salesIn(url: string): Promise<Set<string>> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ transaction_id: string }>("select transaction_id from sale"),
  );
  return new Set(rows.map(({ transaction_id }) => transaction_id));
}

/** Log and books are whole, the log can only be added to, and a replay finds nothing. */
async function expectWhole(url: string): Promise<void> {
  const env = { DATABASE_URL: url, SVC_SECRET_KEYS: secretKey };
  const verified = await runSvc(["verify", "--json"], { env });
  expect(JSON.parse(verified.stdout)).toMatchObject({ verified: true });
  const replayed = await runSvc(["replay", "--all", "--json"], { env });
  expect(JSON.parse(replayed.stdout)).toMatchObject({ status: "done", programs: [{ difference: null }] });
  const change = withClient(url, async (client) => {
    await client.query(`set role ${serviceRole}`);
    await client.query("update event set source = 'x'");
  });
  await expect(change).rejects.toMatchObject({ code: "42501" });
}

test.runIf(isRun)(
  "a dump and a recovery up to a moment, taken under load, are whole, and go on where no id was given out",
  async () => {
    await mkdir(join(work, "archive"), { mode: 0o777 });
    await chmod(join(work, "archive"), 0o777);
    await mkdir(join(work, "backups"));
    await chmod(join(work, "backups"), 0o777);
    const server = await startServer("live", asHere(blocks.settings));
    const url = `${server}/svc`;
    await withClient(`${server}/postgres`, (client) => client.query("create database svc"));
    await migrate(url);
    const service = await startServiceProcess(url);
    const database = openDatabase({ url, connectionsMax: 2, applicationName: "test", role: null });
    const program = await createTestProgram(database);
    await database.close();
    await bindBuyer(service, program);

    const sold: Sale[] = [];
    let enough = false;
    let next = 0;
    const sellers = Array.from({ length: 3 }, async () => {
      while (!enough) sold.push(await sell(service, program, `sale-${next++}`));
    });
    const more = async (): Promise<void> => {
      const already = sold.length;
      await expect.poll(() => sold.length, { timeout: 30_000 }).toBeGreaterThan(already + 30);
    };
    await more();
    await shell(asHere(blocks.base), { DATABASE_URL: url });
    await more();
    const beforeDump = [...sold];
    const [dump = "", restore = ""] = asHere(blocks.dump).split("\n\n");
    await shell(dump, { DATABASE_URL: url }, null);
    await more();
    const beforeMoment = [...sold];
    const moment = await withClient(url, async (client) => {
      const { rows } = await client.query<{ moment: string }>("select clock_timestamp()::text as moment");
      return rows[0]?.moment ?? "";
    });
    await more();
    enough = true;
    await Promise.all(sellers);
    const highest = Math.max(...sold.map(({ saleId }) => saleId));
    const afterMoment = await sell(service, program, "after the moment");
    await archiveAll(url);

    const elsewhere = await startServer("elsewhere");
    await shell(restore, { ELSEWHERE: elsewhere }, null);
    const dumped = await salesIn(`${elsewhere}/svc_restored`);
    expect(beforeDump.filter(({ transactionId }) => !dumped.has(transactionId))).toEqual([]);
    await expectWhole(`${elsewhere}/svc_restored`);

    const port = await findFreePort(null);
    const restored = `postgres://svc:${password}@127.0.0.1:${port}/svc`;
    running.push(join(work, "restored"));
    await shell(
      asHere(blocks.recovery)
        .replace(/(?<=recovery_target_time = ')[^']+/, moment)
        .replace("archive_mode = off", `archive_mode = off\nport = ${port}`),
    );
    const isPromoted = () =>
      withClient(restored, async (client) => {
        const { rows } = await client.query<{ still: boolean }>("select pg_is_in_recovery() as still");
        return rows[0]?.still === false;
      });
    await expect.poll(isPromoted, { timeout: 30_000 }).toBe(true);
    const recovered = await salesIn(restored);
    expect(beforeMoment.filter(({ transactionId }) => !recovered.has(transactionId))).toEqual([]);
    expect(recovered.has(afterMoment.transactionId)).toBe(false);
    await expectWhole(restored);

    await shell(blocks.ids, { RESTORED: restored }, null);
    const again = await startServiceProcess(restored);
    const { saleId } = await sell(again, program, "after the recovery");
    expect(saleId).toBeGreaterThan(highest + 900_000);
    await killChildren();
    await expectWhole(restored);
  },
);

/** What has been written until now, without waiting for archive_timeout. */
async function archiveAll(url: string): Promise<void> {
  const file = await withClient(url, async (client) => {
    const { rows } = await client.query<{ file: string }>("select pg_walfile_name(pg_switch_wal()) as file");
    return rows[0]?.file ?? "";
  });
  const isArchived = () => globSync(join(work, "archive", "*")).some((path) => path.endsWith(file));
  await expect.poll(isArchived, { timeout: 30_000 }).toBe(true);
}
