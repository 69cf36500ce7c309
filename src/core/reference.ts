// Payment references: how a brand's order code is found again in what a bank made of it.
// Where a payment carries no metadata, the brand registers a reference before the payment and the delivery names
// candidates; both go through `normaliseReference`, so finding one is an equality and can use an index.
// It never guesses: only what stands whole between separators is a candidate, so `ABC1234` is not found by `ABC123`.

/** Fewer characters in a memo are as likely a word or a part of a date as an order code. */
export const memoReferenceCharactersMin = 4;
/** Most candidates taken from one memo, the likeliest first. */
export const memoReferencesMax = 12;
/** Longest memo looked into, in characters: banks cut them at 210, a whole text message may stand around that. */
const memoCharactersMax = 500;
/** Most neighbouring words put together: `DH-2026-0042` arrives as `DH 2026 0042`. */
const joinedWordsMax = 3;

/**
 * What banks leave of a text: Latin letters without accents, upper-case, and digits; nothing else, spaces included.
 * `đơn hàng #dh-42` and `DON HANG DH42` are the same reference. Empty when nothing is left.
 */
export function normaliseReference(text: string): string {
  return text
    .replaceAll(/[đĐ]/g, "D")
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "");
}

/**
 * The references a memo may hold, normalised, each once and the likeliest first: words with letters and digits, words
 * of digits, up to three neighbouring words together if there is a digit in them, words of letters, the whole memo.
 * A word is what stands between spaces or punctuation.
 */
export function referencesInMemo(memo: string): string[] {
  const text = memo.slice(0, memoCharactersMax);
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap((word) => normaliseReference(word) || []);
  const candidates = [
    ...words.filter((word) => hasDigit(word) && hasLetter(word)),
    ...words.filter((word) => !hasLetter(word)),
    ...joinedNeighbours(words).filter(hasDigit),
    ...words.filter((word) => !hasDigit(word)),
    normaliseReference(text),
  ];
  const longEnough = candidates.filter((candidate) => candidate.length >= memoReferenceCharactersMin);
  return [...new Set(longEnough)].slice(0, memoReferencesMax);
}
