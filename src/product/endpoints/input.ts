// Common parts of operations on endpoints: checking a URL, and finding an endpoint for the caller.
import { type EndpointKind, isBroker, type OwnEndpointKind } from "../../core/vocabulary/outbound-types.ts";
import type { OutboundPolicy } from "../../files/addresses.ts";
import type { Call } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { type Credentials, readCredentials } from "./credentials.ts";
import { type EndpointLine, findEndpointLine } from "./list.ts";
import { faultOfEndpointUrl, kindOfUrl } from "./url.ts";

export function requireUrl(url: string, kind: EndpointKind, policy: OutboundPolicy): void {
  const fault = faultOfEndpointUrl(url, kind, policy);
  if (fault !== null) throw refuseFields([{ field: "url", message: `${fault}.` }]);
}

type WishedKind = {
  readonly url: string;
  readonly kind?: OwnEndpointKind | undefined;
  readonly method?: "get" | "post" | undefined;
};

/** By its address where it is not said. */
export function kindOf(partnerId: number | null, { url, kind, method }: WishedKind): EndpointKind {
  if (partnerId === null) {
    if (method !== undefined) throw refuseFields([{ field: "method", message: "goes with partner_id alone." }]);
    return kind ?? kindOfUrl(url);
  }
  if (kind === undefined) return `postback_${method ?? "post"}`;
  throw refuseFields([{ field: "kind", message: "does not go with partner_id: a partner has postbacks alone." }]);
}

/** Null where none are needed and none are given. */
export function requireCredentials(kind: EndpointKind, given: string | undefined): Credentials | null {
  if (!isBroker(kind)) {
    if (given === undefined) return null;
    throw refuseFields([{ field: "credentials", message: "go with a broker alone: messages by HTTP are signed." }]);
  }
  if (given === undefined) {
    if (kind === "nats") return null;
    throw refuseFields([
      { field: "credentials", message: "are required: an access key's id, a colon and its secret." },
    ]);
  }
  const read = readCredentials(kind, given);
  if ("fault" in read) throw refuseFields([{ field: "credentials", message: read.fault }]);
  return read.credentials;
}

export async function readEndpoint(call: Call, programId: number, endpointId: number): Promise<EndpointLine> {
  const { reads, actor } = call;
  const found = await reads.ofProgram(actor, programId, "messages", (db) =>
    findEndpointLine(db, programId, endpointId),
  );
  return found ?? noEndpoint(programId, endpointId);
}

export function noEndpoint(programId: number, endpointId: number): never {
  throw new Refusal("not_found", `Program ${programId} has no endpoint ${endpointId}.`);
}
