// Shadow books: the same tables as the live ones, for a replay to build into. They are in a schema of their own, which is the whole search
// path of the connections that build them. So loading, folding and writing are the same code as live, and fail instead of reaching the live
// books if the schema is gone. They are unlogged: fast to build, and empty after a crash of the server together with the note of their
// progress, so a replay resumes from what really exists. It never writes to the live books; only apply.ts does.
import { bookKeyOf, bookNames } from "../../core/rules/book-keys.ts";
import type { BookName } from "../../core/rules/rows/rows.ts";
import { readAddress } from "../postgres/address.ts";
import { type ClockRule, machineClock } from "../postgres/clock.ts";
import { type Database, openDatabase, withClient } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { isNotPermitted } from "../postgres/faults.ts";
import { commandLimits } from "../postgres/limits.ts";
import type { Placement } from "../postgres/placement.ts";
import { placementAt } from "../postgres/placement-at.ts";
import { bringArchivedClicks, findSegmentsOfRun } from "./archived-clicks.ts";
import { correctedLineTable } from "./corrected-line-table.ts";
import { ReplayRefused } from "./replay-refused.ts";

/** Half of them are sessions: one for each lane that builds. */
const buildConnectionsMax = 8;
const compareConnectionsMax = 2;

/** Where the two sets of books are, for statements that name both. */
export type BooksBeside = { readonly schema: string; readonly liveSchema: string };

export type Shadow = BooksBeside & {
  readonly runId: number;
  /** Sees the shadow's books and its view of the log, and nothing live. */
  readonly database: Database;
  /** A transaction that sees both: plain names of books are the shadow's. The shadow cannot be dropped before its end. */
  withBoth<T>(run: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export function shadowSchemaOf(runId: number): string {
  return `svc_replay_${runId}`;
}

export type ShadowOptions = {
  /** As the owner of the database: the service's role makes no tables. */
  readonly ownerUrl: string;
  readonly runId: number;
  /** Of archived clicks; none when left out. */
  readonly archiveFolder?: string | null | undefined;
  /** Programs whose archived clicks are not brought: nothing of them is built. */
  readonly withoutArchiveOf?: readonly number[];
  /** For readings that are appended; the usual one when left out. */
  readonly clock?: ClockRule;
  /** Only what the log said up to here counts, readings as well; by program. */
  readonly upTo?: { readonly seq: number } | { readonly time: Date } | null;
};

/** Makes the tables where they are missing: a run that was interrupted finds its own again. */
export async function openShadow({
  ownerUrl,
  runId,
  archiveFolder = null,
  withoutArchiveOf = [],
  clock = machineClock,
  upTo = null,
}: ShadowOptions): Promise<Shadow> {
  const schema = shadowSchemaOf(runId);
  const placement = await placementAt(ownerUrl);
  const liveSchema = await makeShadow(ownerUrl, { placement, schema, runId, upTo, archiveFolder, withoutArchiveOf });
  const open = (connectionsMax: number, path: string): Database =>
    openDatabase({
      url: ownerUrl,
      connectionsMax,
      applicationName: "svc replay",
      serverSettings: [`search_path=${path}`],
      limits: commandLimits,
      clock,
      placement,
    });
  const database = open(buildConnectionsMax, schema);
  const both = open(compareConnectionsMax, `${schema},${liveSchema}`);
  const holdShadow: Statement = { name: "hold_shadow", text: `lock table ${schema}.progress in access share mode` };
  return {
    runId,
    database,
    schema,
    liveSchema,
    withBoth: (run) =>
      both.transaction(async (session) => {
        await session.query(holdShadow, []);
        return run(session);
      }),
    async close() {
      await Promise.all([database.close(), both.close()]);
    },
  };
}

type Making = {
  readonly placement: Placement;
  readonly schema: string;
  readonly runId: number;
  readonly upTo: ShadowOptions["upTo"];
  readonly archiveFolder: string | null;
  readonly withoutArchiveOf: readonly number[];
};

/** Answers the schema of the live books. */
async function makeShadow(
  ownerUrl: string,
  { placement, schema, runId, upTo, archiveFolder, withoutArchiveOf }: Making,
): Promise<string> {
  return withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>("select current_schema() as name");
    const live = rows[0]?.name;
    if (live === undefined) throw new Error("the database has no current schema");
    try {
      await client.query("begin");
      for (const { text } of placement.first.tables) await client.query(text);
      const segments = await findSegmentsOfRun(client, runId, withoutArchiveOf);
      const hasArchive = segments.length > 0;
      const making = { kind: placement.refillable, hasArchive };
      for (const text of shadowTables(schema, live, making)) await client.query(text);
      const tables = [...bookNames, "corrected_line", "progress", ...(hasArchive ? ["archived_click"] : [])];
      await placement.placeTables(client, schema, tables);
      if (hasArchive) await bringArchivedClicks(client, schema, segments, archiveFolder);
      await client.query(eventView(schema, live, runId, upTo ?? null, hasArchive));
      await client.query("commit");
      return live;
    } catch (error) {
      if (!isNotPermitted(error)) throw error;
      const { user, database } = readAddress(ownerUrl);
      throw new ReplayRefused(
        "The books of a replay are in a schema of their own, and this user may not create one. As an administrator: " +
          `grant create on database ${database} to ${user};`,
        { cause: error },
      );
    }
  });
}

