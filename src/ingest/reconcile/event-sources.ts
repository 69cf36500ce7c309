// The providers that can be asked for what they sent: the one list a new one is added to.
import type { EventSource } from "./event-source.ts";
import { paddleEvents } from "./paddle.ts";
import { stripeEvents } from "./stripe.ts";

const sources: readonly EventSource[] = [stripeEvents, paddleEvents];

export const eventSourcesByProvider: ReadonlyMap<string, EventSource> = new Map(
  sources.map((source) => [source.provider, source]),
);
