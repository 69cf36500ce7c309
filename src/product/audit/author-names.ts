// Who made a change, as answers say it. What is kept names an account or a key by its id alone; the name is looked up when it is asked
// for, and is gone with the account.
import { type Kysely, sql } from "kysely";
import { authorKinds, authorOf } from "../../core/vocabulary/access/author.ts";
import { oneOf, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** `what`: what they did to it, such as `changed`. */
export function authorFields(what: string) {
  return {
    by_kind: oneOf(authorKinds, `Who ${what} it; null where that was not kept yet`).nullable(),
    by_id: wordsOrNull("The account, agent key or token; null for the operator's command line"),
    by_name: wordsOrNull("Its current name; null if it was deleted"),
  };
}

type AuthorLine = {
  readonly by_kind: (typeof authorKinds)[number] | null;
  readonly by_id: string | null;
  readonly by_name: string | null;
};

/** Of each as it is kept, in their order. */
export async function namedAuthors(db: Kysely<Tables>, kept: readonly unknown[]): Promise<readonly AuthorLine[]> {
  const authors = kept.map(authorOf);
  const ids = [...new Set(authors.flatMap((author) => author?.id ?? []))];
  const names = ids.length === 0 ? new Map<string, string>() : await findNames(db, ids);
  return authors.map((author) => ({
    by_kind: author?.kind ?? null,
    by_id: author?.id ?? null,
    by_name: author === null ? null : (names.get(`${author.kind}:${author.id}`) ?? null),
  }));
}

async function findNames(db: Kysely<Tables>, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ readonly key: string; readonly name: string }>`
    select 'account:' || id as key, name from account_user where id = any(${ids}::text[])
     union all
    select 'agent:' || agent_key_id, name from agent_key where agent_key_id::text = any(${ids}::text[])
     union all
    select 'token:' || token_id, name from workspace_token where token_id::text = any(${ids}::text[])`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
