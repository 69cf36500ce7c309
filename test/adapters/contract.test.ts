// The contract every adapter keeps, run over every provider in the registry. A new provider adds an entry to
// `test/support/providers.ts` and its fixtures, nothing here.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reading } from "../../adapters/adapter.ts";
import { toleranceSeconds } from "../../adapters/signature.ts";
import { factSchema, isStorableText } from "../../src/core/vocabulary/facts.ts";
import { deliveredJsonByProvider } from "../support/delivered-fixtures.ts";
import { changed, fixturesOf, parse, pathsOf } from "../support/fixtures.ts";
import { propertySeed, runsOf } from "../support/property-runs.ts";
import { providerDescriptions } from "../support/providers.ts";
import { withHeader } from "../support/tampering.ts";

const now = 1_750_000_000;
const body = Buffer.from('{"id":"evt_1","type":"Thành công","amount":1000}');

describe.each(providerDescriptions)("$name verifies", (description) => {
  const { adapter, sign, secrets } = description;
  const [secret, secondSecret] = secrets;
  const signed = sign(body, [secret], now);

  test("a right signature is accepted", () => {
    expect(adapter.verify(signed, [secret], now)).toEqual({ valid: true });
  });

  test("a right signature over an empty body is judged without throwing", () => {
    expect(adapter.verify(sign(Buffer.alloc(0), [secret], now), [secret], now).valid).toBeTypeOf("boolean");
  });

  test("no delivery with a single thing changed is accepted", () => {
    let count = 0;
    for (const delivery of description.tampered(signed)) {
      expect(adapter.verify(delivery, [secret], now), JSON.stringify(delivery.headers)).toMatchObject({ valid: false });
      count += 1;
    }
    expect(count).toBeGreaterThan(0);
  });

  test.each(description.neededHeaders)("a delivery without %s is not signed", (name) => {
    const fault = { valid: false, fault: "missing_signature" };
    expect(adapter.verify(withHeader(signed, name, undefined), [secret], now)).toEqual(fault);
    expect(adapter.verify(withHeader(signed, name, ""), [secret], now)).toEqual(fault);
  });

  test("every header it needs is kept with the bytes, but for one that is itself a secret", () => {
    const spellings = [secret, Buffer.from(secret).toString("base64")];
    const secretHeaders = Object.entries(signed.headers).filter(([, value]) =>
      spellings.some((spelling) => value?.includes(spelling)),
    );
    const needed = description.neededHeaders.filter((name) => !secretHeaders.some(([each]) => each === name));
    expect(adapter.headers).toEqual(expect.arrayContaining(needed));
    for (const [name] of secretHeaders) expect(adapter.headers).not.toContain(name);
  });

  test("what cannot be a signature is called malformed", () => {
    for (const delivery of description.malformed(signed)) {
      const verification = adapter.verify(delivery, [secret], now);
      expect(verification, JSON.stringify(delivery.headers)).toEqual({ valid: false, fault: "malformed_signature" });
    }
  });

  test("any of the connection's secrets may have signed", () => {
    expect(adapter.verify(signed, [secondSecret, secret], now)).toEqual({ valid: true });
    expect(adapter.verify(signed, [secret, secondSecret], now)).toEqual({ valid: true });
    expect(adapter.verify(sign(body, [secondSecret], now), [secret, secondSecret], now)).toEqual({ valid: true });
  });

  test("another secret's signature is refused, and so is every signature when there are no secrets", () => {
    const mismatch = { valid: false, fault: "signature_mismatch" };
    expect(adapter.verify(signed, [secondSecret], now)).toEqual(mismatch);
    expect(adapter.verify(signed, [], now)).toEqual(mismatch);
  });

  test.each(["", " ", "\t\n"])("a blank secret (%j) accepts nothing, not even its own signature", (blank) => {
    expect(adapter.verify(sign(body, [blank], now), [blank], now)).toMatchObject({ valid: false });
    expect(adapter.verify(signed, [blank, secret], now)).toEqual({ valid: true });
  });

  test.runIf(description.presentsSeveral)("one right signature among several presented is enough", () => {
    expect(adapter.verify(sign(body, ["other", secret], now), [secret], now)).toEqual({ valid: true });
    expect(adapter.verify(sign(body, [secret, "other"], now), [secret], now)).toEqual({ valid: true });
    expect(adapter.verify(sign(body, ["other", "another"], now), [secret], now)).toMatchObject({ valid: false });
  });

  test.runIf(description.timestamped)("a signature is good for the tolerance, before and after, and no longer", () => {
    const verifiedAt = (seconds: number) => adapter.verify(signed, [secret], seconds);
    expect(verifiedAt(now + toleranceSeconds)).toEqual({ valid: true });
    expect(verifiedAt(now - toleranceSeconds)).toEqual({ valid: true });
    expect(verifiedAt(now + toleranceSeconds + 1)).toEqual({ valid: false, fault: "timestamp_too_old" });
    expect(verifiedAt(now - toleranceSeconds - 1)).toEqual({ valid: false, fault: "timestamp_in_future" });
    expect(verifiedAt(Number.NaN)).toMatchObject({ valid: false });
  });

  test(`garbage is refused and never throws (seed ${propertySeed})`, () => {
    const names = [...description.neededHeaders];
    const text = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[a-z0-9=,;.+/ ]{0,80}$/));
    const headers = fc.dictionary(fc.constantFrom(...names, "content-type"), text);
    const garbage = fc.property(fc.uint8Array(), headers, (bytes, presented) => {
      const delivery = { body: Buffer.from(bytes), headers: presented };
      return !adapter.verify(delivery, [secret], now).valid;
    });
    fc.assert(garbage, runsOf(500));
  });
});

