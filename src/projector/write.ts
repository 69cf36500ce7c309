// The only writer of the books. Set-wise: at most one upsert and one delete for each book, whatever the batch's size.
// Rows travel as one JSON document a statement, so a row type and its table are matched by column name and a new column
// needs no change here.
import { type Books, bookKeyOf, bookNames } from "../core/books.ts";
import type { BookName, BookRows } from "../core/rows.ts";
import type { Session, Statement } from "../db/session.ts";

/** Sends everything at once and does not wait: the transaction's commit does. */
export function writeBooks(session: Session, programs: readonly Books[]): void {
  for (const name of bookNames) writeBook(session, programs, name);
}

function writeBook<Name extends BookName>(session: Session, programs: readonly Books[], name: Name): void {
  const deleted: BookRows[Name][] = [];
  const written: BookRows[Name][] = [];
  for (const books of programs) {
    deleted.push(...books.of[name].deleted);
    written.push(...books.of[name].written);
  }
  if (deleted.length > 0) void session.query(deleteStatement(name), [JSON.stringify(deleted)]);
  const [first] = written;
  if (first !== undefined) void session.query(upsertStatement(name, Object.keys(first)), [JSON.stringify(written)]);
}

const upserts = new Map<BookName, Statement>();
const deletes = new Map<BookName, Statement>();

function upsertStatement(name: BookName, columns: readonly string[]): Statement {
  const known = upserts.get(name);
  if (known !== undefined) return known;
  const key = bookKeyOf(name);
  const rest = columns.filter((column) => !key.includes(column));
  const action =
    rest.length === 0
      ? "do nothing"
      : `do update set ${rest.map((column) => `${column} = excluded.${column}`).join(", ")}`;
  const statement: Statement = {
    name: `upsert_${name}`,
    text: `insert into ${name}
           select * from json_populate_recordset(null::${name}, $1::json)
           on conflict (${key.join(", ")}) ${action}`,
  };
  upserts.set(name, statement);
  return statement;
}

function deleteStatement(name: BookName): Statement {
  const known = deletes.get(name);
  if (known !== undefined) return known;
  const statement: Statement = {
    name: `delete_${name}`,
    text: `delete from ${name} t
            using json_populate_recordset(null::${name}, $1::json) d
            where ${bookKeyOf(name)
              .map((column) => `t.${column} = d.${column}`)
              .join(" and ")}`,
  };
  deletes.set(name, statement);
  return statement;
}
