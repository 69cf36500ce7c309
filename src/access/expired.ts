// Deletes what has expired: sessions, mailed links, unapproved codes of command lines, invitations, counts of mails, partners' sessions and
// the addresses they came from, and applications decided long ago. They are invalid before that; deleting them only frees space.
import type { Database } from "../engine/postgres/database.ts";
import type { Statement } from "../engine/postgres/driver/statement.ts";

/** One transaction each. */
const removedAtOnce = 5_000;

/** `$1` are the rows of one transaction, `$2` the days that applications are kept. */
const statements: readonly Statement[] = [
  {
    name: "remove_expired_sessions",
    text: `delete from account_session
            where ctid = any(array(select ctid from account_session where $2::integer > 0 and expires_at < now() limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_verifications",
    text: `delete from account_verification
            where ctid = any(array(select ctid from account_verification where $2::integer > 0 and expires_at < now() limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_device_logins",
    text: `delete from device_login
            where ctid = any(array(select ctid from device_login where $2::integer > 0 and expires_at < now() limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_mail_counts",
    text: `delete from mail_count
            where ctid = any(array(select ctid from mail_count where $2::integer > 0 and begins_at < now() - interval '2 days' limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_invitations",
    text: `delete from workspace_invitation
            where ctid = any(array(select ctid from workspace_invitation where $2::integer > 0 and expires_at < now() limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_partner_links",
    text: `delete from partner_sign_in_link
            where ctid = any(array(select ctid from partner_sign_in_link where $2::integer > 0 and expires_at < now() limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_partner_sessions",
    text: `delete from partner_session
            where ctid = any(array(select ctid from partner_session where $2::integer > 0 and expires_at < now() limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_partner_addresses",
    text: `delete from partner_address
            where ctid = any(array(select ctid from partner_address where $2::integer > 0 and seen_at < now() - interval '30 days' limit $1))
           returning 1 as one`,
  },
  {
    name: "remove_expired_partner_applications",
    text: `delete from partner_application
            where ctid = any(array(select ctid from partner_application where decided_at < now() - make_interval(days => $2::integer) limit $1))
           returning 1 as one`,
  },
];

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
