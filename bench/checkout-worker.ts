// The service of one checkout as a contender, run by that checkout's own bench: started there, with its turns sent over the channel to its
// parent, which it never outlives. Two releases differ in tables and code, so each brings its own of both.
import { pathToFileURL } from "node:url";
import type { Contender, TurnRequest } from "./contenders/contender.ts";
import type { Arena } from "./contenders/http-turn.ts";
import type { ServiceEntry, Traffic } from "./contenders/service.ts";
import { describeError } from "./describe-error.ts";
import type { Figures } from "./report/series.ts";

export type WorkerRequest = { readonly turn: TurnRequest } | { readonly check: true };

export type Said =
  | { readonly ready: true; readonly postgres: string }
  | { readonly figures: Figures }
  | { readonly checked: string }
  | { readonly fault: string };

type OtherService = { openServiceContender(arena: Arena, entry: ServiceEntry): Promise<Contender> };
type OtherArena = { withArena<T>(run: (arena: Arena) => Promise<T>): Promise<T> };

const [checkout = "", traffic = "", connections = ""] = process.argv.slice(2);

/** Of the measured checkout, which may be another than this file's. */
async function load<Module>(file: string): Promise<Module> {
  return import(new URL(file, pathToFileURL(`${checkout}/`)).href);
}

async function main(): Promise<void> {
  const { openServiceContender } = await load<OtherService>("bench/contenders/service.ts");
  const { withArena } = await load<OtherArena>("bench/contenders/with-contenders.ts");
  await withArena(async (arena) => {
    const entry = { name: "service", about: "", traffic: readTraffic(), connections: Number(connections) };
    const contender = await openServiceContender(arena, entry);
    const ended = new Promise<void>((done) => process.once("disconnect", done));
    process.on("message", (request: WorkerRequest) => {
      void answer(contender, request).then(say);
    });
    say({ ready: true, postgres: arena.server.version });
    await ended;
    await contender.close();
  });
}

async function answer(contender: Contender, request: WorkerRequest): Promise<Said> {
  try {
    return "turn" in request ? { figures: await contender.turn(request.turn) } : { checked: await contender.check() };
  } catch (error) {
    return { fault: describeError(error) };
  }
}

function say(said: Said): void {
  if (process.connected) process.send?.(said);
}

function readTraffic(): Traffic {
  if (traffic === "webhook" || traffic === "sale" || traffic === "click") return traffic;
  throw new Error(`"${traffic}" is not one of: webhook, sale, click`);
}

await main();
