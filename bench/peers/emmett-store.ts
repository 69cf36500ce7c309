// @event-driven-io/emmett-postgresql 0.42.0 as both of its peers use it: the schema made beforehand, as in its own benchmark,
// `appendToStream` with a stream for each event, so that no append waits for another, and the event whole in its data.
// A stream that exists already is a duplicate: the append conflicts and nothing is added. That takes the expected version 0:
// `STREAM_DOES_NOT_EXIST`, which says the same, is not looked at by this store. It also spares the append a look-up.
// The pool is ours because `connectionOptions.max`, which its guide names, changes nothing: it would be 10. Emmett writes
// values into the text of its statements, so they cannot be prepared.
import { type Event, isExpectedVersionConflictError } from "@event-driven-io/emmett";
import {
  getPostgreSQLEventStore,
  type PostgresEventStore,
  type PostgresEventStoreOptions,
} from "@event-driven-io/emmett-postgresql";
import { Pool } from "pg";
import type { Stripe } from "stripe";

/** An append holds its connection for three round trips, with a projection for five. */
const connectionsMax = 16;
const noEventYet = 0n;

export type StripeEvent = Event<"stripe_event", { readonly event: Stripe.Event }>;

type Projections = NonNullable<PostgresEventStoreOptions["projections"]>;

export async function openStore(databaseUrl: string, projections: Projections): Promise<PostgresEventStore> {
  const store = getPostgreSQLEventStore(databaseUrl, {
    schema: { autoMigration: "None" },
    connectionOptions: { pool: new Pool({ connectionString: databaseUrl, max: connectionsMax }) },
    projections,
  });
  await store.schema.migrate();
  return store;
}

export async function appendOnce(store: PostgresEventStore, event: Stripe.Event): Promise<void> {
  const appended: StripeEvent = { type: "stripe_event", data: { event } };
  const options = { expectedStreamVersion: noEventYet };
  try {
    await store.appendToStream<StripeEvent>(`stripe_event-${event.id}`, [appended], options);
  } catch (error) {
    if (!isExpectedVersionConflictError(error)) throw error;
  }
}
