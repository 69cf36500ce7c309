// Who changed a program's keys, connections, recipients, addresses, endpoints, exports and channels, and its workspace's people and agents,
// and who exported data: this is not in the log but in tables of its own. They hold ids; names are looked up on reading, and disappear with
// their accounts.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { accessChanges, accessSubjects } from "../../core/vocabulary/access/access-changes.ts";
import { authorKinds, authorOf } from "../../core/vocabulary/access/author.ts";
import { givenTime, id, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { accessChangeInWords } from "./access-change-words.ts";

export const accessChangeLine = z.strictObject({
  change_id: id("The change"),
  changed_at: time("When"),
  change: words("What it is, such as connection_added"),
  summary: words("What was changed, in a sentence"),
  subject_id: wordsOrNull("The connection, partner, account, invitation, agent key or token it is about"),
  subject_name: wordsOrNull("What that is called now; null where it has no name, or none any more"),
  by_kind: oneOf(authorKinds, "Who changed it; null where that was not kept").nullable(),
  by_id: wordsOrNull("The account, agent key, token or partner; null for the operator's command line"),
  by_name: wordsOrNull("Its current name; null if it was deleted"),
});

export type AccessChangeLine = z.output<typeof accessChangeLine>;

const orders = ["oldest", "newest"] as const;

export const accessChangeFilters = {
  change: oneOf(accessChanges, "Only such changes").optional(),
  by_id: words("Only by this account, agent key, token or partner, as by_id of a change says").optional(),
  from: givenTime("Only made at this time or later").optional(),
  before: givenTime("Only made before this time").optional(),
  order: oneOf(orders, "Which come first; the oldest by default").optional(),
};

const oldestFirst = keyset("access-changes", numberKey);
const newestFirst = keyset("access-changes, newest first", numberKey);

type Row = {
  readonly change_id: number;
  readonly changed_at: Date;
  readonly change: string;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly changed_by: string | null;
};

/** Those of the installation are shown to operators: `reader` is an account, or null for the command line. */
export async function listAccessChanges(
  db: Kysely<Tables>,
  { programId, reader }: { readonly programId: number; readonly reader: string | null },
  request: PageRequest,
  filter: Filter<typeof accessChangeFilters> = {},
): Promise<Page<AccessChangeLine>> {
  const isNewestFirst = filter.order === "newest";
  const keys = isNewestFirst ? newestFirst : oldestFirst;
  const [after] = keys.after(request, [isNewestFirst ? Number.MAX_SAFE_INTEGER : 0]);
  const direction = isNewestFirst ? sql`desc` : sql`asc`;
  const behind = isNewestFirst ? sql`change_id < ${after}` : sql`change_id > ${after}`;
  const limit = request.limit + 1;
  const { change = null, by_id: byId = null, from = null, before = null } = filter;
  const isOperator = sql`(${reader}::text is null or exists (select 1 from operator_account where user_id = ${reader}::text))`;
  const of = (owner: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    (select change_id, changed_at, change, subject, detail, changed_by
       from access_change
      where ${owner} and ${behind}
        and (${change}::text is null or change = ${change}::text)
        and (${byId}::text is null or split_part(changed_by, ':', 2) = ${byId}::text)
        and (${from}::timestamptz is null or changed_at >= ${from}::timestamptz)
        and (${before}::timestamptz is null or changed_at < ${before}::timestamptz)
      order by change_id ${direction}
      limit ${limit})`;
  const { rows } = await sql<Row>`
    select *
      from (${of(sql`program_id = ${programId}`)}
            union all
            ${of(sql`workspace_id = (select workspace_id from program where program_id = ${programId})`)}
            union all
            ${of(sql`program_id is null and workspace_id is null and ${isOperator}`)}) own
     order by change_id ${direction}
     limit ${limit}`.execute(db);
  const { data, next } = keys.page(rows, request, ({ change_id }) => [change_id]);
  const authors = data.map(({ changed_by }) => authorOf(changed_by));
  const names = await findNames(db, programId, [
    ...data.flatMap(({ subject }) => subject ?? []),
    ...authors.flatMap((author) => author?.id ?? []),
  ]);
  return {
    data: data.map((row, index) => {
      const author = authors[index] ?? null;
      const subjectName = names.get(`${subjectKind(row.change)}:${row.subject}`) ?? null;
      return {
        change_id: row.change_id,
        changed_at: row.changed_at,
        change: row.change,
        summary: accessChangeInWords({ ...row, subjectName }),
        subject_id: row.subject,
        subject_name: subjectName,
        by_kind: author?.kind ?? null,
        by_id: author?.id ?? null,
        by_name: author === null ? null : (names.get(`${author.kind}:${author.id}`) ?? null),
      };
    }),
    next,
  };
}

/** One that only a later release knows has no name. */
function subjectKind(change: string): string {
  const known = accessChanges.find((one) => one === change);
  return known === undefined ? "unnamed" : accessSubjects[known];
}

/** By kind and id, of those that are there. */
async function findNames(
  db: Kysely<Tables>,
  programId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(ids)];
  const numbers = wanted.filter((each) => /^\d{1,15}$/.test(each)).map(Number);
  const { rows } = await sql<{ readonly key: string; readonly name: string }>`
    select 'account:' || id as key, name from account_user where id = any(${wanted}::text[])
     union all
    select 'invitation:' || id, email from workspace_invitation where id = any(${wanted}::text[])
     union all
    select 'agent:' || agent_key_id, name from agent_key where agent_key_id = any(${numbers}::bigint[])
     union all
    select 'token:' || token_id, name from workspace_token where token_id = any(${numbers}::bigint[])
     union all
    select 'partner:' || partner_id, name
      from partner where program_id = ${programId} and partner_id = any(${numbers}::bigint[])`.execute(db);
  return new Map(rows.map(({ key, name }) => [key, name]));
}
