// A statement of a session: its text is fixed, so that each connection prepares it once. Parameters are text, or a Buffer for what
// is binary.

export type Statement = {
  /** Unique in the program. */
  readonly name: string;
  readonly text: string;
};

export type Parameter = string | Buffer | null;

/** Throws where an object refers to itself. */
export function parameterOf(value: unknown): Parameter {
  if (value === null || value === undefined) return null;
  if (typeof value === "string" || Buffer.isBuffer(value)) return value;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(",")}}`;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function elementOf(value: unknown): string {
  const parameter = parameterOf(value);
  if (parameter === null) return "NULL";
  const text = typeof parameter === "string" ? parameter : `\\x${parameter.toString("hex")}`;
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
