// Flags of commissions: what looks wrong about one, until a person says what it is. A flag is of one partner, as a forfeit is: where the sale
// turns out to be another partner's, it says nothing about that one. An open flag of a program that holds keeps the commission back; one that
// a person resolved as abuse takes it whole. A program that looks for none loads none.
import type { Books } from "../../books.ts";
import { type LookedAt, lookedAtBy, looksAtAny } from "../../events/settings/flag-settings.ts";
import type { FlagRow } from "../../rows/flag-row.ts";

export type Flagged = Pick<FlagRow, "sale_id" | "partner_id">;

/** Also where it did once: what was flagged then stays so. */
export function looksForFlags(books: Books): boolean {
  return books.of.program_settings.list("").some(({ settings }) => looksAtAny(lookedAtBy(settings)));
}

export function looksAt(books: Books, what: keyof LookedAt): boolean {
  return books.of.program_settings.list("").some(({ settings }) => lookedAtBy(settings)[what]);
}

export function isHeldByFlag(books: Books, of: Flagged): boolean {
  return flagsOf(books, of).some(({ choice, resolved_as }) => choice === "hold" && resolved_as === null);
}

/** The sale is recorded without a commission. */
export function isRefusedByFlag(books: Books, of: Flagged): boolean {
  return flagsOf(books, of).some(({ choice, resolved_as }) => choice === "refuse" && resolved_as !== "fine");
}

export function isAbuse(books: Books, of: Flagged): boolean {
  return flagsOf(books, of).some(({ resolved_as }) => resolved_as === "abuse");
}

export function findFlag(books: Books, { kind, ...of }: Flagged & Pick<FlagRow, "kind">): FlagRow | undefined {
  return flagsOf(books, of).find((row) => row.kind === kind);
}

/** With its sale: when an attribution by hand that had made the payment a sale is undone. */
export function endFlags(books: Books, saleId: number): void {
  for (const row of rowsOf(books, saleId)) books.of.flag.delete(row);
}

/** Two sales turned out to be one: what was found and decided about either is of the one that stays. The caller rebooks it. */
export function moveFlags(books: Books, fromSaleId: number, toSaleId: number): void {
  const rows = rowsOf(books, fromSaleId);
  endFlags(books, fromSaleId);
  for (const row of rows) {
    const moved = { ...row, sale_id: toSaleId };
    const own = findFlag(books, moved);
    if (own === undefined || (own.resolved_event_id ?? 0) < (moved.resolved_event_id ?? 0)) books.of.flag.put(moved);
  }
}

function flagsOf(books: Books, { sale_id, partner_id }: Flagged): readonly FlagRow[] {
  const rows = rowsOf(books, sale_id);
  return rows.length === 0 ? rows : rows.filter((row) => row.partner_id === partner_id);
}

function rowsOf(books: Books, saleId: number): readonly FlagRow[] {
  return looksForFlags(books) ? books.of.flag.list(saleId) : none;
}

const none: readonly FlagRow[] = [];
