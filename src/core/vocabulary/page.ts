// Pages of a list: rows in ascending order of the list's key, and a cursor that means "behind this row".
// A row that stays is on exactly one page, however many are added meanwhile: the cursor is a key and never a position.
// It never runs a statement; a cursor of another list, or one that was tampered with, is refused before any is run.
import { z } from "zod";
import { idCharactersMax, isStorableText } from "./facts.ts";

export const pageRowsDefault = 100;
export const pageRowsMax = 1000;

export type PageRequest = {
  /** 1 to `pageRowsMax`. */
  readonly limit: number;
  /** What the page before gave as `next`; null for the first page. */
  readonly cursor: string | null;
};

export type Page<Row> = { readonly data: readonly Row[]; readonly next: string | null };

/** The columns of a row as its schema names them: a column that is added there is selected. */
export function columnsOf<Shape extends z.ZodRawShape>(row: z.ZodObject<Shape>): (keyof Shape & string)[] {
  return row.keyof().options.filter((name): name is keyof Shape & string => name in row.shape);
}

/** What a list is filtered by. */
export type Filter<Shape extends z.ZodRawShape> = z.output<z.ZodObject<z.core.util.Writeable<Shape>>>;

export class InvalidCursor extends Error {
  override readonly name = "InvalidCursor";

  constructor() {
    super("The cursor is not one that this list has given.");
  }
}

/** The columns that order a list, as they stand in its cursor. */
export type Keyset<Key extends readonly (string | number)[]> = {
  /** The key to go on behind, or `start`. */
  after(request: PageRequest, start: Key): Key;
  /** `rows` are up to one more than asked for: the one too many says that there is a next page. */
  page<Row>(rows: readonly Row[], request: PageRequest, keyOf: (row: Row) => Key): Page<Row>;
};

export function keyset<Key extends readonly (string | number)[]>(list: string, key: z.ZodType<Key>): Keyset<Key> {
  const cursorSchema = z.tuple([z.literal(list), key]);
  return {
    after(request, start) {
      if (request.cursor === null) return start;
      const cursor = cursorSchema.safeParse(decode(request.cursor));
      if (!cursor.success) throw new InvalidCursor();
      return cursor.data[1];
    },
    page(rows, request, keyOf) {
      const data = rows.slice(0, request.limit);
      const last = data.at(-1);
      const hasMore = rows.length > data.length && last !== undefined;
      return { data, next: hasMore ? encode([list, keyOf(last)]) : null };
    },
  };
}

/** An id, or a `seq`. */
export const numberKey = z.tuple([z.int().nonnegative()]);
/** Two texts, such as whose something is and what it is about. */
export const twoTextsKey = z.tuple([
  z.string().max(idCharactersMax).refine(isStorableText),
  z.string().max(idCharactersMax).refine(isStorableText),
]);
export const textKey = z.tuple([z.string().max(idCharactersMax).refine(isStorableText)]);

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), "utf8").toString("base64url");
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
