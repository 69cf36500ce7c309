// `npm run fuzz -- --seed 7 --cases 10000`: see --help.
import { randomInt } from "node:crypto";
import { constants } from "node:os";
import { parseArgs } from "node:util";
import { killChildren } from "../support/child.ts";
import { openDatabases } from "./databases.ts";
import { type Found, PieceRun } from "./piece.ts";
import { readPayloads } from "./readings.ts";
import { Tally } from "./tally.ts";
import { openWorld } from "./world.ts";

const help = `Spoilt calls and deliveries against a running service, over HTTP.

  npm run fuzz -- --seed 7 --cases 10000

  --seed N       of all chance; a random one, which is printed, when left out
  --cases N      how many; 2,000 when left out
  --first N      the number of the first case; 0 when left out
  --only NAMES   only these operationIds of /openapi.json or providers, separated by commas; a name may end in *
  --case N       that case of the seed alone, and what came of it
  --piece N      cases between a new database and its check; 10,000 when left out
  --at-once N    cases under way at a time; 24 when left out
  --readings N   payloads that the adapters read in this process besides, without HTTP; none when left out
`;

const write = (text: string): void => void process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    cases: { type: "string", default: "2000" },
    first: { type: "string", default: "0" },
    only: { type: "string" },
    case: { type: "string" },
    piece: { type: "string", default: "10000" },
    "at-once": { type: "string", default: "24" },
    readings: { type: "string", default: "0" },
    help: { type: "boolean", default: false },
  },
});

function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} must be a whole number, not ${text}`);
  return number;
}

async function main(): Promise<number> {
  const seed = values.seed === undefined ? randomInt(2 ** 31) : numberOf("seed", values.seed);
  const alone = values.case === undefined ? null : numberOf("case", values.case);
  const first = alone ?? numberOf("first", values.first);
  const cases = alone === null ? numberOf("cases", values.cases) : 1;
  const pieceCases = Math.max(1, numberOf("piece", values.piece));
  const names = values.only?.split(",") ?? ["*"];
  const isWanted = (target: string) =>
    names.some((name) => (name.endsWith("*") ? target.startsWith(name.slice(0, -1)) : target === name));
  write(`Seed ${seed}, cases ${first} to ${first + cases - 1}.`);
  const wrong = readPayloads(seed, numberOf("readings", values.readings));
  for (const fault of wrong.slice(0, 20)) write(fault);
  write(`${values.readings} payloads read in this process, ${wrong.length} of them wrongly.`);
  const started = performance.now();
  const tally = new Tally();
  const found: Found[] = [];
  const targets = new Set<string>();
  const databases = await openDatabases();
  const end = async (): Promise<void> => {
    await killChildren();
    await databases.close();
  };
  // Ctrl-C and signals that stop long jobs: the service and PostgreSQL are processes of their own and would stay.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void end().finally(() => process.exit(128 + constants.signals[signal])));
  }
  try {
    for (let from = first; from < first + cases; from += pieceCases) {
      const piece = {
        seed,
        first: from,
        cases: Math.min(pieceCases, first + cases - from),
        atOnce: Math.max(1, numberOf("at-once", values["at-once"])),
        isWanted,
        tally,
      };
      await databases.use(async (url) => {
        const world = await openWorld(url, true);
        try {
          const run = await PieceRun.open(world, piece);
          for (const target of run.targets) targets.add(target);
          for (const one of await run.run()) {
            found.push(one);
            write(reported(one, seed, values.only));
          }
        } finally {
          await world.close();
        }
      });
      const seconds = (performance.now() - started) / 1000;
      write(
        `${seconds.toFixed(0)} s: ${tally.sent} cases sent, ${tally.faulty} server errors, ${found.length} faults found.`,
      );
    }
  } finally {
    await end();
  }
  write(tally.report([...targets]));
  return found.length + wrong.length;
}

function reported({ fault, number, target, shown }: Found, seed: number, only: string | undefined): string {
  const again =
    number === null
      ? ""
      : `\n  Alone: npm run fuzz -- --seed ${seed} --case ${number}${only === undefined ? "" : ` --only '${only}'`}`;
  return `FAULT at ${target}: ${fault}\n  ${shown}${again}\n`;
}

if (values.help) write(help);
else process.exitCode = (await main()) === 0 ? 0 : 1;
