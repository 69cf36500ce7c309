// Which connections have gone silent: a provider that disables or deletes its webhook endpoint says nothing, so only the missing
// deliveries show it. Each connection is compared with its own past, read from the log once an hour and kept as one row a day.
// Deliveries that reconciling fetched do not count: they arrive although the endpoint is dead.
import { type Kysely, sql } from "kysely";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { reconcilableProviders } from "../connections/reconcile.ts";
import { findFirstEventId } from "../events/event-at.ts";
import { millisecondsPerDay } from "../reads/days.ts";
import type { Finding } from "./notice-facts.ts";

const daysKept = 28;
/** How far back the first look at a program goes. */
const firstLookDays = 14;
const deliveriesReadAtOnce = 20_000;
/** Of one program in one look; the next look continues. */
const readsMax = 50;

/** What a connection must have received before its silence means anything. */
const deliveriesMin = 20;
const daysMin = 3;
const millisecondsPerSecond = 1_000;
const millisecondsPerHour = 3_600_000;
/** No silence is shorter: Shopify deletes an endpoint that failed for four hours. */
const silenceMinMilliseconds = 6 * millisecondsPerHour;
/** How many times its usual longest pause a connection may stay silent. */
const usualPausesMax = 2;
/** After an outage of ours the providers first send what they could not deliver. */
const uptimeMinMilliseconds = millisecondsPerHour;

const readStatement: Statement = {
  name: "read_delivery_days",
  text: `with fresh as (
           select connection_id, event_id, received_at
             from delivery
            where program_id = $1
              and event_id > coalesce((select max(last_event_id) from delivery_day where program_id = $1), $2::bigint - 1)
              and headers ->> 'x-svc-received-by' is null
            order by event_id
            limit $3
         ), before as (
           select connection_id, max(last_received_at) as received_at
             from delivery_day
            where program_id = $1
            group by connection_id
         ), spaced as (
           select f.connection_id, f.event_id, f.received_at,
                  f.received_at - coalesce(lag(f.received_at) over (partition by f.connection_id order by f.event_id),
                                           b.received_at, f.received_at) as pause
             from fresh f
             left join before b on b.connection_id = f.connection_id
         )
         select connection_id, (received_at at time zone 'UTC')::date::text as day, count(*) as deliveries,
                greatest(0, max(extract(epoch from pause)))::bigint as longest_pause_seconds,
                max(received_at) as last_received_at, max(event_id) as last_event_id
           from spaced
          group by connection_id, (received_at at time zone 'UTC')::date`,
};

/** The same deliveries, read by another process meanwhile, are not added again. */
const addStatement: Statement = {
  name: "add_delivery_days",
  text: `insert into delivery_day as d
                (program_id, connection_id, day, deliveries, longest_pause_seconds, last_received_at, last_event_id)
         select $1, n.*
           from unnest($2::bigint[], $3::date[], $4::bigint[], $5::bigint[], $6::timestamptz[], $7::bigint[]) n
         on conflict (program_id, connection_id, day) do update
            set deliveries = d.deliveries + excluded.deliveries,
                longest_pause_seconds = greatest(d.longest_pause_seconds, excluded.longest_pause_seconds),
                last_received_at = greatest(d.last_received_at, excluded.last_received_at),
                last_event_id = excluded.last_event_id
          where d.last_event_id < excluded.last_event_id`,
};

const removeOldStatement: Statement = {
  name: "remove_old_delivery_days",
  text: "delete from delivery_day where program_id = $1 and day < ($2::timestamptz at time zone 'UTC')::date - $3::integer",
};

/** Times in milliseconds. */
export type SilenceLook = { readonly now: number; readonly upSince: number };

/** One finding for each connection and silence; none until all of the program's deliveries are read. */
export async function findSilentConnections(
  database: Database,
  programId: number,
  { now, upSince }: SilenceLook,
  stop: AbortSignal,
): Promise<Finding[]> {
  const isUpToDate = await readDeliveries(database, programId, now, stop);
  if (!isUpToDate || now - upSince < uptimeMinMilliseconds) return [];
  const rows = await findPasts(database.kysely, programId);
  return rows.flatMap(({ connection_id, provider, last_received_at, usual_pause_seconds }) => {
    const usual = usual_pause_seconds * millisecondsPerSecond;
    const silence = now - last_received_at.getTime();
    if (silence < Math.max(silenceMinMilliseconds, usualPausesMax * usual)) return [];
    const last = last_received_at.toISOString();
    return [
      {
        programId,
        cause: `${connection_id} ${last}`,
        facts: {
          kind: "deliveries_stopped",
          connection_id,
          provider,
          last_received_at: last,
          usual_pause_seconds,
          can_be_reconciled: reconcilableProviders.includes(provider),
        },
      } satisfies Finding,
    ];
  });
}

/** Whether everything up to now was read. */
async function readDeliveries(database: Database, programId: number, now: number, stop: AbortSignal): Promise<boolean> {
  const from = await findFirstEventId(database.kysely, programId, new Date(now - firstLookDays * millisecondsPerDay));
  for (let reads = 0; reads < readsMax && !stop.aborted; reads += 1) {
    const days = await database.withSession((session) =>
      session.query<DeliveryDay>(readStatement, [programId, from, deliveriesReadAtOnce]),
    );
    if (days.length > 0) await addDays(database, programId, days);
    if (days.reduce((sum, { deliveries }) => sum + deliveries, 0) < deliveriesReadAtOnce) {
      const values = [programId, new Date(now), daysKept];
      await database.transaction((session) => session.query(removeOldStatement, values));
      return true;
    }
  }
  return false;
}

type DeliveryDay = {
  readonly connection_id: number;
  readonly day: string;
  readonly deliveries: number;
  readonly longest_pause_seconds: number;
  readonly last_received_at: Date;
  readonly last_event_id: number;
};

async function addDays(database: Database, programId: number, days: readonly DeliveryDay[]): Promise<void> {
  const values = [
    programId,
    days.map((day) => day.connection_id),
    days.map((day) => day.day),
    days.map((day) => day.deliveries),
    days.map((day) => day.longest_pause_seconds),
    days.map((day) => day.last_received_at),
    days.map((day) => day.last_event_id),
  ];
  await database.transaction((session) => session.query(addStatement, values));
}

type Past = {
  readonly connection_id: number;
  readonly provider: string;
  readonly last_received_at: Date;
  readonly usual_pause_seconds: number;
};

/** Of live connections in use that received enough. The usual pause is the longest but one of the days, since one outage is not usual. */
async function findPasts(db: Kysely<Tables>, programId: number): Promise<Past[]> {
  const connections = await db
    .selectFrom("connection")
    .select(["connection_id", "provider"])
    .where("program_id", "=", programId)
    .where("status", "=", "active")
    .where("livemode", "=", true)
    .orderBy("connection_id")
    .execute();
  if (connections.length === 0) return [];
  const { rows } = await sql<Omit<Past, "provider">>`
    select connection_id, max(last_received_at) as last_received_at,
           coalesce((array_agg(longest_pause_seconds order by longest_pause_seconds desc))[2], 0) as usual_pause_seconds
      from delivery_day
     where program_id = ${programId}
     group by connection_id
    having sum(deliveries) >= ${deliveriesMin} and count(*) >= ${daysMin}`.execute(db);
  const pasts = new Map(rows.map((row) => [row.connection_id, row]));
  return connections.flatMap(({ connection_id, provider }) => {
    const past = pasts.get(connection_id);
    return past === undefined ? [] : [{ ...past, provider }];
  });
}
