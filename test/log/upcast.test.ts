// Released shapes are frozen: what is stored once can be read for ever.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventOf } from "../../src/log/stored-event.ts";
import { shapeVersion, type Upcasts, upcast, upcasts } from "../../src/log/upcast.ts";
import { releasedEvents } from "./released-events.ts";

const fixture = new URL("../../fixtures/events/version-1.json", import.meta.url);
const stored = JSON.parse(readFileSync(fixture, "utf8")) as Record<string, { [key: string]: never }>;
const row = {
  program_id: 1,
  seq: 7,
  id: 70,
  source: "api",
  is_test: false,
  occurred_at: null,
  received_at: new Date("2026-01-31T12:00:00Z"),
};

describe("the shapes of released events", () => {
  test("of version 1 are what they were: a change needs a new version, an upcast, and a fixture beside this one", () => {
    expect(createHash("sha256").update(readFileSync(fixture)).digest("hex")).toBe(
      "a045537bbd3a1e0a50d55e9bd2116d5578ac59e22a2bb1a2e6d2dc938e5e6a9e",
    );
  });

  test.each(Object.keys(stored))("of version 1 read as today's: %s", (type) => {
    const { type: _, ...data } = stored[type] ?? {};
    const event = eventOf({ ...row, type, schema_version: 1, data });
    expect(event.data).toEqual(releasedEvents[type as keyof typeof releasedEvents]);
  });

  test("are kept for every type there is", () => {
    const atFirst = Object.keys(releasedEvents).filter((type) => shapeVersion(type, upcasts) === 1);
    expect(Object.keys(stored)).toEqual(expect.arrayContaining(atFirst));
  });
});

describe("an old shape", () => {
  const steps: Upcasts = {
    thing_told: [
      ({ cents, ...data }) => ({ ...data, amount_cents: cents ?? 0 }),
      (data) => ({ currency: "USD", ...data }),
    ],
  };

  test("is lifted step by step, from whichever version it has", () => {
    expect(shapeVersion("thing_told", steps)).toBe(3);
    expect(upcast("thing_told", 1, { cents: 5 }, steps)).toEqual({ amount_cents: 5, currency: "USD" });
    expect(upcast("thing_told", 2, { amount_cents: 5 }, steps)).toEqual({ amount_cents: 5, currency: "USD" });
    expect(upcast("thing_told", 3, { amount_cents: 5, currency: "EUR" }, steps)).toEqual({
      amount_cents: 5,
      currency: "EUR",
    });
  });

  test("is never changed itself", () => {
    const old = Object.freeze({ cents: 5 });
    upcast("thing_told", 1, old, steps);
    expect(old).toEqual({ cents: 5 });
  });

  test.each([0, 4, 1.5])("of a version this release does not know is refused: %d", (version) => {
    expect(() => upcast("thing_told", version, {}, steps)).toThrow("run the release that wrote it");
  });
});
