// The command line: from the words behind `svc` to a command of the table, and from its answer to output and exit code.
// On success what was asked for goes to stdout and the exit code is 0; on failure one line goes to stderr, and the exit
// code says whether the command failed (1) or was not understood (2).
import { CommanderError, Option, Command as Parser } from "commander";
import type { Command } from "./command.ts";
import { describeFailure, UsageError } from "./failures.ts";
import { aboutOf, flagName } from "./flags.ts";
import type { Output } from "./output.ts";

const asCalled = "npm run --silent svc --";

/** Answers the exit code, after everything was written. */
export async function runCommandLine(commands: readonly Command[], words: readonly string[]): Promise<number> {
  /** What was being understood when something went wrong. */
  let name = "";
  let exitCode = 0;
  try {
    const parser = buildParser(commands, {
      enter: (entered) => {
        name = entered;
      },
      run: async (command, { json, ...options }) => {
        const isQuiet = json === true;
        const answer = await command.execute(options, { isQuiet });
        exitCode = typeof answer === "number" ? answer : await show(answer, isQuiet);
      },
    });
    await parser.parseAsync([...words], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && error.code === "commander.helpDisplayed") return 0;
    const failure = describeFailure(error instanceof CommanderError ? usageErrorOf(error) : error, name);
    await write(process.stderr, `${failure.line}\n`);
    return failure.exitCode;
  }
  return exitCode;
}

async function show(output: Output, asJson: boolean): Promise<number> {
  await write(process.stdout, `${asJson ? JSON.stringify(output.json) : output.text()}\n`);
  if (output.failure === undefined) return 0;
  await write(process.stderr, `${output.failure}\n`);
  return 1;
}

/** A pipe takes its time; the process must not end before. Whoever reads it may have seen enough. */
function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error == null || ("code" in error && error.code === "EPIPE")) resolve();
      else reject(error);
    });
  });
}

function usageErrorOf(error: CommanderError): UsageError {
  if (error.code === "commander.help") return new UsageError("A command is missing.");
  const sentence = error.message.replace(/^error: /, "").replace(/\n\((.*)\)$/, ". $1");
  return new UsageError(/[.?]$/.test(sentence) ? sentence : `${sentence}.`);
}

type Steps = {
  readonly enter: (name: string) => void;
  readonly run: (command: Command, options: Record<string, unknown>) => Promise<void>;
};

function buildParser(commands: readonly Command[], steps: Steps): Parser {
  const root = newParser("svc", "", steps).description(
    "Conversion tracking: programs, partners, connections and what they brought.",
  );
  const groups = new Map<string, Parser>();
  for (const command of commands) {
    const [first = "", last] = command.name.split(" ");
    const parser = last === undefined ? groupOf(groups, first, root, steps) : newParser(last, command.name, steps);
    addCommand(parser, command, steps);
    if (last !== undefined) groupOf(groups, first, root, steps).addCommand(parser);
  }
  for (const group of groups.values()) {
    if (group.summary() === "") group.summary(group.commands.map((each) => each.name()).join(", "));
  }
  return root;
}

function addCommand(parser: Parser, command: Command, steps: Steps): void {
  const { argument } = command;
  addFlags(parser, command)
    .description(`${command.summary}.`)
    .summary(command.summary)
    .addHelpText("after", `\nExample:\n  ${asCalled} ${command.example}`)
    .action((...given: unknown[]) => {
      steps.enter(command.name);
      const options = parser.opts<Record<string, unknown>>();
      return steps.run(command, argument === undefined ? options : { ...options, [argument]: given[0] });
    });
}

function groupOf(groups: Map<string, Parser>, name: string, root: Parser, steps: Steps): Parser {
  const known = groups.get(name);
  if (known !== undefined) return known;
  const group = newParser(name, name, steps);
  groups.set(name, group);
  root.addCommand(group);
  return group;
}

/** Faults are thrown and not printed: they are told in one line, in one place. */
function newParser(word: string, name: string, steps: Steps): Parser {
  const parser = new Parser(word).configureOutput({ writeErr: () => undefined });
  parser.configureHelp({ subcommandTerm: (each) => each.name() });
  // A group can be a command itself: what stands behind a subcommand is the subcommand's.
  parser.enablePositionalOptions();
  return parser.helpCommand(false).exitOverride((error) => {
    steps.enter(name);
    throw error;
  });
}

function addFlags(parser: Parser, command: Command): Parser {
  for (const [key, schema] of Object.entries(command.flags)) {
    const { meaning, placeholder, isRepeatable = false } = aboutOf(schema);
    const isRequired = !schema.safeParse(undefined).success;
    if (key === command.argument) {
      parser.argument(isRequired ? `<${placeholder}>` : `[${placeholder}]`, meaning);
      continue;
    }
    const option = new Option(
      placeholder === null ? flagName(key) : `${flagName(key)} <${placeholder}>`,
      isRequired ? `${meaning} (required)` : meaning,
    );
    if (isRepeatable) option.argParser((value, before: readonly string[] = []) => [...before, value]);
    parser.addOption(option);
  }
  return parser.option("--json", "Answer one JSON document");
}