describe.each(providerDescriptions)("$name reads", (description) => {
  const { adapter, provider } = description;
  const fixtures = fixturesOf(provider, deliveredJsonByProvider[provider]);

  test.each(fixtures)("$name as written down", (fixture) => {
    const delivery = description.sign(fixture.body, [description.secrets[0]], now);
    expect(adapter.verify(delivery, description.secrets, now)).toEqual({ valid: true });
    const reading = adapter.normalise(delivery);
    expect(reading).toEqual(fixture.reading);
    expectSound(reading);
  });

  test(`garbage without throwing (seed ${propertySeed})`, () => {
    const bytes = fc.uint8Array().map((array) => Buffer.from(array));
    const json = fc.json().map((text) => Buffer.from(text));
    fc.assert(
      fc.property(fc.oneof(bytes, json), (garbage) => expectSound(readingOf(garbage))),
      runsOf(1_000),
    );
  });

  test.runIf(fixtures.length > 0)(
    `fixtures with one value changed, and never reads an invalid fact (seed ${propertySeed})`,
    () => {
      const places = fixtures.flatMap(({ name, body: bytes }) =>
        [...pathsOf(parse(bytes))].map((path) => ({ name, path })),
      );
      const bodies = new Map(fixtures.map((fixture) => [fixture.name, fixture.body]));
      fc.assert(
        fc.property(fc.constantFrom(...places), absurdValue, ({ name, path }, value) => {
          expectSound(readingOf(changed(bodies.get(name) ?? Buffer.alloc(0), path, value)));
        }),
        runsOf(3_000),
      );
    },
  );

  function readingOf(bytes: Buffer): Reading {
    return adapter.normalise(description.sign(bytes, [description.secrets[0]], now));
  }
});

const absurdValue = fc.oneof(
  fc.constantFrom(undefined, null, true, "", " ", "\u0000", "\uD800", "x".repeat(300), "usd", "ußd", [], {}, [[]]),
  fc.constantFrom(0, -1, -0, 1.5, 2 ** 53, 1e18, 1e300, 253_402_300_800, "1000", "-1"),
  fc.jsonValue(),
);

/** What the log may rely on for any bytes. */
function expectSound({ providerEventId, providerEventType, livemode, verdict }: Reading): void {
  for (const label of [providerEventId, providerEventType]) {
    expect(label === null || (label.length > 0 && label.length <= 255 && isStorableText(label))).toBe(true);
  }
  expect([true, false, null]).toContain(livemode);
  if (verdict.kind === "fact") {
    expect(factSchema.parse(verdict.fact)).toEqual(verdict.fact);
  } else {
    expect(verdict.reason).toMatch(verdict.kind === "ignored" ? /^[a-z]+(_[a-z]+)*$/ : /^.{1,500}$/);
  }
}
