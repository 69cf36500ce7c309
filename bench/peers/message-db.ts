// Message DB 1.3.0, the database of @eventide/message-db 1.3.1. The package is SQL and shell scripts, without a client: it is used as its
// guide says, by calling `write_message` from the application, here by a prepared statement. A stream for each of Stripe's objects,
// `invoice-in_…`, as its guide names streams. Durable at the 200: the message, with the whole event as its data. Writers to one category
// wait for each other, the commit included, so more connections bring nothing. Over 64 categories it wrote 1.4 times as much, but then no
// one can read the invoices in order, which is the purpose of categories. The message's id is made of the event's, and ids are unique: a
// duplicate is refused by the index and answered 200.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Pool } from "pg";
import type { Stripe } from "stripe";
import { withClient } from "../../src/engine/postgres/database.ts";
import { readPeerArguments, serveWebhooks, verifying } from "./serve-webhooks.ts";

const connectionsMax = 5;
const searchPath = "message_store, public";
const writeMessage = { name: "write_message", text: "select write_message($1, $2, $3, $4)" };

/** In the order in which install.sh runs them; the caller creates the database. */
const installScripts = [
  "install.sh",
  "install-functions.sh",
  "install-indexes.sh",
  "install-views.sh",
  "install-privileges.sh",
];

const peer = readPeerArguments();
await install(peer.databaseUrl);
const pool = new Pool({
  connectionString: peer.databaseUrl,
  max: connectionsMax,
  options: `-c search_path=${searchPath.replace(" ", "")}`,
});
serveWebhooks(peer, {
  receive: verifying(peer, write),
  countQuery: "select count(*)::int4 as count from message_store.messages",
});

async function write(event: Stripe.Event, body: Buffer): Promise<void> {
  const values = [uuidOf(event.id), streamOf(event), event.type, body.toString()];
  try {
    await pool.query({ ...writeMessage, values });
  } catch (error) {
    if (!isDuplicateMessage(error)) throw error;
  }
}

/** PostgreSQL takes any 32 hexadecimal digits. */
function uuidOf(eventId: string): string {
  return createHash("md5").update(eventId).digest("hex");
}

function streamOf(event: Stripe.Event): string {
  const { object } = event.data;
  return "id" in object ? `${object.object}-${object.id}` : `event-${event.id}`;
}

function isDuplicateMessage(error: unknown): boolean {
  return error instanceof Error && "constraint" in error && error.constraint === "messages_id";
}

/** Runs the SQL files that its install scripts hand to psql, which not every machine has. */
async function install(databaseUrl: string): Promise<void> {
  const folder = new URL("database/", import.meta.resolve("@eventide/message-db/package.json"));
  const read = (path: string): string => readFileSync(new URL(path, folder), "utf8");
  const files = installScripts.flatMap((script) => [...read(script).matchAll(/(?<=\$base\/)\S+\.sql/g)].map(String));
  await withClient(databaseUrl, async (client) => {
    await client.query(`set search_path to ${searchPath}`);
    for (const file of files) await client.query(read(file));
  });
}
