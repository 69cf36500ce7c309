// Which account a person at the OIDC issuer opens. The first sign-in makes it, or opens the one whose e-mail both sides have proven; from then
// on the issuer's id of the person opens it, also with another e-mail. Each sign-in brings the roles that earlier ones gave in line with what the
// issuer says now; roles that people gave stay.
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { sayWhoActsIn } from "../../../access/acting.ts";
import type { ChangeSigner } from "../../../access/signed/signed-changes.ts";
import { newestAccessChange, signPeople } from "../../../access/signed/signed-people.ts";
import type { WorkspaceRole } from "../../../core/vocabulary/access/workspace-roles.ts";
import { isRaisedAs } from "../../../engine/postgres/faults.ts";
import type { Tables } from "../../../engine/postgres/tables/tables.ts";
import type { PersonAtIssuer } from "./oidc-person.ts";

const uniqueViolation = "23505";
const restrictViolation = "23001";

export type Opened =
  | { readonly kind: "opened"; readonly accountId: string; readonly how: "known" | "linked" | "made" }
  /** The e-mail's account is another person's at this issuer. */
  | { readonly kind: "taken" };

/** Of two first sign-ins at once, or of two owners who lose their role at once, the second one looks again. */
export async function openAccountOf(
  db: Kysely<Tables>,
  secrets: ChangeSigner,
  issuer: string,
  person: PersonAtIssuer,
): Promise<Opened> {
  const once = () => db.transaction().execute((transaction) => openIn(transaction, secrets, issuer, person));
  try {
    return await once();
  } catch (error) {
    if (isRaisedAs(error, uniqueViolation) || isRaisedAs(error, restrictViolation)) return once();
    throw error;
  }
}

async function openIn(
  db: Kysely<Tables>,
  secrets: ChangeSigner,
  issuer: string,
  person: PersonAtIssuer,
): Promise<Opened> {
  const opened = await findOrMake(db, providerOf(issuer), person);
  if (opened.kind === "taken") return opened;
  const author = { kind: "account", accountId: opened.accountId } as const;
  await sayWhoActsIn(db, author);
  const since = await newestAccessChange(db);
  await giveRoles(db, opened.accountId, person.roles);
  await signPeople(db, secrets, since, author);
  return opened;
}

/** A person's id is one at its issuer alone. */
function providerOf(issuer: string): string {
  return `oidc:${issuer}`;
}

async function findOrMake(db: Kysely<Tables>, provider: string, person: PersonAtIssuer): Promise<Opened> {
  const linked = await sql<{ id: string }>`
    select u.id
      from account_credential c
      join account_user u on u.id = c.user_id
     where c.provider_id = ${provider} and c.account_id = ${person.subject}
       for update of u`.execute(db);
  const [known] = linked.rows;
  if (known !== undefined) return { kind: "opened", accountId: known.id, how: "known" };
  const { rows } = await sql<{ id: string; email_verified: boolean; linked: string | null }>`
    select u.id, u.email_verified,
           (select c.account_id from account_credential c where c.user_id = u.id and c.provider_id = ${provider}) as linked
      from account_user u
     where u.email = ${person.email}
       for update`.execute(db);
  const [found] = rows;
  // By another browser of the same person at this moment, or else to another person.
  if (found?.linked === person.subject) return { kind: "opened", accountId: found.id, how: "known" };
  if (found !== undefined && found.linked !== null) return { kind: "taken" };
  const accountId = found?.id ?? randomUUID();
  if (found === undefined) {
    await sql`
      insert into account_user (id, name, email, email_verified)
      values (${accountId}, ${person.name}, ${person.email}, true)`.execute(db);
  } else if (!found.email_verified) {
    await takeFromStranger(db, accountId, person.name);
  }
  await sql`
    insert into account_credential (id, user_id, provider_id, account_id)
    values (${randomUUID()}, ${accountId}, ${provider}, ${person.subject})`.execute(db);
  return { kind: "opened", accountId, how: found?.email_verified === true ? "linked" : "made" };
}

/** The account's address was never confirmed: its password may be a stranger's. */
async function takeFromStranger(db: Kysely<Tables>, accountId: string, name: string): Promise<void> {
  await sql`delete from account_credential where user_id = ${accountId}`.execute(db);
  await sql`delete from account_session where user_id = ${accountId}`.execute(db);
  await sql`
    update account_user set email_verified = true, name = ${name}, updated_at = now() where id = ${accountId}`.execute(
    db,
  );
}

/** A workspace's last owner stays one. */
async function giveRoles(
  db: Kysely<Tables>,
  accountId: string,
  roles: ReadonlyMap<number, WorkspaceRole>,
): Promise<void> {
  const wanted = sql`(select * from unnest(${[...roles.keys()]}::bigint[], ${[...roles.values()]}::text[]) as wanted (workspace_id, role))`;
  const keepsAnOwner = sql`(m.role <> 'owner' or exists (
    select 1 from workspace_member o where o.workspace_id = m.workspace_id and o.role = 'owner' and o.id <> m.id))`;
  await sql`
    delete from workspace_member m
     where m.user_id = ${accountId} and m.by_issuer and ${keepsAnOwner}
       and not exists (select 1 from ${wanted} w where w.workspace_id = m.workspace_id)`.execute(db);
  await sql`
    update workspace_member m
       set role = w.role
      from ${wanted} w
     where m.user_id = ${accountId} and m.by_issuer and m.workspace_id = w.workspace_id and m.role <> w.role
       and (w.role = 'owner' or ${keepsAnOwner})`.execute(db);
  await sql`
    insert into workspace_member (id, workspace, user_id, role, by_issuer)
    select gen_random_uuid()::text, p.id, ${accountId}, w.role, true
      from ${wanted} w
      join workspace p on p.workspace_id = w.workspace_id
        on conflict (user_id, workspace_id) do nothing`.execute(db);
}
