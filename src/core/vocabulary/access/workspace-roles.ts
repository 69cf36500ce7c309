// What an account may be in a workspace, what each role may do there, and how both are explained. Every operation names the one right
// that it needs; this table alone decides which roles have it.

export const workspaceRights = [
  "read",
  "programs",
  "terms",
  "attributions",
  "deliveries",
  "messages",
  "payouts",
  "payout_approvals",
  "payout_rules",
  "tax",
  "personal_data",
  "log",
  "settings",
  "people",
] as const;
export type WorkspaceRight = (typeof workspaceRights)[number];

/** The role that may do most first. */
export const workspaceRoles = ["owner", "member", "finance", "support", "viewer"] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];

type About = {
  readonly title: string;
  /** One sentence for who gives the role. */
  readonly about: string;
  readonly rights: readonly WorkspaceRight[];
};

export const aboutRoles: Readonly<Record<WorkspaceRole, About>> = {
  owner: {
    title: "Owner",
    about: "May do everything.",
    rights: workspaceRights,
  },
  member: {
    title: "Member",
    about: "Runs programs and partners; sets no terms, pays nothing, and manages neither keys, connections nor people.",
    rights: ["read", "programs", "deliveries"],
  },
  finance: {
    title: "Finance",
    about: "Sees what a member sees; creates, approves and sends payouts, sets recipients, and handles tax.",
    rights: ["read", "payouts", "payout_approvals", "tax"],
  },
  support: {
    title: "Support",
    about: "Sees what a member sees; attributes payments manually, and retries deliveries and webhook messages.",
    rights: ["read", "attributions", "deliveries", "messages"],
  },
  viewer: {
    title: "Viewer",
    about: "Sees what a member sees, and changes nothing.",
    rights: ["read"],
  },
};

export function isWorkspaceRole(value: unknown): value is WorkspaceRole {
  return workspaceRoles.some((role) => role === value);
}

export function hasRight(role: WorkspaceRole, right: WorkspaceRight): boolean {
  return aboutRoles[role].rights.includes(right);
}

/** Which roles have a right, in a sentence. */
export function neededFor(right: WorkspaceRight): string {
  const roles = workspaceRoles.filter((role) => hasRight(role, right));
  if (roles.length === 1) return "Only an owner of the workspace may do this.";
  return `This needs the role ${roles.slice(0, -1).join(", ")} or ${roles.at(-1)} in the workspace.`;
}
