// A list: rows page by page in an order that stays, as JSON, as CSV, as lines of JSON, as a table. Its columns, filters and order are
// written down once, with its query.
import type { Kysely } from "kysely";
import { z } from "zod";
import { wholeNumber } from "../../core/vocabulary/fields.ts";
import { type Page, type PageRequest, pageRowsDefault, pageRowsMax } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { readStrictly } from "./input.ts";
import {
  type About,
  type Access,
  type Call,
  describe,
  type Input,
  type List,
  type Operation,
  programId,
} from "./operation.ts";

const cursorCharactersMax = 4096;

export const pageInput = {
  limit: wholeNumber([1, pageRowsMax], `Rows at most; ${pageRowsDefault} by default`).default(pageRowsDefault),
  cursor: z
    .string()
    .max(cursorCharactersMax)
    .nullable()
    .default(null)
    .meta({ description: "The previous page's `next`", flag: { placeholder: "cursor" } }),
};

export function pageOf<Row extends z.ZodType>(row: Row) {
  return z.strictObject({
    data: z.array(row).readonly().meta({ description: "The rows of this page" }),
    next: z.string().nullable().meta({ description: "The next page's cursor; null on the last page" }),
  });
}

type ListDefinition<Row extends z.ZodObject, Filters extends z.ZodRawShape> = Omit<
  About,
  "table" | "changes" | "command" | "list"
> & {
  readonly row: Row;
  readonly filters: Filters;
  /** Shown in the command line's table; everything else has all columns. */
  readonly table: readonly (keyof z.output<Row> & string)[];
  readonly example: string;
};

/** A list that is not of one program. */
export function defineList<Row extends z.ZodObject, Filters extends z.ZodRawShape>(
  definition: ListDefinition<Row, Filters> & {
    readonly read: (call: Call, page: PageRequest, filter: Input<Filters>) => Promise<Page<z.output<Row>>>;
  },
): Operation {
  const { row, filters, example, read, ...about } = definition;
  const input = z.strictObject({ ...filters, ...pageInput });
  const readPage: List["read"] = async (call, given) => {
    // Once for all faults together, then each part for its own types.
    readStrictly(input, given);
    return read(call, z.object(pageInput).parse(given), z.object(filters).parse(given));
  };
  const list = { columns: Object.keys(row.shape), read: readPage };
  return describe({ ...about, command: { example }, list }, input, pageOf(row), readPage);
}

/** A list of one program. Every page checks the caller's rights again: a removed member gets no further one. */
export function defineProgramList<Row extends z.ZodObject, Filters extends z.ZodRawShape>(
  definition: ListDefinition<Row, Filters> & {
    readonly access: Extract<Access, { kind: "program" | "operator" }>;
    readonly read: (
      db: Kysely<Tables>,
      programId: number,
      page: PageRequest,
      filter: Input<Filters>,
      call: Call,
    ) => Promise<Page<z.output<Row>>>;
  },
): Operation {
  const { row, filters, example, read, ...about } = definition;
  const { access } = about;
  const input = z.strictObject({ program_id: programId, ...filters, ...pageInput });
  const readPage: List["read"] = async (call, given) => {
    readStrictly(input, given);
    const { program_id, ...page } = z.object({ program_id: programId, ...pageInput }).parse(given);
    const filter = z.object(filters).parse(given);
    const right = access.kind === "program" ? access.right : "operator";
    return call.reads.ofProgram(call.actor, program_id, right, (db) => read(db, program_id, page, filter, call));
  };
  const list = { columns: Object.keys(row.shape), read: readPage };
  return describe({ ...about, command: { example }, list }, input, pageOf(row), readPage);
}
