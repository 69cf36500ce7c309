// The log of a program with what became of each event, in the order of the log.
// An event that the books do not hold yet is `pending`; one that needed no explanation is `recorded`.
import { type Kysely, sql } from "kysely";
import type { OutcomeName, OutcomeRow } from "../core/rows.ts";
import type { EventRow, Tables } from "../db/tables.ts";
import { keyset, numberKey, type Page, type PageRequest } from "./page.ts";

export type EventOutcome = OutcomeName | "pending";

export type EventLine = Pick<
  EventRow,
  "seq" | "type" | "source" | "is_test" | "received_at" | "occurred_at" | "data"
> & {
  readonly event_id: number;
  readonly outcome: EventOutcome;
  readonly reason: string | null;
  /** The event this one repeats, was settled by, or belongs to. */
  readonly refers_to: number | null;
  readonly detail: OutcomeRow["detail"];
  /** What the provider called the delivery; null for calls. */
  readonly provider_event_type: string | null;
  readonly provider_event_id: string | null;
};

export type EventFilter = {
  readonly type?: string | undefined;
  readonly source?: string | undefined;
  readonly outcome?: EventOutcome | undefined;
  readonly isTest?: boolean | undefined;
};

const bySeq = keyset("events", numberKey);

const outcome = sql<EventOutcome>`
  coalesce(o.outcome, case when e.seq > h.projected_seq then 'pending' else 'recorded' end)`;

export async function listEvents(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  filter: EventFilter = {},
): Promise<Page<EventLine>> {
  const [afterSeq] = bySeq.after(request, [0]);
  let query = selectEvents(db, programId)
    .where("e.seq", ">", afterSeq)
    .orderBy("e.seq")
    .limit(request.limit + 1);
  if (filter.type !== undefined) query = query.where("e.type", "=", filter.type);
  if (filter.source !== undefined) query = query.where("e.source", "=", filter.source);
  if (filter.isTest !== undefined) query = query.where("e.is_test", "=", filter.isTest);
  if (filter.outcome === "recorded" || filter.outcome === "pending") query = query.where(outcome, "=", filter.outcome);
  // A kept outcome is found by its own index: in a long log, few events failed.
  else if (filter.outcome !== undefined) query = query.where("o.outcome", "=", filter.outcome);
  return bySeq.page(await query.execute(), request, (event) => [event.seq]);
}

/** The newest event that tracking brought, and neither an operator nor a look at a chain. */
export async function findLastTrackedEvent(db: Kysely<Tables>, programId: number): Promise<EventLine | undefined> {
  return selectEvents(db, programId)
    .where("e.source", "not in", ["operator", "chain"])
    .orderBy("e.seq", "desc")
    .limit(1)
    .executeTakeFirst();
}

function selectEvents(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("event as e")
    .innerJoin("program_head as h", "h.program_id", "e.program_id")
    .leftJoin("outcome as o", (join) =>
      join.onRef("o.program_id", "=", "e.program_id").onRef("o.event_id", "=", "e.id"),
    )
    .leftJoin("delivery as d", (join) =>
      join.onRef("d.program_id", "=", "e.program_id").onRef("d.event_id", "=", "e.id"),
    )
    .select([
      "e.id as event_id",
      "e.seq",
      "e.type",
      "e.source",
      "e.is_test",
      "e.received_at",
      "e.occurred_at",
      outcome.as("outcome"),
      "o.reason",
      "o.refers_to",
      "o.detail",
      "d.provider_event_type",
      "d.provider_event_id",
      "e.data",
    ])
    .where("e.program_id", "=", programId);
}
