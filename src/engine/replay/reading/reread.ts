// Reads stored deliveries again with today's adapters, and keeps what is now said differently as the run's rereadings.
// Only bytes the chain vouches for are read: what is not what came, and what was erased, keeps its old reading. Nothing else changes before it is applied.
import { adaptersByProvider } from "../../../../adapters/registry.ts";
import type { Secrets } from "../../../access/secrets/secrets.ts";
import type { DeliveryReread, JsonObject } from "../../../core/rules/events/events.ts";
import { canonicalJson } from "../../log/canonical-json.ts";
import { dataColumn } from "../../log/stored-event.ts";
import { shapeVersion, upcast } from "../../log/upcast.ts";
import type { Database } from "../../postgres/database.ts";
import type { Statement } from "../../postgres/driver/statement.ts";
import { recordedReading } from "../../recording/recorded-reading.ts";
import { listRunPrograms, type ReplayRequest, type RunProgramRow } from "../runs/runs.ts";
import { type Readable, type StoredDelivery, withConnections } from "./stored-delivery.ts";

const deliveriesPerPage = 500;

export type RereadProgress = { readonly read: number; readonly differing: number };

export type Reread = {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly runId: number;
  readonly request: ReplayRequest;
  readonly onProgress: ((progress: RereadProgress) => void) | undefined;
};

/** The last of the next deliveries of a program behind a place; none where fewer are left. */
const pageEndStatement: Statement = {
  name: "page_end_of_deliveries",
  text: `select event_id
           from delivery
          where program_id = $1
            and event_id > $2
          order by event_id
         offset ${deliveriesPerPage - 1}
          limit 1`,
};

/**
 * The deliveries of a program in a range, with their reading in the log and whether their connection was live. A client reference has the
 * meaning it had when it arrived; if it had none, the brand's later choice. The range has an end: with a limit alone, the planner takes the
 * filters for selective and reads all remaining rows each time.
 */
const deliveriesStatement: Statement = {
  name: "deliveries_to_reread",
  text: `select d.program_id, d.event_id, e.source as provider, d.headers, d.body, d.connection_id,
                d.connection_livemode as livemode, d.client_reference,
                d.adapter_version, e.type, e.schema_version, e.is_test, e.occurred_at, e.data
           from delivery d
           join event_as_read e on e.program_id = d.program_id and e.id = d.event_id
           join event as logged on logged.program_id = d.program_id and logged.id = d.event_id
                               and logged.delivery_sha256 = sha256(d.body)
           left join outcome o on o.program_id = d.program_id and o.event_id = d.event_id
          where d.program_id = $1
            and d.event_id > $2
            and d.event_id <= $3
            and ($4::text is null or e.source = $4)
            and ($5::timestamptz is null or d.received_at >= $5)
            and ($6::text is null or o.outcome = $6)
          order by d.event_id`,
};

const keepRereadingsStatement: Statement = {
  name: "keep_rereadings",
  text: `insert into replay_rereading (program_id, run_id, event_id, source, rereading)
         select r.program_id, $1, r.event_id, r.source, r.rereading
           from json_to_recordset($2::json) as r(program_id bigint, event_id bigint, source text, rereading jsonb)
         on conflict do nothing`,
};

const keepReadStatement: Statement = {
  name: "keep_deliveries_read",
  text: "update replay_program set deliveries_read = $3 where run_id = $1 and program_id = $2",
};

const countRereadingsStatement: Statement = {
  name: "count_rereadings_of_programs",
  text: "select count(*) as differing from replay_rereading where run_id = $1 and program_id = any($2::bigint[])",
};

/**
 * Answers how many deliveries were read, and how many are now read differently. Of a program that is done before: it is not read a second
 * time, since books may be built by then, and would not hold what is found of deliveries that came meanwhile.
 */
