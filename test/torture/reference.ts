// The books compared with the independent model, which receives the whole log in its order: also what the callers' models cannot know, such
// as the totals of the providers' published payloads.
import type { Client } from "pg";
import { type EventAsRead, eventOf } from "../../src/engine/log/stored-event.ts";
import { AccountModel, sumOf } from "../reference/account-model.ts";

type Figures = {
  readonly sales: number;
  readonly sold: number;
  readonly refunded: number;
  readonly due: number;
  readonly fees: number;
};

const figuresText = `
  select (select count(*) from sale where program_id = $1)::float8 as sales,
         (select coalesce(sum(amount_cents), 0) from sale where program_id = $1)::float8 as sold,
         (select coalesce(sum(refunded_cents), 0) from sale where program_id = $1)::float8 as refunded,
         (select coalesce(sum(amount_cents), 0) from commission where program_id = $1)::float8
           + (select coalesce(sum(amount_cents), 0) from adjustment where program_id = $1)::float8 as due,
         (select coalesce(sum(amount_cents), 0) from platform_fee where program_id = $1)::float8 as fees`;

const logText = "select * from event_as_read where program_id = $1 order by seq";

export async function compareWithReference(client: Client, programId: number): Promise<string[]> {
  const { rows: log } = await client.query<EventAsRead>(logText, [programId]);
  const model = new AccountModel();
  // What no provider's delivery means anything by moves nothing.
  for (const row of log.filter(({ type }) => !type.startsWith("delivery_")))
    model.apply(eventOf({ ...row, program_id: Number(row.program_id), id: Number(row.id) }));
  const { sales, adjustments } = model.books();
  const commissions = sales.flatMap(({ commission }) => (commission === null ? [] : [commission]));
  const expected: Figures = {
    sales: sales.length,
    sold: sumOf(sales),
    refunded: sales.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0),
    due: sumOf(commissions) + sumOf(adjustments),
    fees: sumOf(sales.flatMap(({ fee }) => fee ?? [])),
  };
  const { rows } = await client.query<Figures>(figuresText, [programId]);
  const [found] = rows;
  if (JSON.stringify(found) === JSON.stringify(expected)) return [];
  return [
    `wrong: program ${programId}: the model says ${JSON.stringify(expected)}, the books ${JSON.stringify(found)}`,
  ];
}
