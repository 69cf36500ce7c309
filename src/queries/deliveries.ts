// The deliveries of a program in the order they came, each with what became of it in words. The bytes are not among them.
// A status is found by the index of outcomes, a provider by the index of what its events are known by, a time by halving the
// log: none of them reads the deliveries before.
import { type Kysely, type SqlBool, sql } from "kysely";
import type { DeliveryRow, Tables } from "../db/tables.ts";
import { type Verdict, verdictInWords } from "./delivery-verdict.ts";
import type { EventOutcome } from "./events.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export const deliveryStatuses = ["failed", "parked", "ignored", "recorded", "duplicate", "expired"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export type DeliveryLine = Verdict &
  Pick<DeliveryRow, "provider" | "provider_event_id" | "provider_event_type" | "connection_id" | "received_at"> & {
    readonly seq: number;
    /** `reconcile`: the provider was asked for it, because it had not arrived. */
    readonly received_by: "webhook" | "reconcile";
    readonly verdict: string;
  };

export type DeliveryFilter = {
  readonly status?: DeliveryStatus | undefined;
  readonly provider?: string | undefined;
  readonly since?: Date | undefined;
};

const byEventId = keyset("deliveries", numberKey);

export async function listDeliveries(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: DeliveryFilter = {},
): Promise<Page<DeliveryLine>> {
  let [after] = byEventId.after(request, [0]);
  if (filter.since !== undefined) {
    const first = await findFirstEventSince(db, programId, filter.since);
    if (first === undefined) return { data: [], next: null };
    after = Math.max(after, first - 1);
  }
  let query = selectDeliveries(db, programId, after)
    .where("d.event_id", ">", after)
    .orderBy("d.event_id")
    .limit(request.limit + 1);
  if (filter.provider !== undefined) query = query.where(isOfProvider(programId, filter.provider));
  if (filter.status === "recorded") query = query.where(outcome, "not in", otherOutcomes);
  // A literal, so that whoever plans this sees which of the partial indexes holds it.
  else if (filter.status !== undefined) query = query.where("o.outcome", "=", sql.lit(filter.status));
  const page = byEventId.page(await query.execute(), request, (line) => [line.event_id]);
  return { ...page, data: page.data.map((line) => ({ ...line, verdict: verdictInWords(line) })) };
}

const outcome = sql<EventOutcome>`
  coalesce(o.outcome, case when e.seq > h.projected_seq then 'pending' else 'recorded' end)`;

/** `after` is said of each table: a join that is read in order would otherwise begin at the beginning of the others. */
export function selectDeliveries(db: Kysely<Tables>, programId: number, after = 0) {
  return db
    .selectFrom("delivery as d")
    .innerJoin("event_as_read as e", (join) =>
      join.onRef("e.program_id", "=", "d.program_id").onRef("e.id", "=", "d.event_id").on("e.id", ">", after),
    )
    .innerJoin("program_head as h", "h.program_id", "d.program_id")
    .leftJoin("outcome as o", (join) =>
      join
        .onRef("o.program_id", "=", "d.program_id")
        .onRef("o.event_id", "=", "d.event_id")
        .on("o.event_id", ">", after),
    )
    .select([
      "d.event_id",
      "e.seq",
      "d.provider",
      "d.provider_event_id",
      "d.provider_event_type",
      "d.connection_id",
      sql<"webhook" | "reconcile">`coalesce(d.headers ->> 'x-svc-received-by', 'webhook')`.as("received_by"),
      "d.received_at",
      "e.is_test",
      "e.type",
      outcome.as("outcome"),
      "o.reason",
      "o.refers_to",
      "o.detail",
    ])
    .where("d.program_id", "=", programId);
}

/** Said by what it is not: to the planner a text that equals another is rare, and most deliveries are recorded. */
const otherOutcomes = [
  "failed",
  "parked",
  "ignored",
  "duplicate",
  "expired",
  "refused",
  "pending",
] as const satisfies readonly EventOutcome[];

/** Every delivery has a key, and the index of keys begins with the source. */
function isOfProvider(programId: number, provider: string) {
  return sql<SqlBool>`exists (
    select from event k
     where k.program_id = ${programId} and k.source = ${provider} and k.dedup_key is not null and k.id = d.event_id
  )`;
}

/** A later event never has an earlier time and the log has no gaps, so halving it finds the first one since then. */
async function findFirstEventSince(db: Kysely<Tables>, programId: number, since: Date): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with recursive halves (low, high) as (
      select 0::bigint, seq + 1 from program_head where program_id = ${programId}
       union all
      select case when e.received_at < ${since} then e.seq else h.low end,
             case when e.received_at < ${since} then h.high else e.seq end
        from halves h
        join event e on e.program_id = ${programId} and e.seq = (h.low + h.high) / 2
       where h.high - h.low > 1
    )
    select e.id
      from (select high from halves order by high - low limit 1) found
      join event e on e.program_id = ${programId} and e.seq = found.high`.execute(db);
  return rows[0]?.id;
}
