// Live ingestion while a long log is being rebuilt: signed deliveries to the service over its front door, alone and beside a
// replay in turns, all on one database and the same processors.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { addConnection } from "../../src/access/connections.ts";
import { regenerateKey } from "../../src/access/program-keys.ts";
import { openSecrets } from "../../src/access/secrets.ts";
import { defaultSettings } from "../../src/core/settings.ts";
import { addPartner, createProgram, createWorkspace } from "../../src/ingest/configuration.ts";
import { dropShadow } from "../../src/replay/shadow.ts";
import { type Delivery, type Measured, measure, signedDeliveries } from "../load.ts";
import type { BenchDatabase, Log } from "./bench-database.ts";
import { requireVerified } from "./checks.ts";
import { measuredRebuild } from "./measured-rebuild.ts";
import { startWorker } from "./worker.ts";

const connections = 32;
const warmUpDeliveries = 2_000;
/** So few that the replay of this log is still going when they are in. */
const deliveriesPerEvent = 1 / 200;
/** Of no real run; each one's shadow is gone before the next begins. */
const runId = 2_000_000;
const signingSecret = "whsec_bench";
const secretKey = "only-for-the-bench-only-for-the-bench";

export type LiveRun = {
  readonly alone: Measured;
  readonly duringReplay: Measured;
  /** Of the replay, meanwhile. */
  readonly replayedPerSecond: number;
};

export async function measureLive(bench: BenchDatabase, log: Log, rounds: number): Promise<LiveRun[]> {
  const target = await openTarget(bench);
  const deliveriesPerTurn = Math.ceil(log.events * deliveriesPerEvent);
  try {
    const runs: LiveRun[] = [];
    await measure(target.url, target.deliveries("w", warmUpDeliveries), connections);
    for (let round = 0; round < rounds; round++) {
      const alone = await measure(target.url, target.deliveries(`a${round}x`, deliveriesPerTurn), connections);
      const beside = await measureBesideReplay(
        bench,
        log,
        target.url,
        target.deliveries(`d${round}x`, deliveriesPerTurn),
      );
      runs.push({ alone, ...beside });
    }
    await requireNothingLost(bench, target.programId, warmUpDeliveries + 2 * rounds * deliveriesPerTurn);
    return runs;
  } finally {
    await target.close();
  }
}

async function measureBesideReplay(
  { ownerUrl }: BenchDatabase,
  log: Log,
  url: string,
  deliveries: readonly Delivery[],
): Promise<Omit<LiveRun, "alone">> {
  const replay = startWorker("./rebuild-svc.ts", { ownerUrl, runId, programIds: log.programIds }, measuredRebuild);
  try {
    await replay.underWay;
    const doneBefore = replay.done();
    const startedAt = performance.now();
    const duringReplay = await measure(url, deliveries, connections);
    const seconds = (performance.now() - startedAt) / 1000;
    if (!replay.isRunning()) throw new Error("the replay ended before the deliveries: a longer log is needed");
    return { duringReplay, replayedPerSecond: (replay.done() - doneBefore) / seconds };
  } finally {
    await replay.stop();
    await dropShadow(ownerUrl, runId);
  }
}

type Target = {
  readonly programId: number;
  readonly url: string;
  deliveries(run: string, count: number): Delivery[];
  close(): Promise<void>;
};

/** A service in a process of its own, with a customer whose payments earn. */
async function openTarget({ database, ownerUrl }: BenchDatabase): Promise<Target> {
  const workspaceId = await createWorkspace(database, "Live");
  const programId = await createProgram(database, { workspaceId, name: "Live", settings: defaultSettings });
  await addPartner(database, { programId, name: "Anna", code: "anna" });
  const key = await regenerateKey(database, programId);
  if (key === undefined) throw new Error("the program has no key");
  const connection = { programId, provider: "stripe", livemode: true, secrets: [signingSecret] };
  const connectionId = await addConnection(database, openSecrets([secretKey]), connection);
  const env = { ...process.env, DATABASE_URL: ownerUrl, SVC_SECRET_KEYS: secretKey, LOG_LEVEL: "error" };
  const service = fork(new URL("../service.ts", import.meta.url), { env });
  const address = `http://127.0.0.1:${await portOf(service)}`;
  await bindCustomer(address, key);
  const payload = invoiceOfCustomer();
  return {
    programId,
    url: `${address}/webhooks/stripe/${connectionId}`,
    deliveries: (run, count) => signedDeliveries(payload, count, run, signingSecret),
    async close() {
      const ended = once(service, "exit");
      service.kill("SIGKILL");
      await ended;
    },
  };
}

async function portOf(service: ChildProcess): Promise<number> {
  const ended = once(service, "exit").then(() => Promise.reject(new Error("the service ended before it listened")));
  const [message] = await Promise.race([once(service, "message"), ended]);
  return z.object({ port: z.number() }).parse(message).port;
}

async function bindCustomer(address: string, key: string): Promise<void> {
  const post = async (path: string, body: object): Promise<unknown> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
    const response = await fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  const clicked = await post("/api/v1/track/click", { affiliate_url: "https://acme.example/?aff=anna" });
  const { click_id } = z.object({ click_id: z.string() }).parse(clicked);
  await post("/api/v1/track/lead", { click_id, customer_key: "customer-1" });
}

/** The published invoice, live and of the bound customer; its zeroed ids become each payment's own. */
function invoiceOfCustomer(): string {
  const path = new URL("../../fixtures/stripe/invoice.payment_succeeded.2020-08-27.json", import.meta.url);
  const event = JSON.parse(readFileSync(path, "utf8"));
  event.livemode = true;
  event.data.object.metadata = { svc_customer_key: "customer-1" };
  return JSON.stringify(event);
}

async function requireNothingLost(
  { database, ownerUrl }: BenchDatabase,
  programId: number,
  sent: number,
): Promise<void> {
  for (const book of ["sale", "commission", "platform_fee", "delivery"] as const) {
    const { count } = await database.kysely
      .selectFrom(book)
      .select((columns) => columns.fn.countAll<number>().as("count"))
      .where("program_id", "=", programId)
      .executeTakeFirstOrThrow();
    if (count !== sent) throw new Error(`${book} holds ${count} rows of ${sent} deliveries`);
  }
  await requireVerified(database, ownerUrl, programId);
}
