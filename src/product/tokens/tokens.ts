// Tokens of a workspace for machines: each opens one workspace, for the scopes it was given of its role, until it expires or is revoked.
// Created and revoked by owners; kept only as a SHA-256 digest. A token is looked up for every call and never remembered, so a revoked one
// opens nothing anywhere from that moment on, and what it changes is asked for again in the transaction that changes it.
import { randomBytes } from "node:crypto";
import { workspaceTokenPrefix } from "../../access/key-mask.ts";
import { type Actor, requireWorkspaceRight } from "../../access/permission.ts";
import { hashKey } from "../../access/program-keys.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { TokenRole, TokenScope } from "../../core/vocabulary/access/token-scopes.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const tokenRandomBytes = 32;
const lastCharacters = 4;
/** Of those that still count. */
export const tokensPerWorkspaceMax = 100;

/** Why a token is refused, for its holder. */
export type NoToken = "unknown" | "revoked" | "expired";

export type WorkspaceTokens = {
  /** Answers its id, and notes that it was used, to the minute. */
  find(token: string): Promise<number | NoToken>;
};

export type WantedToken = {
  readonly workspaceId: number;
  readonly name: string;
  readonly role: TokenRole;
  readonly scopes: readonly TokenScope[];
  readonly expiresAt: Date;
};

/** Two calls cannot both take the last place. */
const lockWorkspaceStatement: Statement = {
  name: "lock_workspace_of_tokens",
  text: "select workspace_id from workspace where workspace_id = $1 for no key update",
};

const countTokensStatement: Statement = {
  name: "count_tokens_of_workspace",
  text: `select count(*)::integer as tokens
           from workspace_token
          where workspace_id = $1 and revoked_at is null and expires_at > now()`,
};

const addTokenStatement: Statement = {
  name: "add_workspace_token",
  text: `insert into workspace_token (workspace_id, name, token_hash, last_four, role, scopes, expires_at, created_by)
         values ($1, $2, $3, $4, $5, $6::text[], $7, $8)
         returning token_id`,
};

const revokeTokenStatement: Statement = {
  name: "revoke_workspace_token",
  text: `update workspace_token
            set revoked_at = coalesce(revoked_at, now())
          where workspace_id = $1 and token_id = $2
          returning token_id`,
};

const findTokenStatement: Statement = {
  name: "find_workspace_token",
  text: `select token_id, revoked_at is not null as is_revoked, expires_at <= now() as is_expired,
                last_used_at is null or last_used_at < now() - interval '1 minute' as is_use_due
           from workspace_token
          where token_hash = $1`,
};

/** Of many calls at the same moment, one writes. */
const noteUseStatement: Statement = {
  name: "note_workspace_token_use",
  text: `update workspace_token
            set last_used_at = now()
          where token_id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
};

export type TokenAdded =
  | { readonly kind: "added"; readonly tokenId: number; readonly token: string }
  | { readonly kind: "no_workspace" }
  | { readonly kind: "too_many" };

/** `token` exists only in this answer. */
export function addToken(database: Database, wanted: WantedToken, actor: Actor): Promise<TokenAdded> {
  const { workspaceId, name, role, scopes, expiresAt } = wanted;
  const token = `${workspaceTokenPrefix}${randomBytes(tokenRandomBytes).toString("base64url")}`;
  return database.transaction(async (session) => {
    await requireWorkspaceRight(session, actor, workspaceId, "people");
    const found = await session.query(lockWorkspaceStatement, [workspaceId]);
    if (found.length === 0) return { kind: "no_workspace" };
    const [count] = await session.query<{ tokens: number }>(countTokensStatement, [workspaceId]);
    if ((count?.tokens ?? 0) >= tokensPerWorkspaceMax) return { kind: "too_many" };
    const [row] = await session.query<{ token_id: number }>(addTokenStatement, [
      ...[workspaceId, name, hashKey(token), token.slice(-lastCharacters), role, [...new Set(scopes)]],
      ...[expiresAt, authorText(actor)],
    ]);
    if (row === undefined) throw new Error("the token got no id");
    return { kind: "added", tokenId: row.token_id, token };
  });
}

/** Waits for what it is just changing. False when the workspace has no such token; one that is revoked already stays as it was. */
export function revokeToken(
  database: Database,
  { workspaceId, tokenId }: { readonly workspaceId: number; readonly tokenId: number },
  actor: Actor,
): Promise<boolean> {
  return database.transaction(async (session) => {
    await requireWorkspaceRight(session, actor, workspaceId, "people");
    const revoked = await session.query(revokeTokenStatement, [workspaceId, tokenId]);
    return revoked.length > 0;
  });
}

type TokenRow = {
  readonly token_id: number;
  readonly is_revoked: boolean;
  readonly is_expired: boolean;
  readonly is_use_due: boolean;
};

export function openWorkspaceTokens(database: Database): WorkspaceTokens {
  return {
    async find(token) {
      const digest = hashKey(token);
      const [row] = await database.withSession((session) => session.query<TokenRow>(findTokenStatement, [digest]));
      if (row === undefined) return "unknown";
      if (row.is_revoked) return "revoked";
      if (row.is_expired) return "expired";
      if (row.is_use_due) {
        await database.transaction(async (session) => void session.query(noteUseStatement, [row.token_id]));
      }
      return row.token_id;
    },
  };
}
