// Lines of closed months that a replay changes. A closed month keeps its lines: before the books are written, what differs is found, and
// in the same transaction it becomes events of the log, so that the month in which the replay was applied states the difference.
// Only sales with a row that the replay changes are looked at. Memory is bounded by the lines of one page.

import type { ClosedLinesCorrected } from "../../core/rules/events/events.ts";
import type { LineCorrection } from "../../core/rules/events/statement.ts";
import { saleOfReferralSql } from "../../core/rules/referral-id.ts";
import type { BookName } from "../../core/rules/rows/rows.ts";
import { adjustedByTierSql } from "../books/tier-adjustment.ts";
import { LogEnd, writeAppended } from "../log/append.ts";
import { lockHeads, takeClockAndIds } from "../log/heads.ts";
import type { ClockRule } from "../postgres/clock.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { keyNames, valueNames } from "./corrected-line-table.ts";
import type { BooksBeside } from "./shadow.ts";

/** A replay folds thousands of events at once: each of these stays some 50 KB at most. */
const linesPerEvent = 100;
const eventsPerPage = 50;

/** What a statement reads. */
const statedBooks: readonly BookName[] = ["sale", "commission", "platform_fee", "sale_change", "restatement"];

const values = (table: string) => valueNames.map((name) => `${table}.${name}`).join(", ");

/** Before anything is written to the live books, and after the trace of what will be; the caller holds the program's head. */
export function keepCorrectedLines(session: Session, shadow: BooksBeside, runId: number, programId: number): void {
  void session.query(
    {
      name: "forget_corrected_lines",
      text: `delete from ${shadow.schema}.corrected_line where program_id = $1`,
    },
    [programId],
  );
  void session.query(keepStatement(shadow), [programId, runId]);
}

/** `$1` is the program, `$2` the run. */
function keepStatement(shadow: BooksBeside): Statement {
  const keys = keyNames.join(", ");
  return {
    name: "keep_corrected_lines",
    text: `with changed as materialized (
             select distinct (row_key ->> 'sale_id')::bigint as sale_id
               from replay_change
              where program_id = $1 and run_id = $2 and book in (${statedBooks.map((book) => `'${book}'`).join(", ")})),
           closed as (select coalesce(closed_until, '-infinity') as until from ${shadow.liveSchema}.program where program_id = $1),
           stated as (${statedCorrections(shadow.liveSchema)}),
           was as (
             select * from (${linesOf(shadow.liveSchema, shadow.liveSchema)}) line
              where (${keys}) not in (select ${keys} from stated)
             union all
             select * from stated where partner_id is not null),
           now as (${linesOf(shadow.schema, shadow.liveSchema)})
           insert into ${shadow.schema}.corrected_line
                  (program_id, ${keys}, month, corrects, ${valueNames.map((name) => `was_${name}, now_${name}`).join(", ")})
           select $1, ${keys}, to_char(coalesce(was.booked_at, now.booked_at) at time zone 'UTC', 'YYYY-MM'),
                  coalesce(was.corrects, now.corrects), ${valueNames.map((name) => `was.${name}, now.${name}`).join(", ")}
             from was
             full join now using (${keys})
            where (${values("was")}) is distinct from (${values("now")})`,
  };
}

/** A corrected line counts as its newest correction states it, regardless of what wrong rules made of its row since. */
function statedCorrections(schema: string): string {
  const keys = keyNames.join(", ");
  return `
    select distinct on (${keys}) ${keys}, (month || '-01T00:00:00Z')::timestamptz as booked_at, corrects,
           ${valueNames.map((name) => `now_${name} as ${name}`).join(", ")}
      from ${schema}.line_correction
     where program_id = $1 and sale_id in (select sale_id from changed)
     order by ${keys}, event_id desc`;
}

