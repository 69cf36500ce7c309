// The composed service on a free port, over a test database of its own or one it shares, as two processes would.
// Every call is a real HTTP request; only time and failures are made from behind, by the database's owner.
import type { Logger } from "pino";
import { pino } from "pino";
import { operator } from "../../src/access/permission.ts";
import { regenerateKey } from "../../src/access/program-keys.ts";
import { type Config, readConfig } from "../../src/config/config.ts";
import { defaultSettings, type Settings } from "../../src/core/rules/events/settings/settings.ts";
import { type Database, openDatabase, withClient } from "../../src/engine/postgres/database.ts";
import { serviceLimits } from "../../src/engine/postgres/limits.ts";
import { placementAt } from "../../src/engine/postgres/placement-at.ts";
import { listen } from "../../src/faces/cli/service/http-server.ts";
import { composeService } from "../../src/main.ts";
import { addPartner, createProgram, createWorkspace } from "../../src/product/programs/change.ts";
import { redactedLines } from "../../src/telemetry/log-redaction.ts";
import { openTracing } from "../../src/telemetry/tracing.ts";
import { findServiceRole } from "./database.ts";
import { requireDescribed } from "./described-answers.ts";

export const secretKey = "only-for-tests-only-for-tests-only";

const connectionsMax = 10;

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined where the answer holds no JSON. */
  readonly body: unknown;
  readonly text: string;
};

export type Call = {
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  /** `manual` shows a redirect instead of following it. */
  readonly redirect?: "follow" | "manual";
};

type CallWithBody = Call & { readonly body?: string | Uint8Array<ArrayBuffer> };

export type RunningService = {
  readonly url: string;
  readonly database: Database;
  /** As the owner. */
  readonly databaseUrl: string;
  /** Every line the service logged. */
  readonly logged: readonly string[];
  /** A JSON body unless it is text or bytes. */
  post(path: string, body: unknown, call?: Call): Promise<Answer>;
  request(path: string, call?: CallWithBody): Promise<Answer>;
  drain(): Promise<void>;
  close(): Promise<void>;
};

/**
 * `env` is the environment's: limits by their names there. `now` is its clock, and `machineNow` what the database's clock is held
 * against.
 */
export async function startService(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
  now: () => number = Date.now,
  machineNow: () => number = Date.now,
): Promise<RunningService & { readonly log: Logger }> {
  const role = await findServiceRole(databaseUrl);
  // No test asks a payment provider or VIES: nothing listens there.
  const instead = { PAYOUT_API_URLS: "paypal=http://127.0.0.1:9", VIES_URL: "off" };
  const own = { DATABASE_URL: databaseUrl, HOST: "127.0.0.1", SVC_SECRET_KEYS: secretKey, ...instead };
  const given = readConfig({ ...own, ...env });
  const clock = { ...given.clock, now: machineNow };
  const limits = serviceLimits(given.databaseTimeoutSeconds);
  const opening = {
    connectionsMax,
    applicationName: "svc-test",
    role,
    clock,
    limits,
    placement: await placementAt(databaseUrl),
  };
  const database = openDatabase({ url: databaseUrl, ...opening });
  const readUrl = given.readUrl?.reveal() ?? null;
  const standby = readUrl === null ? null : openDatabase({ url: readUrl, ...opening });
  const http = await listen({ host: "127.0.0.1", port: 0, portIsFixed: true }, given);
  const url = `http://127.0.0.1:${http.port}`;
  const config = { ...given, baseUrl: given.baseUrl ?? url };
  const { log, logged } = recordingLog(config);
  const tracing = await openTracing(env);
  const service = await composeService({ database, standby, ownerUrl: databaseUrl, config, log, tracing, now });
  http.serve(service.handler);

  const request: RunningService["request"] = (path, call) => sendTo(`${url}${path}`, call);
  return {
    url,
    database,
    databaseUrl,
    log,
    logged,
    request,
    post: (path, body, call = {}) =>
      request(path, {
        ...call,
        method: "POST",
        headers: { "content-type": "application/json", ...call.headers },
        body: typeof body === "string" || isBytes(body) ? body : JSON.stringify(body),
      }),
    drain: () => service.drain(),
    async close() {
      await http.close();
      await service.drain();
      await Promise.all([database.close(), standby?.close()]);
    },
  };
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}

