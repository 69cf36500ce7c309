// Proves that each peer does what the race assumes; run manually after any change of a peer or its version:
//   node bench/peers/prove.ts               all of them
//   node bench/peers/prove.ts message-db
// 200 signed deliveries, 20 of them twice at once and these a third time later; a delivery with a wrong signature. Then the peer is killed,
// and what it answered 200 must be in the database: all of it, once, with the right money if it records money.
import assert from "node:assert/strict";
import { Stripe } from "stripe";
import { withClient } from "../../src/engine/postgres/database.ts";
import { startServer } from "../child-server.ts";
import { onePayload } from "../contenders/payload.ts";
import { peers } from "../contenders/roster.ts";
import { inParallel } from "../in-parallel.ts";
import { type BenchServer, stripeSecret, withBenchServer } from "../installation.ts";
import { idOf } from "../load/ids.ts";

const deliveriesCount = 200;
const duplicatesCount = 20;
const atOnce = 32;
const payload = onePayload().toString();

/** What must come to `deliveriesCount`: rows, and money over what one invoice of 2000 comes to. */
const kept: Readonly<Record<string, readonly string[]>> = {
  "stripe-sync-engine": ["select count(*) from stripe.invoices", "select sum(amount_paid) / 2000 from stripe.invoices"],
  "emmett-append": [
    "select count(*) from emt_messages where message_data #>> '{event,data,object,amount_paid}' = '2000'",
    "select count(*) from emt_streams where stream_position = 1",
  ],
  "emmett-projection": [
    "select count(*) from emt_messages join sale on sale_id = global_position",
    "select sum(amount_cents) / 2000 from sale where customer_key = 'customer-1'",
    "select sum(commission.amount_cents) / 400 from commission join sale using (sale_id, currency)",
    "select sum(platform_fee.amount_cents) / 70 from platform_fee join sale using (sale_id, currency)",
  ],
  "message-db": [
    "select count(*) from message_store.messages where data #>> '{data,object,amount_paid}' = '2000'",
    "select count(distinct stream_name) from message_store.messages where message_store.category(stream_name) = 'invoice'",
  ],
  "graphile-worker": [
    "select count(distinct payload ->> 'id') from graphile_worker._private_jobs",
    "select count(*) from graphile_worker.jobs where task_identifier = 'stripe_event' and attempts = 0",
  ],
  "pg-boss": [
    "select count(distinct data ->> 'id') from pgboss.job",
    "select count(*) from pgboss.job where name = 'stripe_event' and state = 'created'",
  ],
};

const chosen = process.argv.slice(2);
const names = chosen.length > 0 ? chosen : peers.map(({ name }) => name);
await withBenchServer(async (server) => {
  for (const name of names) await prove(server, name);
});

async function prove(server: BenchServer, name: string): Promise<void> {
  const queries = kept[name];
  if (queries === undefined) throw new Error(`nothing says what ${name} keeps`);
  const url = await server.database(name);
  const peer = await startServer(new URL(`${name}.ts`, import.meta.url), { args: [url, stripeSecret] });
  try {
    const deliveries = Array.from({ length: deliveriesCount }, (_, index) => bodyOf(index));
    const duplicates = deliveries.slice(0, duplicatesCount);
    await expectAnswer(peer.port, bodyOf(deliveriesCount), "whsec_of_somebody_else", 400);
    await expectCount(peer.port, 0);
    const neighbours = deliveries.flatMap((body) => (duplicates.includes(body) ? [body, body] : [body]));
    await inParallel(neighbours, atOnce, (body) => expectAnswer(peer.port, body, stripeSecret, 200));
    await expectCount(peer.port, deliveriesCount);
    await inParallel(duplicates, atOnce, (body) => expectAnswer(peer.port, body, stripeSecret, 200));
    await expectCount(peer.port, deliveriesCount);
  } finally {
    await peer.stop();
  }
  for (const query of queries) await expectKept(url, query);
  console.log(`${name}: ${deliveriesCount} deliveries kept once, though ${duplicatesCount} of them came three times`);
}

/** The race's own payload, with ids that are this one's. */
function bodyOf(index: number): string {
  return payload.replaceAll(idOf("one", 0), idOf("prove", index));
}

async function expectAnswer(port: number, body: string, secret: string, status: number): Promise<void> {
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  const response = await fetch(`http://127.0.0.1:${port}/webhooks/stripe/1`, { method: "POST", headers, body });
  assert.equal(response.status, status, await response.text());
}

async function expectCount(port: number, expected: number): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/count`);
  assert.deepEqual(await response.json(), { count: expected });
}

async function expectKept(url: string, query: string): Promise<void> {
  const { rows } = await withClient(url, (client) => client.query({ text: query, rowMode: "array" }));
  assert.equal(Number(rows[0]?.[0]), deliveriesCount, query);
}
