// Emmett's event store with an inline projection (see emmett-store.ts): a paid invoice becomes a sale, its commission and its
// platform fee, in the transaction of the append. Durable at the 200: the event and the three rows.
// The projection is one prepared statement, with rates that are constants. What ours does besides is left out, in Emmett's
// favour: whose sale it is, policies, windows, other names of the payment, refunds, outcomes. A duplicate conflicts in the
// store and projects nothing; another event of the same invoice is kept and makes no second sale.
import { projections } from "@event-driven-io/emmett";
import { postgreSQLProjection } from "@event-driven-io/emmett-postgresql";
import type { Stripe } from "stripe";
import { appendOnce, openStore, type StripeEvent } from "./emmett-store.ts";
import { readPeerArguments, serveWebhooks, verifying } from "./serve-webhooks.ts";

const tables = `
  create table if not exists sale (
    sale_id bigint primary key, transaction_id text not null unique, amount_cents bigint not null, currency text not null,
    customer_key text, received_at timestamptz not null default now());
  create table if not exists commission (
    sale_id bigint primary key, amount_cents bigint not null, currency text not null, status text not null);
  create table if not exists platform_fee (
    sale_id bigint primary key, amount_cents bigint not null, currency text not null)`;

/** $1 position of the event, $2 invoice, $3 amount, $4 currency, $5 customer. */
const insertSale = {
  name: "insert_sale",
  text: `with sold as (
           insert into sale (sale_id, transaction_id, amount_cents, currency, customer_key)
           values ($1, $2, $3, $4, $5)
           on conflict (transaction_id) do nothing
           returning sale_id, amount_cents, currency),
         earned as (
           insert into commission
           select sale_id, (amount_cents * 2000 + 5000) / 10000, currency, 'pending' from sold)
         insert into platform_fee
         select sale_id, (amount_cents * 350 + 5000) / 10000, currency from sold`,
};

const books = postgreSQLProjection<StripeEvent>({
  name: "books",
  canHandle: ["stripe_event"],
  async init({ context }) {
    await context.connection.client.query(tables);
  },
  async handle(events, { connection: { client } }) {
    for (const { data, metadata } of events) {
      const invoice = paidInvoice(data.event);
      if (invoice === null) continue;
      const customerKey = invoice.metadata?.svc_customer_key ?? null;
      const values = [metadata.globalPosition, invoice.id, invoice.amount_paid, invoice.currency, customerKey];
      await client.query({ ...insertSale, values });
    }
  },
});

const peer = readPeerArguments();
const store = await openStore(peer.databaseUrl, projections.inline([books]));
serveWebhooks(peer, {
  receive: verifying(peer, (event) => appendOnce(store, event)),
  countQuery: "select count(*)::int4 as count from sale",
});

function paidInvoice(event: Stripe.Event): Stripe.Invoice | null {
  return event.type === "invoice.payment_succeeded" || event.type === "invoice.paid" ? event.data.object : null;
}
