// Forgets which identities at OIDC issuers open an account, for who has a new one there. The next sign-in with its e-mail links again. Its
// sessions end; its workspaces stay.
import { type Actor, requireOperator } from "../../access/permission.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const findStatement: Statement = {
  name: "account_to_unlink",
  text: "select id from account_user where email = $1 and email_verified for update",
};

const unlinkStatement: Statement = {
  name: "unlink_account",
  text: "delete from account_credential where user_id = $1 and provider_id like 'oidc:%' returning id",
};

const endSessionsStatement: Statement = {
  name: "end_sessions_of_account",
  text: "delete from account_session where user_id = $1",
};

export type Unlinked = "unlinked" | "none" | "no_account";

export function unlinkAccount(database: Database, email: string, actor: Actor): Promise<Unlinked> {
  return database.transaction(async (session) => {
    await requireOperator(session, actor);
    const [account] = await session.query<{ id: string }>(findStatement, [email.toLowerCase()]);
    if (account === undefined) return "no_account";
    const unlinked = await session.query(unlinkStatement, [account.id]);
    if (unlinked.length === 0) return "none";
    await session.query(endSessionsStatement, [account.id]);
    return "unlinked";
  });
}
