// svc verify: proves that the log is whole and that the books are exactly what it says. Exit code 1 when they are not.
import { isVerified, type VerifiedProgram, verifyPrograms } from "../../replay/verify.ts";
import { defineCommand } from "../command.ts";
import { differenceText } from "../difference-text.ts";
import { idFlag, optional } from "../flags.ts";
import { tableOf } from "../output.ts";
import { counted, replayPartsOf, watchOf } from "../replaying.ts";

export const command = defineCommand({
  example: "verify --program 1",
  flags: { program: optional(idFlag("Only this program; all of them when left out")) },
  run: async (context, { program }) => {
    const programs = await verifyPrograms(
      await replayPartsOf(context),
      program === undefined ? null : [program],
      watchOf(context),
    );
    const wrong = programs.filter((each) => !isVerified(each));
    const events = programs.reduce((sum, each) => sum + each.events, 0);
    return {
      json: { verified: wrong.length === 0, events, programs },
      text: () =>
        wrong.length === 0
          ? `Verified ${counted(programs.length, "program")}, ${counted(events, "event")}: the log is whole and the books are what it says.`
          : wrong.map(faultText).join("\n"),
      ...(wrong.length === 0
        ? {}
        : { failure: `Not verified: ${wrong.length} of ${counted(programs.length, "program")}.` }),
    };
  },
});

function faultText({ program_id, log_faults, books_difference }: VerifiedProgram): string {
  const lines = [`Program ${program_id}:`];
  if (log_faults.length > 0) lines.push(tableOf(log_faults, ["kind", "seq", "event_id", "detail"]));
  if (books_difference !== null) {
    lines.push(`Its books are not what its log says. To bring them there: svc replay --program ${program_id}`);
    lines.push(differenceText([{ programId: program_id, difference: books_difference }]));
  }
  return lines.join("\n");
}
