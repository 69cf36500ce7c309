// A command's flags and its help, for the parser of the command line.
import { Option, type Command as Parser } from "commander";
import type { Command } from "./command.ts";
import { aboutOf, flagName } from "./input/flags.ts";

export function explainCommand(parser: Parser, summary: string, command: Command): Parser {
  return addFlags(parser, command)
    .description(`${summary}.`)
    .addHelpText("after", `\nExample:\n  svc ${command.example}`);
}

function addFlags(parser: Parser, { flags, argument }: Command): Parser {
  for (const [key, schema] of Object.entries(flags)) {
    const { meaning, placeholder, isRepeatable = false, letter } = aboutOf(schema);
    const isRequired = !schema.safeParse(undefined).success;
    if (key === argument) {
      parser.argument(isRequired ? `<${placeholder}>` : `[${placeholder}]`, meaning);
      continue;
    }
    const name = letter === undefined ? flagName(key) : `-${letter}, ${flagName(key)}`;
    const option = new Option(
      placeholder === null ? name : `${name} <${placeholder}>`,
      isRequired ? `${meaning} (required)` : meaning,
    );
    if (isRepeatable) option.argParser((value, before: readonly string[] = []) => [...before, value]);
    parser.addOption(option);
  }
  return parser.option("--json", "Answer one JSON document");
}
