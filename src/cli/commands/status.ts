// svc status: how far a program's integration is, and the one thing to do next; for operators and, with a login, for brands.
import { z } from "zod";
import { countOutdatedPrograms } from "../../projector/rules.ts";
import { findProgramStatus } from "../../queries/program-status.ts";
import { defineBrandCommand } from "../brand-command.ts";
import { CommandFailed, printable } from "../failures.ts";
import { programFlag } from "../flags.ts";
import { tableOf } from "../output.ts";

const time = z.coerce.date();
const seen = z.object({ first_seen_at: time }).nullable();

/** What is shown of a status, wherever it comes from. */
const shownSchema = z.object({
  program_id: z.number(),
  name: z.string(),
  status: z.string(),
  steps: z.array(z.object({ step: z.string(), live: seen, test: seen })),
  partner_count: z.number(),
  connection_count: z.number(),
  parked_count: z.number(),
  failed_count: z.number(),
  last_event: z
    .object({ event_id: z.number(), type: z.string(), source: z.string(), outcome: z.string(), received_at: time })
    .nullable(),
  next_step: z.string().nullable(),
});
type Shown = Readonly<z.output<typeof shownSchema>>;

const answerSchema = z.object({ data: z.record(z.string(), z.unknown()) });

export const command = defineBrandCommand({
  example: "status --program 1",
  flags: { program: programFlag },
  onDatabase: async ({ db }, { program }) => {
    const found = await findProgramStatus(db, program);
    if (found === undefined) throw new CommandFailed(`There is no program ${program}.`);
    const outdated = await countOutdatedPrograms(db);
    return {
      json: { ...found, programs_projected_by_older_rules: outdated },
      text: () => [textOf(shownSchema.parse(found)), ...outdatedText(outdated)].join("\n"),
    };
  },
  overHttp: async ({ api, token }, { program }) => {
    const { data } = await api.read(`/api/v1/programs/${program}/status`, answerSchema, { token });
    return { json: data, text: () => textOf(shownSchema.parse(data)) };
  },
});

function outdatedText(programs: number): string[] {
  if (programs === 0) return [];
  return [`Of all programs, ${programs} were projected by older rules. See what is different: svc replay --all`];
}

function textOf(found: Shown): string {
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
