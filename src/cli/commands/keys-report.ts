// svc keys report: which keys must be replaced by when, and who still uses them.
import { listFlaggedKeys } from "../../queries/flagged-keys.ts";
import { defineCommand } from "../command.ts";
import { pageFlags } from "../flags.ts";
import { listOutput, type Output } from "../output.ts";

export const command = defineCommand({
  example: "keys report",
  flags: pageFlags,
  run: async ({ db }, request): Promise<Output> => {
    const page = await listFlaggedKeys(db, request, new Date());
    const rows = page.data.map(({ calls_per_day, ...line }) => ({
      ...line,
      calls_last_7_days: calls_per_day.map(({ calls }) => calls).join(" "),
    }));
    const { text } = listOutput({ data: rows, next: page.next }, [
      "program_id",
      "program_name",
      "workspace_id",
      "workspace_name",
      "api_token_masked",
      "rotate_by",
      "days_left",
      "last_used_at",
      "calls_last_7_days",
    ]);
    return { json: page, text };
  },
});
