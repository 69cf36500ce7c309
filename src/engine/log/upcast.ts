// Converts old shapes of events to the current ones on reading; the log itself is never edited. A changed shape of a released event adds
// one step here, and a stored example of the old one in fixtures/events. Steps are pure: the same old row always reads the same.
import type { JsonObject } from "../../core/rules/events/events.ts";

export type Upcast = (data: JsonObject) => JsonObject;
/** By type: the first step lifts version 1 to 2, and so on. A type that is not named is at version 1. */
export type Upcasts = { readonly [type: string]: readonly Upcast[] };

export const upcasts: Upcasts = {
  // Version 1 had no lead_settlement. What was then done, a server's call by the customer alone settles, is `customer` now.
  program_created: [
    (data) => ({ ...data, settings: { lead_settlement: "customer", ...(data.settings as JsonObject) } }),
  ],
  // Version 1 was cancelled by people alone, who say no reason.
  payout_cancelled: [(data) => ({ reason: null, ...data })],
};

/** The version of the shape in which this type is written today. */
export function shapeVersion(type: string, steps: Upcasts = upcasts): number {
  return (steps[type]?.length ?? 0) + 1;
}

/** The data as today's shape. Throws on a version that only a later release knows. */
export function upcast(type: string, version: number, data: JsonObject, steps: Upcasts = upcasts): JsonObject {
  const newest = shapeVersion(type, steps);
  if (!Number.isInteger(version) || version < 1 || version > newest) {
    throw new Error(
      `the log holds ${type} in version ${version} and this release reads up to ${newest}: run the release that wrote it`,
    );
  }
  const ahead = steps[type]?.slice(version - 1) ?? [];
  return ahead.reduce((lifted, step) => step(lifted), data);
}
