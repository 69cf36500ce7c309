// One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front: names and keys come
// from anywhere. Spreadsheets skip whitespace before a sign and take full-width and small signs for the plain ones, so both are
// seen through. What is nothing but a number is written as it is, so a negative amount stays one.
// A spreadsheet that expects semicolons or tabs begins a new cell, or a new line, within our quotes: what follows those is judged too.
const plainNumber = /^-\d+(?:\.\d+)?$/;
/** Whitespace, control characters and characters without a width, then a sign in any of its widths. */
const formulaStart = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212])/u;
const needsQuotes = /[",;\t\r\n]/;
const otherSeparator = /([;\t\r\n])/;

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: unknown): string {
  const text = plainText(value);
  const harmless = isWritten(value) ? harmlessText(text) : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** By people, or of what they wrote: no number, time or flag of ours. */
function isWritten(value: unknown): boolean {
  return typeof value === "string" || (typeof value === "object" && !(value instanceof Date));
}

function harmlessText(text: string): string {
  const inner = otherSeparator.test(text)
    ? text
        .split(otherSeparator)
        .map((piece, index) => (index > 0 && index % 2 === 0 && isFormula(piece) ? `'${piece}` : piece))
        .join("")
    : text;
  return isFormula(text) ? `'${inner}` : inner;
}

function isFormula(text: string): boolean {
  return formulaStart.test(text) && !plainNumber.test(text);
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
