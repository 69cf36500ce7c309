// What other terms would have paid in the last months: started in the background, and read when it is known.
import type { PolicyScope } from "../../core/rules/events/events.ts";
import { id, text, wholeNumber } from "../../core/vocabulary/fields.ts";
import { groupId } from "../groups/input.ts";
import { answerOf, type Call, defineOperation, inProgram, type Operation, programId } from "../operation/operation.ts";
import { Refusal, refuseFields } from "../operation/refusal.ts";
import { newCommission } from "../programs/operations.ts";
import { started } from "../replays/started-run.ts";
import { type ForecastDetail, findForecast, forecastDetail } from "./detail.ts";

/** Older months say little about today's partners. */
const monthsMax = 24;
export const monthsUsual = 6;

const path = "/programs/:program_id/forecasts";

export const operations: readonly Operation[] = [
  defineOperation({
    name: "forecasts.start",
    description:
      "Builds the books of the last months under other terms, in the background, and changes nothing. The terms count from the period's first day, as if they had been set then and not changed since. They are the program's own, or those of the partner, group or product that the call names; other terms stay as they were, and so do renewals of subscriptions that began before the period.",
    access: inProgram("log"),
    http: { method: "post", path, example: { commission: { type: "percentage", rate_bps: 3000 }, months: 6 } },
    errors: ["replay_refused"],
    changes: true,
    input: {
      program_id: programId,
      commission: newCommission,
      months: wholeNumber([1, monthsMax], "How many months, the current one included").default(monthsUsual),
      partner_id: id("The partner they are for").optional(),
      group_id: groupId.optional(),
      product_id: text("The product they are for; every product by default").optional(),
    },
    output: answerOf(forecastDetail),
    run: async (call, { program_id, commission, months, ...given }) => {
      await call.reads.ofProgram(call.actor, program_id, "log", async () => undefined);
      const input = { programId: program_id, commission, months, scope: scopeOf(given) };
      const runId = await call.rebuilds.start({ kind: "forecast", input }, call.actor);
      return { data: await started(readForecast(call, program_id, runId)) };
    },
  }),
  defineOperation({
    name: "forecasts.show",
    description: "Progress while it runs, then what was earned and what would have been, by month and by partner.",
    access: inProgram("log"),
    http: { method: "get", path: `${path}/:run_id` },
    command: { example: "forecasts show --program 1 --run 7" },
    input: { program_id: programId, run_id: id("The run") },
    output: answerOf(forecastDetail),
    run: async (call, { program_id, run_id }) => ({ data: await readForecast(call, program_id, run_id) }),
  }),
];

export type GivenScope = {
  readonly partner_id?: number | undefined;
  readonly group_id?: string | undefined;
  readonly product_id?: string | undefined;
};

export function scopeOf({ partner_id, group_id, product_id }: GivenScope): PolicyScope {
  if (partner_id !== undefined && group_id !== undefined) {
    throw refuseFields([
      { field: "group_id", message: "is for terms of a group: name a partner or a group, not both." },
    ]);
  }
  return {
    product_id: product_id ?? null,
    ...(partner_id === undefined ? {} : { partner_id }),
    ...(group_id === undefined ? {} : { group_id }),
  };
}

async function readForecast({ reads, actor }: Call, programId: number, runId: number): Promise<ForecastDetail> {
  const found = await reads.ofProgram(actor, programId, "log", (db) => findForecast(db, runId));
  if (found === undefined || found.program_id !== programId) {
    throw new Refusal("not_found", `Program ${programId} has no forecast ${runId}.`);
  }
  return found;
}
