// Who may make an account, and what the first one gets.
// On an empty installation the first account may always be made, and owns the first workspace. From then on sign-up is as
// configured, and whoever was invited may always come. Workspaces that the operator made on the command line are nobody's
// prize: an installation that has one is not empty, and its owners are named by the operator.
import { type Kysely, sql } from "kysely";
import type { Secrets } from "../../access/secrets.ts";
import type { WorkspaceRole } from "../../core/vocabulary/workspace-roles.ts";
import type { Tables } from "../../engine/postgres/tables.ts";

export type SignUpRule = "open" | "closed";

/** `first` and `invited` need no mail to prove their address. */
export type Admission = "first" | "invited" | "open" | "closed";

export type SignUpRequest = {
  readonly email: string;
  /** What the link of an invitation carries. */
  readonly invitation: string | null;
};

const proofPattern = /^([\w-]{1,64})\.([0-9a-f]{64})$/;

export async function admit(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "isInvitationProven">,
  rule: SignUpRule,
  request: SignUpRequest,
): Promise<Admission> {
  if (await isInvited(db, secrets, request)) return "invited";
  if (await isEmptyInstallation(db)) return "first";
  return rule;
}

/** The link's last part: proves that whoever shows it has received the invitation. */
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

/** While it is open, and whoever handed it out could still do so. */
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

/** Of an invitation `i`; one without an inviter is the operator's. */
const inviterIsOwner = sql<boolean>`(i.inviter_id is null or exists (
  select 1 from workspace_member m where m.workspace = i.workspace and m.user_id = i.inviter_id and m.role = 'owner'))`;

/** The invitation a ticket stands for; undefined when it is not one of ours. */
function readTicket(secrets: Pick<Secrets, "isInvitationProven">, ticket: string): string | undefined {
  const [, invitationId, proof] = proofPattern.exec(ticket) ?? [];
  if (invitationId === undefined || proof === undefined) return undefined;
  return secrets.isInvitationProven(invitationId, proof) ? invitationId : undefined;
}

async function isEmptyInstallation(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ is_empty: boolean }>`
    select not exists (select 1 from account_user) and not exists (select 1 from workspace) as is_empty`.execute(db);
  return rows[0]?.is_empty === true;
}

/** Makes the first workspace and the account its owner, where no workspace is there yet; of two at once only one gets it. */
export async function giveFirstWorkspace(
  db: Kysely<Tables>,
  account: { readonly id: string; readonly name: string },
  newId: () => string,
): Promise<void> {
  const any = await db.selectFrom("workspace").select("workspace_id").limit(1).executeTakeFirst();
  if (any !== undefined) return;
  await db.transaction().execute(async (transaction) => {
    await sql`lock table workspace in share row exclusive mode`.execute(transaction);
    const { rows } = await sql<{ id: string }>`
      insert into workspace (name)
      select ${`${account.name}'s workspace`}
       where not exists (select 1 from workspace)
      returning id`.execute(transaction);
    const [workspace] = rows;
    if (workspace === undefined) return;
    await transaction
      .insertInto("workspace_member")
      .values({ id: newId(), workspace: workspace.id, user_id: account.id, role: "owner" })
      .execute();
  });
}
