// Deliveries that are confirmed over the provider's API before anything is recorded: what a delivery names is asked for, and the
// documents of the answer are recorded in its place.
// It guarantees that nothing is recorded of a delivery that the provider could not be asked about: it answers 503, and the provider
// delivers again. It asks only so many questions at once, and fewer for one connection: anyone can name payments to an address that
// takes unsigned deliveries, and must not keep other brands' deliveries waiting.
import type { Adapter, Delivery, SignatureFault } from "../../../adapters/adapter.ts";
import type { Connection } from "../../access/connections.ts";
import { Unavailable } from "./unavailable.ts";

/** Kept with a document: the name under which it was asked for. */
export const readBackHeader = "x-svc-read-back";

const questionsAtOnceMax = 256;
const questionsOfConnectionMax = 32;
const busyRetrySeconds = 5;

/** `documents` are JSON values, one for each fact. */
export type ProviderAnswer =
  | { readonly kind: "documents"; readonly documents: readonly unknown[] }
  | { readonly kind: "no_key" }
  | { readonly kind: "not_found" };

/** Throws `Unavailable` where the provider does not answer now. */
export type AskProvider = (connection: Connection, resource: string) => Promise<ProviderAnswer>;

export type Confirmed = { readonly deliveries: readonly Delivery[] } | { readonly fault: SignatureFault };

type Named = { readonly adapter: Adapter; readonly connection: Connection };

export function openReadBacks(askProvider: AskProvider): (named: Named, delivery: Delivery) => Promise<Confirmed> {
  /** By connection, those that are being asked. */
  const asking = new Map<number, number>();
  let askingInAll = 0;

  function begin(connectionId: number): void {
    const ofConnection = asking.get(connectionId) ?? 0;
    if (askingInAll >= questionsAtOnceMax || ofConnection >= questionsOfConnectionMax) {
      throw new Unavailable("Too many deliveries are being looked up at their provider.", {
        retryAfterSeconds: busyRetrySeconds,
      });
    }
    askingInAll += 1;
    asking.set(connectionId, ofConnection + 1);
  }

  function end(connectionId: number): void {
    askingInAll -= 1;
    const left = (asking.get(connectionId) ?? 1) - 1;
    if (left === 0) asking.delete(connectionId);
    else asking.set(connectionId, left);
  }

  return async ({ adapter, connection }, delivery) => {
    const resource = adapter.readBack?.resourceOf(delivery) ?? null;
    if (resource === null) return { deliveries: [delivery] };
    begin(connection.connectionId);
    try {
      const answer = await askProvider(connection, resource);
      switch (answer.kind) {
        case "documents":
          return { deliveries: answer.documents.map((document) => deliveryOf(document, resource)) };
        case "no_key":
          return adapter.readBack?.isRequired ? { fault: "no_api_key" } : { deliveries: [delivery] };
        case "not_found":
          return { fault: "unknown_to_provider" };
      }
    } finally {
      end(connection.connectionId);
    }
  };
}

/** The provider's own answer over TLS to our key replaces a signature, so none is stored. */
function deliveryOf(document: unknown, resource: string): Delivery {
  const headers = { "content-type": "application/json", [readBackHeader]: resource };
  return { body: Buffer.from(JSON.stringify(document)), headers };
}
