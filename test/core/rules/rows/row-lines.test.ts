// The lines of an export, in both formats.
import { describe, expect, test } from "vitest";
import { rowLines } from "../../../../src/core/rules/rows/row-lines.ts";

const columns = ["sale_id", "product", "refunded_at"];
const row = { product: "Pro, yearly", sale_id: 7, refunded_at: null, partner_id: 3 };

describe("an export", () => {
  test("as CSV has its columns' names above the rows, and of each row those columns in their order", () => {
    const { head, line } = rowLines("csv", columns);
    expect(head).toBe("sale_id,product,refunded_at\r\n");
    expect(line(row)).toBe('7,"Pro, yearly",\r\n');
  });

  test("as lines of JSON has nothing above the rows, and each row whole on a line", () => {
    const { head, line } = rowLines("ndjson", columns);
    expect(head).toBe("");
    expect(line(row)).toBe('{"product":"Pro, yearly","sale_id":7,"refunded_at":null,"partner_id":3}\n');
  });
});
