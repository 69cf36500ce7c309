// A workspace's members and invitations as rows, read from the accounts library: its type lacks a member's name.
import type { WorkspaceRole } from "../../../../../src/core/vocabulary/access/workspace-roles.ts";

export type People = {
  readonly members: readonly ({ readonly id: string; readonly userId: string; readonly role: WorkspaceRole } & Loose)[];
  readonly invitations: readonly Invitation[];
} | null;

type Loose = { readonly [key: string]: unknown };

type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: WorkspaceRole;
  readonly status: string;
  readonly expiresAt: string;
};

export function membersOf(organization: People) {
  return {
    members: (organization?.members ?? []).map(({ id, userId, role, user }) => ({
      id,
      userId,
      role,
      name: textOf(user, "name") ?? userId,
      email: textOf(user, "email") ?? "",
    })),
    invitations: (organization?.invitations ?? []).filter(({ status }) => status === "pending"),
  };
}

function textOf(value: unknown, name: string): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1];
  return typeof found === "string" ? found : undefined;
}
