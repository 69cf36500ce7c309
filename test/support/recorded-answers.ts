// Keeps what a service answered to each call of its API description, where it said most, as an example for people: a few rows of a
// list, and nothing in it that is a secret, another one in each run, or this machine's.
import { readDescription } from "./described-answers.ts";
import type { Answer, RunningService } from "./service.ts";

const rowsMax = 2;
const exampleTime = "2026-01-31T12:00:00.000Z";

/** By operationId. */
export type RecordedAnswers = ReadonlyMap<string, unknown>;

export async function recordAnswers(
  service: RunningService,
): Promise<{ readonly service: RunningService; readonly recorded: RecordedAnswers }> {
  const { document, find } = await readDescription();
  const recorded = new Map<string, unknown>();
  const note = (method: string, path: string, { status, headers, body }: Answer): void => {
    const isJson = headers.get("content-type")?.startsWith("application/json") === true;
    const template = find(new URL(path, service.url).pathname);
    if (status >= 300 || !isJson || template === undefined) return;
    const calls = Object.entries(document.paths[template] ?? {});
    const operationId = calls.find(([name]) => name === method.toLowerCase())?.[1].operationId;
    if (operationId === undefined) return;
    const example = asExample(body, service.url);
    const before = recorded.get(operationId);
    if (before === undefined || fieldsIn(example) > fieldsIn(before)) recorded.set(operationId, example);
  };
  const request: RunningService["request"] = async (path, call = {}) => {
    const answer = await service.request(path, call);
    note(call.method ?? "GET", path, answer);
    return answer;
  };
  const post: RunningService["post"] = async (path, body, call) => {
    const answer = await service.post(path, body, call);
    note("POST", path, answer);
    return answer;
  };
  return { service: { ...service, request, post }, recorded };
}

function asExample(value: unknown, url: string): unknown {
  if (typeof value === "string") return withoutChance(value).replaceAll(url, "https://svc.example");
  if (Array.isArray(value)) return value.slice(0, rowsMax).map((each) => asExample(each, url));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, isSecret(name, each) ? "shown-once" : asExample(each, url)]),
  );
}

const isSecret = (name: string, value: unknown): boolean =>
  typeof value === "string" && /^(token|access_token|device_code)$/.test(name);

function withoutChance(text: string): string {
  return text
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, exampleTime)
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "2026-01-31T12:00:00Z")
    .replace(/\b\d{4}-\d\d-\d\d\b(?!T)/g, "2026-01-31")
    .replace(/\b(aff|agt)_[\w-]{16,}/g, "$1_shown-once")
    .replace(/\/partner\/[\w.-]+/g, "/partner/shown-once")
    .replace(/^127\.0\.0\.1$/, "203.0.113.7")
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "4f9d0c1e-8a7b-4c6d-9e5f-0a1b2c3d4e5f")
    .replace(/\b[0-9a-f]{40,64}\b/g, (digest) => "0123456789abcdef".repeat(4).slice(0, digest.length));
}

/** A measure of how much an answer says. */
function fieldsIn(value: unknown): number {
  if (Array.isArray(value)) return Math.max(0, ...value.map(fieldsIn));
  if (typeof value !== "object" || value === null) return value === null ? 0 : 1;
  return Object.values(value).reduce<number>((sum, each) => sum + fieldsIn(each), 1);
}

/** Whether both have the same fields, of the same kinds. What one of them leaves empty says nothing against the other. */
export function haveSameFields(one: unknown, other: unknown): boolean {
  if (one === null || other === null) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === 0 || other.length === 0 || one.some((row) => other.some((its) => haveSameFields(row, its)));
  }
  if (typeof one !== "object" || typeof other !== "object") return typeof one === typeof other;
  const [fields, others] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return (
    fields.size === others.size &&
    [...fields].every(([name, value]) => others.has(name) && haveSameFields(value, others.get(name)))
  );
}
