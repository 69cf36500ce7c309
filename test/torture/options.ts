// The options of `npm run torture`.
import { parseArgs } from "node:util";
import type { FaultKind } from "./faults/fault.ts";
import { faultKinds } from "./faults/kinds.ts";
import type { HouseKind, Processes } from "./house.ts";

export const usage = `npm run torture -- [--seed N] [--minutes M] [--processes 1|2|4|workers|embedded] [--faults a,b [--in-order]] [--table FILE]

Traffic against real processes of the service on a real PostgreSQL, while faults are drawn from the seed. After each: everything
answers again, nothing acknowledged is lost or there twice, every sale has its commission and fee to the cent.

  --seed N         the same faults in the same order again; a new one when left out
  --minutes M      how long, all stages together (10)
  --processes P    only with so many processes, with one of two workers, or with the embedded database; else all of them in turns
  --faults a,b     only these kinds
  --in-order       as they are named, and not drawn
  --calls N        about how many calls a second come (25)
  --table FILE     where the table goes as markdown; else it is printed

Kinds of faults:
${faultKinds.map(({ name, words }) => `  ${name.padEnd(26)} ${words}`).join("\n")}
`;

/** As --processes names it. */
export type StageChoice = { readonly name: string; readonly kind: HouseKind } & Processes;

export type Options = {
  readonly seed: number;
  readonly minutes: number;
  readonly stages: readonly StageChoice[];
  readonly kinds: readonly FaultKind[];
  readonly inOrder: boolean;
  readonly callsASecond: number;
  readonly table: string | null;
};

const allStages: readonly StageChoice[] = [
  { name: "1", kind: "server", processes: 1, workers: null },
  { name: "2", kind: "server", processes: 2, workers: null },
  { name: "4", kind: "server", processes: 4, workers: null },
  { name: "workers", kind: "server", processes: 1, workers: 2 },
  { name: "embedded", kind: "embedded", processes: 1, workers: null },
];
const seedsMax = 2 ** 31;

/** Null where help is asked for. */
export function readOptions(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: "boolean", short: "h" },
      seed: { type: "string" },
      minutes: { type: "string", default: "10" },
      processes: { type: "string" },
      faults: { type: "string" },
      "in-order": { type: "boolean", default: false },
      calls: { type: "string", default: "25" },
      table: { type: "string" },
    },
  });
  if (values.help === true) return null;
  return {
    seed: numberOf("seed", values.seed ?? String(Math.floor(Math.random() * seedsMax))),
    minutes: numberOf("minutes", values.minutes),
    stages: stagesOf(values.processes),
    kinds: kindsOf(values.faults),
    inOrder: values["in-order"],
    callsASecond: numberOf("calls", values.calls),
    table: values.table ?? null,
  };
}

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} is a number, not ${text}.`);
  return number;
}

function stagesOf(processes: string | undefined): readonly StageChoice[] {
  if (processes === undefined) return allStages;
  const chosen = allStages.filter(({ name }) => name === processes);
  if (chosen.length === 0) throw new Error(`--processes is 1, 2, 4, workers or embedded, not ${processes}.`);
  return chosen;
}

function kindsOf(names: string | undefined): readonly FaultKind[] {
  if (names === undefined) return faultKinds;
  return names.split(",").map((name) => {
    const kind = faultKinds.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`There is no fault ${name}. See --help.`);
    return kind;
  });
}
