// What calls may say of the providers: by some of them, so that another one needs no word here.
import { describe, expect, test } from "vitest";
import {
  connectableProviders,
  providers,
  providersByApiKey,
  providersWithClientReference,
} from "../../adapters/names.ts";

describe("a provider", () => {
  test("may be named where it can be connected, and so may another that only calls report", () => {
    expect(connectableProviders).toEqual(expect.arrayContaining(["stripe", "payos"]));
    expect(providers).toEqual([...connectableProviders, "other"]);
  });

  test.each([
    ["stripe", true],
    ["polar", false],
    ["payos", false],
  ])("%s takes a client reference: %s", (provider, takesOne) => {
    expect(providersWithClientReference.includes(provider)).toBe(takesOne);
  });

  test.each([
    ["stripe", true],
    ["polar", true],
    ["payos", false],
  ])("%s is connected by its API key: %s", (provider, isByApiKey) => {
    expect(providersByApiKey.includes(provider)).toBe(isByApiKey);
  });
});
