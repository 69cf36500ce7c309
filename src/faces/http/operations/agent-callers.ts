// Authenticates agent calls: the holder of an agent key, only by the Authorization header. The scope is checked by each operation, and the
// key's workspace where the program is read or changed. Other credentials are recognized, so that the error says which one to send.
import type { Request } from "express";
import type { AgentScope } from "../../../core/vocabulary/access/agent-scopes.ts";
import type { AgentKeys, NoAgentKey } from "../../../product/agents/keys.ts";
import { Refusal } from "../../../product/operation/refusal.ts";
import { bearerToken } from "../guard/bearer.ts";
import { clientAddress } from "../guard/client-address.ts";
import type { RateLimits } from "../guard/rate-limits.ts";

export type Agent = {
  readonly actor: { readonly kind: "agent"; readonly agentKeyId: number };
  readonly scopes: ReadonlySet<AgentScope>;
};

export type AgentCallers = {
  /** Counts one call. */
  agent(request: Request): Promise<Agent>;
};

const howToSend =
  "Send an agent key (agt_…) as Authorization: Bearer <AGENT_KEY>; the operator of this service issues it.";

const whatIsWrong: { readonly [Why in NoAgentKey]: string } = {
  unknown: `This is not an agent key of this service. ${howToSend}`,
  revoked: "This agent key was revoked. The operator of this service issues a new one.",
  program_key: `A program key never authenticates agent calls; it makes tracking calls (/api/v1/track/…). ${howToSend}`,
};

export function createAgentCallers(keys: AgentKeys, limits: Pick<RateLimits, "agent" | "stranger">): AgentCallers {
  return {
    async agent(request) {
      const key = bearerToken(request.headers.authorization);
      const found = key === undefined ? undefined : await keys.find(key);
      if (found === undefined || typeof found === "string") {
        await limits.stranger.take(clientAddress(request));
        throw new Refusal("unauthorized", found === undefined ? howToSend : whatIsWrong[found]);
      }
      await limits.agent.take(String(found.agentKeyId));
      return { actor: { kind: "agent", agentKeyId: found.agentKeyId }, scopes: found.scopes };
    },
  };
}

export function requireScope(agent: Agent, scope: AgentScope): void {
  if (agent.scopes.has(scope)) return;
  const granted = [...agent.scopes];
  throw new Refusal("insufficient_scope", `This needs the scope ${scope}; the key has ${granted.join(", ")}.`, {
    details: { required_scope: scope, granted_scopes: granted },
  });
}
