// What tests would have amounted to: they are in the log and in no book, so their figures are read from their events.
import { type Kysely, sql } from "kysely";
import { isCurrency } from "../../core/vocabulary/money/currencies.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { type Bounds, type Counted, type Figures, figuresOf, type Sold } from "./figures-read.ts";

type TestRow = Counted & {
  readonly what: "click" | "lead" | "sale";
  readonly currency: string;
  readonly revenue_cents: Sold["revenue_cents"];
};

export async function findTestFigures(db: Kysely<Tables>, programId: number, bounds: Bounds): Promise<Figures[]> {
  const { rows } = await sql<TestRow>`
    select width_bucket(e.id, ${bounds}::bigint[]) as place,
           case e.type when 'click_recorded' then 'click' when 'lead_reported' then 'lead' else 'sale' end as what,
           coalesce(e.data ->> 'currency', 'USD') as currency,
           count(*) as count,
           coalesce(sum((e.data ->> 'amount_cents')::bigint), 0) as revenue_cents
      from event e
     where e.program_id = ${programId} and e.is_test and e.id >= ${bounds.at(0)} and e.id < ${bounds.at(-1)}
       and e.type in ('click_recorded', 'lead_reported', 'sale_reported', 'payment_succeeded')
       and not exists (select 1 from outcome o
                        where o.program_id = e.program_id and o.event_id = e.id and o.outcome <> 'recorded')
     group by 1, 2, 3`.execute(db);
  const ofKind = (kind: TestRow["what"]) => rows.filter(({ what }) => what === kind);
  return figuresOf(bounds, {
    clicks: ofKind("click"),
    leads: ofKind("lead"),
    sales: ofKind("sale").flatMap(({ place, currency, count: sales, revenue_cents }) =>
      isCurrency(currency)
        ? [{ place, currency, sales, revenue_cents, refunded_cents: 0, commission_cents: 0, fee_cents: 0 }]
        : [],
    ),
  });
}
