// Accounts whose e-mail address nobody has proven yet. Anyone can make one with anyone's address, so it stands for nobody: it
// counts as absent for workspaces and invitations, and its password counts only for who chose it.
// Whoever proves the mailbox decides: in the browser that signed up the password stays; everybody else sets a new one, and the
// password and the sessions from before are void.
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../engine/postgres/tables.ts";

/** Answers the account's id; undefined when there is no account, or its address is proven. */
export async function findUnproven(db: Kysely<Tables>, email: string): Promise<string | undefined> {
  const account = await db
    .selectFrom("account_user")
    .select("id")
    .where("email", "=", email.toLowerCase())
    .where("email_verified", "=", false)
    .executeTakeFirst();
  return account?.id;
}

export type Proof = { readonly accountId: string; readonly name: string; readonly passwordHash: string };

/** Gives the account to who has just proven its address. False when somebody else has proven it meanwhile. */
export function takeOver(db: Kysely<Tables>, { accountId, name, passwordHash }: Proof): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const proven = await transaction
      .updateTable("account_user")
      .set({ email_verified: true, name, updated_at: sql<Date>`now()` })
      .where("id", "=", accountId)
      .where("email_verified", "=", false)
      .executeTakeFirst();
    if (proven.numUpdatedRows === 0n) return false;
    await sql`
      insert into account_credential (id, user_id, provider_id, account_id, password)
      values (${randomUUID()}, ${accountId}, 'credential', ${accountId}, ${passwordHash})
          on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`.execute(
      transaction,
    );
    await sql`delete from account_session where user_id = ${accountId}`.execute(transaction);
    return true;
  });
}
