// Common parts of operations on endpoints: checking a URL, and finding an endpoint for the caller.
import type { OutboundPolicy } from "../../files/addresses.ts";
import type { Call } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { type EndpointLine, findEndpointLine } from "./list.ts";
import { faultOfEndpointUrl } from "./url.ts";

export function requireUrl(url: string, policy: OutboundPolicy): void {
  const fault = faultOfEndpointUrl(url, policy);
  if (fault !== null) throw refuseFields([{ field: "url", message: `${fault}.` }]);
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
