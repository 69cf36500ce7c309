// Accounts that operate the installation, and the one-time link that makes one. Only the machine prints such a link: who reads it has
// the database anyway. The database holds the digest of its secret, and decides in one transaction who has used it.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { sayWhoActsIn } from "../../access/acting.ts";
import { type Actor, requireOperator } from "../../access/permission.ts";
import { type ChangeSigner, keepSignature, signedContent } from "../../access/signed/signed-changes.ts";
import { newestAccessChange, signPeople } from "../../access/signed/signed-people.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const secretBytes = 24;
const secretPrefix = "opl_";
const linkMinutes = 60;

/** Said wherever a link that is used up or too old is shown. */
export const linkIsGone = "This link is no longer valid. Print a new one where the service runs: svc accounts link";

/** Where the first account is asked for without the link. */
export const firstAccountNeedsLink =
  "This service has no account yet. Its first account operates it, so it needs the one-time link that was printed when the service started. Print a new one where it runs: svc accounts link";

export type OperatorLink = { readonly secret: string; readonly expiresAt: Date };

/** `onlyFirst`: counts only while there is no operator's account. */
export async function makeOperatorLink(
  db: Kysely<Tables>,
  { onlyFirst }: { readonly onlyFirst: boolean },
): Promise<OperatorLink> {
  const secret = `${secretPrefix}${randomBytes(secretBytes).toString("base64url")}`;
  const { rows } = await sql<{ expires_at: Date }>`
    insert into operator_link (secret_hash, only_first, expires_at)
    values (${digestOf(secret)}, ${onlyFirst}, now() + make_interval(mins => ${linkMinutes}::integer))
    returning expires_at`.execute(db);
  const [made] = rows;
  if (made === undefined) throw new Error("no link was made");
  return { secret, expiresAt: made.expires_at };
}

/** `open`: anyone who reaches the service may create the first account, so no link is needed. */
export type FirstWay =
  | { readonly kind: "link"; readonly link: OperatorLink }
  | { readonly kind: "open" }
  | { readonly kind: "none" };

/** How an operator's first account is created, for the start to print; a link is made where one is needed. */
export async function findFirstWay(db: Kysely<Tables>, { isOpen }: { readonly isOpen: boolean }): Promise<FirstWay> {
  const { rows } = await sql<{ has_operator: boolean; is_empty: boolean }>`
    select exists (select 1 from operator_account) as has_operator,
           not exists (select 1 from workspace) and not exists (select 1 from account_user) as is_empty`.execute(db);
  if (rows[0]?.has_operator === true) return { kind: "none" };
  if (rows[0]?.is_empty === true && isOpen) return { kind: "open" };
  return { kind: "link", link: await makeOperatorLink(db, { onlyFirst: true }) };
}

export async function isLinkOpen(db: Kysely<Tables>, secret: string): Promise<boolean> {
  const { rows } = await sql`
    select link_id from operator_link l where l.secret_hash = ${digestOf(secret)} and ${isOpen}`.execute(db);
  return rows.length > 0;
}

/** Of a link `l`. */
const isOpen = sql<boolean>`(l.used_at is null and l.expires_at > now()
  and (not l.only_first or not exists (select 1 from operator_account)))`;

export type NewAccount = { readonly name: string; readonly email: string; readonly passwordHash: string };

/** `taken`: there is an account with this address, whose holder is to sign in and then use the link. */
export type LinkUsed =
  | { readonly kind: "done"; readonly accountId: string }
  | { readonly kind: "gone" }
  | { readonly kind: "taken" };

/** Creates the account and makes its holder an operator, in one transaction. An unconfirmed account counts as absent. */
export function signUpByLink(
  db: Kysely<Tables>,
  secrets: ChangeSigner,
  secret: string,
  account: NewAccount,
): Promise<LinkUsed> {
  return usingLink(db, secrets, secret, async (transaction) => {
    const { rows } = await sql<{ id: string }>`
      insert into account_user (id, name, email, email_verified)
      values (${randomUUID()}, ${account.name}, ${account.email.toLowerCase()}, true)
          on conflict (email) do update set name = excluded.name, email_verified = true, updated_at = now()
       where not account_user.email_verified
      returning id`.execute(transaction);
    const accountId = rows[0]?.id;
    if (accountId === undefined) return null;
    await sql`
      insert into account_credential (id, user_id, provider_id, account_id, password)
      values (${randomUUID()}, ${accountId}, 'credential', ${accountId}, ${account.passwordHash})
          on conflict (provider_id, account_id) do update set password = excluded.password, updated_at = now()`.execute(
      transaction,
    );
    await sql`delete from account_session where user_id = ${accountId}`.execute(transaction);
    return accountId;
  });
}

