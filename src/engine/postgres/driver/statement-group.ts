// Statements that are sent in one piece, with one Sync after the last: PostgreSQL answers them in one piece as well, and each side wakes
// once for all of them. When one fails, PostgreSQL skips those after it. Outside a transaction the piece is its own transaction, committed
// at the Sync; so the last statement is answered when the whole piece is. pg itself sends a Sync and a Describe with every statement; here
// the description is requested once a connection. It is a Query of pg, the only thing a pipelining client accepts, with all methods of its
// own: it receives the messages of its statements in order
// (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
import { type Connection, DatabaseError, type FieldDef, Query } from "pg";
import { asUnavailable } from "../database-unavailable.ts";
import type { Parameter, Statement } from "./statement.ts";
import { typeParsers } from "./type-parsers.ts";

export type Answer = { readonly command: string; readonly rows: object[] };

export type Sent = {
  readonly statement: Statement;
  readonly parameters: Parameter[];
  readonly ended: (error: Error | null, answer: Answer) => void;
};

type Ending = { readonly sent: Sent; readonly error: Error | null; readonly answer: Answer };

type Column = { readonly name: string; readonly parse: (text: string) => unknown };

/** What a connection knows of the statements prepared on it: their columns, once they were described. */
type Prepared = {
  readonly columns: Map<string, readonly Column[] | null>;
  /** May or may not be prepared, since a group failed on the way to them. */
  readonly unsure: Set<string>;
};

const preparedOn = new WeakMap<Connection, Prepared>();

const undefinedStatement = "26000";

export class StatementGroup extends Query {
  readonly #all: readonly Sent[];
  readonly #onEnd: () => void;
  readonly #parsedHere = new Set<string>();
  #prepared: Prepared = { columns: new Map(), unsure: new Set() };
  #at = 0;
  #rows: object[] = [];
  #columns: readonly Column[] | null = null;
  #unreadable: Error | null = null;
  /** The last statement, run and perhaps not committed. */
  #last: Ending | null = null;
  #isOver = false;

  /** `onEnd` is called once, behind the end of the last statement. */
  constructor(all: readonly Sent[], onEnd: () => void) {
    // As text, which pg takes as it is: an object it copies property by property, which took 40 µs.
    super("");
    this.#all = all;
    this.#onEnd = onEnd;
  }

  override submit = (connection: Connection): void => {
    this.#prepared = preparedOn.get(connection) ?? this.#prepared;
    preparedOn.set(connection, this.#prepared);
    connection.stream.cork();
    for (const sent of this.#all) this.#send(connection, sent);
    connection.sync();
    connection.stream.uncork();
  };

  #send(connection: Connection, { statement, parameters }: Sent): void {
    const { name, text } = statement;
    const { columns, unsure } = this.#prepared;
    if (unsure.delete(name)) connection.close({ type: "S", name }, true);
    if (!columns.has(name)) {
      connection.parse({ name, text, types: [] }, true);
      columns.set(name, null);
      this.#parsedHere.add(name);
    }
    connection.bind({ statement: name, values: parameters }, true);
    if (columns.get(name) === null) connection.describe({ type: "P", name: "" }, true);
    connection.execute({}, true);
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: typeParsers.getTypeParser(dataTypeID, "text"),
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.#unreadable !== null) return;
    const name = this.#all[this.#at]?.statement.name ?? "";
    this.#columns ??= this.#prepared.columns.get(name) ?? null;
    const row: Record<string, unknown> = {};
    let at = 0;
    try {
      for (const { name: column, parse } of this.#columns ?? []) {
        const text = fields[at++] ?? null;
        row[column] = text === null ? null : parse(text);
      }
    } catch (error) {
      this.#unreadable = error instanceof Error ? error : new Error(String(error));
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    this.#complete(text.split(" ", 1)[0] ?? "");
  }

  handleEmptyQuery(): void {
    this.#complete("");
  }

  #complete(command: string): void {
    const sent = this.#all[this.#at];
    if (sent === undefined) return;
    const { name } = sent.statement;
    if (this.#prepared.columns.get(name) === null) this.#prepared.columns.set(name, this.#columns ?? []);
    const ending = { sent, error: this.#unreadable, answer: { command, rows: this.#rows } };
    this.#at += 1;
    this.#rows = [];
    this.#columns = null;
    this.#unreadable = null;
    if (this.#at === this.#all.length) this.#last = ending;
    else report(ending);
  }

  /** Of the statement that is being answered, of the commit behind the last, or of the connection. */
  handleError(cause: Error): void {
    const error = asUnavailable(cause);
    if (this.#last !== null) {
      report({ ...this.#last, error });
      this.#last = null;
      this.#end();
      return;
    }
    const unanswered = this.#all.slice(this.#at);
    this.#at = this.#all.length;
    const [failed] = unanswered;
    if (failed !== undefined && error instanceof DatabaseError) {
      error.where = [error.where, `statement ${failed.statement.name}`].filter(Boolean).join("\n");
      if (error.code === undefinedStatement) this.#forget(failed.statement.name);
    }
    for (const { statement, ended } of unanswered) {
      if (this.#parsedHere.has(statement.name)) this.#forget(statement.name);
      ended(error, { command: "", rows: [] });
    }
    this.#end();
  }

  #end(): void {
    if (!this.#isOver) this.#onEnd();
    this.#isOver = true;
  }

  #forget(name: string): void {
    this.#prepared.columns.delete(name);
    this.#prepared.unsure.add(name);
  }

  handleReadyForQuery(): void {
    if (this.#at < this.#all.length) {
      this.handleError(new Error("PostgreSQL left a statement without an answer."));
      return;
    }
    if (this.#last !== null) report(this.#last);
    this.#last = null;
    this.#end();
  }
}

function report({ sent, error, answer }: Ending): void {
  sent.ended(error, answer);
}
