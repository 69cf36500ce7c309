// The command line: from the words behind `svc` to a command of the table, and from its answer to output and exit code.
// On success what was asked for goes to stdout and the exit code is 0; on failure one line goes to stderr, and the exit
// code says whether the command failed (1) or was not understood (2). A command is loaded when the words name it.
import { CommanderError, Command as Parser } from "commander";
import { readVersion } from "../../config/version.ts";
import { productName } from "../../core/wording/product.ts";
import { asTyped } from "./called.ts";
import type { Command } from "./command.ts";
import type { CommandEntry } from "./commands.ts";
import { UsageError } from "./failures.ts";
import type { Output } from "./output.ts";
import { type Shell, type TextOutput, write } from "./shell.ts";

/** What the parser ends with after it said what was asked for. */
const answersWithText: ReadonlySet<string> = new Set(["commander.helpDisplayed", "commander.version"]);

/** Runs within this process and answers the exit code, after everything was written. */
export async function runCommandLine(
  commands: readonly CommandEntry[],
  words: readonly string[],
  shell: Shell,
): Promise<number> {
  /** What was being understood when something went wrong. */
  let name = "";
  let exitCode = 0;
  let help = "";
  const steps: Steps = {
    stdout: shell.stdout,
    enter: (entered) => {
      name = entered;
    },
    help: (text) => {
      help += text;
    },
    run: async (command, { json, ...options }) => {
      const isQuiet = json === true;
      const answer = await command.execute(options, { ...shell, isQuiet });
      exitCode = typeof answer === "number" ? answer : await show(answer, isQuiet, shell);
    },
  };
  try {
    await buildParser(commands, steps).parseAsync([...words], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError && answersWithText.has(error.code)) {
      await write(shell.stdout, asTyped(help, shell.called));
      return 0;
    }
    const { describeFailure } = await import("./failure-line.ts");
    const asJson = words.includes("--json");
    const failure = describeFailure(error instanceof CommanderError ? usageErrorOf(error) : error, name, asJson);
    await write(shell.stderr, `${asJson ? failure.line : asTyped(failure.line, shell.called)}\n`);
    return failure.exitCode;
  }
  return exitCode;
}

async function show(output: Output, asJson: boolean, { stdout, stderr, called }: Shell): Promise<number> {
  await write(stdout, `${asJson ? JSON.stringify(output.json) : asTyped(output.text(), called)}\n`);
  if (output.failure === undefined) return 0;
  const { failureDocument } = await import("./failure-line.ts");
  await write(stderr, `${asJson ? failureDocument(output.failure) : asTyped(output.failure, called)}\n`);
  return 1;
}

function usageErrorOf(error: CommanderError): UsageError {
  if (error.code === "commander.help") return new UsageError("A command is missing.");
  const sentence = error.message.replace(/^error: /, "").replace(/\n\((.*)\)$/, ". $1");
  return new UsageError(/[.?]$/.test(sentence) ? sentence : `${sentence}.`);
}

type Steps = {
  /** Help is as wide as it. */
  readonly stdout: TextOutput;
  readonly enter: (name: string) => void;
  readonly help: (text: string) => void;
  readonly run: (command: Command, options: Record<string, unknown>) => Promise<void>;
};

function buildParser(commands: readonly CommandEntry[], steps: Steps): Parser {
  const entries = new Map<Parser, CommandEntry>();
  const root = newParser("svc", "", steps).description("Programs, partners, connections and their results.");
  root.addHelpText("before", `${productName}: affiliate tracking and partner payouts.\n`);
  root.version(readVersion(), "--version", "Print the version");
  const groups = new Map<string, Parser>();
  const groupOf = (name: string): Parser => {
    const group = groups.get(name) ?? newParser(name, name, steps);
    if (!groups.has(name)) root.addCommand(group.hook("preSubcommand", load));
    groups.set(name, group);
    return group;
  };
  const load = async (parent: Parser, parser: Parser): Promise<void> => {
    const entry = entries.get(parser);
    // A group can be a command itself, which is not asked for where a command of the group is.
    const isGroup = parser.commands.some((each) => each.name() === parent.args[1]);
    if (entry !== undefined && !isGroup) await addCommand(parser, entry, steps);
  };
  root.hook("preSubcommand", load);
  for (const entry of commands) {
    const [name, summary] = entry;
    const [first = "", last] = name.split(" ");
    const parser = last === undefined ? groupOf(first) : newParser(last, name, steps);
    entries.set(parser.summary(summary), entry);
    if (last !== undefined) groupOf(first).addCommand(parser);
  }
  for (const group of groups.values()) {
    if (group.summary() === "") group.summary(group.commands.map((each) => each.name()).join(", "));
  }
  return root;
}

async function addCommand(parser: Parser, [name, summary, load]: CommandEntry, steps: Steps): Promise<void> {
  const [{ explainCommand }, { command }] = await Promise.all([import("./command-parser.ts"), load()]);
  const { argument } = command;
  explainCommand(parser, summary, command).action((...given: unknown[]) => {
    steps.enter(name);
    const options = parser.opts<Record<string, unknown>>();
    return steps.run(command, argument === undefined ? options : { ...options, [argument]: given[0] });
  });
}

/** Faults are thrown and not printed: they are printed in one line, in one place. */
function newParser(word: string, name: string, { stdout, enter, help }: Steps): Parser {
  const parser = new Parser(word).configureOutput({
    writeOut: help,
    writeErr: () => undefined,
    getOutHelpWidth: () => stdout.columns ?? 80,
    getOutHasColors: () => false,
  });
  parser.configureHelp({ subcommandTerm: (each) => each.name() });
  // A group can be a command itself: what follows a subcommand is the subcommand's.
  parser.enablePositionalOptions();
  return parser
    .helpCommand(false)
    .helpOption("-h, --help", "Show this help")
    .exitOverride((error) => {
      enter(name);
      throw error;
    });
}
