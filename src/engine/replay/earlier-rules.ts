// Books that earlier rules wrote, held against today's: which of their differences a change of rules since may have made, and which
// none can. Both books have to be still, as for a comparison.

import { effectsSince, followsSale } from "../../core/rules/changed-by-rules.ts";
import { saleOfReferralSql } from "../../core/rules/referral-id.ts";
import type { BookName } from "../../core/rules/rows/rows.ts";
import { rulesOfBooks } from "../books/rules.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { type Difference, differingRows } from "./compare.ts";
import type { BooksBeside } from "./shadow.ts";

export type ByRules = {
  /** The version of the rules that wrote the live books, or began to. */
  readonly writtenBy: number;
  /** Books with a difference that no change of rules since explains: all that differ where today's rules wrote them. */
  readonly unexplained: readonly BookName[];
};

export async function holdAgainstRules(
  session: Session,
  shadow: BooksBeside,
  programId: number,
  { books }: Pick<Difference, "books">,
): Promise<ByRules> {
  const writtenBy = await rulesOfBooks(session, programId);
  const effects = effectsSince(writtenBy);
  const unexplained: BookName[] = [];
  for (const { book, added, removed } of books) {
    const effect = effects[book];
    if (effect === undefined || (!effect.rows && added + removed > 0)) {
      unexplained.push(book);
      continue;
    }
    const columns = effect.columns === "any" ? null : effect.columns;
    const statement = unexplainedStatement(shadow, book, columns !== null);
    if (statement === null) continue;
    const found = await session.query(statement, columns === null ? [programId] : [programId, columns]);
    if (found.length > 0) unexplained.push(book);
  }
  return { writtenBy, unexplained };
}

/** One row where there is such a difference; null where every difference is explained. `$1` is the program, `$2` columns. */
function unexplainedStatement(shadow: BooksBeside, book: BookName, hasColumns: boolean): Statement | null {
  if (followsSale.has(book)) {
    return {
      name: `unexplained_without_sale_in_${book}`,
      text: `select 1 from (${differingRows(shadow, book)}) d
              where ${saleOfReferralSql("(d.row_key ->> 'sale_id')::bigint")} not in
                    (select (s.row_key ->> 'sale_id')::bigint from (${differingRows(shadow, "sale")}) s)
              limit 1`,
    };
  }
  if (!hasColumns) return null;
  return {
    name: `unexplained_columns_of_${book}`,
    text: `select 1 from (${differingRows(shadow, book)}) d
            where d.before is not null and d.after is not null
              and d.before - $2::text[] is distinct from d.after - $2::text[]
            limit 1`,
  };
}
