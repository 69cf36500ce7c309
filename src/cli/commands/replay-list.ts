// svc replay list: every replay and verification there was.
import { listRuns } from "../../replay/history.ts";
import { defineCommand } from "../command.ts";
import { pageFlags } from "../flags.ts";
import { listOutput } from "../output.ts";

export const command = defineCommand({
  example: "replay list",
  flags: pageFlags,
  run: async ({ db }, request) =>
    listOutput(await listRuns(db, request), [
      "run_id",
      "kind",
      "status",
      "projector_version",
      "started_at",
      "planned_at",
      "finished_at",
      "request",
    ]),
});
