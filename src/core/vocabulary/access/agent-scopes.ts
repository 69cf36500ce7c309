// What an agent's key may be allowed to do, one by one: none of them implies another.
export const agentScopes = [
  "programs:read",
  "programs:write",
  "programs:terms",
  "partners:read",
  "partners:write",
  "events:read",
  "commissions:read",
  "tracking:test",
] as const;

export type AgentScope = (typeof agentScopes)[number];