export async function dropShadow(ownerUrl: string, runId: number): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("set client_min_messages = warning");
    await client.query(`drop schema if exists ${shadowSchemaOf(runId)} cascade`);
  });
}

function* shadowTables(
  schema: string,
  live: string,
  { kind, hasArchive }: { readonly kind: Placement["refillable"]; readonly hasArchive: boolean },
): Generator<string> {
  yield "set local client_min_messages = warning";
  yield `create schema if not exists ${schema}`;
  for (const name of bookNames) yield shadowTable(kind, schema, live, name);
  yield correctedLineTable(kind, schema);
  yield `create ${kind} table if not exists ${schema}.progress
           (program_id bigint primary key, seq bigint not null, readings_seq bigint not null)`;
  if (!hasArchive) return;
  yield `create ${kind} table if not exists ${schema}.archived_click
           (program_id bigint, seq bigint, data jsonb not null, primary key (program_id, seq))`;
}

function shadowTable(kind: "unlogged" | "temporary" | "", schema: string, live: string, name: BookName): string {
  return `create ${kind} table if not exists ${schema}.${name}
            (like ${live}.${name} including constraints including defaults, primary key (${bookKeyOf(name).join(", ")}))`;
}

/** The log as this replay reads it: with the readings it plans, or only with those that were known at a point. */
function eventView(
  schema: string,
  live: string,
  runId: number,
  upTo: ShadowOptions["upTo"],
  hasArchive: boolean,
): string {
  const [log, rereadings, failedAs] =
    upTo === null || upTo === undefined
      ? [
          `${live}.event_as_read`,
          `${live}.replay_rereading r on r.program_id = e.program_id and r.run_id = ${runId} and r.event_id = e.id`,
          "e.failed_as",
        ]
      : [
          `${live}.event`,
          `lateral (${newestReading(live, upTo)}) r on true`,
          `case when exists (${retriesOf(live, upTo)}) then e.type end as failed_as`,
        ];
  const read = (column: string, reread: string): string =>
    `case when r.rereading is null then ${column === "data" && hasArchive ? "coalesce(a.data, e.data)" : `e.${column}`}
          else ${reread} end as ${column}`;
  const archive = hasArchive
    ? `left join ${schema}.archived_click a on a.program_id = e.program_id and a.seq = e.seq`
    : "";
  return `create or replace view ${schema}.event_as_read as
    select e.program_id, e.seq, e.id, e.source, e.received_at,
           ${read("is_test", "(r.rereading ->> 'is_test')::boolean")},
           ${read("occurred_at", "(r.rereading ->> 'occurred_at')::timestamptz(3)")},
           ${read("type", "r.rereading -> 'reading' ->> 'type'")},
           ${read("schema_version", "(r.rereading ->> 'schema_version')::smallint")},
           ${read("data", "(r.rereading -> 'reading') - 'type'")},
           ${failedAs}
      from ${log} e
      left join ${rereadings}
      ${archive}`;
}

type Point = { readonly seq: number } | { readonly time: Date };

function newestReading(live: string, upTo: Point): string {
  return `select r.data as rereading ${readingsOf(live, upTo)} order by r.seq desc limit 1`;
}

function retriesOf(live: string, upTo: Point): string {
  return `select ${readingsOf(live, upTo)} and r.type = 'delivery_retried'`;
}

function readingsOf(live: string, upTo: Point): string {
  const bound = "seq" in upTo ? `r.seq <= ${upTo.seq}` : `r.received_at <= '${upTo.time.toISOString()}'`;
  return `from ${live}.event r
           where r.program_id = e.program_id
             and r.type in ('delivery_reread', 'delivery_retried')
             and (r.data ->> 'event_id')::bigint = e.id
             and ${bound}`;
}

/**
 * Shadow books for one short look, in temporary tables of the session: made by the service itself, which may not make others.
 * Only in a transaction on a connection of its own: a statement prepared before would still mean the live books.
 */
export async function makeTemporaryShadow(session: Session): Promise<BooksBeside> {
  const [live] = await session.query<{ name: string }>(
    { name: "current_schema", text: "select current_schema() as name" },
    [],
  );
  if (live === undefined) throw new Error("the database has no current schema");
  for (const name of bookNames) {
    void session.query({ name: `temporary_${name}`, text: shadowTable("temporary", "pg_temp", live.name, name) }, []);
  }
  return { schema: "pg_temp", liveSchema: live.name };
}

/** Sent first in a transaction that is to see both books as they are at one moment. */
export const oneSnapshotStatement: Statement = {
  name: "one_snapshot",
  text: "set transaction isolation level repeatable read",
};

export const readProgressStatement: Statement = {
  name: "read_replay_progress",
  text: "select program_id, seq from progress where program_id = any($1::bigint[])",
};

/** How far the books are built, and up to where the log was looked through for readings of what they hold. */
export const moveProgressStatement: Statement = {
  name: "move_replay_progress",
  text: `insert into progress (program_id, seq, readings_seq) select * from unnest($1::bigint[], $2::bigint[], $3::bigint[])
         on conflict (program_id) do update set seq = excluded.seq, readings_seq = excluded.readings_seq`,
};
