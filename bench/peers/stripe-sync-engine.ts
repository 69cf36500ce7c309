// @supabase/stripe-sync-engine 0.48.5 as its README says: `processWebhook`, which verifies by itself and upserts the invoice into
// its row. Durable at the 200: that row. The delivery and the event are not kept, and nothing is made of the payment.
// It never asks Stripe's API (lists are not expanded, related objects not fetched), so it has nothing but its one statement to
// do. Its pool is as large as in its README; twice that made no difference. It has no setting for prepared statements.
// A duplicate finds the row as new as itself and changes nothing; an older event of the same invoice does not overwrite it.
import { createRequire } from "node:module";
import { StripeSync } from "@supabase/stripe-sync-engine";
import { withClient } from "../../src/engine/postgres/database.ts";
import { readPeerArguments, serveWebhooks } from "./serve-webhooks.ts";

const connectionsMax = 10;

const peer = readPeerArguments();
await migrate(peer.databaseUrl);
const sync = new StripeSync({
  poolConfig: { connectionString: peer.databaseUrl, max: connectionsMax },
  stripeSecretKey: "sk_test_never_used",
  stripeWebhookSecret: peer.stripeSecret,
  autoExpandLists: false,
  backfillRelatedEntities: false,
});
serveWebhooks(peer, {
  receive: (body, signature) => sync.processWebhook(body, signature),
  countQuery: "select count(*)::int4 as count from stripe.invoices",
});

/**
 * By its own runner, of its CommonJS build: in the other one `__dirname` is not defined. It hands functions to a role
 * `postgres`, which need not exist, and only logs what fails: so the table is looked for afterwards.
 */
async function migrate(databaseUrl: string): Promise<void> {
  const engine: typeof import("@supabase/stripe-sync-engine") = createRequire(import.meta.url)(
    "@supabase/stripe-sync-engine",
  );
  await withClient(databaseUrl, (client) =>
    client.query("do $$ begin create role postgres; exception when duplicate_object then null; end $$"),
  );
  await engine.runMigrations({ databaseUrl, schema: "stripe" });
  await withClient(databaseUrl, (client) => client.query("select last_synced_at from stripe.invoices limit 0"));
}
