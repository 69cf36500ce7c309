// What one event of Razorpay is about, as a name: the same for its retries, and for the resource when Razorpay's API lists it.
// It guarantees that a name follows from the signed body alone. The header with the event's id is not signed: anyone with one
// signed delivery could send it under the id of another and hide the other.
import { z } from "zod";
import { idText } from "../../src/core/vocabulary/facts.ts";

type Namer = (event: string, payload: unknown) => string | null;

const entity = <Shape extends z.ZodType>(shape: Shape) => z.object({ entity: shape });
const identified = entity(z.object({ id: idText }));

const ofPayment = namer(z.object({ payment: identified }), (event, { payment }) => [event, payment.entity.id]);
const ofOrder = namer(z.object({ payment: identified, order: identified }), (event, { payment, order }) => [
  ...[event, order.entity.id, payment.entity.id],
]);
const ofCharge = namer(z.object({ payment: identified, subscription: identified }), (event, charge) => [
  ...[event, charge.subscription.entity.id, charge.payment.entity.id],
]);
const ofSubscription = namer(z.object({ subscription: identified }), (event, { subscription }) => [
  ...[event, subscription.entity.id],
]);
/** A refund that is created as processed and its `refund.processed` report the same. */
const ofRefund = namer(
  z.object({ refund: entity(z.object({ id: idText, status: idText })) }),
  (_, { refund: { entity: refund } }) => ["refund", refund.id, refund.status],
);
/** A retrieval may become a chargeback under the same id. */
const ofDispute = namer(
  z.object({ dispute: entity(z.object({ id: idText, phase: idText })) }),
  (event, { dispute: { entity: dispute } }) => [event, dispute.id, dispute.phase],
);

const namers: ReadonlyMap<string, Namer> = new Map([
  ["payment.captured", ofPayment],
  ["order.paid", ofOrder],
  ["subscription.authenticated", ofSubscription],
  ["subscription.activated", ofSubscription],
  ["subscription.charged", ofCharge],
  ["refund.created", ofRefund],
  ["refund.processed", ofRefund],
  ["refund.failed", ofRefund],
  ["payment.dispute.created", ofDispute],
  ["payment.dispute.won", ofDispute],
  ["payment.dispute.lost", ofDispute],
  ["payment.dispute.closed", ofDispute],
]);

/** Null for an event that is not used or not understood: its bytes are its name. */
export function nameOfEvent(event: string | null, payload: unknown): string | null {
  return event === null ? null : (namers.get(event)?.(event, payload) ?? null);
}

function namer<Shape>(shape: z.ZodType<Shape>, partsOf: (event: string, payload: Shape) => readonly string[]): Namer {
  return (event, payload) => {
    const { data } = shape.safeParse(payload);
    return data === undefined ? null : partsOf(event, data).join(":");
  };
}
