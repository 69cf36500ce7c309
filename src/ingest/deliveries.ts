// A provider's delivery: verified, read, and always kept. What we cannot use is kept with its verdict, what cannot be
// attributed waits, what our own code fails on waits for a replay; only a wrong signature leaves nothing.
// The answer exists after the commit and never before.
import { createHash } from "node:crypto";
import type { Delivery, DeliveryHeaders, Reading, SignatureFault } from "../../adapters/adapter.ts";
import { adaptersByProvider } from "../../adapters/registry.ts";
import type { Directory } from "../access/directory.ts";
import type { Secrets } from "../access/secrets.ts";
import type { EventData, RecordedFact } from "../core/events.ts";
import { type Fact, idCharactersMax, isStorableText, type Payer } from "../core/facts.ts";
import type { OutcomeName } from "../core/rows.ts";
import type { Batcher } from "./batcher.ts";
import type { Submission } from "./submission.ts";

export type DeliveryResult =
  | { readonly kind: "unknown_connection" }
  | { readonly kind: "invalid_signature"; readonly fault: SignatureFault }
  | { readonly kind: "received"; readonly status: OutcomeName; readonly eventId: number };

export type Deliveries = {
  receive(provider: string, connectionId: number, delivery: Delivery, nowSeconds: number): Promise<DeliveryResult>;
};

/** Kept with the bytes, so that a signature can be checked again. Never a header that is itself a secret. */
const headersKept = new Set([
  "content-type",
  "user-agent",
  "stripe-signature",
  "paddle-signature",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
  "x-signature",
  "x-event-name",
  "creem-signature",
  "x-sepay-signature",
  "x-sepay-timestamp",
  "apipay-signature",
]);
const headerCharactersMax = 2048;

export function openDeliveries(batcher: Batcher, directory: Directory, secrets: Secrets): Deliveries {
  return {
    async receive(provider, connectionId, delivery, nowSeconds) {
      const adapter = adaptersByProvider.get(provider);
      const connection = adapter === undefined ? undefined : await directory.connection(connectionId);
      if (adapter === undefined || connection?.provider !== provider) return { kind: "unknown_connection" };
      const verification = adapter.verify(delivery, connection.secrets, nowSeconds);
      if (!verification.valid) return { kind: "invalid_signature", fault: verification.fault };

      const reading = adapter.normalise(delivery);
      const isTest = reading.livemode === false || !connection.livemode;
      const result = await batcher.submit({
        event: {
          programId: connection.programId,
          source: provider,
          dedupKey: dedupKeyOf(reading, delivery.body, isTest),
          isTest,
          occurredAt: occurredAtOf(reading),
          data: eventDataOf(reading, secrets),
        },
        delivery: {
          connectionId,
          providerEventId: storableId(reading.providerEventId),
          providerEventType: storableId(reading.providerEventType),
          adapterVersion: adapter.version,
          headers: keptHeaders(delivery.headers),
          body: delivery.body,
        },
        keyHash: null,
        keep: "always",
        logged: null,
      } satisfies Submission);
      switch (result.kind) {
        case "concluded":
          if (result.eventId === null) throw new Error("a delivery was not kept");
          return { kind: "received", status: result.conclusion.outcome, eventId: result.eventId };
        case "told_before":
          return { kind: "received", status: "duplicate", eventId: result.eventId };
        case "unknown_program":
          return { kind: "unknown_connection" };
        case "key_revoked":
        case "failed":
          throw new Error(`a delivery cannot end as ${result.kind}`);
      }
    },
  };
}

function eventDataOf(reading: Reading, secrets: Secrets): EventData {
  const { verdict } = reading;
  const eventType = storableId(reading.providerEventType);
  if (verdict.kind === "ignored") {
    return { type: "delivery_ignored", reason: verdict.reason, provider_event_type: eventType };
  }
  if (verdict.kind === "unreadable") {
    return { type: "delivery_unreadable", reason: verdict.reason, provider_event_type: eventType };
  }
  return recordedFact(verdict.fact, secrets);
}

function recordedFact(fact: Fact, secrets: Secrets): RecordedFact {
  switch (fact.type) {
    case "payment_succeeded": {
      const { occurred_at: _, payer, references, ...rest } = fact;
      const reference_hashes = references.map((reference) => secrets.hashReference(reference));
      return { ...rest, payer: recordedPayer(payer, secrets), reference_hashes };
    }
    case "subscription_started": {
      const { occurred_at: _, payer, ...rest } = fact;
      return { ...rest, payer: recordedPayer(payer, secrets) };
    }
    default: {
      const { occurred_at: _, ...rest } = fact;
      return rest;
    }
  }
}

function recordedPayer({ email, ...keys }: Payer, secrets: Secrets) {
  return { ...keys, email_hash: email === null ? null : secrets.hashEmail(email) };
}

function occurredAtOf(reading: Reading): Date | null {
  const text = reading.verdict.kind === "fact" ? reading.verdict.fact.occurred_at : null;
  if (text === null) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Sandboxes number their events by themselves: a test delivery must not make a live one look told before. */
function dedupKeyOf(reading: Reading, body: Buffer, isTest: boolean): string {
  const key = storableId(reading.providerEventId) ?? `sha256:${createHash("sha256").update(body).digest("hex")}`;
  return isTest ? `test:${key}` : key;
}

function storableId(text: string | null): string | null {
  if (text === null || text.length === 0 || text.length > idCharactersMax || !isStorableText(text)) return null;
  return text;
}

function keptHeaders(headers: DeliveryHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && headersKept.has(name) && value.length <= headerCharactersMax && isStorableText(value)) {
      kept[name] = value;
    }
  }
  return kept;
}
