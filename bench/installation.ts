// The setting of a run: one embedded PostgreSQL as the service starts it, a database in it for each contender, and in ours an installation
// of the service with programs whose customers came through a partner. Everything is in a temporary folder that is always removed at the
// end, unless the caller names a folder to keep.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { addConnection } from "../src/access/connections.ts";
import { operator } from "../src/access/permission.ts";
import { regenerateKey } from "../src/access/program-keys.ts";
import { openSecrets, type Secrets } from "../src/access/secrets/secrets.ts";
import { variables } from "../src/config/config.ts";
import { defaultSettings, type Settings } from "../src/core/rules/events/settings/settings.ts";
import { type Database, withClient } from "../src/engine/postgres/database.ts";
import { openEmbedded } from "../src/engine/postgres/embedded.ts";
import { openInstallation } from "../src/engine/postgres/installation.ts";
import { addPartner, createProgram, createWorkspace } from "../src/product/programs/change.ts";
import { type ChildOptions, type ChildServer, endServers, startServer } from "./child-server.ts";
import { inParallel } from "./in-parallel.ts";
import { unlessInterrupted } from "./interruption.ts";
import { findPostmaster } from "./measure/processor-time.ts";
import { startWorkers } from "./worker-server.ts";

export const stripeSecret = "whsec_bench";
export const secretKey = "only-for-the-bench-only-for-the-bench";
const programsAtOnce = 4;
const customersAtOnce = 8;

/** As high as they go: what is measured is not how fast a limit refuses. */
export const limitsOutOfTheWay = {
  RATE_LIMIT_BROWSER_PER_MINUTE: "1000000",
  RATE_LIMIT_KEY_PER_MINUTE: "10000000",
  RATE_LIMIT_BAD_SIGNATURES_PER_MINUTE: "1000000",
};

export type BenchServer = {
  /** Of the maintenance database that the embedded server creates; other databases are next to it. */
  readonly url: string;
  readonly version: string;
  readonly postmaster: number;
  /** Of other machines that the databases are spread over. */
  readonly otherPostmasters?: readonly number[];
  /** Answers its address; made if it is not there. */
  database(name: string): Promise<string>;
};

/** With `dataDir` the server's data are kept there, and found again. */
export async function withBenchServer<T>(
  run: (server: BenchServer) => Promise<T>,
  dataDir: string | null = null,
): Promise<T> {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), "svc-bench-")));
  const embedded = await openEmbedded(folder, "service");
  try {
    const server = await serverAt(embedded.url);
    return await unlessInterrupted(() => run(server));
  } finally {
    endServers();
    await embedded.close();
    if (dataDir === null) {
      await rm(embedded.directory, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Of the maintenance database of a server that runs. */
export async function serverAt(url: string): Promise<BenchServer> {
  return {
    url,
    version: await versionAt(url),
    postmaster: await findPostmaster(url),
    database: (name) => ensureDatabase(url, name),
  };
}

export function versionAt(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ server_version: string }>("show server_version");
    return rows[0]?.server_version ?? "unknown";
  });
}

async function ensureDatabase(url: string, name: string): Promise<string> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}

export type BenchInstallation = {
  /** As commands have it. */
  readonly database: Database;
  /** As the owner. */
  readonly url: string;
  readonly secrets: Secrets;
  close(): Promise<void>;
};

/** The service's schema in this database, brought up to today's. */
export async function openBenchInstallation(url: string): Promise<BenchInstallation> {
  const options = { databaseUrl: url, dataDir: tmpdir(), as: "command", migrates: true } as const;
  const { database, close } = await openInstallation(options);
  return { database, url, secrets: openSecrets([secretKey]), close };
}

export type ServiceOptions = Omit<ChildOptions, "args"> & {
  /** One process when left out. */
  readonly workers?: number;
};

/** The service as in production, in a process of its own; nothing of this shell's environment configures it. */
export function startService(
  url: string,
  { env, execArgv = [], workers = 1 }: ServiceOptions = {},
): Promise<ChildServer> {
  const environment = {
    ...unconfiguredEnvironment(),
    DATABASE_URL: url,
    SVC_SECRET_KEYS: secretKey,
    LOG_LEVEL: "error",
    ...limitsOutOfTheWay,
    ...env,
  };
  if (workers > 1) return startWorkers(workers, environment);
  return startServer(new URL("service.ts", import.meta.url), { env: environment, execArgv });
}

/** This shell's, without anything that would configure a service. */
export function unconfiguredEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const { name } of variables) delete environment[name];
  return environment;
}

export type BenchProgram = {
  readonly programId: number;
  readonly key: string;
  readonly webhookPath: string;
  readonly affiliateUrl: string;
  /** Of its partner. */
  readonly code: string;
  readonly customerKeys: readonly string[];
};

export type BenchPrograms = {
  readonly programs: number;
  readonly customersPerProgram: number;
  /** What is left out is as in a new program. */
  readonly settings?: Partial<Settings> | undefined;
};

/** Programs with a partner, a key and a Stripe connection each. Their customers still have to be bound. */
export async function createBenchPrograms(
  { database, secrets }: BenchInstallation,
  { programs, customersPerProgram, settings }: BenchPrograms,
): Promise<BenchProgram[]> {
  const workspaceId = await createWorkspace(database, "Bench");
  const customerKeys = Array.from({ length: customersPerProgram }, (_, index) => `customer-${index + 1}`);
  const numbers = Array.from({ length: programs }, (_, index) => index);
  return inParallel(numbers, programsAtOnce, async () => {
    const programId = await createProgram(
      database,
      { workspaceId, name: "Bench", settings: { ...defaultSettings, site_url: "https://shop.example/", ...settings } },
      operator,
    );
    const code = `anna-${programId}`;
    await addPartner(database, { programId, name: "Anna", code }, operator);
    const key = await regenerateKey(database, programId, operator);
    const connection = { programId, provider: "stripe", livemode: true, secrets: [stripeSecret] };
    const connectionId = await addConnection(database, secrets, connection, operator);
    if (key === undefined || connectionId === undefined) throw new Error("the program is gone");
    const webhookPath = `/webhooks/stripe/${connectionId}`;
    return { programId, key, webhookPath, affiliateUrl: `https://shop.example/?aff=${code}`, code, customerKeys };
  });
}

/** More than `fast_leads_seconds` of a new program: leads that follow their clicks faster are taken for a machine's, and their sales flagged. */
const leadAfterMilliseconds = 10_500;

/** A click and a lead for every customer, through the front door, so that their payments earn. */
export async function bindCustomers(port: number, programs: readonly BenchProgram[]): Promise<void> {
  const customers = programs.flatMap((program) =>
    program.customerKeys.map((customerKey) => ({ program, customerKey })),
  );
  const clicked = await inParallel(customers, customersAtOnce, async ({ program, customerKey }) => {
    const click = await post(port, "/api/v1/track/click", null, { affiliate_url: program.affiliateUrl });
    if (!("click_id" in click)) throw new Error(`a click was not recorded: ${JSON.stringify(click)}`);
    return { key: program.key, click_id: click.click_id, customer_key: customerKey };
  });
  await setTimeout(leadAfterMilliseconds);
  await inParallel(clicked, customersAtOnce, ({ key, ...lead }) => post(port, "/api/v1/track/lead", key, lead));
}

async function post(port: number, path: string, key: string | null, body: object): Promise<object> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  const answer: unknown = JSON.parse(text);
  if (typeof answer !== "object" || answer === null) throw new Error(`${path} answered ${text}`);
  return answer;
}