/** Of an account whose address is proven. */
export function becomeOperatorByLink(
  db: Kysely<Tables>,
  secrets: ChangeSigner,
  secret: string,
  accountId: string,
): Promise<LinkUsed> {
  return usingLink(db, secrets, secret, async () => accountId);
}

/** Thrown to leave the link as it was. */
class NothingUsed extends Error {}

async function usingLink(
  db: Kysely<Tables>,
  secrets: ChangeSigner,
  secret: string,
  findAccount: (transaction: Kysely<Tables>) => Promise<string | null>,
): Promise<LinkUsed> {
  try {
    return await db.transaction().execute(async (transaction) => {
      // Of two first links at once one makes the first operator, and the other becomes invalid.
      await sql`lock table operator_account in share row exclusive mode`.execute(transaction);
      const { rows } = await sql`
        update operator_link l set used_at = now() where l.secret_hash = ${digestOf(secret)} and ${isOpen}
        returning link_id`.execute(transaction);
      if (rows.length === 0) return { kind: "gone" };
      const accountId = await findAccount(transaction);
      if (accountId === null) throw new NothingUsed();
      await sql`update operator_link set used_by = ${accountId} where secret_hash = ${digestOf(secret)}`.execute(
        transaction,
      );
      await makeOperator(transaction, secrets, accountId, "link");
      return { kind: "done", accountId };
    });
  } catch (error) {
    if (error instanceof NothingUsed) return { kind: "taken" };
    throw error;
  }
}

/** The first account of an installation that was empty; of others nothing becomes. */
export function makeFounderOperator(db: Kysely<Tables>, secrets: ChangeSigner, accountId: string): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await sql`lock table operator_account in share row exclusive mode`.execute(transaction);
    const { rows } = await sql`select user_id from operator_account limit 1`.execute(transaction);
    if (rows.length === 0) await makeOperator(transaction, secrets, accountId, "first_account");
  });
}

/** And the owner of every workspace that has none; where there is no workspace at all, of a new one. */
async function makeOperator(
  db: Kysely<Tables>,
  secrets: ChangeSigner,
  accountId: string,
  how: "first_account" | "link",
): Promise<void> {
  const author = { kind: "account", accountId } as const;
  await sayWhoActsIn(db, author);
  const since = await newestAccessChange(db);
  await sql`
    insert into workspace (name)
    select u.name || '''s workspace'
      from account_user u
     where u.id = ${accountId} and not exists (select 1 from workspace)`.execute(db);
  await sql`
    insert into operator_account (user_id) values (${accountId}) on conflict (user_id) do nothing`.execute(db);
  await sql`
    insert into operator_change (user_id, email, change)
    select id, email, ${how} from account_user where id = ${accountId}`.execute(db);
  await sql`
    insert into workspace_member (id, workspace, user_id, role)
    select gen_random_uuid()::text, w.id, ${accountId}, 'owner'
      from workspace w
     where not exists (select 1 from workspace_member m where m.workspace = w.id and m.role = 'owner')
        on conflict (user_id, workspace_id) do update set role = 'owner'`.execute(db);
  await signPeople(db, secrets, since, author);
}

const endStatement: Statement = {
  name: "end_operator",
  text: `delete from operator_account o using account_user u
          where u.id = o.user_id and u.email = $1
          returning o.user_id`,
};

const noteEndStatement: Statement = {
  name: "note_end_of_operator",
  text: "insert into operator_change (user_id, email, change) values ($1, $2, 'ended')",
};

/** By another operator, or by oneself. False where no such account operates the installation. */
export function endOperator(database: Database, secrets: ChangeSigner, email: string, actor: Actor): Promise<boolean> {
  return database.transaction(async (session) => {
    await requireOperator(session, actor);
    const [ended] = await session.query<{ user_id: string }>(endStatement, [email.toLowerCase()]);
    if (ended === undefined) return false;
    await session.query(noteEndStatement, [ended.user_id, email.toLowerCase()]);
    const subject = { kind: "operator", subject: ended.user_id } as const;
    keepSignature(session, secrets, subject, { author: actor, content: signedContent.removed });
    return true;
  });
}

function digestOf(secret: string): Buffer {
  return createHash("sha256").update(secret).digest();
}
