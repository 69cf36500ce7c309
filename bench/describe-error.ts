// An error in words, with what caused it.

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? "" : `, because ${describeError(error.cause)}`;
  return `${error.message}${cause}`;
}
