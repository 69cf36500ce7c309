// The providers that list what happened, by the name of their connections. A provider is here because its file in one of the three
// registries has `events`; reconciling asks no other place.
import { listApis } from "./lists/list-registry.ts";
import type { EventSource } from "./provider-api.ts";
import { readBackApis } from "./read-back-registry.ts";
import { apisByProvider } from "./registry.ts";

export const eventSources: ReadonlyMap<string, EventSource> = new Map(
  [...apisByProvider.values(), ...readBackApis.values(), ...listApis.values()].flatMap(({ provider, events }) =>
    events === null ? [] : [[provider, events] as const],
  ),
);
