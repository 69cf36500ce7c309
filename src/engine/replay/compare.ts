// The difference between a program's live books and its shadow books: row by row, in sums of money, and as one digest. The database
// computes all of it in an ordered walk through both tables, so memory does not grow with the books; only counts, sums and a few examples
// are returned.
import { createHash } from "node:crypto";
import { type BookKey, bookKeyOf, bookNames } from "../../core/rules/book-keys.ts";
import type { JsonObject } from "../../core/rules/events/events.ts";
import type { BookName } from "../../core/rules/rows/rows.ts";
import { type Sum, sumOf } from "../../core/vocabulary/money/money.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { BooksBeside } from "./shadow.ts";

const examplesMax = 5;
/** For one program, over all its books. Further differences are counted and summed up, and are in the trace when applied. */
export const rowsKeptMax = 10_000;

/** One row that differs: `before` is live, `after` is what the log says today. */
export type Change = {
  readonly row_key: JsonObject;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
};

export type BookDifference = {
  readonly book: BookName;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly examples: readonly Change[];
};

/** Of the rows that differ, and of a sale what was not refunded. `partner_id` is null where a book has none. */
export type MoneyDifference = {
  readonly book: BookName;
  readonly partner_id: number | null;
  readonly currency: string;
  readonly before_cents: Sum;
  readonly after_cents: Sum;
};

export type Difference = {
  /** Of every differing row, before and after; the same difference has the same digest. */
  readonly hash: string;
  /** Only books that differ. */
  readonly books: readonly BookDifference[];
  readonly money: readonly MoneyDifference[];
};

/** What a row of these books is worth. */
const worth: { readonly [Name in BookName]?: string } = {
  sale: "(r ->> 'amount_cents')::bigint - (r ->> 'refunded_cents')::bigint",
  commission: "(r ->> 'amount_cents')::bigint",
  adjustment: "(r ->> 'amount_cents')::bigint",
  platform_fee: "(r ->> 'amount_cents')::bigint",
};

type Found = {
  added: number;
  removed: number;
  changed: number;
  hash: string | null;
  examples: Change[] | null;
  /** The sums as text: JSON's numbers would round them. */
  money: (Pick<MoneyDifference, "partner_id" | "currency"> & { before_cents: string; after_cents: string })[] | null;
};

/** Which of these programs differ. The caller's transaction must hold both books still: one snapshot, or the head locks. */
export async function findDiffering(
  session: Session,
  shadow: BooksBeside,
  programIds: readonly number[],
): Promise<ReadonlySet<number>> {
  await allowMergeJoins(session);
  const found = await Promise.all(
    bookNames.map((book) => session.query<{ program_id: number }>(differingStatement(shadow, book), [programIds])),
  );
  return new Set(found.flat().map((row) => row.program_id));
}

/** In the same transaction. */
export async function compareBooks(session: Session, shadow: BooksBeside, programId: number): Promise<Difference> {
  await allowMergeJoins(session);
  const found = await Promise.all(
    bookNames.map(async (book) => {
      const [row] = await session.query<Found>(compareStatement(shadow, book), [programId, examplesMax]);
      if (row === undefined) throw new Error(`${book} was not compared`);
      return { book, ...row };
    }),
  );
  const differing = found.filter((each) => each.hash !== null);
  return {
    hash: createHash("sha256")
      .update(differing.map((each) => `${each.book} ${each.hash}\n`).join(""))
      .digest("hex"),
    books: differing.map(({ book, added, removed, changed, examples }) => ({
      book,
      added,
      removed,
      changed,
      examples: examples ?? [],
    })),
    money: differing.flatMap(({ book, money }) =>
      (money ?? []).map(({ before_cents, after_cents, ...whose }) => ({
        book,
        ...whose,
        before_cents: sumOf([before_cents]),
        after_cents: sumOf([after_cents]),
      })),
    ),
  };
}

