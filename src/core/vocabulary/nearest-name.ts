// Which known name was probably meant by one that is not known.

/** `amount` is near to `amount_cents`, and `id` to nothing. */
const partLettersMin = 4;

/** Null where none is near: half of the letters would have to change, and none holds it or is held by it. */
export function nearestName(field: string, known: Iterable<string>): string | null {
  const given = letters(field);
  let nearest: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const other = letters(name);
    const isPart =
      Math.min(given.length, other.length) >= partLettersMin && (given.includes(other) || other.includes(given));
    const distance = isPart ? 1 : editDistance(given, other);
    if (nearest === null || distance < nearest.distance) nearest = { name, distance };
  }
  return nearest !== null && nearest.distance * 2 <= Math.max(given.length, 2) ? nearest.name : null;
}

/** `transactionId` and `transaction-id` mean the same to their writer. */
function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** How many letters have to be put in, left out or exchanged (Levenshtein). */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const exchanged = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
