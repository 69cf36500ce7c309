// Every address under /api/agent/v1: the operations over HTTP, and the MCP server that offers the same ones as tools. And the
// pages that tell a coding agent how to use all this.
import type { Express, Request, RequestHandler } from "express";
import type { Logger } from "pino";
import type { Outage } from "../../operations/refusal.ts";
import { readBody } from "../body.ts";
import { parseJsonBody } from "../json-body.ts";
import { pathId, readStrictly } from "../manage/fields.ts";
import { onlyMethods } from "../methods.ts";
import { sendJson } from "../send.ts";
import { type AgentCallers, requireScope } from "./callers.ts";
import { guideRoute, llmsRoute } from "./guide.ts";
import { mcpRoute } from "./mcp-route.ts";
import { agentPrefix, createOperations, type Operation, type OperationParts } from "./operations.ts";
import { readQueryAs } from "./query-input.ts";

export type AgentParts = OperationParts & {
  readonly callers: AgentCallers;
  readonly bodyBytesMax: number;
  /** The public address, without a slash at its end. */
  readonly baseUrl: string;
  readonly log: Logger;
  readonly outageOf: (error: unknown) => Outage | undefined;
};

export function addAgents(app: Express, parts: AgentParts): void {
  const operations = createOperations(parts);
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const route = app.route(`${agentPrefix}${path}`);
    for (const operation of ofPath) route[operation.method](operationRoute(parts, operation));
    const methods = ofPath.flatMap(({ method }) => (method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()]));
    route.all(onlyMethods(...methods));
  }
  app
    .route(`${agentPrefix}/mcp`)
    .post(mcpRoute({ ...parts, operations }))
    .all(onlyMethods("POST"));
  const pages = { "/AGENTS.md": guideRoute(parts.baseUrl, operations), "/llms.txt": llmsRoute(parts.baseUrl) };
  for (const [path, page] of Object.entries(pages)) {
    app.route(path).get(page).all(onlyMethods("GET", "HEAD"));
  }
}

function operationRoute({ callers, bodyBytesMax }: AgentParts, operation: Operation): RequestHandler {
  const { scope, status, run } = operation;
  return async (request, response) => {
    const agent = await callers.agent(request);
    requireScope(agent, scope);
    const given = await readInput(request, bodyBytesMax, operation);
    sendJson(response, status, await run(agent, given));
  };
}

/** The program stands in the path and nowhere else. */
async function readInput(request: Request, bodyBytesMax: number, { method, input }: Operation): Promise<object> {
  const { program_id: inPath, ...fields } = input.shape;
  const rest = inPath === undefined ? input : input.omit({ program_id: true });
  const given =
    method === "get"
      ? readQueryAs(request, rest)
      : readStrictly(rest, await readFields(request, bodyBytesMax, Object.keys(fields).length === 0));
  return inPath === undefined ? given : { ...given, program_id: pathId(request.params.programId) };
}

/** A call that has nothing to say may leave its body out. */
async function readFields(request: Request, bodyBytesMax: number, mayBeEmpty: boolean): Promise<object> {
  const bytes = await readBody(request, bodyBytesMax);
  if (mayBeEmpty && bytes.length === 0) return {};
  return parseJsonBody(bytes, request.headers["content-type"], { takesPlainText: false });
}
