// Accounts with an unconfirmed e-mail address. Anyone can create one with anyone's address, so it counts as absent for workspaces and
// invitations, and its password counts only for its creator. Confirming the mailbox decides: in the browser that signed up the password
// stays; everyone else sets a new one, and the earlier password and sessions are void.
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

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

/** Gives the account to the person who has just confirmed its address. False if another person did so meanwhile. */
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
