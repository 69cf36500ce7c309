// Payment references: how a brand's order code is found again in what a bank made of it.
// Where a payment carries no metadata, the brand registers a reference before the payment and the delivery names
// candidates; both go through `normaliseReference`, so finding one is an equality and can use an index.
// It never guesses: only whole words of a memo are candidates, so `DH10245` is not found by `DH1024`.
import { idCharactersMax } from "../vocabulary/facts.ts";

/** Fewer characters in a memo are as likely a word or a part of a date as an order code. */
const candidateCharactersMin = 4;
/** Most candidates taken from one memo. */
const candidatesMax = 16;
/** Longest memo looked into, in characters: banks cut memos at about 210, and put a few words of their own around them. */
const memoCharactersMax = 500;
const wordBreak = /[^\p{L}\p{M}\p{N}]+/u;

/**
 * What banks leave of a text: Latin letters without accents, upper-case, and digits; no spaces, no punctuation.
 * `đơn hàng #dh-42` and `DON HANG DH42` are one reference. Empty when nothing is left.
 */
export function normaliseReference(text: string): string {
  return text
    .replaceAll(/[đĐ]/g, "D")
    .normalize("NFKD")
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, "");
}

/**
 * The references a memo may hold, normalised, each once and the likeliest first: words of letters and digits, words of
 * digits, two neighbouring words together, words of letters, three neighbouring words together (`DH-2026-42` arrives as
 * `DH 2026 42`), and the whole memo. A word is what is between spaces or punctuation; words are joined only if
 * there is a digit in them.
 */
export function referencesInMemo(memo: string): string[] {
  const text = memo.slice(0, memoCharactersMax);
  const words = text.split(wordBreak).map(normaliseReference).filter(Boolean);
  const candidates = [
    ...words.filter((word) => hasDigit(word) && hasLetter(word)),
    ...words.filter((word) => !hasLetter(word)),
    ...neighbours(words, 2).filter(hasDigit),
    ...words.filter((word) => !hasDigit(word)),
    ...neighbours(words, 3).filter(hasDigit),
    normaliseReference(text),
  ];
  const fitting = candidates.filter(({ length }) => length >= candidateCharactersMin && length <= idCharactersMax);
  return [...new Set(fitting)].slice(0, candidatesMax);
}

/** From each word on, up to `count` words written together. */
function neighbours(words: readonly string[], count: number): string[] {
  return words.map((_, first) => words.slice(first, first + count).join(""));
}

function hasDigit(text: string): boolean {
  return /[0-9]/.test(text);
}

function hasLetter(text: string): boolean {
  return /[A-Z]/.test(text);
}
