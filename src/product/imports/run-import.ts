// One import: a file's lines in batches, each looked up, recorded and counted before the next is read. Only a batch and the report are in
// memory, however long the file is. It may end anywhere: what it recorded stays, and importing the file again continues from there.
import { AccessRefused } from "../../access/access-refused.ts";
import { requireProgramRight } from "../../access/permission.ts";
import { takesCurrency } from "../../core/rules/events/settings/currency-settings.ts";
import type { Settings } from "../../core/rules/events/settings/settings.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import { goesOnFault, type ImportReport } from "../../core/vocabulary/import-report.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { FileRefused } from "./file-refused.ts";
import { withImportLocks } from "./import-locks.ts";
import type { ImportRow } from "./import-row.ts";
import { beginRun, endRun, noteRun } from "./import-runs.ts";
import { Importing, type ImportOf, type ImportParts } from "./importing.ts";
import { findPartners } from "./known.ts";
import { namesOf, partnerUnder, takePartners } from "./partners.ts";
import { readFile } from "./reading/file-reading.ts";
import type { Line } from "./reading/read-lines.ts";
import type { Source } from "./reading/utf8.ts";
import { type OfPartner, takeCustomers, takeSales } from "./records.ts";
import { settleRecruits, takeRecruits } from "./recruits.ts";
import { Tally } from "./tally.ts";

export type ImportRun = ImportOf & {
  readonly source: Source;
  readonly stop: AbortSignal;
  readonly onProgress: (report: ImportReport) => void;
};

export type ImportEnded = { readonly importId: number; readonly report: ImportReport };

/** What cannot be read at all is refused before anything is kept; every other end is the run's, and kept with it. */
export async function runImport(parts: ImportParts, run: ImportRun): Promise<ImportEnded> {
  const { database } = parts;
  await database.transaction((session) => requireProgramRight(session, run.actor, run.programId, "settings"));
  const { perAccountMax } = parts.imports.limits;
  return parts.imports.within(run.actor, () =>
    withImportLocks(database, { ...run, perAccountMax }, (requireHeld) => readThrough(parts, run, requireHeld)),
  );
}

async function readThrough(parts: ImportParts, run: ImportRun, mayGoOn: () => Promise<void>): Promise<ImportEnded> {
  const { database } = parts;
  const { faultyLinesMax } = parts.imports.limits;
  const file = await readFile(run.tool, run.source, run.stop);
  const tally = new Tally(file.records);
  const importing = new Importing(parts, run, tally);
  const settings = await settingsOf(database, run.programId);
  const importId = await beginRun(database, { ...run, startedBy: authorText(run.actor), report: tally.report() });
  try {
    for await (const batch of file.batches) {
      run.stop.throwIfAborted();
      await mayGoOn();
      await takeBatch(importing, batch, settings);
      const report = tally.report();
      await noteRun(database, importId, report);
      run.onProgress(report);
      if (report.faulty_lines > faultyLinesMax) throw tooFaulty(importId, report, faultyLinesMax);
    }
    await settleRecruits(importing, async () => {
      run.stop.throwIfAborted();
      await mayGoOn();
    });
  } catch (error) {
    await endRun(database, importId, "failed", tally.report(faultOf(error)));
    throw error;
  }
  const report = tally.report();
  await endRun(database, importId, "finished", report);
  return { importId, report };
}

/** A fault of ours is the log's to explain, and no reader's. */
function faultOf(error: unknown): string {
  if (error instanceof AccessRefused || error instanceof FileRefused) return error.message;
  if (error instanceof Error && error.name === "AbortError") return "It was stopped.";
  return goesOnFault;
}

function tooFaulty(importId: number, { lines, faults }: ImportReport, faultyLinesMax: number): FileRefused {
  return new FileRefused(
    `More than ${faultyLinesMax} of the first ${lines} lines have faults, and nothing behind them was read. Import ${importId} lists the first ${faults.length} faults: correct them, and import the file again.`,
  );
}

type Readable = { readonly line: number; readonly row: ImportRow };

const settingsStatement: Statement = {
  name: "settings_of_import",
  text: "select settings from program_settings where program_id = $1 order by from_event_id desc limit 1",
};

async function settingsOf(database: Database, programId: number): Promise<Partial<Settings>> {
  const [row] = await database.withSession((session) =>
    session.query<{ settings: Settings }>(settingsStatement, [programId]),
  );
  return row?.settings ?? {};
}

const toBeTaken = "is no currency of the program: add it to the program's currencies first.";

/** Of a sale or its commission. */
function untakenCurrency({ sale }: ImportRow, settings: Partial<Settings>): Currency | undefined {
  if (sale === null) return undefined;
  return [sale.currency, sale.commissionCurrency].find((currency) => !takesCurrency(settings, currency));
}

/** Without the faulty, which are counted. */
function readableOf({ tally }: Importing, batch: readonly Line[], settings: Partial<Settings>): Readable[] {
  const rows: Readable[] = [];
  for (const { line, row, faults } of batch) {
    tally.read();
    if (faults !== undefined) tally.fault(faults);
    else if (row.leftOut !== null) tally.leaveOut(row.leftOut);
    else {
      const strange = untakenCurrency(row, settings);
      if (strange === undefined) rows.push({ line, row });
      else tally.fault([{ line, column: "currency", message: `${strange} ${toBeTaken}` }]);
    }
  }
  return rows;
}

async function takeBatch(importing: Importing, batch: readonly Line[], settings: Partial<Settings>): Promise<void> {
  const { tally } = importing;
  const rows = readableOf(importing, batch, settings);
  const partners = rows.flatMap(({ line, row }) => (row.partner === null ? [] : [{ line, partner: row.partner }]));
  await takePartners(importing, partners);
  await takeRecruits(importing, partners);
  const records = rows.filter(({ row }) => row.customer !== null || row.sale !== null);
  if (records.length === 0) return;
  const names = records.flatMap(({ row }) => namesOf(importing, row.names));
  const found = await importing.database.withSession((session) => findPartners(session, importing, names));
  const customers: OfPartner<NonNullable<ImportRow["customer"]>>[] = [];
  const sales: OfPartner<NonNullable<ImportRow["sale"]>>[] = [];
  for (const { line, row } of records) {
    const partnerId = partnerUnder(importing, found, row.names);
    if (partnerId === undefined) {
      const called = row.names.code ?? row.names.email ?? row.names.externalId;
      // The partner's own fault was said already.
      if (row.partner === null)
        tally.fault([
          { line, column: null, message: `names the partner ${called}, who is not here: import the partners first.` },
        ]);
      continue;
    }
    if (row.customer !== null) customers.push({ partnerId, record: row.customer });
    if (row.sale !== null) sales.push({ partnerId, record: row.sale });
  }
  await takeCustomers(importing, customers);
  await takeSales(importing, sales);
}
