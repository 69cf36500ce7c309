// The bound reads quotes as the parser does: what it lets pass is read as it was, but for columns beyond the first record's.
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { FileRefused } from "../../../src/product/imports/file-refused.ts";
import { RecordBound, recordBytesMax } from "../../../src/product/imports/reading/record-bound.ts";
import { runsOf } from "../../support/property-runs.ts";

const parsed = z.array(z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) }));
type Parsed = z.output<typeof parsed>;

const read = (bytes: Uint8Array): Parsed =>
  parsed.parse(
    parse(bytes, {
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      info: true,
    }),
  );

/** In pieces, as they come over a wire. */
function pass(text: string, pieceBytes: number): Uint8Array {
  const bound = new RecordBound(",");
  const bytes = Buffer.from(text);
  const pieces: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    pieces.push(bound.pass(bytes.subarray(start, start + pieceBytes)));
  }
  return Buffer.concat(pieces);
}

const texts = fc
  .array(fc.constantFrom('"', ",", "\n", "\r", "\r\n", "a", " ", "\u0000", "é", '""', '",'), { maxLength: 40 })
  .map((parts) => parts.join(""));

const columns = 3;
const header = "h,h,h\n";

const withinColumns = (records: Parsed) =>
  records.filter(({ record }) => record.length <= columns).map(({ record, info }) => [info.lines, record]);

test("the limited text parses like the original, line by line, and no record has more than one extra column", () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 7 }), (text, pieceBytes) => {
      const passed = read(pass(header + text, pieceBytes));
      expect(withinColumns(passed)).toEqual(withinColumns(read(Buffer.from(header + text))));
      for (const { record } of passed) expect(record.length).toBeLessThanOrEqual(columns + 1);
    }),
    runsOf(20_000),
  );
});

describe("a record of as many bytes as one may have", () => {
  test.each([
    ["of commas", ","],
    ["of letters", "a"],
    ["of quotes", '"'],
    ["of lines within quotes", '"\n",'],
  ])("%s is passed, and with more of them refused with the line it begins in", (_, repeated) => {
    const most = repeated.repeat(Math.floor((recordBytesMax - 1) / repeated.length));
    expect(() => pass(`${header}${most}\n`, 1_000)).not.toThrow();
    expect(() => pass(`${header}${most}${repeated.repeat(3)}\n`, 1_000)).toThrow(FileRefused);
    expect(() => pass(`${header}a,b,c\n${most}${repeated.repeat(3)}`, 1_000)).toThrow(/begins in line 3 /);
  });
});
