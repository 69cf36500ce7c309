// A provider's delivery: verified, read, and always kept. What we cannot use is kept with its verdict, what cannot be
// attributed waits, what our own code fails on waits for a replay; only a wrong signature leaves nothing.
// The answer exists after the commit and never before.
import { createHash } from "node:crypto";
import type { Adapter, Delivery, DeliveryHeaders, Reading, SignatureFault } from "../../../adapters/adapter.ts";
import { adaptersByProvider } from "../../../adapters/registry.ts";
import type { Connection } from "../../access/connections.ts";
import type { Directory } from "../../access/directory.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import type { OutcomeName } from "../../core/rules/rows/sale-rows.ts";
import { isStorableText } from "../../core/vocabulary/facts.ts";
import type { NewDelivery } from "../log/append.ts";
import type { Batcher } from "./batcher.ts";
import type { ProgramShares } from "./program-shares.ts";
import { type AskProvider, openReadBacks, readBackHeader } from "./read-backs.ts";
import { recordedReading, storableId } from "./recorded-reading.ts";
import type { Submission } from "./submission.ts";

export type DeliveryResult =
  | { readonly kind: "unknown_connection" }
  | { readonly kind: "invalid_signature"; readonly fault: SignatureFault }
  | { readonly kind: "received"; readonly status: OutcomeName; readonly eventId: number };

/** Whose deliveries an address takes, known before any of their bytes are. */
export type Receiver = { readonly adapter: Adapter; readonly connection: Connection };

export type Deliveries = {
  /** Undefined where there is no such connection of this provider, or it takes none. */
  receiver(provider: string, connectionId: number): Promise<Receiver | undefined>;
  receive(receiver: Receiver, delivery: Delivery, nowSeconds: number): Promise<DeliveryResult>;
};

/** Stored with every delivery, in addition to the headers its adapter names. */
const headersOfAll = ["content-type", "user-agent", readBackHeader];
const headerCharactersMax = 2048;

type DeliveryParts = {
  readonly batcher: Batcher;
  readonly shares: ProgramShares;
  readonly directory: Directory;
  readonly secrets: Secrets;
  /** For providers whose deliveries are confirmed over their API. */
  readonly askProvider: AskProvider;
};

export function openDeliveries({ batcher, shares, directory, secrets, askProvider }: DeliveryParts): Deliveries {
  const readBack = openReadBacks(askProvider);

  async function receive(receiver: Receiver, delivery: Delivery, nowSeconds: number): Promise<DeliveryResult> {
    const { adapter, connection } = receiver;
    const verification = adapter.verify(delivery, connection.secrets, nowSeconds);
    if (!verification.valid) return { kind: "invalid_signature", fault: verification.fault };
    return record(receiver, delivery);
  }

  /** Asked outside of the program's share: a slow provider keeps no other delivery of it waiting. */
  async function confirm(receiver: Receiver, delivery: Delivery, nowSeconds: number): Promise<DeliveryResult> {
    const { adapter, connection } = receiver;
    const verification = adapter.verify(delivery, connection.secrets, nowSeconds);
    if (!verification.valid) return { kind: "invalid_signature", fault: verification.fault };
    const confirmed = await readBack(receiver, delivery);
    if ("fault" in confirmed) return { kind: "invalid_signature", fault: confirmed.fault };
    const results = await Promise.all(
      confirmed.deliveries.map((each) => shares.run(connection.programId, "others", () => record(receiver, each))),
    );
    const news = results.find((result) => result.kind !== "received" || result.status !== "duplicate");
    const answer = news ?? results[0];
    if (answer === undefined) throw new Error("a provider's answer held no document");
    return answer;
  }

  async function record({ adapter, connection }: Receiver, delivery: Delivery): Promise<DeliveryResult> {
    const reading = adapter.normalise(delivery, connection);
    const kept = { body: delivery.body, headers: keptHeaders(delivery.headers, adapter) };
    const result = await batcher.submit(deliverySubmission({ adapter, connection, reading, secrets }, kept));
    switch (result.kind) {
      case "concluded":
        if (result.eventId === null) throw new Error("a delivery was not kept");
        return { kind: "received", status: result.conclusion.outcome, eventId: result.eventId };
      case "told_before":
        return { kind: "received", status: "duplicate", eventId: result.eventId };
      case "unknown_program":
        return { kind: "unknown_connection" };
      case "failed":
        throw result.error;
      case "key_revoked":
      case "key_past_deadline":
        throw new Error(`a delivery cannot end as ${result.kind}`);
    }
  }

  return {
    async receiver(provider, connectionId) {
      const adapter = adaptersByProvider.get(provider);
      const connection = adapter === undefined ? undefined : await directory.connection(connectionId);
      return adapter === undefined || connection?.provider !== provider ? undefined : { adapter, connection };
    },
    receive: (receiver, delivery, nowSeconds) => {
      if (receiver.adapter.readBack !== undefined) return confirm(receiver, delivery, nowSeconds);
      return shares.run(receiver.connection.programId, "others", () => receive(receiver, delivery, nowSeconds));
    },
  };
}

type Read = {
  readonly adapter: Adapter;
  readonly connection: Omit<Connection, "secrets">;
  readonly reading: Reading;
  readonly secrets: Secrets;
};

/** How a delivery is recorded, whether its signature verifies it or the provider's API listed it. */
export function deliverySubmission(
  { adapter, connection, reading, secrets }: Read,
  kept: Pick<NewDelivery, "headers" | "body">,
): Submission {
  const recorded = recordedReading(reading, connection.livemode, secrets);
  return {
    event: {
      programId: connection.programId,
      source: adapter.provider,
      dedupKey: dedupKeyOf(reading, kept.body, recorded.isTest),
      ...recorded,
    },
    delivery: {
      connectionId: connection.connectionId,
      connectionLivemode: connection.livemode,
      clientReference: connection.clientReference,
      providerEventId: storableId(reading.providerEventId),
      providerEventType: storableId(reading.providerEventType),
      adapterVersion: adapter.version,
      ...kept,
    },
    keyHash: null,
    keep: "always",
    logged: null,
  };
}

/** Sandboxes number their events by themselves: a test delivery must not make a live one look like a duplicate. */
function dedupKeyOf(reading: Reading, body: Buffer, isTest: boolean): string {
  const key = storableId(reading.providerEventId) ?? `sha256:${createHash("sha256").update(body).digest("hex")}`;
  return isTest ? `test:${key}` : key;
}

function keptHeaders(headers: DeliveryHeaders, adapter: Adapter): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of [...headersOfAll, ...adapter.headers]) {
    const value = headers[name];
    if (value !== undefined && value.length <= headerCharactersMax && isStorableText(value)) kept[name] = value;
  }
  return kept;
}
