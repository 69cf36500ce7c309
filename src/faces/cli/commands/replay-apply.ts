// svc replay apply: does what a plan showed, program by program, while traffic goes on.
import { applyReplay } from "../../../engine/replay/apply.ts";
import { defineCommand } from "../command.ts";
import { idFlag, switchFlag } from "../input/flags.ts";
import { appliedText, replayPartsOf, watchOf } from "../replaying.ts";

export const command = defineCommand({
  example: "replay apply 7",
  flags: {
    run: idFlag("The replay's id, as svc replay gave it"),
    sendCorrections: switchFlag("Also send each changed row to endpoints that subscribe to row.corrected"),
  },
  argument: "run",
  run: async (context, { run, sendCorrections }) => {
    const approval = { planHash: null, reason: null, sendsCorrections: sendCorrections };
    const applied = await applyReplay(await replayPartsOf(context), run, watchOf(context), approval);
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
