// COPY of the same bytes into the same table, a thousand rows a transaction, read by the server from a file of its own machine:
// as fast as rows go in at all.
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "../../src/engine/postgres/database.ts";
import type { BenchServer } from "../installation.ts";
import { readServerMicroseconds } from "../measure/processor-time.ts";
import { bareTable, createBareTable, requireRows } from "./bare-table.ts";
import type { Contender } from "./contender.ts";
import { onePayload } from "./payload.ts";

const rowsPerCopy = 1_000;

export async function openCopiedRows(server: BenchServer, name: string): Promise<Contender> {
  const url = await server.database(name);
  await createBareTable(url);
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const file = join(folder, "rows");
  await writeFile(file, binaryRows(onePayload(), rowsPerCopy));
  // The server may run as another user.
  await chmod(folder, 0o755);
  await chmod(file, 0o644);
  let copied = 0;
  return {
    name,
    kind: "limit",
    about: `COPY, ${rowsPerCopy} rows a transaction, one connection, no HTTP`,
    turn: ({ seconds }) =>
      withClient(url, async (client) => {
        await client.query("checkpoint");
        const before = await readServerMicroseconds(server.postmaster);
        const startedAt = performance.now();
        let rows = 0;
        for (; performance.now() < startedAt + seconds * 1000; rows += rowsPerCopy) {
          await client.query(`copy ${bareTable} (body) from ${client.escapeLiteral(file)} with (format binary)`);
        }
        const perSecond = rows / ((performance.now() - startedAt) / 1000);
        const after = await readServerMicroseconds(server.postmaster);
        copied += rows;
        return { perSecond, databaseMicroseconds: before === null || after === null ? null : (after - before) / rows };
      }),
    check: () => requireRows(url, name, copied),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** PostgreSQL's binary format of COPY: a header, for each row its number of columns and each column's bytes, and an end. */
function binaryRows(body: Buffer, rows: number): Buffer {
  const header = Buffer.concat([Buffer.from("PGCOPY\n\xff\r\n\0", "latin1"), Buffer.alloc(8)]);
  const row = Buffer.alloc(6);
  row.writeInt16BE(1, 0);
  row.writeInt32BE(body.length, 2);
  const end = Buffer.alloc(2);
  end.writeInt16BE(-1);
  return Buffer.concat([header, ...Array.from({ length: rows }, () => [row, body]).flat(), end]);
}
