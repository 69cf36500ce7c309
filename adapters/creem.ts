// Creem: checks signed deliveries and says what checkouts, subscription charges, refunds and disputes mean.
// It guarantees that a one-off purchase is reported by its checkout, and a subscription's charges, the first included, by
// `subscription.paid` only.
// It never sees a replay by its signature, which signs no time: only the event's and the transaction's ids show one.
// Written from: https://docs.creem.io/code/webhooks and the types in armitage-labs/creem, `packages/webhook-types`.
import { z } from "zod";
import { idText } from "../src/core/vocabulary/facts.ts";
import type { Adapter, Delivery, Reading } from "./adapter.ts";
import { readCheckout, readPaidSubscription, readSubscription } from "./creem/payments.ts";
import { readDispute, readRefund } from "./creem/reversals.ts";
import type { Labels, Verdict } from "./reading.ts";
import { ignored, labelText, readBody } from "./reading.ts";
import { signedBy } from "./signature.ts";

/** The last millisecond of the year 9999: later ones have no ISO form with four digits. */
const unixMillisecondsMax = 253_402_300_799_999;

/** `local` is in the documentation's samples only. */
const mode = z.enum(["prod", "test", "sandbox", "local"]).nullish();

const eventSchema = z.object({
  id: idText,
  eventType: idText,
  created_at: z.int().min(0).max(unixMillisecondsMax).nullable().catch(null),
  object: z.looseObject({ mode }),
});

const labelsSchema = z
  .object({
    id: labelText,
    eventType: labelText,
    object: z
      .object({ mode: mode.catch(null) })
      .nullable()
      .catch(null),
  })
  .catch({ id: null, eventType: null, object: null });

type Reader = (object: unknown, occurredAt: string | null) => Verdict;

const readers: ReadonlyMap<string, Reader> = new Map([
  ["checkout.completed", readCheckout],
  ["subscription.active", readSubscription],
  ["subscription.trialing", readSubscription],
  ["subscription.paid", readPaidSubscription],
  ["refund.created", readRefund],
  ["dispute.created", readDispute],
]);

export const creem: Adapter = {
  provider: "creem",
  title: "Creem",
  version: 3,
  reports: {
    oneOff: "yes",
    firstOfSubscription: "yes",
    renewals: "yes, amount may be missing",
    partialRefunds: "yes",
    disputes: "opened",
    foundBy: "metadata",
  },
  clientReferenceField: null,
  events: [...readers.keys()],
  connecting: "api_key",
  ...signedBy({ family: "hex_of_body", header: "creem-signature" }),
  normalise,
};

function normalise({ body }: Delivery): Reading {
  return readBody(body, eventSchema, labelsOf, ({ eventType, created_at, object }) => {
    const read = readers.get(eventType);
    if (!read) return ignored("event_type_not_used");
    return read(object, created_at === null ? null : new Date(created_at).toISOString());
  });
}

function labelsOf(json: unknown): Labels {
  const { id, eventType, object } = labelsSchema.parse(json);
  const isTold = object?.mode ?? null;
  return { providerEventId: id, providerEventType: eventType, livemode: isTold === null ? null : isTold === "prod" };
}
