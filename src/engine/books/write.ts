// The only writer of the books: one statement upserts and deletes all rows of a batch, of every book it touches, regardless of the batch's
// size. Each set of books has its own fixed statement, prepared once a connection. There could be very many sets: a process keeps the first
// few and writes all others book by book.

import { bookKeyOf, bookNames } from "../../core/rules/book-keys.ts";
import type { Books } from "../../core/rules/books.ts";
import type { BookName, BookRows } from "../../core/rules/rows/rows.ts";
import { arraysOf, type Columns, columnNames, rowsOf } from "../postgres/driver/binary-arrays.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { bookColumns } from "./book-columns.ts";

/** A statement is prepared for each on every connection, which costs its memory. */
const writtenSetsMax = 200;

/**
 * What the tables may hold besides the loaded rows: `nothing` if the books are up to date with their log, so a row that was not found does
 * not exist; `anything` if the range of the log may have been projected before.
 */
export type Beyond = "nothing" | "anything";

/** Sends everything at once and does not wait: the transaction's commit does. */
export function writeBooks(session: Session, programs: readonly Books[], beyond: Beyond = "nothing"): void {
  const writes = bookNames.flatMap((name) => writesOf(programs, name, beyond));
  if (writes.length === 0) return;
  const together = statementOf(writes);
  if (together !== undefined) {
    void session.query(
      together,
      writes.flatMap((write) => write.values),
    );
  } else {
    for (const write of writes) void session.query(singleStatement(write), write.values);
  }
}

/** One book's rows to insert, to put over others, or to delete. */
type Write = {
  readonly name: string;
  readonly values: readonly Buffer[];
  /** With its parameters numbered from here. */
  readonly text: (from: number) => string;
};

function writesOf<Name extends BookName>(programs: readonly Books[], name: Name, beyond: Beyond): Write[] {
  const deleted: BookRows[Name][] = [];
  const inserted: BookRows[Name][] = [];
  const upserted: BookRows[Name][] = [];
  for (const books of programs) {
    const { removed, added, replaced } = books.of[name].changes();
    deleted.push(...removed);
    (beyond === "nothing" ? inserted : upserted).push(...added);
    upserted.push(...replaced);
  }
  const columns: Columns<BookRows[Name]> = bookColumns[name];
  const write = (kind: keyof typeof texts, rows: readonly BookRows[Name][]): Write[] =>
    rows.length === 0
      ? []
      : [
          {
            name: `${kind}_${name}`,
            values: arraysOf(columns, rows),
            text: (from) => texts[kind](name, columns, from),
          },
        ];
  return [...write("delete", deleted), ...write("insert", inserted), ...write("upsert", upserted)];
}

const texts = { delete: deleteText, insert: insertText, upsert: upsertText } as const;

function insertText<Row>(name: BookName, columns: Columns<Row>, from: number): string {
  return `insert into ${name} (${columnNames(columns).join(", ")}) ${rowsOf(columns, from)}`;
}

function upsertText<Row>(name: BookName, columns: Columns<Row>, from: number): string {
  const key = bookKeyOf(name);
  const rest = columnNames(columns).filter((column) => !key.includes(column));
  const action =
    rest.length === 0
      ? "do nothing"
      : `do update set ${rest.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  return `${insertText(name, columns, from)}
          on conflict (${key.join(", ")}) ${action}`;
}

function deleteText<Row>(name: BookName, columns: Columns<Row>, from: number): string {
  const same = bookKeyOf(name).map((column) => `t.${column} = d.${column}`);
  return `delete from ${name} t
           using (${rowsOf(columns, from)}) d
           where ${same.join(" and ")}`;
}

const statementsBySet = new Map<string, Statement>();

/** Undefined for a set beyond those that are kept. */
function statementOf(writes: readonly Write[]): Statement | undefined {
  const set = writes.map((write) => write.name).join(",");
  const known = statementsBySet.get(set);
  if (known !== undefined) return known;
  if (statementsBySet.size >= writtenSetsMax) return undefined;
  const statement = { name: `write_books_${statementsBySet.size + 1}`, text: togetherText(writes) };
  statementsBySet.set(set, statement);
  return statement;
}

/** All but the last as parts of the last: no part sees what another does, and no two touch the same row. */
function togetherText(writes: readonly Write[]): string {
  let from = 1;
  const texts = writes.map((write) => {
    const text = write.text(from);
    from += write.values.length;
    return text;
  });
  const last = texts.pop() ?? "";
  if (texts.length === 0) return last;
  return `with ${texts.map((text, index) => `part_${index + 1} as (${text})`).join(", ")} ${last}`;
}

function singleStatement({ name, text }: Write): Statement {
  return { name, text: text(1) };
}
