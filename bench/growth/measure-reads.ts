// How long reads take and how they go about it: each several times as the service runs it, then once under EXPLAIN ANALYZE.
//   node bench/growth/measure-reads.ts --folder <folder> [--rounds 5] [--program 1] [--only events] [--plans] [--json <file>]
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { Client } from "pg";
import { withClient } from "../../src/engine/postgres/database.ts";
import { recordingKysely, type Statement, type Work, workOf } from "../../test/support/query-plans.ts";
import { readFillNote, whileRunning } from "./growth-database.ts";
import type { Read } from "./read.ts";
import { readsOf } from "./reads.ts";

export type MeasuredRead = {
  readonly name: string;
  readonly kind: Read["kind"];
  readonly milliseconds: readonly number[];
  readonly work: Omit<Work, "plans">;
};

/** On a connection as the service's readers have it: nothing is prepared, each statement is planned for its own values. */
export async function measureReads(
  client: Client,
  reads: readonly Read[],
  rounds: number,
  onPlans: (read: Read, work: Work) => void = () => undefined,
): Promise<MeasuredRead[]> {
  const measured: MeasuredRead[] = [];
  for (const read of reads) {
    const ran: Statement[] = [];
    const db = recordingKysely(client, ran);
    const milliseconds: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ran.length = 0;
      const startedAt = performance.now();
      await read.run(db);
      milliseconds.push(performance.now() - startedAt);
    }
    const work = await workOf(client, [...ran]);
    onPlans(read, work);
    const { plans: _, ...rest } = work;
    measured.push({ name: read.name, kind: read.kind, milliseconds, work: rest });
  }
  return measured;
}

function describeRead({ name, kind, milliseconds, work }: MeasuredRead): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const scanned = work.scanned.length === 0 ? "" : `SCANS ${work.scanned.join(", ")}`;
  return [
    name.padEnd(58),
    kind.padEnd(7),
    `${median.toFixed(1).padStart(8)} ms`,
    `${worst.toFixed(1).padStart(8)} ms`,
    `${Math.round(work.rowsRead)} rows`.padStart(14),
    `${work.buffers} buffers`.padStart(16),
    `${Math.round(work.rowsSorted)} sorted`.padStart(15),
    scanned,
  ].join(" ");
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      folder: { type: "string" },
      rounds: { type: "string", default: "5" },
      program: { type: "string" },
      only: { type: "string", default: "" },
      json: { type: "string" },
      plans: { type: "boolean", default: false },
    },
  });
  const { folder } = values;
  if (folder === undefined) throw new Error("say which folder: --folder <folder>");
  const note = await readFillNote(folder);
  const programId = Number(values.program ?? note?.largestProgramId ?? 1);
  const measured = await whileRunning(folder, (url) =>
    withClient(url, async (client) => {
      const reads = (await readsOf(client, programId)).filter(({ name }) => name.includes(values.only));
      return measureReads(client, reads, Number(values.rounds), (read, { plans }) => {
        if (values.plans) console.log(read.name, JSON.stringify(plans, null, 1));
      });
    }),
  );
  for (const read of measured) console.log(describeRead(read));
  if (values.json !== undefined) await writeFile(values.json, JSON.stringify(measured, null, 1));
}
