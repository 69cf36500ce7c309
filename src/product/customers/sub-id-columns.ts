// Sub-ids in lists: five columns of the click that counts, and a filter for each.
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type SubIdName, type SubIds, subIdNames } from "../../core/rules/sub-ids.ts";
import { text, wordsOrNull } from "../../core/vocabulary/fields.ts";

const column = (number: number) => wordsOrNull(`What the partner marked its link with, place ${number} of five`);
const filter = (number: number) => text(`Only of clicks with this sub-id, number ${number} of five`).optional();

export const subIdColumns = {
  sub1: column(1),
  sub2: column(2),
  sub3: column(3),
  sub4: column(4),
  sub5: column(5),
};

export const subIdFilters = {
  sub1: filter(1),
  sub2: filter(2),
  sub3: filter(3),
  sub4: filter(4),
  sub5: filter(5),
};

type Marks = { readonly [Name in keyof SubIds]?: string | undefined };

/** Only what is asked for; null where nothing is. */
export function markedWith(marks: Marks): SubIds | null {
  const entries = subIdNames.flatMap((name) => (marks[name] === undefined ? [] : [[name, marks[name]] as const]));
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** The five, out of one column of JSON. */
export function subIdsOfColumn(column: string): RawBuilder<unknown> {
  return sql.join(subIdNames.map((name) => sql`${sql.ref(column)} ->> ${sql.lit(name)} as ${sql.ref(name)}`));
}

export function subIdsAsColumns(marks: SubIds | null): { readonly [Name in SubIdName]: string | null } {
  const [sub1, sub2, sub3, sub4, sub5] = subIdNames.map((name) => marks?.[name] ?? null);
  return { sub1: sub1 ?? null, sub2: sub2 ?? null, sub3: sub3 ?? null, sub4: sub4 ?? null, sub5: sub5 ?? null };
}

/** Found by the index of those clicks that have any. */
export function containsMarks(column: string, marks: object): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} @> ${JSON.stringify(marks)}::jsonb and ${sql.ref(column)} is not null`;
}
