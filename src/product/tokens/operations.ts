// Tokens of workspaces for machines, such as continuous integration and reporting tools: created, listed and revoked by owners.
import { z } from "zod";
import {
  scopesOfRole,
  type TokenRole,
  type TokenScope,
  tokenRoles,
  tokenScopes,
} from "../../core/vocabulary/access/token-scopes.ts";
import { givenTime, id, name as nameField, oneOf, words } from "../../core/vocabulary/fields.ts";
import { defineList } from "../operation/list-operation.ts";
import { answerOf, defineOperation, inWorkspace, type Operation } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { findTokenLine, listTokens, tokenLine } from "./list.ts";
import { addToken, revokeToken, tokensPerWorkspaceMax } from "./tokens.ts";

const path = "/workspaces/:workspace_id/tokens";
const workspaceId = id("The workspace that it opens");

const daysByDefault = 90;
const daysMax = 366;
const millisecondsPerDay = 86_400_000;

export const operations: readonly Operation[] = [
  defineOperation({
    name: "tokens.create",
    description: `It acts as itself, for its scopes alone. It manages no people, keys or settings, and approves no payout. A workspace has at most ${tokensPerWorkspaceMax}.`,
    access: inWorkspace("people"),
    http: {
      method: "post",
      path,
      status: 201,
      example: { name: "Reports", role: "finance", scopes: ["read", "tax"] },
    },
    errors: ["limit_reached"],
    changes: true,
    command: { example: "tokens create --workspace 1 --name Reports --role viewer --expires 2026-06-30" },
    input: {
      workspace_id: workspaceId,
      name: nameField("What it is for"),
      role: oneOf(tokenRoles, "Its role, which limits its scopes"),
      scopes: z
        .array(oneOf(tokenScopes, "A scope"))
        .min(1, "is required")
        .default(["read"])
        .meta({
          description: "The rights of its role that it gets; read by default",
          flag: { name: "scope", placeholder: "scope" },
        }),
      expires_at: givenTime(`Until then it counts: at most ${daysMax} days, and ${daysByDefault} by default`)
        .optional()
        .meta({ flag: { name: "expires", placeholder: "day" } }),
    },
    output: answerOf(z.strictObject({ token: words("The token, shown this once"), ...tokenLine.shape })),
    run: async ({ database, actor, now }, { workspace_id, name, role, scopes, expires_at }) => {
      requireScopesOf(role, scopes);
      const expiresAt = checkedEnd(expires_at, now());
      const added = await addToken(database, { workspaceId: workspace_id, name, role, scopes, expiresAt }, actor);
      switch (added.kind) {
        case "no_workspace":
          throw new Refusal("not_found", `There is no workspace ${workspace_id}.`);
        case "too_many":
          throw new Refusal(
            "limit_reached",
            `A workspace has at most ${tokensPerWorkspaceMax} tokens: revoke one first.`,
            {
              details: { max: tokensPerWorkspaceMax },
            },
          );
        case "added":
          return { data: { token: added.token, ...(await findTokenLine(database.kysely, added.tokenId, now())) } };
      }
    },
  }),
  defineOperation({
    name: "tokens.revoke",
    description: "It opens nothing on any process once this call is answered.",
    access: inWorkspace("people"),
    http: { method: "post", path: `${path}/:token_id/revoke` },
    changes: true,
    command: { example: "tokens revoke --workspace 1 --token 1" },
    input: { workspace_id: workspaceId, token_id: id("The token") },
    output: answerOf(tokenLine),
    run: async ({ database, actor, now }, { workspace_id, token_id }) => {
      const isThere = await revokeToken(database, { workspaceId: workspace_id, tokenId: token_id }, actor);
      if (!isThere) throw new Refusal("not_found", `Workspace ${workspace_id} has no token ${token_id}.`);
      return { data: await findTokenLine(database.kysely, token_id, now()) };
    },
  }),
  defineList({
    name: "tokens.list",
    description: "Each with its scopes, its end and its last use.",
    access: inWorkspace("people"),
    http: { method: "get", path },
    row: tokenLine,
    table: ["token_id", "name", "token_masked", "role", "scopes", "status", "expires_at", "last_used_at"],
    filters: { workspace_id: workspaceId },
    example: "tokens list --workspace 1",
    read: ({ reads, actor, now }, page, { workspace_id }) =>
      reads.ofWorkspace(actor, workspace_id, "people", (db) => listTokens(db, workspace_id, page, now())),
  }),
];

function requireScopesOf(role: TokenRole, scopes: readonly TokenScope[]): void {
  const allowed = scopesOfRole(role);
  const beyond = scopes.filter((scope) => !allowed.includes(scope));
  if (beyond.length === 0) return;
  const message = `names ${beyond.join(", ")}, which a ${role} token cannot have; it can have ${allowed.join(", ")}.`;
  throw refuseFields([{ field: "scopes", message }]);
}

/** `now` in milliseconds. */
function checkedEnd(given: Date | undefined, now: number): Date {
  if (given === undefined) return new Date(now + daysByDefault * millisecondsPerDay);
  const days = (given.getTime() - now) / millisecondsPerDay;
  if (days > 0 && days <= daysMax) return given;
  throw refuseFields([
    { field: "expires_at", message: `must be in the future, and at most ${daysMax} days from now.` },
  ]);
}
