// One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front: names and keys come
// from anywhere. Spreadsheets skip whitespace before a sign and take full-width and small signs for the plain ones, so both are
// seen through. What is nothing but a number is written as it is, so a negative amount stays one.
const plainNumber = /^-\d+(?:\.\d+)?$/;
/** Whitespace, control characters and characters without a width, then a sign in any of its widths. */
const formulaStart = /^(?:[\t\r]|[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B\u2212])/u;
const needsQuotes = /[",\r\n]/;

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: unknown): string {
  const text = plainText(value);
  const isFormula = typeof value === "string" && formulaStart.test(text) && !plainNumber.test(text);
  const harmless = isFormula ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
