// An operation's call as its definition describes it: over HTTP for people, over HTTP for agents, as an agent's tool.
import { z } from "zod";
import type { Operation } from "../../src/product/operation/operation.ts";
import type { Answer, RunningService } from "./service.ts";

export type Headers = Readonly<Record<string, string>>;
export type Prefix = "/api/v1" | "/api/agent/v1";

export type OverHttp = {
  readonly prefix: Prefix;
  readonly input: object;
  readonly headers: Headers;
  /** In addition to the input's. */
  readonly query?: Readonly<Record<string, string>>;
};

export function callOverHttp(service: RunningService, { http }: Operation, call: OverHttp): Promise<Answer> {
  if (http === null) throw new Error("only the command line reaches it");
  const { prefix, input, headers, query = {} } = call;
  const rest = new Map<string, unknown>(Object.entries(input));
  const path = http.path.replace(/:(\w+)/g, (_, field: string) => {
    const value = String(rest.get(field));
    rest.delete(field);
    return encodeURIComponent(value);
  });
  const method = http.method.toUpperCase();
  if (method === "GET" || method === "DELETE") {
    const given = [...rest].map(([name, value]): [string, string] => [name, String(value)]);
    const search = new URLSearchParams([...given, ...Object.entries(query)]);
    return service.request(`${prefix}${path}?${search}`, { method, headers });
  }
  const body = http.body === undefined ? Object.fromEntries(rest) : rest.get(http.body);
  return service.request(`${prefix}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

const answered = z.object({
  result: z.object({
    structuredContent: z.looseObject({}),
    isError: z.boolean(),
    content: z.tuple([z.object({ text: z.string() })]),
  }),
});
const refused = z.object({ error: z.looseObject({ status: z.int(), code: z.string() }) });

export type ToolAnswer = {
  /** Its status and code; null where the tool did what it is for. */
  readonly refusal: string | null;
  readonly body: object;
  /** The same for clients that know no structured answers. */
  readonly text: string;
};

export async function callTool(
  service: RunningService,
  { tool }: Operation,
  input: object,
  headers: Headers,
): Promise<ToolAnswer> {
  if (tool === null) throw new Error("agents do not have it");
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool.name, arguments: input } };
  const answer = await service.post("/api/agent/v1/mcp", message, {
    headers: { accept: "application/json, text/event-stream", ...headers },
  });
  if (answer.status >= 400) return { refusal: refusalIn(answer.body), body: {}, text: answer.text };
  const { isError, structuredContent: body, content } = answered.parse(answer.body).result;
  return { refusal: isError ? refusalIn(body) : null, body, text: content[0].text };
}

function refusalIn(body: unknown): string {
  const { status, code } = refused.parse(body).error;
  return `${status} ${code}`;
}
