// svc replay show: what a replay found, and every row it changed, before and after.
import { listChanges } from "../../replay/history.ts";
import { findRun, listRunPrograms } from "../../replay/runs.ts";
import { defineCommand } from "../command.ts";
import { differenceText } from "../difference-text.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, pageFlags } from "../flags.ts";
import { listOutput, recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "replay show 7",
  flags: { run: idFlag("The replay's id"), ...pageFlags },
  argument: "run",
  run: async ({ database, db }, { run: runId, ...request }) => {
    const run = await findRun(database, runId);
    if (run === undefined) throw new CommandFailed(`There is no replay ${runId}.`);
    const programs = await listRunPrograms(database, runId);
    const changes = await listChanges(db, runId, request);
    const differing = programs.flatMap(({ program_id: programId, difference }) =>
      difference === null ? [] : [{ programId, difference }],
    );
    const traced = listOutput(changes, ["program_id", "book", "row_key", "before", "after", "changed_at"]);
    return {
      json: { ...run, programs, changes },
      text: () =>
        [
          recordOutput(run).text(),
          differing.length === 0 ? "Nothing differed." : differenceText(differing),
          ...(run.status === "applied" || run.status === "applying" ? ["Rows changed:", traced.text()] : []),
        ].join("\n"),
    };
  },
});
