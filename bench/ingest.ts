// How fast signed Stripe deliveries become sales, commissions and fees, held against the bare limit in the same run: both take
// turns on one machine and one PostgreSQL, so that what counts is the ratio.
//   npm run bench              5 rounds of 3,000 deliveries over 32 connections
//   npm run bench -- 9 5000    rounds and deliveries a round
import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { addConnection } from "../src/access/connections.ts";
import { regenerateKey } from "../src/access/program-keys.ts";
import { openSecrets } from "../src/access/secrets.ts";
import { defaultSettings } from "../src/core/settings.ts";
import { openEmbedded } from "../src/db/embedded.ts";
import { openInstallation } from "../src/db/installation.ts";
import { addPartner, createProgram, createWorkspace } from "../src/ingest/configuration.ts";
import { type Delivery, type Measured, measure, median, signedDeliveries } from "./load.ts";

const connections = 32;
const warmUpDeliveries = 2_000;
const secret = "whsec_bench";
const secretKey = "only-for-the-bench-only-for-the-bench";

const [rounds = 5, deliveriesPerRound = 3_000] = process.argv.slice(2).map(Number);

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const embedded = await openEmbedded(folder, "service");
  const children: ChildProcess[] = [];
  try {
    const installation = await openInstallation({
      databaseUrl: embedded.url,
      dataDir: folder,
      as: "command",
      migrates: true,
    });
    const { database } = installation;
    const workspaceId = await createWorkspace(database, "Bench");
    const programId = await createProgram(database, { workspaceId, name: "Bench", settings: defaultSettings });
    await addPartner(database, { programId, name: "Anna", code: "anna" });
    const key = await regenerateKey(database, programId);
    const connection = { programId, provider: "stripe", livemode: true, secrets: [secret] };
    const connectionId = await addConnection(database, openSecrets([secretKey]), connection);

    const env = { ...process.env, DATABASE_URL: embedded.url, SVC_SECRET_KEYS: secretKey, LOG_LEVEL: "error" };
    const ours = await start(children, "service.ts", [], env);
    const bare = await start(children, "bare-limit.ts", [embedded.url, secret], env);
    await bindCustomer(ours, key);

    const targets = {
      service: `http://127.0.0.1:${ours}/webhooks/stripe/${connectionId}`,
      "bare limit": `http://127.0.0.1:${bare}/webhooks/stripe/1`,
    };
    const results = await takeTurns(targets);
    await checkBooks(database, warmUpDeliveries + rounds * deliveriesPerRound);
    report(results);
    await installation.close();
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await embedded.close();
    await rm(embedded.directory, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

function start(
  children: ChildProcess[],
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const child = fork(new URL(file, import.meta.url), args, { env, stdio: ["ignore", "inherit", "inherit", "ipc"] });
  children.push(child);
  return new Promise((resolve, reject) => {
    child.once("message", (message: { port: number }) => resolve(message.port));
    child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

async function bindCustomer(port: number, key: string | undefined): Promise<void> {
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Record<string, unknown>;
  };
  const { click_id } = await post("/api/v1/track/click", { affiliate_url: "https://shop.example/?aff=anna" });
  await post("/api/v1/track/lead", { click_id, customer_key: "customer-1" });
}

/** The published invoice, live and of the bound customer; its zeroed ids become each payment's own. */
function payload(): string {
  const path = new URL("../fixtures/stripe/invoice.payment_succeeded.2020-08-27.json", import.meta.url);
  const event = JSON.parse(readFileSync(path, "utf8"));
  event.livemode = true;
  event.data.object.metadata = { svc_customer_key: "customer-1" };
  return JSON.stringify(event);
}

type Results = Map<string, Measured[]>;

async function takeTurns(targets: Readonly<Record<string, string>>): Promise<Results> {
  const text = payload();
  const deliveries = (count: number, run: string): Delivery[] => signedDeliveries(text, count, run, secret);
  const results: Results = new Map();
  for (const url of Object.values(targets)) await measure(url, deliveries(warmUpDeliveries, "w"), connections);
  for (let round = 0; round < rounds; round++) {
    for (const [name, url] of Object.entries(targets)) {
      const measured = await measure(url, deliveries(deliveriesPerRound, `r${round}x`), connections);
      results.set(name, [...(results.get(name) ?? []), measured]);
      console.log(`round ${round + 1}  ${name.padEnd(10)}  ${describe(measured)}`);
    }
  }
  return results;
}

/** A fast answer to a sale that is not there would be worth nothing. */
async function checkBooks(
  database: Awaited<ReturnType<typeof openInstallation>>["database"],
  expected: number,
): Promise<void> {
  for (const book of ["sale", "commission", "platform_fee", "delivery"] as const) {
    const { count } = await database.kysely
      .selectFrom(book)
      .select((columns) => columns.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count !== expected) throw new Error(`${book} holds ${count} rows instead of ${expected}`);
  }
}

function report(results: Results): void {
  const medians = new Map([...results].map(([name, runs]) => [name, median(runs.map((run) => run.perSecond))]));
  const [ours = Number.NaN, bare = Number.NaN] = [medians.get("service"), medians.get("bare limit")];
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`\n${cpus().length} × ${cpus()[0]?.model}, load ${load.join(" ")}, ${connections} connections`);
  for (const [name, runs] of results) {
    const rates = runs.map((run) => run.perSecond);
    const p99 = median(runs.map((run) => run.p99));
    console.log(
      `${name.padEnd(10)}  median ${Math.round(median(rates))}/s (${Math.round(Math.min(...rates))} to ${Math.round(Math.max(...rates))}), p99 ${p99.toFixed(1)} ms`,
    );
  }
  console.log(`ratio to the bare limit ${(ours / bare).toFixed(2)}`);
}

function describe({ perSecond, p50, p99 }: Measured): string {
  return `${Math.round(perSecond)}/s  p50 ${p50.toFixed(1)} ms  p99 ${p99.toFixed(1)} ms`;
}

await main();
