// Removes what has run out: sessions, links that were mailed, codes of command lines that nobody approved, invitations, counts of mails,
// partners' sessions, and applications that were decided long ago.
// None of them counts any more when it goes; what is removed here is only room.
import type { Database } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";

/** One transaction each. */
const removedAtOnce = 5_000;

const expired = "expires_at < now()";

/** Named after the statements that remove them. `$1` are the rows of one transaction, `$2`, where there is one, days that are kept. */
const removals: readonly Removal[] = [
  { name: "sessions", table: "account_session", condition: expired },
  { name: "verifications", table: "account_verification", condition: expired },
  { name: "device_logins", table: "device_login", condition: expired },
  { name: "mail_counts", table: "mail_count", condition: "begins_at < now() - interval '2 days'" },
  { name: "invitations", table: "workspace_invitation", condition: expired },
  { name: "partner_links", table: "partner_sign_in_link", condition: expired },
  { name: "partner_sessions", table: "partner_session", condition: expired },
];

const decidedLongAgo = removalOf({
  name: "partner_applications",
  table: "partner_application",
  condition: "decided_at < now() - make_interval(days => $2::integer)",
});

type Removal = { readonly name: string; readonly table: string; readonly condition: string };

function removalOf({ name, table, condition }: Removal): Statement {
  return {
    name: `remove_expired_${name}`,
    text: `delete from ${table}
            where ctid = any(array(select ctid from ${table} where ${condition} limit $1))
           returning 1 as one`,
  };
}

export async function removeExpired(database: Database, applicationDays: number, stop?: AbortSignal): Promise<void> {
  for (const removal of removals) await removeAll(database, removalOf(removal), [removedAtOnce], stop);
  await removeAll(database, decidedLongAgo, [removedAtOnce, applicationDays], stop);
}

async function removeAll(
  database: Database,
  statement: Statement,
  parameters: readonly number[],
  stop: AbortSignal | undefined,
): Promise<void> {
  for (let removed = removedAtOnce; removed === removedAtOnce && stop?.aborted !== true; ) {
    const rows = await database.longTransaction((session) => session.query(statement, parameters));
    removed = rows.length;
  }
}
