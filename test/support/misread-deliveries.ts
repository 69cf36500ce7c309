// Deliveries that are recorded with what an older adapter made of them, so that today's reads them differently.
import { addConnection } from "../../src/access/connections.ts";
import { operator } from "../../src/access/permission.ts";
import type { EventData } from "../../src/core/rules/events/events.ts";
import type { Database } from "../../src/engine/postgres/database.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { changed, readFixtureFile } from "./fixtures.ts";
import { testSecrets } from "./replaying.ts";
import { submission } from "./submissions.ts";

export const unreadable: EventData = {
  type: "delivery_unreadable",
  reason: "amount_missing",
  provider_event_type: "invoice",
};

export async function connectStripe(database: Database, programId: number): Promise<number> {
  const connection = { programId, provider: "stripe", livemode: true, secrets: ["whsec_test"] };
  return (await addConnection(database, testSecrets, connection, operator)) ?? 0;
}

/** Real invoices of customer-1, which today are a payment of in_000000000000000000000000; answers their events. */
export async function deliverMisread(
  database: Database,
  { programId, connectionId }: { readonly programId: number; readonly connectionId: number },
  data: EventData = unreadable,
  times = 1,
): Promise<number[]> {
  const original = readFixtureFile("stripe/invoice.payment_succeeded.2020-08-27.json");
  const live = changed(original, ["livemode"], true);
  const body = changed(live, ["data", "object", "metadata"], { svc_customer_key: "customer-1" });
  const delivered = Array.from({ length: times }, () => {
    const reported = submission(programId, { source: "stripe", data });
    const delivery = {
      ...reported.delivery,
      connectionId,
      connectionLivemode: true,
      providerEventId: null,
      providerEventType: null,
      adapterVersion: 1,
    };
    return { ...reported, delivery: { ...delivery, headers: {}, body } };
  });
  const results = await commitBatch(database, delivered);
  return results.map((result) => {
    if (result.kind !== "concluded" || result.eventId === null) throw new Error("a delivery was not kept");
    return result.eventId;
  });
}
