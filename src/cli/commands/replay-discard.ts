// svc replay discard: drops the books a plan was built with; what it found stays on record.
import { discardReplay } from "../../replay/plan.ts";
import { defineCommand } from "../command.ts";
import { idFlag } from "../flags.ts";

export const command = defineCommand({
  example: "replay discard 7",
  flags: { run: idFlag("The replay's id") },
  argument: "run",
  run: async ({ database, ownerUrl }, { run }) => {
    await discardReplay(database, ownerUrl, run);
    return { json: { run_id: run, status: "discarded" }, text: () => `Discarded replay ${run}.` };
  },
});
