// svc keys report: which keys must be replaced by when, and who still uses them.
import { z } from "zod";
import { loadOperation } from "../../operations/groups.ts";
import { defineAskingCommand } from "../operation-command.ts";
import { flagsOf, inputOf } from "../operation-flags.ts";
import { answerOutput, type Output } from "../output.ts";

const operation = await loadOperation("keys.report");
const { flags, names } = flagsOf(operation);
const answerSchema = z.looseObject({
  data: z.array(z.looseObject({ calls_per_day: z.array(z.object({ calls: z.number() })) })),
});

export const command = defineAskingCommand({
  example: "keys report",
  flags,
  names,
  run: async (ask, given): Promise<Output> => {
    const answer = await ask(operation, inputOf(names, given));
    const { data, ...rest } = answerSchema.parse(answer);
    const rows = data.map(({ calls_per_day, ...line }) => ({
      ...line,
      calls_last_7_days: calls_per_day.map(({ calls }) => calls).join(" "),
    }));
    const columns = (operation.table ?? []).filter((column) => column !== "calls_per_day");
    const { text } = answerOutput({ ...rest, data: rows }, [...columns, "calls_last_7_days"]);
    return { json: answer, text };
  },
});
