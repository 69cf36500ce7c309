// The books as one text for each: every row, in the order of its key. Two of the same text have the same bytes.
import { type Kysely, sql } from "kysely";
import { bookKeyOf, bookNames } from "../../src/core/rules/book-keys.ts";
import type { Tables } from "../../src/engine/postgres/tables/tables.ts";

/** Of the books that `db` reads: the live ones, or those of a replay. */
export async function digestOfBooks(db: Kysely<Tables>): Promise<string> {
  const digests: string[] = [];
  for (const name of bookNames) {
    const key = sql.raw(bookKeyOf(name).join(", "));
    const digest = sql<{ digest: string | null }>`
      select md5(string_agg(md5(b::text), '' order by ${key})) as digest from ${sql.table(name)} b`;
    digests.push(`${name} ${(await digest.execute(db)).rows[0]?.digest}`);
  }
  return digests.join("\n");
}
