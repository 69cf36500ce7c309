// How the rows of programs are placed: all in one database, or each program's on one of several machines. Sessions and databases carry
// theirs, and it answers what a statement or a transaction about programs needs there, so that no caller asks what the database is.
import type { PostgresDialect, PostgresDialectConfig } from "kysely";
import type { Client, QueryResultRow } from "pg";
import type { Statement } from "./driver/statement.ts";

/** What answers statements: a session. */
export type Answering = {
  query<Row extends QueryResultRow>(statement: Statement, values: readonly unknown[]): Promise<Row[]>;
};

/** About several programs. */
export type Question<Item, Answer> = {
  readonly programOf: (item: Item) => number;
  /** By one statement. */
  readonly ofAll: (session: Answering, items: readonly Item[]) => Promise<Answer[]>;
  /** By statements about this program alone, which has these items. */
  readonly ofOne: (session: Answering, programId: number, items: readonly Item[]) => Promise<Answer[]>;
};

/** One statement about several programs, as it is worded for each placement. */
export type Wording = { readonly plain: Statement; readonly naming: Statement };

/** The conditions, if any, that a column of programs is among these. */
export type Naming = (column: string, programs: string) => readonly string[];

/** A statement that names its programs for each table where only the machines that have them are to be asked. */
export function worded(write: (naming: Naming) => Statement): Wording {
  const { name, text } = write((column, programs) => [`${column} = any(${programs})`]);
  return { plain: write(() => []), naming: { name: `${name}_spread`, text } };
}

/** A snapshot cannot be taken now; the message says why. */
export class NoSnapshot extends Error {
  override readonly name = "NoSnapshot";
}

export type Placement = {
  /**
   * By one statement for all programs, or by those of each in their order, which is the order of locks. All are sent before anything
   * is waited for.
   */
  ask<Item, Answer>(session: Answering, question: Question<Item, Answer>, items: readonly Item[]): Promise<Answer[]>;
  wording(of: Wording): Statement;
  /** Whether one statement reads what is a program's together with what belongs to none; see distribution.ts. */
  readonly joinsShared: boolean;
  /** Of how many programs one transaction may lock or compare the rows. */
  readonly programsPerTransaction: number;
  /**
   * Begins a transaction on the client that reads all programs as they were at one moment, or throws `NoSnapshot`. The holder is a second
   * connection, to be closed afterwards.
   */
  beginSnapshot(client: Client, holder: Client): Promise<void>;
  /** Whether a temporary table is seen wherever a program's rows are. */
  readonly hasTemporaryTables: boolean;
  /** What a transaction begins with that makes tables of programs, sets what counts for all it reads, or calls what runs as the owner. */
  readonly first: Readonly<Record<"tables" | "settings" | "owner", readonly Statement[]>>;
  /** The kind of a table of programs that can be filled again. */
  readonly refillable: "unlogged" | "";
  /** Each program's part of these new tables is kept where its books are. */
  placeTables(client: Client, schema: string, tables: readonly string[]): Promise<void>;

  /** Whether what is sent in one piece is one transaction without a BEGIN. */
  readonly commitsPieces: boolean;
  /** Whether programs are recorded on shards of their own; see shards.ts. */
  readonly hasShards: boolean;
  /** For every connection, as `name=value`. */
  readonly settings: readonly string[];
  dialect(config: PostgresDialectConfig): PostgresDialect;
};
