// svc replay show: what a replay found, and the rows it would change or has changed, before and after.

import { changeLine } from "../../../engine/replay/runs/history.ts";
import { loadOperation } from "../../../product/operation/groups.ts";
import { changeText } from "../difference-text.ts";
import { flagsOf, inputOf } from "../input/operation-flags.ts";
import { defineAskingCommand } from "../operation-command.ts";
import { answerOutput, recordOf } from "../output.ts";

const rows = await loadOperation("replays.rows");
const { flags, names } = flagsOf(rows);

export const command = defineAskingCommand({
  example: "replay show 7",
  names,
  flags,
  argument: "run",
  run: async (ask, given) => {
    const input = inputOf(names, given);
    const replay = await ask("replays.show", { run_id: input.run_id });
    const listed = await ask(rows, input);
    const changes = changeLine.array().parse(listed.data);
    return {
      json: { ...recordOf(replay.data), changes: listed },
      text: () =>
        [
          answerOutput(replay, null).text(),
          ...(changes.length === 0 ? ["No row differs."] : ["Rows:"]),
          ...changes.map((change) => `  ${change.book} ${changeText(change)}`),
          ...(typeof listed.next === "string" ? [`More: --cursor ${listed.next}`] : []),
        ].join("\n"),
    };
  },
});