/** Also to a service that runs as a process of its own. */
export function sendTo(
  url: string,
  { key, headers = {}, method = "GET", redirect = "follow", body }: CallWithBody = {},
): Promise<Answer> {
  return send(url, {
    method,
    redirect,
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

async function send(url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  const body: unknown = isJson && text !== "" ? JSON.parse(text) : undefined;
  const answer = { status: response.status, headers: response.headers, body, text };
  // A redirect that was followed is another address's answer.
  if (!response.redirected) await requireDescribed({ method: init.method ?? "GET", path: url }, answer);
  return answer;
}

/** As a service writes it that is started with `LOG_LEVEL=trace`. */
function recordingLog(config: Config): { log: Logger; logged: string[] } {
  const logged: string[] = [];
  const lines = { level: "trace", serializers: redactedLines(config) };
  return { log: pino(lines, { write: (line) => void logged.push(line) }), logged };
}

export type ProgramAtHand = {
  readonly programId: number;
  readonly key: string;
  readonly partnerId: number;
  /** Of an affiliate link of the partner. */
  readonly link: string;
  readonly code: string;
};

let programsMade = 0;

/** A program with a key and one partner, whose code no other has. */
export async function createTestProgram(database: Database, settings: Partial<Settings> = {}): Promise<ProgramAtHand> {
  programsMade += 1;
  const code = `ann-${programsMade}`;
  const workspaceId = await createWorkspace(database, "Acme");
  const programId = await createProgram(
    database,
    {
      workspaceId,
      name: "Acme",
      settings: { ...defaultSettings, ...settings },
    },
    operator,
  );
  const key = await regenerateKey(database, programId, operator);
  if (key === undefined) throw new Error(`program ${programId} got no key`);
  const partnerId = await addPartner(database, { programId, name: "Ann", code }, operator);
  return { programId, key, partnerId, code, link: `https://shop.example/?aff=${code}` };
}

/** Answers the id of a new click on the partner's link. */
export async function clickOn(service: RunningService, { link }: ProgramAtHand): Promise<string> {
  const answer = await service.post("/api/v1/track/click", { affiliate_url: link });
  return String(fieldOf(answer, "click_id"));
}

/** A customer whose server-mode lead binds it to a click, a new one by default. */
export async function bindCustomer(
  service: RunningService,
  program: ProgramAtHand,
  customerKey: string,
  knownClickId?: string,
): Promise<{ clickId: string; customerKey: string }> {
  const clickId = knownClickId ?? (await clickOn(service, program));
  const lead = { click_id: clickId, customer_key: customerKey };
  const answer = await service.post("/api/v1/track/lead", lead, { key: program.key });
  if (answer.status !== 200) throw new Error(`the lead was answered ${answer.status} ${answer.text}`);
  return { clickId, customerKey };
}

/** A field of an answer that was expected to have it; `error.code` reaches into the envelope. */
export function fieldOf(answer: Answer, path: string): unknown {
  let value: unknown = answer.body;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null || !(name in value)) {
      throw new Error(`${answer.status} ${answer.text} has no ${path}`);
    }
    value = (value as Readonly<Record<string, unknown>>)[name];
  }
  return value;
}

export type AnsweredRow = Readonly<Record<string, unknown>>;

/** The rows of a list's page; a refusal is no empty list. */
export function rowsOf(answer: Answer): readonly AnsweredRow[] {
  const data = fieldOf(answer, "data");
  if (answer.status !== 200 || !Array.isArray(data)) throw new Error(`${answer.status} ${answer.text} is no list`);
  return data;
}

/** Status and code of an answer, for claims about refusals. */
export function refusalOf(answer: Answer): string {
  return `${answer.status} ${String(fieldOf(answer, "error.code"))}`;
}

/** As the owner, who may move time by changing the books' dates. */
export async function asOwner<Row extends object>(
  databaseUrl: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => (await client.query<Row>(sql, [...values])).rows);
}
