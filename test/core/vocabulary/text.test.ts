// Text that the database cannot keep is found before anything is stored, and its sender learns where it is.
import { describe, expect, test } from "vitest";
import { findUnstorableText } from "../../../src/core/vocabulary/text.ts";

const nul = "a\u0000b";
const half = "\ud83d";

describe("text that cannot be stored", () => {
  test.each([
    [nul, "(value)"],
    [{ name: nul }, "name"],
    [{ name: half }, "name"],
    [{ ok: "1", metadata: { ok: "2", plan: { name: nul } } }, "metadata.plan.name"],
    [{ items: ["fine", { sku: half }] }, "items.1.sku"],
    [{ [nul]: "fine" }, "(object) (a key)"],
    [{ metadata: { plan: { [half]: "fine" } } }, "metadata.plan (a key)"],
    [{ first: nul, second: half }, "first"],
  ])("is found in %j at %s", (value, path) => {
    expect(findUnstorableText(value)).toBe(path);
  });

  test.each([
    ["plain"],
    ["😀 ok\n"],
    [""],
    [7],
    [true],
    [null],
    [undefined],
    [{}],
    [{ name: "fine", items: ["a", 1, null, undefined, { deep: "😀" }] }],
  ])("is not found in %j", (value) => {
    expect(findUnstorableText(value)).toBeUndefined();
  });
});
