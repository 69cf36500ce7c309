// The tokens of a workspace, by id, with what each may do. Their values are never shown again.
import type { Kysely } from "kysely";
import { z } from "zod";
import { maskKey, workspaceTokenPrefix } from "../../access/key-mask.ts";
import { tokenRoles, tokenScopes } from "../../core/vocabulary/access/token-scopes.ts";
import { id, time, timeOrNull, words } from "../../core/vocabulary/fields.ts";
import { keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export const tokenLine = z.strictObject({
  token_id: id("The token"),
  workspace_id: id("The workspace that it opens"),
  name: words("What it is for"),
  token_masked: words("Its last four characters"),
  role: z.enum(tokenRoles).meta({ description: "Its role" }),
  scopes: z.array(z.enum(tokenScopes)).readonly().meta({ description: "The rights of its role that it has" }),
  status: z.enum(["active", "expired", "revoked"]).meta({ description: "Only an active token opens anything" }),
  created_at: time("When it was created"),
  expires_at: time("Until then it counts"),
  revoked_at: timeOrNull("When it was revoked"),
  last_used_at: timeOrNull("When it was last used, to the minute"),
});

export type TokenLine = z.output<typeof tokenLine>;

const byTokenId = keyset("tokens", numberKey);

/** `now` in milliseconds. */
export async function listTokens(
  db: Kysely<Tables>,
  workspaceId: number,
  request: PageRequest,
  now: number,
): Promise<Page<TokenLine>> {
  const [afterTokenId] = byTokenId.after(request, [0]);
  const rows = await selectTokens(db)
    .where("workspace_id", "=", workspaceId)
    .where("token_id", ">", afterTokenId)
    .orderBy("token_id")
    .limit(request.limit + 1)
    .execute();
  return byTokenId.page(
    rows.map((row) => lineOf(row, now)),
    request,
    ({ token_id }) => [token_id],
  );
}

export async function findTokenLine(db: Kysely<Tables>, tokenId: number, now: number): Promise<TokenLine> {
  return lineOf(await selectTokens(db).where("token_id", "=", tokenId).executeTakeFirstOrThrow(), now);
}

type SelectedToken = Omit<TokenLine, "token_masked" | "status"> & { readonly last_four: string };

function selectTokens(db: Kysely<Tables>) {
  return db
    .selectFrom("workspace_token")
    .select(["token_id", "workspace_id", "name", "last_four", "role", "scopes"])
    .select(["created_at", "expires_at", "revoked_at", "last_used_at"]);
}

function lineOf(
  { token_id, workspace_id, name, last_four, role, scopes, ...times }: SelectedToken,
  now: number,
): TokenLine {
  return {
    ...{ token_id, workspace_id, name, token_masked: maskKey(last_four, workspaceTokenPrefix), role, scopes },
    status: statusOf(times, now),
    ...times,
  };
}

function statusOf({ revoked_at, expires_at }: Pick<TokenLine, "revoked_at" | "expires_at">, now: number) {
  if (revoked_at !== null) return "revoked";
  return expires_at.getTime() <= now ? "expired" : "active";
}
