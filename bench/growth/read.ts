// One question put to a grown database: a page of a list, or a report.
import type { Database } from "../../src/engine/postgres/database.ts";

export type Db = Database["kysely"];

export type Read = {
  readonly name: string;
  /** `page`: a page of a list, with or without a filter. `report`: figures of everything that a program has, or of a period. */
  readonly kind: "page" | "report";
  readonly run: (db: Db) => Promise<unknown>;
};
