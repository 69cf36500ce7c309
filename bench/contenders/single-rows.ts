// One row a transaction over many connections, each as soon as the last is committed: PostgreSQL's own rate without a service. With pgbench
// if available, since that costs next to nothing, otherwise with the pg driver.
import { execFile } from "node:child_process";
import { access, mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { Pool } from "pg";
import { withClient } from "../../src/engine/postgres/database.ts";
import type { BenchServer } from "../installation.ts";
import { readServerMicroseconds } from "../measure/processor-time.ts";
import { bareTable, createBareTable, requireRows } from "./bare-table.ts";
import type { Contender } from "./contender.ts";
import { onePayload } from "./payload.ts";

type Inserted = { readonly rows: number; readonly seconds: number };
type InsertFor = (seconds: number) => Promise<Inserted>;

export async function openSingleRows(server: BenchServer, name: string, connections: number): Promise<Contender> {
  const url = await server.database(name);
  await createBareTable(url);
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const pgbench = await findPgbench(server.postmaster);
  const insertFor = pgbench === null ? byDriver(url, connections) : await byPgbench(pgbench, url, connections, folder);
  let inserted = 0;
  return {
    name,
    kind: "limit",
    about: `${pgbench === null ? "the pg driver" : await versionOf(pgbench)}: one row a transaction, ${connections} connections, no HTTP`,
    async turn({ seconds }) {
      await withClient(url, (client) => client.query("checkpoint"));
      const before = await readServerMicroseconds(server.postmaster);
      const done = await insertFor(seconds);
      const after = await readServerMicroseconds(server.postmaster);
      inserted += done.rows;
      return {
        perSecond: done.rows / done.seconds,
        databaseMicroseconds: before === null || after === null ? null : (after - before) / done.rows,
      };
    },
    check: () => requireRows(url, name, inserted),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Among the server's own programs, otherwise this machine's; the embedded package has none so far. */
async function findPgbench(postmaster: number): Promise<string | null> {
  const beside = await readlink(`/proc/${postmaster}/exe`).then(dirname, () => null);
  const folders = [beside, ...(process.env.PATH ?? "").split(delimiter)].filter((folder) => folder !== null);
  for (const folder of folders) {
    const path = join(folder, "pgbench");
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}

async function versionOf(pgbench: string): Promise<string> {
  const { stdout } = await promisify(execFile)(pgbench, ["--version"]);
  return stdout.trim();
}

async function byPgbench(pgbench: string, url: string, connections: number, folder: string): Promise<InsertFor> {
  const script = join(folder, "insert.sql");
  await writeFile(
    script,
    `insert into ${bareTable} (body) values (decode('${onePayload().toString("hex")}', 'hex'));\n`,
  );
  return async (seconds) => {
    const wholeSeconds = Math.max(1, Math.round(seconds));
    const { stdout } = await promisify(execFile)(pgbench, [
      "--no-vacuum",
      "--protocol=prepared",
      `--client=${connections}`,
      "--jobs=1",
      `--time=${wholeSeconds}`,
      `--file=${script}`,
      url,
    ]);
    const rows = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1]);
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    const failed = Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0);
    if (!(rows > 0 && perSecond > 0) || failed > 0) throw new Error(`pgbench said: ${stdout}`);
    return { rows, seconds: rows / perSecond };
  };
}

function byDriver(url: string, connections: number): InsertFor {
  const body = onePayload();
  return async (seconds) => {
    const pool = new Pool({ connectionString: url, max: connections });
    const insert = { name: "insert_row", text: `insert into ${bareTable} (body) values ($1)`, values: [body] };
    const connected = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    let rows = 0;
    const startedAt = performance.now();
    await Promise.all(
      connected.map(async (client) => {
        for (; performance.now() < startedAt + seconds * 1000; rows += 1) await client.query(insert);
        client.release();
      }),
    );
    const took = (performance.now() - startedAt) / 1000;
    await pool.end();
    return { rows, seconds: took };
  };
}
