// One line of CSV (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe in front: names and keys come
// from anywhere. What is nothing but a number is written as it is, so a negative amount stays one.
const formulaStart = /^(?:[=+@\t\r]|-(?!\d+(?:\.\d+)?$))/;
const needsQuotes = /[",\r\n]/;

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: unknown): string {
  const text = plainText(value);
  const harmless = typeof value === "string" && formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
