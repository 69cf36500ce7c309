// Calls of the accounts library about a workspace that requires a second factor: refused to members without one, as every other call of the
// workspace is. What a member needs to set one up, or to leave, stays.
import { sql } from "kysely";
import { z } from "zod";
import { lacksSecondFactor, secondFactorMissing } from "../../access/permission.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { createAccountsLibrary } from "./library.ts";

type Api = Pick<ReturnType<typeof createAccountsLibrary>["api"], "getSession">;

const prefix = "/api/auth/organization/";
/** They open no workspace, or end a membership. */
const free: ReadonlySet<string> = new Set([
  ...["create", "list", "set-active", "leave"],
  ...["accept-invitation", "reject-invitation", "get-invitation", "list-user-invitations"],
]);

const named = z.looseObject({ organizationId: z.string().optional(), invitationId: z.string().optional() });

/** Undefined: the library decides. */
export async function refuseWithoutFactor(
  { kysely }: Database,
  api: Api,
  request: Request,
): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.startsWith(prefix) || free.has(pathname.slice(prefix.length))) return undefined;
  const session = await api.getSession({ headers: request.headers });
  if (session === null) return undefined;
  const body =
    request.method === "POST"
      ? await request
          .clone()
          .json()
          .catch(() => null)
      : null;
  const { organizationId, invitationId } = named.safeParse(body).data ?? {};
  const workspace =
    organizationId ?? searchParams.get("organizationId") ?? session.session.activeOrganizationId ?? null;
  const { rows } = await sql`
    select 1
      from workspace_member m
      join workspace w on w.workspace_id = m.workspace_id
      join account_user u on u.id = m.user_id
     where m.user_id = ${session.user.id} and ${sql.raw(lacksSecondFactor)}
       and (m.workspace = ${workspace}
            or m.workspace = (select i.workspace from workspace_invitation i where i.id = ${invitationId ?? null}))
     limit 1`.execute(kysely);
  if (rows.length === 0) return undefined;
  return Response.json({ code: "SECOND_FACTOR_REQUIRED", message: secondFactorMissing }, { status: 403 });
}
