// A forecast as people look at it: by month, and by partner with its months, what was earned and what would have been.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { commissionTermsSchema } from "../../core/rules/events/settings/terms.ts";
import { count, id, idOrNull, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { findRunLine, runLine } from "../../engine/replay/runs/history.ts";
import { forecastMonth, forecastPartner, partnersShownMax } from "./forecast-comparison.ts";
import { type KeptForecast, keptForecast } from "./run-forecast.ts";

const namedPartner = z.strictObject({ ...forecastPartner.shape, partner_name: wordsOrNull("Its name") });

export const forecastDetail = z.strictObject({
  ...runLine.pick({
    run_id: true,
    status: true,
    step_done: true,
    step_total: true,
    fault: true,
    asked_by: true,
    started_at: true,
    finished_at: true,
  }).shape,
  program_id: id("The program"),
  partner_id: idOrNull("The terms are this partner's; null for others'"),
  group_id: wordsOrNull("The terms are this group's; null for others'"),
  product_id: wordsOrNull("The terms are this product's; null for every product"),
  commission: commissionTermsSchema.meta({ description: "The terms that are supposed" }),
  since: wordsOrNull("The period's first day (UTC); null until known"),
  event_id: idOrNull("The last event that it includes; null until known"),
  months: z.array(forecastMonth).readonly().nullable().meta({ description: "By month and currency; null until known" }),
  partners: z
    .array(namedPartner)
    .readonly()
    .nullable()
    .meta({ description: `The ${partnersShownMax} with the largest difference; null until known` }),
  partners_left_out: count("Partners that are not listed").nullable(),
});

export type ForecastDetail = z.output<typeof forecastDetail>;

const supposedRequest = z.object({
  program_ids: z.tuple([z.int()]),
  supposed: z.object({
    partner_id: z.int().nullable().default(null),
    group_id: z.string().nullable().default(null),
    product_id: z.string().nullable(),
    commission: commissionTermsSchema,
  }),
});

/** Undefined where the run is no forecast. */
export async function findForecast(db: Kysely<Tables>, runId: number): Promise<ForecastDetail | undefined> {
  const line = await findRunLine(db, runId);
  if (line === undefined || line.kind !== "forecast") return undefined;
  const { rows } = await sql<{ request: unknown; result: unknown }>`
    select request, result from replay_run where run_id = ${runId}`.execute(db);
  const { program_ids, supposed } = supposedRequest.parse(rows[0]?.request);
  const { partner_id, group_id, product_id, commission } = supposed;
  const { run_id, status, step_done, step_total, fault, asked_by, started_at, finished_at } = line;
  const [programId] = program_ids;
  const kept = keptForecast.safeParse(rows[0]?.result).data;
  return {
    ...{ run_id, status, step_done, step_total, fault, asked_by, started_at, finished_at },
    ...{ program_id: programId, partner_id, group_id, product_id, commission },
    since: kept?.since ?? null,
    event_id: kept?.event_id ?? null,
    months: kept?.months ?? null,
    partners: kept === undefined ? null : await withNames(db, programId, kept),
    partners_left_out: kept?.partners_left_out ?? null,
  };
}

async function withNames(
  db: Kysely<Tables>,
  programId: number,
  { partners }: KeptForecast,
): Promise<z.output<typeof namedPartner>[]> {
  const { rows } = await sql<{ partner_id: number; name: string }>`
    select partner_id, name from partner
     where program_id = ${programId} and partner_id = any(${partners.map(({ partner_id }) => partner_id)})`.execute(db);
  const names = new Map(rows.map((row) => [row.partner_id, row.name]));
  return partners.map((partner) => ({ ...partner, partner_name: names.get(partner.partner_id) ?? null }));
}
