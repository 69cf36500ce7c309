// The books of a log that was written in bulk: built as `svc replay` builds them, in tables next to the live ones, and then inserted into
// the live tables in the order of time, as they would have grown there, with every index maintained row by row.
import type { Client } from "pg";
import type { BookName } from "../../src/core/rules/rows/rows.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { type BuildProgress, buildBooks, type Target } from "../../src/engine/replay/build.ts";
import { dropShadow, openShadow } from "../../src/engine/replay/shadow.ts";

/** Of no real run. */
const runId = 1_000_000;
const lanes = 2;

const orderOfTime: { readonly [Name in BookName]: string } = {
  click: "event_id",
  payment_alias: "payment_id",
  sale: "sale_id",
  commission: "sale_id",
  commission_forfeit: "sale_id",
  flag: "sale_id",
  customer_email: "customer_key",
  partner_activity: "partner_id",
  commission_hold: "sale_id",
  parked: "event_id",
  outcome: "event_id",
  identity: "clicked_at",
  customer: "bound_at",
  lead: "lead_id",
  payout_item: "payout_id",
  platform_fee: "sale_id",
  subscription: "started_at",
  sale_change: "event_id",
  closed_month: "event_id",
  restatement: "event_id",
  line_correction: "event_id",
  refund: "event_id",
  dispute: "event_id",
  manual_attribution: "event_id",
  adjustment: "sale_id",
  payout: "payout_id",
  payment_reference: "event_id",
  policy: "from_event_id",
  partner_group: "from_event_id",
  partner_policy: "from_event_id",
  term_total: "holder",
  bonus: "from_event_id",
  bonus_award: "partner_id",
  partner: "partner_id",
  program_settings: "from_event_id",
  program: "program_id",
  coupon: "from_event_id",
  checklist: "first_event_id",
};

export type BooksBuilt = { readonly foldSeconds: number; readonly moveSeconds: number };

export async function buildLiveBooks(
  ownerUrl: string,
  targets: readonly Target[],
  onProgress: (progress: BuildProgress) => void,
): Promise<BooksBuilt> {
  await dropShadow(ownerUrl, runId);
  const startedAt = performance.now();
  const shadow = await openShadow({ ownerUrl, runId });
  try {
    await buildBooks(shadow, targets, onProgress);
  } finally {
    await shadow.close();
  }
  const foldedAt = performance.now();
  await moveBooks(ownerUrl, shadow.schema);
  await dropShadow(ownerUrl, runId);
  await withClient(ownerUrl, (client) => client.query("update program_head set projected_seq = seq"));
  return { foldSeconds: (foldedAt - startedAt) / 1000, moveSeconds: (performance.now() - foldedAt) / 1000 };
}

/** The largest first; a book that is moved frees its space at once. */
async function moveBooks(ownerUrl: string, schema: string): Promise<void> {
  const waiting = Object.keys(orderOfTime) as BookName[];
  async function runLane(): Promise<void> {
    await withClient(ownerUrl, async (client) => {
      await client.query("set synchronous_commit = off");
      await client.query("set work_mem = '512MB'");
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await moveBook(client, schema, name);
    });
  }
  await Promise.all(Array.from({ length: lanes }, runLane));
}

/** Emptied in the same transaction, so that a server with `wal_level = minimal` need not write the rows twice. */
async function moveBook(client: Client, schema: string, name: BookName): Promise<void> {
  const startedAt = performance.now();
  await client.query("begin");
  await client.query(`truncate ${name}`);
  const { rowCount } = await client.query(
    `insert into ${name} select * from ${schema}.${name} order by ${orderOfTime[name]}`,
  );
  await client.query("commit");
  await client.query(`drop table ${schema}.${name}`);
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(`  ${name}: ${rowCount} rows in ${seconds.toFixed(1)} s`);
}
