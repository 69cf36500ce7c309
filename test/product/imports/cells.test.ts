// A cell that holds no usable value is named, with what would be one.
import { expect, test } from "vitest";
import { Cells, headerOf } from "../../../src/product/imports/reading/cells.ts";

const noTime = "is no time: write 2026-01-31 or 2026-01-31T12:00:00Z.";
const dayMilliseconds = 86_400_000;

test.each([
  ["2026-01-31", []],
  ["2026-01-31T12:00:00Z", []],
  ["2024-02-29", []],
  ["2025-02-29", [noTime]],
  ["2025-02-30", [noTime]],
  ["2025-04-31T12:00:00Z", [noTime]],
  ["2025-02-30 10:00 UTC", [noTime]],
  ["2025-13-01", [noTime]],
  ["2025-01-31T25:00:00Z", [noTime]],
  ["yesterday", [noTime]],
  [new Date(Date.now() + 3 * dayMilliseconds).toISOString(), ["is in the future: an import contains only the past."]],
])("the time %s has the faults %j", (value, faults) => {
  const cells = new Cells(headerOf(["sold_at"]), [value], 2);
  cells.time("sold_at");
  expect(cells.faults.map(({ message }) => message)).toEqual(faults);
});
