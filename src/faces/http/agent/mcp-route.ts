// POST /api/agent/v1/mcp: the MCP server, over streamable HTTP without sessions. Every call is independent, gets its JSON answer at once,
// and may go to any process; there is no stream (GET) and no session to end (DELETE). The protocol's library is loaded at the first call,
// so it does not delay the start.
import type { RequestHandler, Response } from "express";
import { readBody } from "../body.ts";
import { parseJsonBody } from "../json-body.ts";
import type { AgentCallers } from "../operations/agent-callers.ts";
import type { McpServerParts } from "./mcp-server.ts";

export type McpParts = McpServerParts & { readonly agents: AgentCallers; readonly bodyBytesMax: number };

export function mcpRoute(parts: McpParts): RequestHandler {
  const { agents, bodyBytesMax, baseUrl } = parts;
  return async (request, response) => {
    const agent = await agents.agent(request);
    const bytes = await readBody(request, bodyBytesMax);
    const message = parseJsonBody(bytes, request.headers["content-type"], { takesPlainText: false });
    const headers = new Headers();
    for (const name of ["accept", "content-type", "mcp-protocol-version"]) {
      const value = request.get(name);
      if (value !== undefined) headers.set(name, value);
    }
    const { answerMcp } = await import("./mcp-server.ts");
    const call = new globalThis.Request(`${baseUrl}${request.path}`, { method: "POST", headers });
    await sendMcpAnswer(response, await answerMcp(parts, agent, call, message));
  };
}

async function sendMcpAnswer(response: Response, answer: globalThis.Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.status(answer.status);
  const type = answer.headers.get("content-type");
  if (type !== null) response.setHeader("Content-Type", type);
  response.setHeader("Cache-Control", "no-store");
  response.setHeader("Content-Length", body.length);
  response.end(body);
}
