// One list of a program over HTTP: a page of it as JSON, or all of it as CSV.
// Every page is read for the caller anew: whoever is taken out of the workspace meanwhile gets no further page.
import type { RequestHandler } from "express";
import type { z } from "zod";
import type { Right } from "../../access/permission.ts";
import { type Page, type PageRequest, pageRowsMax } from "../../queries/page.ts";
import type { ScopedReads } from "../../queries/scoped-reads.ts";
import { sendJson } from "../send.ts";
import { sendCsv } from "./csv.ts";
import { pathId, readListQuery } from "./fields.ts";
import type { ManageParts } from "./parts.ts";

/** What a query reads from. */
export type Books = Parameters<Parameters<ScopedReads["ofProgram"]>[3]>[0];

export type ProgramList<Shape extends z.ZodRawShape, Row extends object> = {
  readonly name: string;
  readonly right: Right;
  /** Parameters of the query, strictly. */
  readonly filters: Shape;
  /** Every field of a row, in the order of the CSV's columns: one that is forgotten does not compile. */
  readonly columns: Readonly<Record<keyof Row & string, true>>;
  readonly read: (
    db: Books,
    programId: number,
    page: PageRequest,
    filter: z.output<z.ZodObject<Shape>>,
  ) => Promise<Page<Row>>;
};

export function listRoute<Shape extends z.ZodRawShape, Row extends object>(
  { callers, reads }: ManageParts,
  list: ProgramList<Shape, Row>,
): RequestHandler {
  return async (request, response) => {
    const caller = await callers.account(request, response);
    const programId = pathId(request.params.programId);
    const { page, format, filter } = readListQuery(request, list.filters);
    const read = (wanted: PageRequest) =>
      reads.ofProgram(caller, programId, list.right, (db) => list.read(db, programId, wanted, filter));
    if (format === "json") {
      sendJson(response, 200, await read(page));
      return;
    }
    await sendCsv(response, {
      fileName: `${list.name}-of-program-${programId}`,
      columns: Object.keys(list.columns) as (keyof Row & string)[],
      firstPage: await read({ limit: pageRowsMax, cursor: page.cursor }),
      pageAfter: (cursor) => read({ limit: pageRowsMax, cursor }),
    });
  };
}
