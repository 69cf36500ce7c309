// The reports of a program: figures of everything it has, or of a period, and the lines of a statement.

import { listOwed } from "../../src/product/payouts/list.ts";
import { OverviewMemory } from "../../src/product/programs/overview-memory.ts";
import { findOverview } from "../../src/product/programs/overview-read.ts";
import { findPerformance } from "../../src/product/programs/performance-read.ts";
import { findReadiness } from "../../src/product/programs/readiness-read.ts";
import { findProgramStatus } from "../../src/product/programs/status-read.ts";
import { listStatementLines } from "../../src/product/statements/lines-read.ts";
import { findStatement } from "../../src/product/statements/list.ts";
import type { Read } from "./read.ts";

type Asked = {
  /** Of a page. */
  readonly rows: number;
  readonly now: Date;
  /** Where a report of the last days begins, and whose month a statement is of. */
  readonly from: Date;
};

export function reportsOf(programId: number, { rows, now, from }: Asked): Read[] {
  const month = from.toISOString().slice(0, "2026-01".length);
  const report = (name: string, run: Read["run"]): Read => ({ name, kind: "report", run });
  return [
    report("owed to each partner, a page", (db) => listOwed(db, programId, { limit: rows, cursor: null })),
    report("owed to those with a minimum", (db) =>
      listOwed(db, programId, { limit: rows, cursor: null }, { minimum_cents: 5_000 }),
    ),
    report("program status", (db) => findProgramStatus(db, programId)),
    report("readiness", (db) => findReadiness(db, programId, now)),
    report("statement of a month", (db) => findStatement(db, programId, month)),
    {
      name: "statement's lines",
      kind: "page",
      run: (db) => listStatementLines(db, programId, month, { limit: rows, cursor: null }),
    },
    report("overview, 30 days", (db) =>
      findOverview(db, programId, { from, before: now, isTest: false }, new OverviewMemory()),
    ),
    report("performance, 30 days", (db) => findPerformance(db, programId, { from, to: now })),
    report("performance, everything", (db) => findPerformance(db, programId, { from: null, to: now })),
  ];
}
