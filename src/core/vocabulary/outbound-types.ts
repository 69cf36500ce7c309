// What is announced to the world outside: the types of messages, whom each may go to, and how they are asked for.

export const messageTypes = [
  "click.recorded",
  "lead.recorded",
  "lead.settled",
  "sale.recorded",
  "sale.parked",
  "sale.changed",
  "commission.created",
  "commission.approved",
  "commission.reduced",
  "commission.reversed",
  "commission.restored",
  "commission.paid",
  "commission.returned",
  "flag.raised",
  "flag.resolved",
  "refund.recorded",
  "dispute.opened",
  "dispute.won",
  "dispute.lost",
  "partner.joined",
  "payout.created",
  "payout.paid",
  "payout.failed",
  "payout.cancelled",
  "payout.returned",
  "key.rotation_required",
  "replay.applied",
  "row.corrected",
  "audit.recorded",
] as const;
export type MessageType = (typeof messageTypes)[number];

/** Of a message that was requested to see whether it arrives; every endpoint takes it. */
export const testMessageType = "endpoint.test";

/** Every visit is one, and every change by a person: only who asks for them gets them. */
const offUnlessAsked: readonly MessageType[] = ["click.recorded", "audit.recorded"];
export const defaultMessageTypes: readonly MessageType[] = messageTypes.filter(
  (type) => !offUnlessAsked.includes(type),
);

/** What a partner receives about its own: nothing of what waits, and nothing of customers. */
export const partnerMessageTypes = [
  "lead.recorded",
  "lead.settled",
  "sale.recorded",
  "commission.created",
  "commission.approved",
  "commission.reduced",
  "commission.reversed",
  "commission.restored",
  "commission.paid",
  "commission.returned",
] as const satisfies readonly MessageType[];
export type PartnerMessageType = (typeof partnerMessageTypes)[number];

export const defaultPartnerMessageTypes: readonly PartnerMessageType[] = ["commission.created"];

export const payloadForms = ["thin", "full"] as const;
export type PayloadForm = (typeof payloadForms)[number];

/** Message brokers: what they acknowledge has arrived. */
export const brokerKinds = ["nats", "sqs"] as const;
export type BrokerKind = (typeof brokerKinds)[number];

/** Of the brand; partners have postbacks alone. */
export const ownEndpointKinds = ["webhook", ...brokerKinds] as const;
export type OwnEndpointKind = (typeof ownEndpointKinds)[number];

export const endpointKinds = [...ownEndpointKinds, "postback_get", "postback_post"] as const;
export type EndpointKind = (typeof endpointKinds)[number];

export function isBroker(kind: EndpointKind): kind is BrokerKind {
  return brokerKinds.some((broker) => broker === kind);
}

export const endpointStatuses = ["active", "paused"] as const;
export const messageStatuses = ["pending", "delivered", "failed"] as const;
export type MessageStatus = (typeof messageStatuses)[number];
