// Removes what has run out: sessions, links that were mailed, codes of command lines that nobody approved, invitations, counts of mails,
// partners' sessions, and applications that were decided long ago.
// None of them counts any more when it goes; what is removed here is only room.
import type { Database } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";

const statements: readonly Statement[] = [
  { name: "remove_expired_sessions", text: "delete from account_session where expires_at < now()" },
  { name: "remove_expired_verifications", text: "delete from account_verification where expires_at < now()" },
  { name: "remove_expired_device_logins", text: "delete from device_login where expires_at < now()" },
  { name: "remove_old_mail_counts", text: "delete from mail_count where begins_at < now() - interval '2 days'" },
  { name: "remove_expired_invitations", text: "delete from workspace_invitation where expires_at < now()" },
  { name: "remove_expired_partner_links", text: "delete from partner_sign_in_link where expires_at < now()" },
  { name: "remove_expired_partner_sessions", text: "delete from partner_session where expires_at < now()" },
  {
    name: "remove_old_partner_applications",
    text: "delete from partner_application where decided_at < now() - interval '180 days'",
  },
];

export async function removeExpiredLogins(database: Database): Promise<void> {
  await database.longTransaction(async (session) => {
    for (const statement of statements) void session.query(statement, []);
  });
}
