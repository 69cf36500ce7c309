// A forecast: what each partner would have earned in the last months under other terms. The books are built from the log with these terms
// in it, in a schema of their own that is dropped; the live books are read in one snapshot and the log is folded up to the same event, so
// every difference comes from the terms.
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../access/permission.ts";
import { holderOf } from "../../core/rules/rows/terms-rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { plainRequest, withShadowBooks } from "../../engine/replay/as-of.ts";
import type { ReplayParts } from "../../engine/replay/plan.ts";
import { ReplayRefused } from "../../engine/replay/replay-refused.ts";
import type { StepWatch } from "../../engine/replay/runs/progress-notes.ts";
import { openScopedReads } from "../reads/scoped-reads.ts";
import { closeOpenMonths } from "./close-open-months.ts";
import { type EarnedLine, readEarned } from "./earned-read.ts";
import { compared, comparedForecast } from "./forecast-comparison.ts";
import { type Period, readPeriod } from "./period-read.ts";
import { isOfProgram, type Supposed, withSupposed } from "./supposed.ts";

export type ForecastInput = Supposed & {
  readonly programId: number;
  /** The current one included. */
  readonly months: number;
};

/** As it is kept with its run. */
export const keptForecast = z.object({
  since: z.string(),
  event_id: z.int(),
  ...comparedForecast.shape,
});
export type KeptForecast = z.output<typeof keptForecast>;

export async function runForecast(
  parts: ReplayParts,
  { programId, months, scope, commission }: ForecastInput,
  watch: StepWatch = {},
): Promise<KeptForecast> {
  const { period, earned } = await readNow(parts.database, parts.actor, { programId, months, scope });
  const supposed = { scope, commission };
  return withShadowBooks(
    parts,
    {
      kind: "forecast",
      request: { ...plainRequest, program_ids: [programId], supposed: { ...scope, commission, months } },
      targets: [{ programId, seq: period.seq }],
      point: { seq: period.seq },
      substitute: withSupposed(supposed, period.from_event_id, period.beginning),
      complete: (books) => closeOpenMonths(books, programId, period.event_id),
    },
    async (books) => {
      await requireSet(books, programId, supposed, period.beginning.event_id);
      return {
        since: period.since,
        event_id: period.event_id,
        ...compared({ earned, forecast: await readEarned(books, programId, period.from_event_id) }),
      };
    },
    watch,
  );
}

/** A forecast in whose books the terms were refused would be the past under another name. */
async function requireSet(
  books: Database["kysely"],
  programId: number,
  { scope }: Supposed,
  eventId: number,
): Promise<void> {
  const ofPolicy = holderOf(scope) === null ? "policy" : "partner_policy";
  const table = isOfProgram(scope) ? "program_settings" : ofPolicy;
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where program_id = ${programId} and from_event_id = ${eventId}`.execute(books);
  if (rows.length === 0) throw new Error(`the terms of the forecast were refused at event ${eventId}`);
}

type Now = { readonly period: Period; readonly earned: readonly EarnedLine[] };

function readNow(
  database: Database,
  actor: Actor,
  { programId, months, scope }: Omit<ForecastInput, "commission">,
): Promise<Now> {
  return openScopedReads(database.kysely).ofProgram(actor, programId, "log", async (db) => {
    const period = await readPeriod(db, programId, { months, scope });
    if (period === undefined) {
      const whose = isOfProgram(scope) ? "The program has" : "These terms would have paid";
      throw new ReplayRefused(`${whose} no event in the last ${months} months: there is nothing to forecast.`);
    }
    return { period, earned: await readEarned(db, programId, period.from_event_id) };
  });
}