const allowMergeJoinsStatement: Statement = {
  name: "allow_merge_joins",
  text: "select set_config('enable_mergejoin', 'on', true), set_config('enable_seqscan', 'on', true)",
};

/** Both sides come in the order of their primary keys; sessions otherwise join by keys only. */
async function allowMergeJoins(session: Session): Promise<void> {
  await session.query(allowMergeJoinsStatement, []);
}

/** Both books side by side, where they differ; `choice` chooses the programs in both. */
function differing(shadow: BooksBeside, book: BookName, choice: string): string {
  const key: BookKey = bookKeyOf(book);
  return `(select * from ${shadow.liveSchema}.${book} where ${choice}) l
            full join (select * from ${shadow.schema}.${book} where ${choice}) s
              on ${key.map((column) => `l.${column} = s.${column}`).join(" and ")}
           where l is distinct from s`;
}

function differingStatement(shadow: BooksBeside, book: BookName): Statement {
  return {
    name: `programs_differing_in_${book}`,
    text: `select distinct coalesce(l.program_id, s.program_id) as program_id
             from ${differing(shadow, book, "program_id = any($1::bigint[])")}`,
  };
}

/** Rows that differ: `row_key`, `before` and `after`; $1 is the program. */
export function differingRows(shadow: BooksBeside, book: BookName): string {
  const keyObject = bookKeyOf(book)
    .slice(1)
    .map((column) => `'${column}', coalesce(l.${column}, s.${column})`);
  return `select jsonb_build_object(${keyObject.join(", ")}) as row_key, to_jsonb(l) as before, to_jsonb(s) as after
            from ${differing(shadow, book, "program_id = $1")}`;
}

/** `$1` is the program, `$2` the run, `$3` how many rows are kept of the program. */
export function keepRowsStatement(shadow: BooksBeside, book: BookName): Statement {
  return {
    name: `keep_rows_of_${book}`,
    text: `with before_this as (select count(*) as rows from replay_difference where run_id = $2 and program_id = $1)
           insert into replay_difference (run_id, program_id, row_number, book, row_key, before, after)
           select $2, $1, before_this.rows + d.number, '${book}', d.row_key, d.before, d.after
             from before_this
            cross join (select row_number() over (order by row_key::text) as number, rows.*
                          from (${differingRows(shadow, book)}) rows) d
            where before_this.rows + d.number <= $3`,
  };
}

function compareStatement(shadow: BooksBeside, book: BookName): Statement {
  const amount = worth[book];
  return {
    name: `compare_${book}`,
    text: `with difference as materialized (${differingRows(shadow, book)}),
           named as (
             select count(*) filter (where before is null) as added,
                    count(*) filter (where after is null) as removed,
                    count(*) filter (where before is not null and after is not null) as changed,
                    encode(sha256(string_agg(sha256(convert_to(row_key::text || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), 'UTF8')), ''::bytea order by row_key::text)), 'hex') as hash
               from difference),
           examples as (
             select jsonb_agg(to_jsonb(e)) as examples from (select * from difference order by row_key::text limit $2) e),
           money as (${amount === undefined ? "select null::jsonb as money" : moneyOf(amount)})
           select * from named, examples, money`,
  };
}

function moneyOf(amount: string): string {
  const side = (name: "before" | "after"): string =>
    `select ${name} as r, '${name}' as side from difference where ${name} is not null`;
  return `select jsonb_agg(to_jsonb(sums) order by partner_id, currency) as money
            from (select (r ->> 'partner_id')::bigint as partner_id,
                         r ->> 'currency' as currency,
                         coalesce(sum(${amount}) filter (where side = 'before'), 0)::text as before_cents,
                         coalesce(sum(${amount}) filter (where side = 'after'), 0)::text as after_cents
                    from (${side("before")} union all ${side("after")}) rows
                   group by 1, 2) sums
           where before_cents <> after_cents`;
}
