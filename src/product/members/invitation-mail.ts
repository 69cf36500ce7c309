// Invitations by mail: counted like every mail, and sent in the inviter's proven address's name.
import type { Kysely } from "kysely";
import type { Actor } from "../../access/permission.ts";
import type { WorkspaceRole } from "../../core/vocabulary/access/workspace-roles.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import type { Mailer } from "../../mail/mailer.ts";
import type { MailBudget, MailRefusal } from "../accounts/mail-budget.ts";
import { invitationMail } from "../accounts/mails.ts";

export type InvitationByMail = {
  readonly workspaceId: number;
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly link: string;
  readonly actor: Actor;
};

/** Answers why it may not be sent. */
export type MailInvitation = (invitation: InvitationByMail) => Promise<MailRefusal | undefined>;

type Parts = { readonly db: Kysely<Tables>; readonly mailBudget: MailBudget; readonly mailer: Mailer };

export function openMailInvitation({ db, mailBudget, mailer }: Parts): MailInvitation {
  return async ({ workspaceId, email, role, link, actor }) => {
    const refusal = await mailBudget.take({ to: email, workspace: String(workspaceId) });
    if (refusal !== undefined) return refusal;
    const accountId = actor.kind === "account" ? actor.accountId : "";
    const { name } = await db
      .selectFrom("workspace")
      .select("name")
      .where("workspace_id", "=", workspaceId)
      .executeTakeFirstOrThrow();
    const inviter = await db.selectFrom("account_user").select("email").where("id", "=", accountId).executeTakeFirst();
    const said = { workspace: name, role, inviter: inviter?.email ?? "The operator", link };
    await mailer.send(invitationMail(email, said));
    return undefined;
  };
}
