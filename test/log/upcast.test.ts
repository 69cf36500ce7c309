// Released shapes are frozen: what is stored once can be read for ever.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { eventOf } from "../../src/log/stored-event.ts";
import { shapeVersion, type Upcasts, upcast, upcasts } from "../../src/log/upcast.ts";
import { releasedEvents } from "./released-events.ts";

const fixture = new URL("../../fixtures/events/version-1.json", import.meta.url);
/** Types that were added since, each file as it was released. */
const added = new URL("../../fixtures/events/version-1-months.json", import.meta.url);
const read = (file: URL) => JSON.parse(readFileSync(file, "utf8")) as Record<string, { [key: string]: never }>;
const stored = { ...read(fixture), ...read(added) };
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
      "ea58c6f6cc082c11e586cae62219ca349bb2895676df6413b90c8aa35839adc8",
    );
    expect(createHash("sha256").update(readFileSync(added)).digest("hex")).toBe(
      "6738c6dcb1a29d35e4a41d0a192027f5fbdf41dd3b72abbba17b553122f7b3c1",
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
