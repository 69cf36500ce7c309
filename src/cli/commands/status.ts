// svc status: how far a program's integration is, and the one thing to do next.
import { findProgramStatus, type ProgramStatus } from "../../queries/program-status.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed, printable } from "../failures.ts";
import { programFlag } from "../flags.ts";
import { tableOf } from "../output.ts";

export const status = defineCommand({
  name: "status",
  summary: "Show how far a program's integration is, and what to do next",
  example: "status --program 1",
  flags: { program: programFlag },
  run: async ({ db }, { program }) => {
    const found = await findProgramStatus(db, program);
    if (found === undefined) throw new CommandFailed(`There is no program ${program}.`);
    return { json: found, text: () => textOf(found) };
  },
});

function textOf(found: ProgramStatus): string {
  const steps = found.steps.map(({ step, live, test }) => ({
    step,
    first_seen_live: live?.first_seen_at ?? null,
    first_seen_in_test: test?.first_seen_at ?? null,
  }));
  const last = found.last_event;
  return [
    `Program ${found.program_id}, ${printable(found.name)}: ${found.status}`,
    tableOf(steps, ["step", "first_seen_live", "first_seen_in_test"]),
    `Partners: ${found.partner_count}. Connections: ${found.connection_count}.`,
    `Events that wait: ${found.parked_count}. Events that failed: ${found.failed_count}.`,
    last === null
      ? "No event yet."
      : `Last event: ${last.event_id}, ${last.type} from ${last.source}, ${last.outcome}, at ${last.received_at.toISOString()}`,
    found.next_step === null ? "Everything was seen live." : `Next: ${found.next_step}`,
  ].join("\n");
}