export async function rereadDeliveries({
  database,
  secrets,
  runId,
  request,
  onProgress,
}: Reread): Promise<RereadProgress> {
  const programs = await listRunPrograms(database, runId);
  let progress = await readBefore(database, runId, programs);
  for (const { program_id: programId, deliveries_read } of programs) {
    if (deliveries_read !== null) continue;
    const before = progress.read;
    for await (const page of pagesOf(database, programId, request)) {
      const differing = page.flatMap((stored) => rereadingOf(stored, secrets) ?? []);
      if (differing.length > 0) {
        await database.transaction((session) =>
          session.query(keepRereadingsStatement, [runId, JSON.stringify(differing)]),
        );
      }
      progress = { read: progress.read + page.length, differing: progress.differing + differing.length };
      onProgress?.(progress);
    }
    const read = progress.read - before;
    await database.transaction((session) => session.query(keepReadStatement, [runId, programId, read]));
  }
  return progress;
}

async function readBefore(
  database: Database,
  runId: number,
  programs: readonly RunProgramRow[],
): Promise<RereadProgress> {
  const done = programs.filter((program) => program.deliveries_read !== null);
  const doneIds = done.map((program) => program.program_id);
  const [counted] = await database.withSession((session) =>
    session.query<{ differing: number }>(countRereadingsStatement, [runId, doneIds]),
  );
  return {
    read: done.reduce((sum, { deliveries_read }) => sum + (deliveries_read ?? 0), 0),
    differing: counted?.differing ?? 0,
  };
}

async function* pagesOf(
  database: Database,
  programId: number,
  { provider, since, outcome, event_id }: ReplayRequest,
): AsyncGenerator<Readable[]> {
  const last = event_id ?? Number.MAX_SAFE_INTEGER;
  for (let after = event_id === null ? 0 : event_id - 1; after < last; ) {
    const { end, page } = await database.withSession(async (session) => {
      const [behind] = await session.query<{ event_id: number }>(pageEndStatement, [programId, after]);
      const end = Math.min(behind?.event_id ?? last, last);
      const range = [programId, after, end, provider, since, outcome];
      const stored = await session.query<StoredDelivery>(deliveriesStatement, range);
      return { end, page: await withConnections(session, stored) };
    });
    yield page;
    after = end;
  }
}

type Rereading = Pick<Readable, "program_id" | "event_id"> & {
  readonly source: string;
  readonly rereading: Omit<DeliveryReread, "type" | "event_id">;
};

/** Undefined where today's adapter says what the log says already, or cannot say anything. */
function rereadingOf(stored: Readable, secrets: Secrets): Rereading | undefined {
  const { rereading, differs } = readToday(stored, secrets);
  if (!differs) return undefined;
  return { program_id: stored.program_id, event_id: stored.event_id, source: stored.provider, rereading };
}

export type ReadToday = {
  readonly rereading: Omit<DeliveryReread, "type" | "event_id">;
  /** From what the log says of it now. */
  readonly differs: boolean;
};

/** Today's adapter's reading of these bytes; if they are gone, or no adapter reads them any more, the log's. */
export function readToday(stored: Readable, secrets: Secrets): ReadToday {
  const adapter = adaptersByProvider.get(stored.provider);
  const data = upcast(stored.type, stored.schema_version, stored.data);
  const before = {
    schema_version: shapeVersion(stored.type),
    is_test: stored.is_test,
    occurred_at: stored.occurred_at?.toISOString() ?? null,
    // The log holds of a delivery only what an adapter read in it.
    reading: { type: stored.type, ...data } as DeliveryReread["reading"],
  };
  if (adapter === undefined || stored.body.length === 0) {
    return { rereading: { adapter_version: stored.adapter_version, ...before }, differs: false };
  }
  const reading = adapter.normalise(
    { body: stored.body, headers: headersOf(stored.headers) },
    { clientReference: stored.client_reference },
  );
  const recorded = recordedReading(reading, stored.livemode, secrets);
  const now = {
    schema_version: shapeVersion(recorded.data.type),
    is_test: recorded.isTest,
    occurred_at: recorded.occurredAt?.toISOString() ?? null,
    reading: { type: recorded.data.type, ...dataColumn(recorded.data) },
  };
  const differs = canonicalJson(now) !== canonicalJson(before);
  return { rereading: { adapter_version: adapter.version, ...now, reading: recorded.data }, differs };
}

function headersOf(headers: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
