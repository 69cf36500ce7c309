// svc keys report: which keys must be replaced by when, and who still uses them, the days of each key in one cell.
import { z } from "zod";
import type { Present } from "../operation-command.ts";
import { answerOutput } from "../output.ts";

const answerSchema = z.looseObject({
  data: z.array(z.looseObject({ calls_per_day: z.array(z.object({ calls: z.number() })) })),
});

export const present: Present = (answer, operation) => {
  const { data, ...rest } = answerSchema.parse(answer);
  const rows = data.map(({ calls_per_day, ...line }) => ({
    ...line,
    calls_last_7_days: calls_per_day.map(({ calls }) => calls).join(" "),
  }));
  const columns = (operation.table ?? []).filter((column) => column !== "calls_per_day");
  const { text } = answerOutput({ ...rest, data: rows }, [...columns, "calls_last_7_days"]);
  return { json: answer, text };
};
