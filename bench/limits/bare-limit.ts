// The bare limit: Express, the same signature check, and a group commit of the bytes into one table. No fold, no books, no
// order, no chain: what is left to gain if everything this service is for were free.
import { Pool } from "pg";
import { readArguments, serveDeliveries } from "./serve-deliveries.ts";

const rowsPerStatementMax = 500;

const { databaseUrl, secret } = readArguments();
const pool = new Pool({ connectionString: databaseUrl, max: 2 });
await pool.query(
  "create table if not exists bare_delivery (id bigint generated always as identity, body bytea not null)",
);

type Waiting = { readonly body: Buffer; readonly resolve: () => void; readonly reject: (error: unknown) => void };
let waiting: Waiting[] = [];
let isFlushing = false;

async function flushAll(): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting.slice(0, rowsPerStatementMax);
    waiting = waiting.slice(rowsPerStatementMax);
    try {
      await insert(batch.map(({ body }) => body));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
  isFlushing = false;
}

/** Prepared once for every number of rows, and planned once. */
async function insert(bodies: readonly Buffer[]): Promise<void> {
  const rows = bodies.map((_, index) => `($${index + 1})`).join(", ");
  const text = `insert into bare_delivery (body) values ${rows}`;
  await pool.query({ name: `insert_${bodies.length}`, text, values: [...bodies] });
}

serveDeliveries(secret, {
  keep: (body) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ body, resolve, reject });
      if (isFlushing) return;
      isFlushing = true;
      setImmediate(() => void flushAll());
    }),
  async count() {
    const { rows } = await pool.query<{ count: number }>("select count(*)::int4 as count from bare_delivery");
    return rows[0]?.count ?? 0;
  },
});