/** Every line of closed months of the changed sales, as these books have them; the product reads them alike for a statement. */
function linesOf(schema: string, log: string): string {
  const ofSale = (table: string) => `${table}.program_id = $1 and ${table}.sale_id in (select sale_id from changed)`;
  const inClosed = (time: string) => `${time} < (select until from closed)`;
  const side = (name: "was" | "now", kind: string, sign: string) => `
    select r.event_id, r.sale_id, '${kind}', coalesce(r.${name}_commission_currency, ''), r.restated_at, r.month, r.transaction_id,
           r.${name}_partner_id, r.${name}_currency, ${sign}r.${name}_amount_cents, ${sign}r.${name}_fee_cents,
           ${sign}coalesce(r.${name}_commission_cents, 0)
      from ${schema}.restatement r
     where ${ofSale("r")} and ${inClosed("r.restated_at")} and r.${name}_partner_id is not null`;
  const firstRestated = `
      from ${schema}.restatement r
      join ${log}.event e on e.program_id = $1 and e.id = ${saleOfReferralSql("r.sale_id")}
     where ${ofSale("r")} and ${inClosed("e.received_at")} and r.was_partner_id is not null
       and not exists (select 1 from ${schema}.restatement earlier
                        where earlier.program_id = $1 and earlier.sale_id = r.sale_id and earlier.event_id < r.event_id)`;
  return `
    select s.sale_id as line_event_id, s.sale_id, 'sale' as kind, coalesce(o.currency, '') as commission_currency,
           s.received_at as booked_at, null::text as corrects, s.transaction_id, s.partner_id, s.currency, s.amount_cents,
           coalesce(f.amount_at_sale_cents, 0) as fee_cents,
           coalesce(o.amount_at_sale_cents - ${adjustedByTierSql("o")}, 0) as commission_cents
      from ${schema}.sale s
      left join ${schema}.platform_fee f on f.program_id = $1 and f.sale_id = s.sale_id
      left join ${schema}.commission o on o.program_id = $1 and o.sale_id = s.sale_id
     where ${ofSale("s")} and ${inClosed("s.received_at")} and s.imported is null
       and not exists (select 1 from ${schema}.restatement r where r.program_id = $1 and r.sale_id = s.sale_id)
    union all
    select s.sale_id, s.sale_id, 'tier', o.currency, s.received_at, null, s.transaction_id, s.partner_id, s.currency, 0, 0,
           ${adjustedByTierSql("o")}
      from ${schema}.sale s
      join ${schema}.commission o on o.program_id = $1 and o.sale_id = s.sale_id
     where ${ofSale("s")} and ${inClosed("s.received_at")} and s.imported is null and ${adjustedByTierSql("o")} <> 0
       and not exists (select 1 from ${schema}.restatement r where r.program_id = $1 and r.sale_id = s.sale_id)
    union all
    select e.id, o.sale_id, 'sale', o.currency, e.received_at, null, o.kind || ':' || e.id, o.partner_id, null, null, null,
           o.amount_at_sale_cents
      from ${schema}.commission o
      join ${log}.event e on e.program_id = $1 and e.id = ${saleOfReferralSql("o.sale_id")}
     where ${ofSale("o")} and ${inClosed("e.received_at")} and o.kind <> 'sale'
       and not exists (select 1 from ${schema}.restatement r where r.program_id = $1 and r.sale_id = o.sale_id)
    union all
    select e.id, r.sale_id, 'sale', coalesce(r.was_commission_currency, ''), e.received_at, null, r.transaction_id,
           r.was_partner_id, r.was_currency, r.was_amount_cents, r.was_fee_cents,
           coalesce(r.was_commission_cents - r.was_tier_cents, 0)
      ${firstRestated}
    union all
    select e.id, r.sale_id, 'tier', coalesce(r.was_commission_currency, ''), e.received_at, null, r.transaction_id,
           r.was_partner_id, r.was_currency, 0, 0, r.was_tier_cents
      ${firstRestated} and r.was_tier_cents <> 0
    union all
    select c.event_id, c.sale_id, 'change', c.commission_currency, c.changed_at, null, c.transaction_id, c.partner_id, c.currency,
           -c.refunded_cents, c.fee_cents, c.commission_cents
      from ${schema}.sale_change c
     where ${ofSale("c")} and ${inClosed("c.changed_at")}
    union all ${side("was", "taken_back", "-")}
    union all ${side("now", "restated", "")}`;
}

/** What was kept becomes events; the live books have their rows at once. */
export async function appendCorrectedLines(
  session: Session,
  shadow: BooksBeside,
  { runId, programId, clock }: { readonly runId: number; readonly programId: number; readonly clock: ClockRule },
): Promise<void> {
  for (let after: LinePlace = [0, 0, "", ""]; ; ) {
    const lines = await session.query<LineCorrection>(pageStatement(shadow), [
      programId,
      ...after,
      linesPerEvent * eventsPerPage,
    ]);
    const last = lines.at(-1);
    if (last === undefined) return;
    await appendPage(session, shadow, { runId, programId, clock, lines });
    after = [last.line_event_id, last.sale_id, last.kind, last.commission_currency];
  }
}

type LinePlace = readonly [number, number, string, string];

function pageStatement(shadow: BooksBeside): Statement {
  const names = [...keyNames, "month", "corrects", ...sides("was"), ...sides("now")].join(", ");
  return {
    name: "read_corrected_lines",
    text: `select ${names}
             from ${shadow.schema}.corrected_line
            where program_id = $1
              and (line_event_id, sale_id, kind, commission_currency) > ($2::bigint, $3::bigint, $4::text, $5::text)
            order by line_event_id, sale_id, kind, commission_currency
            limit $6`,
  };
}

const sides = (side: "was" | "now"): string[] => valueNames.map((name) => `${side}_${name}`);

async function appendPage(
  session: Session,
  shadow: BooksBeside,
  {
    runId,
    programId,
    clock,
    lines,
  }: {
    readonly runId: number;
    readonly programId: number;
    readonly clock: ClockRule;
    readonly lines: readonly LineCorrection[];
  },
): Promise<void> {
  const pieces = Array.from({ length: Math.ceil(lines.length / linesPerEvent) }, (_, index) =>
    lines.slice(index * linesPerEvent, (index + 1) * linesPerEvent),
  );
  const [head] = await lockHeads(session, [programId]);
  if (head === undefined) throw new Error(`program ${programId} has no head`);
  const { now, ids } = await takeClockAndIds(session, pieces.length, clock);
  const end = new LogEnd(head, now);
  for (const [index, piece] of pieces.entries()) {
    const id = ids[index];
    if (id === undefined) throw new Error("the corrected lines ran out of ids");
    const data: ClosedLinesCorrected = { type: "closed_lines_corrected", run_id: runId, lines: piece };
    end.append({ programId, source: "operator", dedupKey: null, isTest: false, occurredAt: null, data }, id, null);
  }
  writeAppended(session, [end]);
  const rows = end.events.flatMap(({ id, received_at }, index) =>
    (pieces[index] ?? []).map((line) => ({ program_id: programId, event_id: id, corrected_at: received_at, ...line })),
  );
  void session.query(
    {
      name: "keep_line_corrections",
      text: `insert into ${shadow.liveSchema}.line_correction
             select r.* from json_populate_recordset(null::${shadow.liveSchema}.line_correction, $1::json) r`,
    },
    [JSON.stringify(rows)],
  );
}
