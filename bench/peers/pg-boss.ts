// pg-boss 12.38.0: a job for each event, by `send`, into a queue with a table of its own (`partition`), by an instance that only sends:
// supervising and scheduling are for instances that work. Its statement is prepared, by the `db` option through which it accepts any pool;
// with a pool of its own it plans that statement again for every job, for half to two thirds of the rate. Durable at the 200: the job. No
// worker runs, so the backlog grows, in its favor: nothing is fetched, worked or deleted. The job's id is made of the event's: a duplicate
// finds it and adds none, until the job is deleted, seven days after it was worked. Without an id every duplicate is a second job.
import { createHash } from "node:crypto";
import { Pool, type QueryResult } from "pg";
import { PgBoss } from "pg-boss";
import { readPeerArguments, serveWebhooks, verifying } from "./serve-webhooks.ts";

const connectionsMax = 10;
const queue = "stripe_event";

const peer = readPeerArguments();
const pool = new Pool({ connectionString: peer.databaseUrl, max: connectionsMax });
const names = new Map<string, string>();
const boss = new PgBoss({ db: { executeSql }, supervise: false, schedule: false });
boss.on("error", console.error);
await boss.start();
await boss.createQueue(queue, { partition: true });
serveWebhooks(peer, {
  receive: verifying(peer, async (event) => {
    await boss.send(queue, event, { id: uuidOf(event.id) });
  }),
  countQuery: "select count(*)::int4 as count from pgboss.job",
});

/** Statements without values may be several in one text, which cannot be prepared. */
function executeSql(text: string, values: unknown[] = []): Promise<QueryResult> {
  return values.length === 0 ? pool.query(text) : pool.query({ name: nameOf(text), text, values });
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `boss_${names.size}`;
  names.set(text, name);
  return name;
}

/** PostgreSQL takes any 32 hexadecimal digits. */
function uuidOf(eventId: string): string {
  return createHash("md5").update(eventId).digest("hex");
}
