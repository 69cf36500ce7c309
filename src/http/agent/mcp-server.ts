// The operations of agents as tools of an MCP server, one server for each call. An operation that is refused answers as a tool's
// error with the same code and details as over HTTP, so that the agent can read what to do; a fault of ours is told without
// its message, which goes to the log.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "pino";
import { z } from "zod";
import { envelopeOf, isFault, type Outage, refusalOf } from "../../operations/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { translated } from "../refusals.ts";
import { type Agent, requireScope } from "./callers.ts";
import type { Operation } from "./operations.ts";

export type McpServerParts = {
  readonly operations: readonly Operation[];
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly log: Logger;
  readonly outageOf: (error: unknown) => Outage | undefined;
};

const structured = z.record(z.string(), z.unknown());
const serverInfo = { name: "svc", title: "Conversion tracking", version: "1.0.0" };

export async function answerMcp(
  parts: McpServerParts,
  agent: Agent,
  call: Request,
  message: JsonBody,
): Promise<Response> {
  const server = new McpServer(serverInfo, {
    instructions: `Programs, partners and their commissions. How to integrate a stack: ${parts.baseUrl}/AGENTS.md. Error codes: ${parts.baseUrl}/docs/errors.`,
  });
  for (const operation of parts.operations) {
    const { name, title, description, input, method, scope } = operation;
    server.registerTool(
      name,
      {
        title,
        description: `${description} Needs the scope ${scope}.`,
        inputSchema: input,
        annotations: { readOnlyHint: method === "get", destructiveHint: false, openWorldHint: false },
      },
      (given: unknown) => runTool(parts, agent, operation, given),
    );
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(call, { parsedBody: message });
  } finally {
    await server.close();
  }
}

async function runTool(
  { log, outageOf }: McpServerParts,
  agent: Agent,
  { name, scope, run }: Operation,
  given: unknown,
): Promise<CallToolResult> {
  try {
    requireScope(agent, scope);
    return resultOf(await run(agent, given), false);
  } catch (thrown) {
    const error = translated(thrown);
    const refusal = refusalOf(error, outageOf(error));
    if (isFault(refusal)) log.error({ err: error, tool: name }, "a tool failed");
    return resultOf(envelopeOf(refusal), true);
  }
}

/** The text is for clients that know no structured answers. */
function resultOf(answer: object, isError: boolean): CallToolResult {
  const text = JSON.stringify(answer);
  return { content: [{ type: "text", text }], structuredContent: structured.parse(JSON.parse(text)), isError };
}
