// Which kind of endpoint an address is, and whether messages may go there.
import { type EndpointKind, isBroker, type OwnEndpointKind } from "../../core/vocabulary/outbound-types.ts";
import { faultOfUrl, type OutboundPolicy } from "../../files/addresses.ts";
import { fillAddress, unknownPlaceholders } from "../messages/partner-payload.ts";
import { faultOfNatsUrl, isNatsUrl } from "./nats-address.ts";
import { faultOfQueueUrl, isQueueUrl } from "./sqs-queue.ts";

/** What the address says by itself. */
export function kindOfUrl(url: string): OwnEndpointKind {
  if (isNatsUrl(url)) return "nats";
  return isQueueUrl(url) ? "sqs" : "webhook";
}

/** In words why messages cannot go there; null where they may. */
export function faultOfEndpointUrl(url: string, kind: EndpointKind, policy: OutboundPolicy): string | null {
  if (isBroker(kind) !== isNatsUrl(url) && kind !== "sqs") return `is not the address of a ${nameOf(kind)}`;
  switch (kind) {
    case "nats":
      return faultOfNatsUrl(url, policy);
    case "sqs":
      return faultOfQueueUrl(url, policy);
    case "webhook":
    case "postback_get":
    case "postback_post": {
      const unknown = unknownPlaceholders(url);
      if (unknown.length > 0) return `has placeholders that are not known: ${unknown.join(", ")}`;
      return faultOfUrl(fillAddress(url, {}), policy);
    }
  }
}

/** What credentials are kept for. */
export function serverOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host.toLowerCase()}`;
}

function nameOf(kind: Exclude<EndpointKind, "sqs">): string {
  return kind === "nats" ? "NATS server: it begins with nats:// or tls://" : "webhook receiver";
}
