// What a token of a workspace may be allowed to do: rights of its role, one by one. It never includes what takes a person: managing people and
// settings, setting terms, and approving a payout.
import { hasRight, type WorkspaceRight } from "./workspace-roles.ts";

/** The role that may do most first. */
export const tokenRoles = ["member", "finance", "support", "viewer"] as const;
export type TokenRole = (typeof tokenRoles)[number];

export const tokenScopes = [
  "read",
  "programs",
  "attributions",
  "deliveries",
  "messages",
  "payouts",
  "tax",
] as const satisfies readonly WorkspaceRight[];
export type TokenScope = (typeof tokenScopes)[number];

export function scopesOfRole(role: TokenRole): readonly TokenScope[] {
  return tokenScopes.filter((scope) => hasRight(role, scope));
}
