// The HTTP calls of all operations: each once for people, by their session, and once for agents, by their key, where it is theirs.
// Each names its caller first; what the caller may see or do is asked where it is read or done.
import type { Express, Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { OnceKeys } from "../../../access/idempotency.ts";
import type { Actor } from "../../../access/permission.ts";
import { pageRowsMax } from "../../../core/vocabulary/page.ts";
import { keepDownload } from "../../../product/audit/downloads.ts";
import type { Call, Http, List, Operation, OperationParts } from "../../../product/operation/operation.ts";
import type { ScopedReads } from "../../../product/reads/scoped-reads.ts";
import { onlyMethods } from "../methods.ts";
import { sendJson } from "../send.ts";
import { isOfType, openUpload } from "../upload.ts";
import type { ManagementCallers } from "./account-callers.ts";
import { type AgentCallers, requireScope } from "./agent-callers.ts";
import { answerOnce, onceKeyOf } from "./once.ts";
import { type ListFormat, readBesideFile, readRequest } from "./request-input.ts";
import { sendRows } from "./rows.ts";
import { statementRoute } from "./statement-route.ts";

const peoplePrefix = "/api/v1";
export const agentPrefix = "/api/agent/v1";

export type RouteParts = {
  readonly operations: readonly Operation[];
  readonly work: OperationParts;
  /** For calls that change nothing. */
  readonly shownReads: ScopedReads;
  readonly onceKeys: OnceKeys;
  readonly people: ManagementCallers;
  readonly agents: AgentCallers;
  readonly bodyBytesMax: number;
};

/** Answers who calls, or refuses. */
type Caller = (request: Request, response: Response) => Promise<Exclude<Actor, { kind: "operator" }>>;

export function addOperations(app: Express, parts: RouteParts): void {
  const { operations, people, agents } = parts;
  const forPeople = operations.filter(({ http }) => http !== null && http.hasOwnRoute !== true);
  addRoutes(app, peoplePrefix, forPeople, (operation) =>
    answer(parts, operation, { hasFormats: true, caller: (request, response) => people.account(request, response) }),
  );
  // Those with forms of their own.
  app
    .route(`${peoplePrefix}/programs/:program_id/statements/:month`)
    .get(statementRoute(parts))
    .all(onlyMethods("GET", "HEAD"));
  const forAgents = operations.filter(({ http, tool }) => http !== null && tool !== null);
  addRoutes(app, agentPrefix, forAgents, (operation) =>
    answer(parts, operation, {
      hasFormats: false,
      caller: async (request) => {
        const agent = await agents.agent(request);
        if (operation.tool !== null) requireScope(agent, operation.tool.scope);
        return agent.actor;
      },
    }),
  );
}

function addRoutes(
  app: Express,
  prefix: string,
  operations: readonly Operation[],
  handler: (operation: Operation) => RequestHandler,
): void {
  for (const [path, ofPath] of Map.groupBy(operations, ({ http }) => http?.path ?? "")) {
    const route = app.route(`${prefix}${path}`);
    for (const operation of ofPath) {
      if (operation.http !== null) route[operation.http.method](handler(operation));
    }
    const has = new Set(ofPath.map(({ http }) => http?.method));
    route.all(onlyMethods(...methodsInOrder.filter((method) => has.has(method)).flatMap(methodNames)));
  }
}

const methodsInOrder: readonly Http["method"][] = ["get", "post", "put", "patch", "delete"];

function methodNames(method: Http["method"]): string[] {
  return method === "get" ? ["GET", "HEAD"] : [method.toUpperCase()];
}

type Ways = { readonly caller: Caller; readonly hasFormats: boolean };

function answer(parts: RouteParts, operation: Operation, { caller, hasFormats }: Ways): RequestHandler {
  const { onceKeys } = parts;
  const { http, list } = operation;
  const work = http?.method === "get" ? { ...parts.work, reads: parts.shownReads } : parts.work;
  const bodyBytesMax = Math.max(parts.bodyBytesMax, http?.bodyBytesMax ?? 0);
  return async (request, response) => {
    const actor = await caller(request, response);
    const { file } = operation;
    if (hasFormats && file !== null && isOfType(request, file.type)) {
      const input = readBesideFile(request, operation, file.field);
      const sent = openUpload(request, file.bytesMax);
      sendJson(response, http?.status ?? 200, await file.run({ ...work, actor }, input, sent));
      return;
    }
    const { input, format } = await readRequest(request, operation, {
      bodyBytesMax,
      hasFormats,
    });
    const call = { ...work, actor };
    const key = operation.runOnce === null ? undefined : onceKeyOf(request);
    if (key !== undefined) await answerOnce(request, response, { onceKeys, key }, call, operation, input);
    else if (format !== "json" && list !== null) await sendList(response, operation, list, call, { format, input });
    else sendJson(response, http?.status ?? 200, await operation.run(call, input));
  };
}

const owner = z.object({ program_id: z.int().optional(), workspace_id: z.int().optional() });

/** A line is of a program or of a workspace, and of the installation where the list is. */
function ownerOf(input: object): { readonly programId: number | null; readonly workspaceId: number | null } {
  const { program_id: programId = null, workspace_id: workspaceId = null } = owner.safeParse(input).data ?? {};
  return { programId, workspaceId: programId === null ? workspaceId : null };
}

type Sent = { readonly format: Exclude<ListFormat, "json">; readonly input: object };

async function sendList(response: Response, operation: Operation, list: List, call: Call, sent: Sent): Promise<void> {
  const read = (page: { readonly cursor?: string }) => list.read(call, { ...sent.input, limit: pageRowsMax, ...page });
  const { program_id: programId } = response.req.params;
  const name = operation.http?.path.split("/").at(-1) ?? "";
  const firstPage = await read({});
  if (response.req.method !== "HEAD")
    await keepDownload(call, { list: name, format: sent.format, ...ownerOf(sent.input) });
  await sendRows(response, {
    format: sent.format,
    fileName: programId === undefined ? name : `${name}-of-program-${programId}`,
    columns: list.columns,
    firstPage,
    pageAfter: (cursor) => read({ cursor }),
  });
}
