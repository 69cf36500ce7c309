// svc replay apply: does what a plan showed, program by program, while traffic goes on.
import { applyReplay } from "../../replay/apply.ts";
import { defineCommand } from "../command.ts";
import { idFlag } from "../flags.ts";
import { appliedText, replayPartsOf, watchOf } from "../replaying.ts";

export const command = defineCommand({
  example: "replay apply 7",
  flags: { run: idFlag("The replay's id, as svc replay gave it") },
  argument: "run",
  run: async (context, { run }) => {
    const applied = await applyReplay(replayPartsOf(context), run, watchOf(context));
    const { rowsChanged, readingsReplaced, programs } = applied;
    return {
      json: {
        run_id: run,
        status: applied.run.status,
        rows_changed: rowsChanged,
        readings_replaced: readingsReplaced,
        other_than_planned: applied.otherThanPlanned,
        programs: programs.map(({ program_id, difference }) => ({ program_id, difference })),
      },
      text: () => appliedText(applied),
    };
  },
});
