// What is in an answer, for code that knows what must be there.
export function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `data.program_id` reaches into it. Undefined where it is not. */
export function at(body: Readonly<Record<string, unknown>>, path: string): unknown {
  let value: unknown = body;
  for (const name of path.split(".")) value = isRecord(value) ? value[name] : undefined;
  return value;
}

export function rowsAt(body: Readonly<Record<string, unknown>>, path: string): Readonly<Record<string, unknown>>[] {
  const rows = at(body, path);
  return Array.isArray(rows) ? rows.filter(isRecord) : [];
}
