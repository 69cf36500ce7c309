// Events of a program by kind (source and type), in the order of the log. They are found by the index of kinds: first the existing kinds,
// by skipping from one to the next, then the first events of each. So a page of a rare or missing kind costs no more than one of all
// events.
import { type RawBuilder, sql } from "kysely";

export type Kind = { readonly type?: string | undefined; readonly source?: string | undefined };

export type LogRange = {
  readonly programId: number;
  /** A place in the log, as an expression of SQL. */
  readonly afterSeq: RawBuilder<number>;
  /** Up to the last event when left out. */
  readonly beforeSeq?: number;
  readonly rows: number;
  readonly isNewestFirst?: boolean;
};

/**
 * `seq > 0` is the condition of the index, stated by no statement of ingest: on a new table it would tempt the planner.
 * `select` is how an event of the log, as `e`, becomes a row, without its conditions. At least type or source must be
 * given. `condition` is of `e`.
 */
export function eventsOfKind<Row>(
  { programId, afterSeq, beforeSeq, rows, isNewestFirst = false }: LogRange,
  kind: Kind,
  { select, condition }: { readonly select: RawBuilder<Row>; readonly condition: RawBuilder<unknown> },
): RawBuilder<Row> {
  const order = isNewestFirst ? sql`desc` : sql`asc`;
  const isBefore = beforeSeq === undefined ? sql`true` : sql`e.seq < ${beforeSeq}`;
  return sql<Row>`
    select hit.*
      from (${kindsOf(programId, kind)}) k
     cross join lateral (
           ${select}
            where e.program_id = ${programId} and e.source = k.source and e.type = k.type
              and e.seq > ${afterSeq} and e.seq > 0 and ${isBefore}
              and ${condition}
            order by e.seq ${order}
            limit ${rows}
           ) hit
     order by hit.seq ${order}
     limit ${rows}`;
}

/** The program's kinds of this type or source. */
function kindsOf(programId: number, { type, source }: Kind): RawBuilder<unknown> {
  if (type !== undefined && source !== undefined) return sql`select ${source}::text as source, ${type}::text as type`;
  if (source === undefined) {
    const sources = leaps(sql`source`, sql`program_id = ${programId} and seq > 0`);
    return sql`select found.value as source, ${type ?? ""}::text as type from (${sources}) found`;
  }
  const types = leaps(sql`type`, sql`program_id = ${programId} and source = ${source} and seq > 0`);
  return sql`select ${source}::text as source, found.value as type from (${types}) found`;
}

/** The different values of a column of the index, each found behind the one before. */
function leaps(column: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    with recursive leap (value) as (
      (select ${column} from event where ${condition} order by ${column} limit 1)
       union all
      select (select ${column} from event where ${condition} and ${column} > leap.value order by ${column} limit 1)
        from leap
       where leap.value is not null
    )
    select value from leap where value is not null`;
}
