// The command of an operation: its flags from the operation's input, its answer as a table or a record. It works on the database,
// and for what a brand may do the same with --remote.
import type { OperationName } from "../../product/operation/names.ts";
import type { Operation } from "../../product/operation/operation.ts";
import { Refusal } from "../../product/operation/refusal.ts";
import type { Command } from "./command.ts";
import { CommandFailed, UsageError } from "./failures.ts";
import { type Flags, flagName, type Given, parseFlags } from "./input/flags.ts";
import { type FieldFlags, flagsOf, inputOf, secretsOf } from "./input/operation-flags.ts";
import { readSecret } from "./input/secret-input.ts";
import { waitsElsewhere } from "./nothing.ts";
import { type Ask, type Asked, withAsk } from "./operation-runner.ts";
import { answerOutput, type JsonRecord, type Output } from "./output.ts";
import { linkOf } from "./partner-link.ts";
import { serviceFlags } from "./remote/service-choice.ts";
import type { Shell } from "./shell.ts";

/** These may come first: they create a missing installation. */
const beginnings: ReadonlySet<OperationName> = new Set(["workspaces.create", "accounts.link"]);

/** How people are shown an answer. */
export type Present = (answer: JsonRecord, operation: Operation) => Output;

const asTableOrRecord: Present = (answer, { table, list }) => answerOutput(answer, table ?? list?.columns ?? null);

/** The default, for commands that customize only how the answer is shown. */
export function operationCommand(operation: Operation, present = asTableOrRecord): Command {
  const { command } = operation;
  if (command === null) throw new Error(`${operation.name} has no command of its own making`);
  const { flags, names } = flagsOf(operation);
  const argument = command.argument === undefined ? undefined : names.get(command.argument);
  return {
    example: command.example,
    flags: { ...flags, ...remoteFlags(operation) },
    ...(argument === undefined ? {} : { argument }),
    execute: async (options, shell) => {
      const input = await withSecrets(shell, operation, names, inputOf(names, parseFlags(flags, options)));
      return withAsk(shell, chosen(operation, options), async (ask, { say }) => {
        const answer = await named(names, () =>
          command.each === undefined ? ask(operation, input) : askEach(ask, operation, input, command.each),
        );
        for (const warning of warningsIn(answer)) say(warning);
        const output = present(answer, operation);
        return shell.isQuiet ? output : withMore(output, answer, ask, operation, input);
      });
    },
  };
}

/** With the secret in the place of `-`. */
async function withSecrets(
  shell: Shell,
  operation: Operation,
  names: FieldFlags,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const [field, ...others] = secretsOf(operation).filter((secret) => input[secret] === "-");
  if (field === undefined) return input;
  const flag = flagName(names.get(field) ?? field);
  if (others.length > 0) throw new UsageError("Only one secret is read from stdin.");
  const secret = await readSecret(shell, `${flag}: `);
  if (secret === "") throw new UsageError(`${flag} - found nothing on stdin.`);
  return { ...input, [field]: secret };
}

/** Hints after the answer: where else rows may be if a list is empty, and a partner's link. */
async function withMore(
  output: Output,
  answer: JsonRecord,
  ask: Ask,
  { name }: Operation,
  input: object,
): Promise<Output> {
  const isEmpty = Array.isArray(answer.data) && answer.data.length === 0;
  const more = isEmpty ? await waitsElsewhere(ask, name, input) : await linkOf(ask, name, { answer, input });
  return more === null ? output : { ...output, text: () => `${output.text()}\n${more}` };
}

type Made<Shape extends Flags> = Pick<Command, "example"> & {
  readonly flags: Shape;
  readonly argument?: keyof Shape & string;
  /** Of the fields that faults may name. */
  readonly names?: FieldFlags;
  readonly run: (ask: Ask, given: Given<Shape>, asked: Asked) => Promise<Output>;
};

/** A handwritten command over operations' answers. */
export function defineAskingCommand<Shape extends Flags>(made: Made<Shape>): Command {
  const { flags, names = new Map(), run, ...rest } = made;
  return {
    ...rest,
    flags: { ...flags, ...serviceFlags },
    execute: async (options, shell) => {
      const given = parseFlags(flags, options);
      return withAsk(shell, parseFlags(serviceFlags, options), (ask, asked) =>
        named(names, () => run(ask, given, asked)),
      );
    },
  };
}

function remoteFlags({ http }: Operation): Flags {
  return http === null ? {} : serviceFlags;
}

function chosen({ http, name }: Operation, options: unknown): Parameters<typeof withAsk>[1] {
  const makes = beginnings.has(name);
  return http === null ? { isOperators: true, makes } : { ...parseFlags(serviceFlags, options), makes };
}

/** A fault of a field is a fault of its flag. */
async function named<Answer>(names: FieldFlags, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    const fields = error instanceof Refusal ? error.faults : [];
    if (fields.length === 0) throw error;
    const sentences = fields.map(({ field, message }) =>
      field === "" ? message : `${flagName(names.get(field) ?? field)} ${message}`,
    );
    throw new UsageError(sentences.join(" "), { cause: error });
  }
}

/** Each for itself: what is refused for one says nothing about the others. */
async function askEach(ask: Ask, operation: Operation, input: JsonRecord, field: string): Promise<JsonRecord> {
  const data: unknown[] = [];
  const warnings: unknown[] = [];
  const refusals: string[] = [];
  for (const value of listIn(input, field)) {
    try {
      const answer = await ask(operation, { ...input, [field]: value });
      data.push(answer.data);
      warnings.push(...listIn(answer, "warnings"));
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof CommandFailed)) throw error;
      refusals.push(error.message);
    }
  }
  const more = warnings.length === 0 ? {} : { warnings };
  return refusals.length === 0 ? { data, next: null, ...more } : { data, next: null, ...more, refusals };
}

function listIn(record: JsonRecord, name: string): readonly unknown[] {
  const list = record[name];
  return Array.isArray(list) ? list : [];
}

function warningsIn(answer: JsonRecord): string[] {
  return listIn(answer, "warnings").flatMap((warning) =>
    typeof warning === "object" && warning !== null && "message" in warning ? [String(warning.message)] : [],
  );
}
