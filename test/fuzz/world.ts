// What cases are sent to: the service as a process of its own on a real PostgreSQL, and in it a company with partners, customers, a
// connection of every provider and everyone who may call.
import { openDatabase, roleIfUsable, serviceRole } from "../../src/engine/postgres/database.ts";
import type { OpenApiDocument } from "../../src/faces/http/openapi/model.ts";
import type { OperationName } from "../../src/product/operation/names.ts";
import { createAgent } from "../support/agents.ts";
import type { Child } from "../support/child.ts";
import { sampleOf, samples } from "../support/operation-samples.ts";
import { newOperator, newPerson } from "../support/people.ts";
import { type ProviderDescription, providerDescriptions } from "../support/providers.ts";
import { fieldOf, type RunningService, sendTo } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { beginCompany, type TradingCompany } from "../support/trading-company.ts";
import { Wire } from "./wire.ts";

/** As high as they go: what is tried is not how fast a limit refuses. */
const limits = {
  RATE_LIMIT_BROWSER_PER_MINUTE: "1000000",
  RATE_LIMIT_KEY_PER_MINUTE: "10000000",
  RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE: "1000000",
  RATE_LIMIT_UNKNOWN_CONNECTIONS_PER_MINUTE: "1000000",
  RATE_LIMIT_MANAGEMENT_PER_MINUTE: "1000000",
  RATE_LIMIT_AGENT_PER_MINUTE: "1000000",
  RATE_LIMIT_ANONYMOUS_TESTS_PER_HOUR: "1000000",
  RATE_LIMIT_SIGN_IN_PER_MINUTE: "1000000",
  RATE_LIMIT_FAILED_SIGN_INS_PER_HOUR: "1000000",
  RATE_LIMIT_MAILS_PER_HOUR: "1000000",
  RATE_LIMIT_MAIL_CALLS_PER_HOUR: "1000000",
};
/** What a busy machine does to answers is not what is tried either. */
const patience = { QUEUE_WAIT_SECONDS_MAX: "60", DATABASE_TIMEOUT_SECONDS: "60" };
/** Cases whose announced length never comes time out soon. */
const requestSeconds = "3";

export type Credential = { readonly name: string; readonly headers: Readonly<Record<string, string>> };

export type Connected = ProviderDescription & { readonly connectionId: number };

export type World = {
  readonly databaseUrl: string;
  readonly service: RunningService;
  readonly child: Child;
  readonly wire: Wire;
  readonly document: OpenApiDocument;
  readonly company: TradingCompany;
  readonly connections: readonly Connected[];
  readonly credentials: ReadonlyMap<string, Credential>;
  /** By operation, an input that succeeds, or once did. */
  readonly inputs: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
};

/** `withSamples`: every operation's own sample as well, which takes seconds to make. */
export async function openWorld(databaseUrl: string, withSamples: boolean): Promise<World> {
  const env = {
    ...limits,
    ...patience,
    TRUST_PROXY_HOPS: "1",
    REQUEST_TIMEOUT_SECONDS: requestSeconds,
    LOG_LEVEL: "warn",
  };
  const { child, url } = await startServiceProcess(databaseUrl, env);
  const role = await roleIfUsable(databaseUrl, serviceRole);
  const database = openDatabase({ url: databaseUrl, connectionsMax: 4, applicationName: "svc-fuzz", role });
  const post: RunningService["post"] = (path, body, call = {}) =>
    sendTo(`${url}${path}`, {
      ...call,
      method: "POST",
      headers: { "content-type": "application/json", ...call.headers },
      body: typeof body === "string" || isBytes(body) ? body : JSON.stringify(body),
    });
  const request: RunningService["request"] = (path, call) => sendTo(`${url}${path}`, call);
  const nothing = () => Promise.resolve();
  const service = { url, database, databaseUrl, logged: [], request, post, drain: nothing, close: nothing };
  const company = await beginCompany(service);
  const document: OpenApiDocument = JSON.parse((await service.request("/openapi.json")).text);
  const connections: Connected[] = [];
  for (const provider of providerDescriptions) connections.push(await connect(company, provider));
  const credentials = await credentialsOf(service, company);
  const inputs = await inputsOf(service, company, withSamples);
  const wire = new Wire(url);
  return {
    ...{ databaseUrl, service, child, wire, document, company, connections, credentials, inputs },
    async close() {
      wire.close();
      child.process.kill("SIGTERM");
      await child.exit;
      await database.close();
    },
  };
}

async function connect(company: TradingCompany, description: ProviderDescription): Promise<Connected> {
  const { programId, make } = company;
  const [signing_secret] = description.secrets;
  const connection = { program_id: programId, provider: description.provider, signing_secret };
  return { ...description, connectionId: await make("connections.add", connection, "connection_id") };
}

async function credentialsOf(service: RunningService, company: TradingCompany): Promise<World["credentials"]> {
  const { owner, member, stranger, key, programId } = company;
  const operator = await newOperator(service, "operator@svc.test");
  const spare = await newPerson(service, "spare@acme.test");
  const agent = await createAgent(service.database, { programId });
  const reader = await createAgent(service.database, { programId }, ["programs:read"]);
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const all: Readonly<Record<string, Credential["headers"]>> = {
    nobody: {},
    owner: bearer(owner.token),
    "owner's cookie": { cookie: owner.cookie, origin: service.url },
    "owner's cookie from another site": { cookie: owner.cookie, origin: "https://evil.example" },
    member: bearer(member.token),
    stranger: bearer(stranger.token),
    spare: bearer(spare.token),
    operator: bearer(operator.token),
    "program key": bearer(key),
    agent: bearer(agent.key),
    "agent that only reads": bearer(reader.key),
    "another's program key": bearer(`aff_${"0".repeat(32)}`),
    "another's agent key": bearer(`agt_${"0".repeat(32)}`),
    "a cut key": bearer(key.slice(0, -1)),
    "an empty key": { authorization: "Bearer " },
    "another scheme": { authorization: "Basic YWxhZGRpbjpvcGVuc2VzYW1l" },
    "no key at all": { authorization: "\u00e9 \u00ff" },
    "a long key": bearer("x".repeat(4_000)),
    "a cookie of nobody": { cookie: `svc.session_token=${"%F0".repeat(40)}; ; =; a`, origin: service.url },
  };
  return new Map(Object.entries(all).map(([name, headers]) => [name, { name, headers }]));
}

async function inputsOf(
  service: RunningService,
  company: TradingCompany,
  withSamples: boolean,
): Promise<World["inputs"]> {
  const names = Object.keys(samples).filter((name): name is OperationName => name in samples);
  const inputs = new Map<string, Readonly<Record<string, unknown>>>();
  // Found in the data, so that references to them are likely to mean something.
  const click = await service.post("/api/v1/track/click", { affiliate_url: "https://shop.example/?aff=anna" });
  const known = {
    click_id: fieldOf(click, "click_id"),
    customer_key: "user-1",
    transaction_id: await company.newSale(),
  };
  inputs.set("known", {
    ...known,
    program_id: company.programId,
    partner_id: company.partnerId,
    affiliate_url: "https://shop.example/?aff=anna",
  });
  if (!withSamples) return inputs;
  for (const name of names) {
    if (samples[name] === null) continue;
    inputs.set(name, Object.fromEntries(Object.entries(await sampleOf(name, company))));
  }
  return inputs;
}

function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}
