// svc keys flag: a program's key must be replaced by a date. Until then every answer to it says so; from then on it is refused.
import { flagKey } from "../../access/key-rotation.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { programFlag, timeFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "keys flag --program 1 --deadline 2030-05-31T12:00:00Z",
  flags: { program: programFlag, deadline: timeFlag("From then on the key is refused; moves an earlier deadline") },
  run: async ({ database }, { program, deadline }) => {
    const flagged = await flagKey(database, { programId: program, rotateBy: deadline, now: new Date() });
    if (flagged === "no_program") throw new CommandFailed(`There is no program ${program}.`);
    if (flagged === "deadline_past") {
      throw new CommandFailed(
        `The deadline ${deadline.toISOString()} is past: the key would stop at once. Give its holder time, or regenerate it with svc keys regenerate.`,
      );
    }
    return recordOutput({ program_id: program, flagged_at: flagged.flaggedAt, rotate_by: flagged.rotateBy });
  },
});
