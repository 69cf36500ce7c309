import { expect, test } from "vitest";
import { exportedNote } from "../../../../src/core/rules/rows/payout-rows.ts";

test("canceling a payout reports the file that contains it, by its day", () => {
  expect(exportedNote(12, new Date("2026-03-04T23:59:59Z"))).toBe(
    "A file with payout 12 in it was made on 2026-03-04: make sure that it is not paid by that file.",
  );
});
