// (f) in a database of any size: about so many events of its log rebuilt into shadow books, in a process of its own, and thrown away.
import { withClient } from "../../src/engine/postgres/database.ts";
import { dropShadow } from "../../src/engine/replay/shadow.ts";
import type { Contender } from "../contenders/contender.ts";
import type { BenchServer } from "../installation.ts";
import { measuredRebuild } from "../replay/measured-rebuild.ts";
import { runWorker } from "../replay/worker.ts";
import type { Column } from "../report/scenario-report.ts";

/** Of no real run. */
const runId = 3_000_000;
const microsecondsPerSecond = 1_000_000;

export const replayColumns: readonly Column[] = [
  { figure: "perSecond", heading: "events/s (range)", digits: 0 },
  { figure: "events", heading: "events", digits: 0 },
  { figure: "nodeMicroseconds", heading: "replay CPU µs/event", digits: 1 },
  { figure: "databaseMicroseconds", heading: "PostgreSQL CPU µs/event", digits: 1 },
  { figure: "rssPeakMebibytes", heading: "peak RSS MiB", digits: 0 },
];

export type ReplayEntry = {
  readonly name: string;
  readonly about: string;
  /** About as many, in whole programs, the smallest first: every database has small ones. */
  readonly events: number;
};

export async function openReplay({ url }: BenchServer, entry: ReplayEntry): Promise<Contender> {
  const { programIds, events } = await choosePrograms(url, entry.events);
  return {
    name: entry.name,
    about: entry.about,
    async turn() {
      await withClient(url, (client) => client.query("checkpoint"));
      const measured = await runWorker("./rebuild-svc.ts", { ownerUrl: url, runId, programIds }, measuredRebuild);
      await requireWhole(url, programIds);
      await dropShadow(url, runId);
      const eachOf = (seconds: number): number => (seconds * microsecondsPerSecond) / events;
      return {
        perSecond: events / measured.seconds,
        events,
        nodeMicroseconds: eachOf(measured.nodeCpuSeconds),
        databaseMicroseconds: measured.databaseCpuSeconds === null ? null : eachOf(measured.databaseCpuSeconds),
        rssPeakMebibytes: measured.rssPeakMebibytes,
      };
    },
    check: () => Promise.resolve(`${entry.name}: every rebuild came to the same sales, to the cent, as the live books`),
    close: () => dropShadow(url, runId),
  };
}

async function choosePrograms(url: string, wanted: number): Promise<{ programIds: number[]; events: number }> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ program_id: number; seq: number }>(
      "select program_id, seq from program_head order by seq",
    );
    const programIds: number[] = [];
    let events = 0;
    for (const { program_id, seq } of rows) {
      if (programIds.length > 0 && events + seq > wanted) break;
      programIds.push(program_id);
      events += seq;
    }
    return { programIds, events };
  });
}

/** Row by row is what `svc verify` does, at the end; here every turn is held against the live books in counts and money. */
async function requireWhole(url: string, programIds: readonly number[]): Promise<void> {
  const figures = "count(*), sum(amount_cents), sum(refunded_cents)";
  const conditions = "where program_id = any($1::bigint[])";
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ same: boolean }>(
      `select (select row(${figures}) from sale ${conditions}) = (select row(${figures}) from svc_replay_${runId}.sale ${conditions})
              and (select sum(amount_cents) from commission ${conditions})
                = (select sum(amount_cents) from svc_replay_${runId}.commission ${conditions}) as same`,
      [programIds],
    );
    if (rows[0]?.same !== true) throw new Error("the rebuilt books are not the live ones");
  });
}
