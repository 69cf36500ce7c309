// Signs what a transaction has changed of who belongs to a workspace and who operates the installation. The accounts library and the
// database itself change members by ways of their own, so what changed is read from the lines that the tables kept in this transaction.
import { type Kysely, sql } from "kysely";
import type { Author } from "../../core/vocabulary/access/author.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { type ChangeSigner, keepSignatureIn, signedContent } from "./signed-changes.ts";

/** The newest line of who changed what, before anything is changed. */
export async function newestAccessChange(transaction: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(change_id), 0) as newest from access_change`.execute(transaction);
  return rows[0]?.newest ?? 0;
}

type Changed = { readonly workspace_id: number | null; readonly subject: string; readonly role: string | null };

/** `since` is what `newestAccessChange` answered at the start of this transaction. */
export async function signPeople(
  transaction: Kysely<Tables>,
  secrets: ChangeSigner,
  since: number,
  author: Author,
): Promise<void> {
  const { rows } = await sql<Changed>`
    select distinct c.workspace_id, c.subject, case when c.workspace_id is null then o.role else m.role end as role
      from access_change c
      left join workspace_member m on m.workspace_id = c.workspace_id and m.user_id = c.subject
      left join (select user_id, ${signedContent.operator}::text as role from operator_account) o on o.user_id = c.subject
     where c.change_id > ${since} and c.xmin = pg_current_xact_id()::xid
       and c.change in ('member_joined', 'member_role_changed', 'member_removed', 'operator_made', 'operator_ended')`.execute(
    transaction,
  );
  for (const { workspace_id: workspaceId, subject, role } of rows) {
    const content = role ?? signedContent.removed;
    const signed = workspaceId === null ? { kind: "operator" as const } : { kind: "member" as const, workspaceId };
    await keepSignatureIn(transaction, secrets, { ...signed, subject }, { author, content });
  }
}
