// svc programs forecast: what partners would have earned in the last months under other terms. It changes nothing: on the database this
// process builds the books under these terms, with --remote the service does.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { commissionTermsSchema } from "../../../../core/rules/events/settings/terms.ts";
import { type ForecastDetail, forecastDetail } from "../../../../product/forecasts/detail.ts";
import { monthsUsual, scopeOf } from "../../../../product/forecasts/operations.ts";
import { runForecast } from "../../../../product/forecasts/run-forecast.ts";
import { loadOperation } from "../../../../product/operation/groups.ts";
import { answerOf } from "../../../../product/operation/operation.ts";
import { CommandFailed } from "../../failures.ts";
import { commissionFlags, commissionFrom } from "../../input/commission-flags.ts";
import { flagsOf, inputOf } from "../../input/operation-flags.ts";
import { defineAskingCommand } from "../../operation-command.ts";
import type { Ask, Asked } from "../../operation-runner.ts";
import { type Output, tableOf } from "../../output.ts";
import { replayPartsOf, watchOf } from "../../replaying.ts";

const operation = await loadOperation("forecasts.start");
const { flags, names } = flagsOf(operation, ["commission"]);
const answer = answerOf(forecastDetail);
const pollMilliseconds = 500;

export const command = defineAskingCommand({
  example: "programs forecast --program 1 --commission-rate-bps 3000 --months 6",
  names,
  flags: { ...flags, ...commissionFlags },
  run: async (ask, given, asked) => {
    const input = { ...inputOf(names, given), commission: commissionFrom(given, null) };
    return outputOf(asked.context === null ? await byService(ask, input, asked) : await here(ask, input, asked));
  },
});

const localInput = z.object({
  program_id: z.int(),
  commission: commissionTermsSchema,
  months: z.int().default(monthsUsual),
  partner_id: z.int().optional(),
  group_id: z.string().optional(),
  product_id: z.string().optional(),
});

async function here(ask: Ask, input: object, { context }: Asked): Promise<ForecastDetail> {
  if (context === null) throw new Error("a forecast here needs the database");
  const { program_id, commission, months, ...scope } = localInput.parse(input);
  let runId = 0;
  const watch = { ...watchOf(context), onStarted: (started: number) => (runId = started) };
  const forecast = { programId: program_id, commission, months, scope: scopeOf(scope) };
  await runForecast(await replayPartsOf(context), forecast, watch);
  return answer.parse(await ask("forecasts.show", { program_id, run_id: runId })).data;
}

async function byService(ask: Ask, input: object, { progress, shell }: Asked): Promise<ForecastDetail> {
  let run = answer.parse(await ask(operation, input)).data;
  while (run.status === "running") {
    const { step_done: done, step_total: total } = run;
    if (done !== null && total !== null) progress.show("Building the books", "events", { done, total });
    await sleep(pollMilliseconds, undefined, { signal: shell.stop });
    run = answer.parse(await ask("forecasts.show", { program_id: run.program_id, run_id: run.run_id })).data;
  }
  if (run.months !== null) return run;
  throw new CommandFailed(`The books could not be built: ${run.fault ?? `run ${run.run_id} is ${run.status}`}.`);
}

const sums = ["currency", "sales", "earned_cents", "forecast_cents", "difference_cents"] as const;

function outputOf(forecast: ForecastDetail): Output {
  return { json: { data: forecast }, text: () => textOf(forecast) };
}

function textOf({ since, months, partners, partners_left_out }: ForecastDetail): string {
  if (months === null || partners === null || months.length === 0) return `No sale since ${since} earned anything.`;
  const left = partners_left_out ?? 0;
  return [
    `Sales since ${since}, under these terms from that day. Nothing is changed.`,
    tableOf(months, ["month", ...sums]),
    tableOf(partners, ["partner_id", "partner_name", ...sums]),
    ...(left === 0 ? [] : [`Partners with a smaller difference: ${left}.`]),
  ].join("\n");
}
