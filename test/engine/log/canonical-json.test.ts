// The canonical form every hash of the chain is taken over, held against the reference implementation of RFC 8785.
import canonicalize from "canonicalize";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../../src/engine/log/canonical-json.ts";
import { runsOf } from "../../support/property-runs.ts";

describe("the canonical form of JSON", () => {
  test("is the reference implementation's for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
        const json: Parameters<typeof canonicalJson>[0] = JSON.parse(JSON.stringify(value));
        expect(canonicalJson(json)).toBe(canonicalize(json));
      }),
      runsOf(2_000),
    );
  });

  test("does not depend on the order of members", () => {
    expect(canonicalJson({ b: 1, a: { d: [], c: null } })).toBe('{"a":{"c":null,"d":[]},"b":1}');
    expect(canonicalJson({ a: { c: null, d: [] }, b: 1 })).toBe('{"a":{"c":null,"d":[]},"b":1}');
  });

  test("sorts very many names as it sorts few", () => {
    for (const count of [23, 24, 25, 300]) {
      const object = Object.fromEntries(Array.from({ length: count }, (_, at) => [`${(at * 7919) % count} ü`, at]));
      expect(canonicalJson(object)).toBe(canonicalize(object));
    }
  });

  test("sorts names by their code units and writes numbers as ECMAScript does", () => {
    expect(canonicalJson({ "\u{1f600}": 1, "\ufb33": 2, "€": 3, "1": 4 })).toBe(
      '{"1":4,"€":3,"\u{1f600}":1,"\ufb33":2}',
    );
    expect(canonicalJson([1e21, 0.1, -0, 1e-7])).toBe("[1e+21,0.1,0,1e-7]");
  });

  test("has no word for what is no number", () => {
    expect(() => canonicalJson(Number.NaN)).toThrow(TypeError);
  });
});
