// What an account may be in a workspace. An owner may do everything; a member everything but what hands out power: keys,
// connections, people.
export const workspaceRoles = ["owner", "member"] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

export function isWorkspaceRole(value: unknown): value is WorkspaceRole {
  return workspaceRoles.some((role) => role === value);
}
