// Who may create an account.
// The first account of an empty installation operates it and owns its first workspace. Where only this machine reaches the service
// anyone may create it; where others reach it, only the one-time link that the service prints does. After that sign-up is as
// configured, and people with an invitation may always sign up. An installation with a workspace of the command line is not empty.
import { type Kysely, sql } from "kysely";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { WorkspaceRole } from "../../core/vocabulary/access/workspace-roles.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type SignUpRule = "open" | "closed";

/** Who may create the first account: anyone who reaches the service, or only the holder of its one-time link. */
export type FirstAccountRule = "anyone" | "by_link";

export type SignUpRules = { readonly signUp: SignUpRule; readonly firstAccount: FirstAccountRule };

/** `first` and `invited` need no mail to prove their address. */
export type Admission = "first" | "needs_link" | "invited" | "open" | "closed";

export type SignUpRequest = {
  readonly email: string;
  /** What the link of an invitation carries. */
  readonly invitation: string | null;
};

const proofPattern = /^([\w-]{1,64})\.([0-9a-f]{64})$/;

export async function admit(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "isInvitationProven">,
  { signUp, firstAccount }: SignUpRules,
  request: SignUpRequest,
): Promise<Admission> {
  if (await isInvited(db, secrets, request)) return "invited";
  const { hasAccount, hasWorkspace } = await readBeginning(db);
  if (hasAccount || hasWorkspace) return signUp;
  return firstAccount === "anyone" ? "first" : "needs_link";
}

/** `by_link`: `canSignUp` says whether an account that operates nothing may be created without the link. */
export type FirstAccount =
  | { readonly kind: "anyone" }
  | { readonly kind: "by_link"; readonly canSignUp: boolean }
  | { readonly kind: "exists" };

/** How the first account comes to be, for the pages that lead to it. */
export async function findFirstAccount(
  db: Kysely<Tables>,
  { signUp, firstAccount }: SignUpRules,
): Promise<FirstAccount> {
  const { hasAccount, hasWorkspace } = await readBeginning(db);
  if (hasAccount) return { kind: "exists" };
  if (hasWorkspace) return { kind: "by_link", canSignUp: signUp === "open" };
  return firstAccount === "anyone" ? { kind: "anyone" } : { kind: "by_link", canSignUp: false };
}

/** The link's last part: proves that its holder received the invitation. */
export function invitationTicket(secrets: Pick<Secrets, "proveInvitation">, invitationId: string): string {
  return `${invitationId}.${secrets.proveInvitation(invitationId)}`;
}

async function isInvited(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "isInvitationProven">,
  { email, invitation }: SignUpRequest,
): Promise<boolean> {
  const found = invitation === null ? undefined : await findInvitation(db, secrets, invitation);
  return found?.email === email.toLowerCase();
}

export type Invitation = {
  readonly invitationId: string;
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly workspaceName: string;
};

/** While it is open, and its inviter could still invite. */
export async function findInvitation(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "isInvitationProven">,
  ticket: string,
): Promise<Invitation | undefined> {
  const invitationId = readTicket(secrets, ticket);
  if (invitationId === undefined) return undefined;
  return db
    .selectFrom("workspace_invitation as i")
    .innerJoin("workspace as w", "w.id", "i.workspace")
    .select(["i.id as invitationId", "i.email", "i.role", "w.name as workspaceName"])
    .where("i.id", "=", invitationId)
    .where("i.status", "=", "pending")
    .where("i.expires_at", ">", sql<Date>`now()`)
    .where(inviterIsOwner)
    .executeTakeFirst();
}

export async function isInviterStillOwner(db: Kysely<Tables>, invitationId: string): Promise<boolean> {
  const found = await db
    .selectFrom("workspace_invitation as i")
    .select("i.id")
    .where("i.id", "=", invitationId)
    .where(inviterIsOwner)
    .executeTakeFirst();
  return found !== undefined;
}

/** The workspaces that the account owns; those it is a member of are others'. */
export async function countOwned(db: Kysely<Tables>, accountId: string): Promise<number> {
  const { owned } = await db
    .selectFrom("workspace_member")
    .select((columns) => columns.fn.countAll<number>().as("owned"))
    .where("user_id", "=", accountId)
    .where("role", "=", "owner")
    .executeTakeFirstOrThrow();
  return owned;
}

/** Of an invitation `i`; one without an inviter is the operator's. */
const inviterIsOwner = sql<boolean>`(i.inviter_id is null or exists (
  select 1 from workspace_member m where m.workspace = i.workspace and m.user_id = i.inviter_id and m.role = 'owner'))`;

/** The invitation of a ticket; undefined if it is not ours. */
function readTicket(secrets: Pick<Secrets, "isInvitationProven">, ticket: string): string | undefined {
  const [, invitationId, proof] = proofPattern.exec(ticket) ?? [];
  if (invitationId === undefined || proof === undefined) return undefined;
  return secrets.isInvitationProven(invitationId, proof) ? invitationId : undefined;
}

async function readBeginning(db: Kysely<Tables>): Promise<{ hasAccount: boolean; hasWorkspace: boolean }> {
  const { rows } = await sql<{ has_account: boolean; has_workspace: boolean }>`
    select exists (select 1 from account_user) as has_account,
           exists (select 1 from workspace) as has_workspace`.execute(db);
  return { hasAccount: rows[0]?.has_account === true, hasWorkspace: rows[0]?.has_workspace === true };
}
