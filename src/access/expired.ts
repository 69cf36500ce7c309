// Removes what has run out: sessions, links that were mailed, codes of command lines that nobody approved, invitations, counts of mails,
// partners' sessions, and applications that were decided long ago.
// None of them counts any more when it goes; what is removed here is only room.
import type { Database } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";

/** One transaction each. */
const removedAtOnce = 5_000;

/** `$2` are the days that applications are kept. */
const expired = {
  account_session: "expires_at < now()",
  account_verification: "expires_at < now()",
  device_login: "expires_at < now()",
  mail_count: "begins_at < now() - interval '2 days'",
  workspace_invitation: "expires_at < now()",
  partner_sign_in_link: "expires_at < now()",
  partner_session: "expires_at < now()",
  partner_application: "decided_at < now() - make_interval(days => $2::integer)",
} as const;

const statements = Object.entries(expired).map(
  ([table, condition]): Statement => ({
    name: `remove_expired_${table}`,
    text: `delete from ${table}
            where ctid = any(array(select ctid from ${table} where $2::integer > 0 and ${condition} limit $1))
           returning 1 as one`,
  }),
);

export async function removeExpired(database: Database, applicationDays: number, stop?: AbortSignal): Promise<void> {
  for (const statement of statements) {
    for (let removed = removedAtOnce; removed === removedAtOnce && stop?.aborted !== true; ) {
      const rows = await database.longTransaction((session) =>
        session.query(statement, [removedAtOnce, applicationDays]),
      );
      removed = rows.length;
    }
  }
}
