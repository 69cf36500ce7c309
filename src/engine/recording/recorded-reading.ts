// Converts an adapter's reading of a delivery to what the log keeps: the fact without personal text (addresses and memos remain only as
// keyed hashes), or why there is no fact. The same for a new delivery and one that is read again.
import type { Reading } from "../../../adapters/adapter.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { DeliveryIgnored, DeliveryUnreadable, RecordedFact } from "../../core/rules/events/events.ts";
import { type Fact, idCharactersMax, isStorableText, type Payer } from "../../core/vocabulary/facts.ts";

export type RecordedReading = {
  readonly isTest: boolean;
  readonly occurredAt: Date | null;
  readonly data: RecordedFact | DeliveryIgnored | DeliveryUnreadable;
};

/** A delivery is a test when it says so itself, or when its connection is one for tests. */
export function recordedReading(reading: Reading, connectionLivemode: boolean, secrets: Secrets): RecordedReading {
  return {
    isTest: reading.livemode === false || !connectionLivemode,
    occurredAt: occurredAtOf(reading),
    data: dataOf(reading, secrets),
  };
}

function dataOf(reading: Reading, secrets: Secrets): RecordedReading["data"] {
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

/** Null for what the log cannot hold as an id. */
export function storableId(text: string | null): string | null {
  if (text === null || text.length === 0 || text.length > idCharactersMax || !isStorableText(text)) return null;
  return text;
}
