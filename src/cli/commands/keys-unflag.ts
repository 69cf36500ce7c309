// svc keys unflag: takes the demand back. A key that was refused since its deadline works again.
import { unflagKey } from "../../access/key-rotation.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { programFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "keys unflag --program 1",
  flags: { program: programFlag },
  run: async (context, { program }) => {
    await requireProgram(context, program);
    if (!(await unflagKey(context.database, program))) {
      throw new CommandFailed(`The key of program ${program} is not flagged.`);
    }
    return recordOutput({ program_id: program, rotate_by: null });
  },
});
