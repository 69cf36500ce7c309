// A replay's difference as text: how many rows, how much money for which partner, and rows that name their events.
import { differenceOf } from "../../core/vocabulary/money/money.ts";
import type { Change, Difference } from "../../engine/replay/compare.ts";
import { printable } from "./failures.ts";
import { tableOf } from "./output.ts";

export type DifferingProgram = { readonly programId: number; readonly difference: Difference };

const programsShownMax = 20;

type Fields = Readonly<Record<string, unknown>>;
type Row = { readonly [Side in keyof Change]: Fields | Extract<Change[Side], null> };

export function differenceText(programs: readonly DifferingProgram[]): string {
  const shown = programs.slice(0, programsShownMax);
  const books = shown.flatMap(({ programId, difference }) =>
    difference.books.map(({ book, added, removed, changed }) => ({
      program: programId,
      book,
      added,
      removed,
      changed,
    })),
  );
  const money = shown.flatMap(({ programId, difference }) =>
    difference.money.map(({ book, partner_id, currency, before_cents, after_cents }) => ({
      program: programId,
      book,
      partner: partner_id,
      currency,
      before_cents,
      after_cents,
      difference_cents: differenceOf(after_cents, before_cents),
    })),
  );
  const parts = [tableOf(books, ["program", "book", "added", "removed", "changed"])];
  if (money.length > 0) {
    const columns = [
      "program",
      "book",
      "partner",
      "currency",
      "before_cents",
      "after_cents",
      "difference_cents",
    ] as const;
    parts.push("Money in these rows:", tableOf(money, columns));
  }
  parts.push("Examples:", ...shown.flatMap(({ difference }) => examplesOf(difference)));
  if (programs.length > shown.length) {
    parts.push(`${programs.length - shown.length} more programs differ; --json has all of them.`);
  }
  return parts.join("\n");
}

function examplesOf({ books }: Difference): string[] {
  return books.flatMap(({ book, examples }) => examples.map((change) => `  ${book} ${changeText(change)}`));
}

/** A row that differs: the event it is known by, and its columns that are not the same. */
export function changeText({ row_key, before, after }: Row): string {
  const row = after ?? before ?? {};
  const event = row.event_id ?? row.sale_id ?? row.lead_id ?? row.payment_id ?? row.from_event_id;
  const ofEvent = typeof event === "number" ? `of event ${event}` : keyText(row_key);
  if (before === null) return printable(`${ofEvent} is added: ${fieldsText(row)}`);
  if (after === null) return printable(`${ofEvent} is removed: ${fieldsText(row)}`);
  const changed = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const changes = changed.map((name) => `${name} ${JSON.stringify(before[name])} -> ${JSON.stringify(after[name])}`);
  return printable(`${ofEvent}: ${changes.join(", ")}`);
}

const namedFields = ["transaction_id", "amount_cents", "currency", "partner_id", "status", "outcome", "reason"];

function fieldsText(row: Fields): string {
  const known = namedFields.filter((name) => row[name] !== undefined && row[name] !== null);
  return known.length === 0
    ? JSON.stringify(row)
    : known.map((name) => `${name} ${JSON.stringify(row[name])}`).join(", ");
}

function keyText(key: Fields): string {
  return Object.values(key).map(String).join(" ");
}
