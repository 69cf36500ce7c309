// The result of an import is kept as it was found, and read again on each request.
import { describe, expect, test } from "vitest";
import { importReport } from "../../../src/core/vocabulary/import-report.ts";

const report = {
  fault: null,
  records: "sales",
  lines: 4,
  faulty_lines: 1,
  partners_new: 1,
  partners_known: 0,
  customers_new: 1,
  customers_known: 0,
  sales_new: 1,
  sales_known: 0,
  sales_already_here: 0,
  kept: 0,
  left_out: [{ reason: "a trial", lines: 1 }],
  totals: [{ currency: "USD", amount_cents: 4900, commission_cents: 980, paid_cents: 500, owed_cents: 480 }],
  faults: [{ line: 3, column: "amount", message: "is no amount" }],
};

describe("the report of an import", () => {
  test.each(["partners", "customers", "sales", null])("about %s is read as it was kept", (records) => {
    expect(importReport.parse({ ...report, records })).toEqual({ ...report, records });
  });

  test.each([
    ["about anything else", { records: "clicks" }],
    ["with anything beside it", { refunds_new: 1 }],
    ["with lines left out for no reason", { left_out: [{ lines: 1 }] }],
    ["with a total in no currency", { totals: [{ ...report.totals[0], currency: undefined }] }],
    ["with a fault that says nothing", { faults: [{ line: 3, column: null }] }],
  ])("%s is none", (_fault, other) => {
    expect(importReport.safeParse({ ...report, ...other }).success).toBe(false);
  });
});
