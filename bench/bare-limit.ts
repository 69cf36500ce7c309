// The bare limit: Express, the same signature check, and a group commit of the bytes into one table. No fold, no books, no
// order, no chain: what is left to gain if everything this service is for were free.
import { createServer } from "node:http";
import express from "express";
import { Pool } from "pg";
import { stripe } from "../adapters/stripe.ts";

const [databaseUrl, secret] = process.argv.slice(2);
if (databaseUrl === undefined || secret === undefined) throw new Error("usage: bare-limit.ts <database url> <secret>");
const pool = new Pool({ connectionString: databaseUrl, max: 4 });
await pool.query(
  "create table if not exists bare_delivery (id bigint generated always as identity, body bytea not null)",
);

type Waiting = { readonly body: Buffer; readonly resolve: () => void; readonly reject: (error: unknown) => void };
const queue: Waiting[] = [];
let isFlushing = false;

async function flushAll(): Promise<void> {
  while (queue.length > 0) {
    const batch = queue.splice(0, 500);
    const rows = batch.map((_, index) => `($${index + 1})`).join(", ");
    try {
      await pool.query(
        `insert into bare_delivery (body) values ${rows}`,
        batch.map((waiting) => waiting.body),
      );
      for (const waiting of batch) waiting.resolve();
    } catch (error) {
      for (const waiting of batch) waiting.reject(error);
    }
  }
  isFlushing = false;
}

const app = express();
app.post("/webhooks/stripe/1", express.raw({ type: "*/*", limit: "1mb" }), async (request, response) => {
  const body: Buffer = request.body;
  const signature = request.headers["stripe-signature"];
  const headers = { "stripe-signature": typeof signature === "string" ? signature : undefined };
  const verification = stripe.verify({ body, headers }, [secret], Math.floor(Date.now() / 1000));
  if (!verification.valid) {
    response.status(400).end();
    return;
  }
  await new Promise<void>((resolve, reject) => {
    queue.push({ body, resolve, reject });
    if (isFlushing) return;
    isFlushing = true;
    setImmediate(() => void flushAll());
  });
  response.json({ received: true });
});
const server = createServer(app).listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.({ port: address.port });
});
