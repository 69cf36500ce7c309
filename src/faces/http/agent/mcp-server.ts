// The operations of agents as tools of an MCP server, one server for each call. An operation that is refused answers as a tool's
// error with the same envelope as over HTTP, so that the agent can read what to do; a fault of ours is answered without its message,
// which goes to the log.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
  ToolSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { Logger } from "pino";
import { z } from "zod";
import { readVersion } from "../../../config/version.ts";
import { productName } from "../../../core/wording/product.ts";
import { jsonSchemaOf } from "../../../product/operation/json-schema.ts";
import type { Operation, OperationParts } from "../../../product/operation/operation.ts";
import {
  envelopeOf,
  errorEnvelope,
  isFault,
  type Outage,
  Refusal,
  refusalOf,
} from "../../../product/operation/refusal.ts";
import type { JsonBody } from "../json-body.ts";
import { type Agent, requireScope } from "../operations/agent-callers.ts";

export type McpServerParts = {
  readonly operations: readonly Operation[];
  readonly work: OperationParts;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly log: Logger;
  readonly outageOf: (error: unknown) => Outage | undefined;
};

const structured = z.record(z.string(), z.unknown());
const serverInfo = { name: "svc", title: productName, version: readVersion() };

export async function answerMcp(
  parts: McpServerParts,
  agent: Agent,
  call: Request,
  message: JsonBody,
): Promise<Response> {
  const server = new Server(serverInfo, {
    capabilities: { tools: {} },
    instructions: `Programs, partners and their commissions. How to integrate a stack: ${parts.baseUrl}/AGENTS.md. Error codes: ${parts.baseUrl}/docs/errors.`,
  });
  const tools = toolsOf(parts.operations);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(({ shown }) => shown) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ shown }) => shown.name === params.name);
    if (tool === undefined) return refused(new Refusal("not_found", `There is no tool ${params.name}.`));
    return runTool(parts, agent, tool.operation, params.arguments ?? {});
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(call, { parsedBody: message });
  } finally {
    await server.close();
  }
}

type OfferedTool = { readonly operation: Operation; readonly shown: Tool };

const made = new WeakMap<readonly Operation[], OfferedTool[]>();

/** Made once for a list of operations: schemas take a while. */
function toolsOf(operations: readonly Operation[]): OfferedTool[] {
  const known = made.get(operations) ?? operations.flatMap(toolOf);
  made.set(operations, known);
  return known;
}

function toolOf(operation: Operation): OfferedTool[] {
  const { tool, summary, description, changes, input, output } = operation;
  if (tool === null) return [];
  const shown = ToolSchema.parse({
    name: tool.name,
    title: summary,
    description: `${summary}. ${description} Needs the scope ${tool.scope}.`,
    inputSchema: jsonSchemaOf(input),
    outputSchema: { type: "object", anyOf: [jsonSchemaOf(output), jsonSchemaOf(errorEnvelope)] },
    annotations: { readOnlyHint: !changes, destructiveHint: false, openWorldHint: false },
  });
  return [{ operation, shown }];
}

async function runTool(
  { work, log, outageOf }: McpServerParts,
  agent: Agent,
  { tool, run }: Operation,
  given: JsonBody,
): Promise<CallToolResult> {
  try {
    if (tool !== null) requireScope(agent, tool.scope);
    return resultOf(await run({ ...work, actor: agent.actor }, given), false);
  } catch (error) {
    const refusal = refusalOf(error, outageOf(error));
    if (isFault(refusal)) log.error({ err: error, tool: tool?.name }, "a tool failed");
    return refused(refusal);
  }
}

function refused(refusal: Refusal): CallToolResult {
  return resultOf(envelopeOf(refusal), true);
}

/** The text is for clients that know no structured answers. */
function resultOf(answer: object, isError: boolean): CallToolResult {
  const text = JSON.stringify(answer);
  return { content: [{ type: "text", text }], structuredContent: structured.parse(JSON.parse(text)), isError };
}
