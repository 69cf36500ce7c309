// What the bench is asked to do: which scenarios, with which flags. A flag that no chosen scenario knows is an error.
import { parseArgs } from "node:util";
import { describeError } from "./describe-error.ts";
import type { Flag, Options } from "./scenario.ts";
import type { NamedScenario } from "./scenarios.ts";

const roundsFlag = "rounds";
const secondsFlag = "seconds";
const connectionsFlag = "connections";
const onlyFlag = "only";

const commonFlags: readonly Flag[] = [
  { name: roundsFlag, meaning: "turns each contender takes", default: 5 },
  { name: secondsFlag, meaning: "how long a turn lasts", default: 4 },
  { name: connectionsFlag, meaning: "keep-alive connections of the closed loop", default: 32 },
  { name: onlyFlag, meaning: "contenders that take part, separated by commas; all when left out", default: "" },
];

export type Asked = {
  readonly runs: readonly { readonly scenario: NamedScenario; readonly options: Options }[];
};

export function readCommandLine(
  args: readonly string[],
  scenarios: readonly NamedScenario[],
): Asked | { readonly fault: string } {
  const [asked = "", ...rest] = args;
  const chosen = asked === "all" ? scenarios : scenarios.filter(({ name }) => name === asked);
  if (chosen.length === 0) return { fault: `There is no scenario "${asked}". See: npm run bench -- list` };
  try {
    const values = readFlags(rest, [...commonFlags, ...chosen.flatMap(({ scenario }) => scenario.flags ?? [])]);
    return { runs: chosen.map((scenario) => ({ scenario, options: optionsOf(scenario, values) })) };
  } catch (error) {
    return { fault: describeError(error) };
  }
}

type Values = ReadonlyMap<string, number | string>;

function readFlags(args: readonly string[], flags: readonly Flag[]): Values {
  const options = Object.fromEntries(flags.map(({ name }) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ args: [...args], options, strict: true });
  return new Map(flags.map((flag) => [flag.name, readFlag(flag, values[flag.name])]));
}

function readFlag(flag: Flag, text: string | undefined): number | string {
  if (text === undefined) return flag.default;
  if (typeof flag.default === "string") return text;
  const number = Number(text);
  if (text.trim() === "" || !(number > 0)) throw new Error(`--${flag.name} must be a number above 0`);
  return number;
}

function optionsOf({ scenario }: NamedScenario, values: Values): Options {
  const number = (name: string): number => {
    const value = values.get(name);
    if (typeof value !== "number") throw new Error(`the scenario has no number --${name}`);
    return value;
  };
  const text = (name: string): string => {
    const value = values.get(name);
    if (typeof value !== "string") throw new Error(`the scenario has no text --${name}`);
    return value;
  };
  const only = text(onlyFlag).split(",").filter(Boolean);
  const unknown = only.find((name) => !scenario.contenders.includes(name));
  if (unknown !== undefined) throw new Error(`"${unknown}" is not one of: ${scenario.contenders.join(", ")}`);
  return {
    rounds: number(roundsFlag),
    seconds: number(secondsFlag),
    connections: number(connectionsFlag),
    wants: (contender) => only.length === 0 || only.includes(contender),
    number,
    text,
  };
}

export function usage(scenarios: readonly NamedScenario[]): string {
  const flagLine = ({ name, meaning, default: byDefault }: Flag): string =>
    `      --${name.padEnd(14)} ${meaning}${byDefault === "" ? "" : ` (${byDefault})`}`;
  return [
    "npm run bench -- <scenario> [flags]   run one",
    "npm run bench -- all [flags]          run all of them, one after the other",
    "npm run bench -- charts               draw docs/benchmarks/*.svg and the page from the last results",
    "npm run bench -- list                 this",
    "",
    "Results go to bench/results/<scenario>.json, a page with charts of all to bench/results/index.html.",
    "",
    "Flags of all scenarios:",
    ...commonFlags.map(flagLine),
    "",
    ...scenarios.flatMap(({ name, scenario }) => [
      `  ${name.padEnd(15)} ${scenario.title}`,
      `                  ${scenario.contenders.join(", ")}`,
      ...(scenario.flags ?? []).map(flagLine),
    ]),
  ].join("\n");
}
