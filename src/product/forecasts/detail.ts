// A forecast as people look at it: by month, and by partner with its months, what was earned and what would have been.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { commissionTermsSchema } from "../../core/rules/events/terms.ts";
import { count, currency, id, idOrNull, sum, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { differenceOf, sumOf } from "../../core/vocabulary/money.ts";
import type { Tables } from "../../engine/postgres/tables.ts";
import { findRunLine, runLine } from "../../engine/replay/history.ts";
import type { EarnedLine } from "./earned-read.ts";
import { type KeptForecast, keptForecast } from "./run.ts";

/** Those with the largest difference; the others are in the months' sums. */
const partnersShownMax = 200;

const earnedCents = {
  earned_cents: sum("What was earned, less what refunds took off"),
  forecast_cents: sum("What would have been earned under these terms"),
  difference_cents: sum("The forecast less what was earned"),
};

const month = z.strictObject({
  month: words("The month (UTC), such as 2026-11"),
  currency,
  sales: count("Sales that earned a commission"),
  ...earnedCents,
});

const partner = z.strictObject({
  partner_id: id("The partner"),
  partner_name: wordsOrNull("Its name"),
  currency,
  sales: count("Sales that earned a commission"),
  ...earnedCents,
  months: z
    .array(month.omit({ currency: true }))
    .readonly()
    .meta({ description: "By month" }),
});

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
  months: z.array(month).readonly().nullable().meta({ description: "By month and currency; null until known" }),
  partners: z
    .array(partner)
    .readonly()
    .nullable()
    .meta({ description: `The ${partnersShownMax} with the largest difference; null until known` }),
  partners_left_out: count("Partners that are not listed").nullable(),
});

export type ForecastDetail = z.output<typeof forecastDetail>;
export type ForecastMonth = z.output<typeof month>;

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
    ...(kept === undefined
      ? { months: null, partners: null, partners_left_out: null }
      : compared(kept, await namesOf(db, programId, kept))),
  };
}

async function namesOf(db: Kysely<Tables>, programId: number, kept: KeptForecast): Promise<Map<number, string>> {
  const ids = [...new Set([...kept.earned, ...kept.forecast].map((line) => line.partner_id))];
  const rows = await db
    .selectFrom("partner")
    .select(["partner_id", "name"])
    .where("program_id", "=", programId)
    .where("partner_id", "in", ids.length === 0 ? [0] : ids)
    .execute();
  return new Map(rows.map((row) => [row.partner_id, row.name]));
}

type Pair = { readonly earned: readonly EarnedLine[]; readonly forecast: readonly EarnedLine[] };

function compared(
  kept: Pair,
  names: ReadonlyMap<number, string>,
): Pick<ForecastDetail, "months" | "partners" | "partners_left_out"> {
  const months = pairsBy(kept, ({ month, currency }) => `${month} ${currency}`).map(monthOfPair);
  const partners = pairsBy(kept, (line) => `${line.partner_id} ${line.currency}`)
    .map((pair) => {
      const { partner_id, currency } = anyOf(pair);
      const ofMonths = pairsBy(pair, (line) => line.month).map(monthOfPair);
      const inOrder = ofMonths.map(({ currency: _, ...rest }) => rest).sort((a, b) => a.month.localeCompare(b.month));
      return { partner_id, partner_name: names.get(partner_id) ?? null, currency, ...sumsOf(pair), months: inOrder };
    })
    .sort(
      (a, b) =>
        Math.abs(Number(b.difference_cents)) - Math.abs(Number(a.difference_cents)) || a.partner_id - b.partner_id,
    );
  return {
    months: months.sort((a, b) => a.month.localeCompare(b.month) || a.currency.localeCompare(b.currency)),
    partners: partners.slice(0, partnersShownMax),
    partners_left_out: Math.max(0, partners.length - partnersShownMax),
  };
}

function pairsBy({ earned, forecast }: Pair, keyOf: (line: EarnedLine) => string): Pair[] {
  const [ofEarned, ofForecast] = [Map.groupBy(earned, keyOf), Map.groupBy(forecast, keyOf)];
  return [...new Set([...ofEarned.keys(), ...ofForecast.keys()])].map((key) => ({
    earned: ofEarned.get(key) ?? [],
    forecast: ofForecast.get(key) ?? [],
  }));
}

function anyOf({ earned, forecast }: Pair): EarnedLine {
  const [line] = [...earned, ...forecast];
  if (line === undefined) throw new Error("a group of lines is empty");
  return line;
}

function monthOfPair(pair: Pair): ForecastMonth {
  const { month: of, currency: by } = anyOf(pair);
  return { month: of, currency: by, ...sumsOf(pair) };
}

function sumsOf({ earned, forecast }: Pair) {
  const [earned_cents, forecast_cents] = [earned, forecast].map((lines) => sumOf(lines.map(({ cents }) => cents)));
  const sales = Math.max(...[earned, forecast].map((lines) => lines.reduce((all, line) => all + line.sales, 0)));
  return {
    sales,
    earned_cents: earned_cents ?? 0,
    forecast_cents: forecast_cents ?? 0,
    difference_cents: differenceOf(forecast_cents ?? 0, earned_cents ?? 0),
  };
}
