// The parts of a letter, and the format of names, counts and amounts.
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Sum } from "../../core/vocabulary/money/money.ts";
import { countText, moneyText } from "../../core/wording/words.ts";

export type LetterTable = {
  readonly columns: readonly string[];
  /** The first cell names the row; the others are figures. */
  readonly rows: readonly (readonly string[])[];
};

export type Letter = {
  /** The subject too. */
  readonly title: string;
  readonly lines: readonly string[];
  readonly table?: LetterTable;
  /** What needs attention, after the table. */
  readonly points?: readonly string[];
  readonly action: { readonly words: string; readonly path: string };
};

/** Of which program it is. */
export type ProgramOfLetter = { readonly programId: number; readonly programName: string };

const nameCharactersMax = 100;

/** One line, without what could make a line of its own or turn writing around. */
export function namedIn(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();
  return line.length > nameCharactersMax ? `${line.slice(0, nameCharactersMax)}…` : line;
}

export function countOf(count: number, what: string, many = `${what}s`): string {
  return `${countText(count)} ${count === 1 ? what : many}`;
}

export function moneyOf(cents: Sum, currency: Currency): string {
  return moneyText(cents, currency);
}

/** Columns under each other where the font is even. */
export function tableText({ columns, rows }: LetterTable): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, place) => Math.max(...all.map((row) => row[place]?.length ?? 0)));
  const cell = (text: string, place: number) => {
    const width = widths[place] ?? 0;
    return place === 0 ? text.padEnd(width) : text.padStart(width);
  };
  return all.map((row) => row.map(cell).join("  ").trimEnd()).join("\n");
}
