// svc parked release: an event that waits is given up. It stays in the log; what it told can be told anew, by a call or a delivery.
import { releaseParked } from "../../ingest/parked.ts";
import { defineCommand, requireProgram } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: 'parked release --program 1 --event 42 --reason "a test of ours"',
  flags: {
    program: programFlag,
    event: idFlag("The event, as svc parked list names it"),
    reason: textFlag("Why, for whoever looks at it later"),
  },
  run: async (context, { program, event, reason }) => {
    await requireProgram(context, program);
    const refusal = await releaseParked(context.database, { programId: program, eventId: event, reason });
    if (refusal !== null) throw new CommandFailed(refusal);
    return recordOutput({ event_id: event, outcome: "ignored", reason: "released" });
  },
});
