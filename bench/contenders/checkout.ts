// A checkout of this repository as a contender: a process that runs the checkout's own bench and receives its turns from here.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Said, WorkerRequest } from "../checkout-worker.ts";
import type { Contender } from "./contender.ts";
import type { Traffic } from "./service.ts";

export type CheckoutEntry = {
  readonly name: string;
  /** Its folder, with its packages installed. */
  readonly folder: string;
  readonly traffic: Traffic;
  readonly connections: number;
};

export type CheckoutContender = Contender & { readonly postgres: string };

export async function openCheckout({ name, folder, traffic, connections }: CheckoutEntry): Promise<CheckoutContender> {
  if (!existsSync(join(folder, "node_modules"))) {
    throw new Error(`${folder} is no checkout with its packages: give a folder where npm ci was run`);
  }
  const worker = fork(new URL("../checkout-worker.ts", import.meta.url), [folder, traffic, String(connections)], {
    cwd: folder,
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  const ready = await nextOf(worker);
  if (!("ready" in ready)) throw new Error(`${name} did not begin`);
  const ask = async (request: WorkerRequest): Promise<Said> => {
    const said = nextOf(worker);
    worker.send(request);
    return said;
  };
  return {
    name,
    about: `the service of ${folder}, by that checkout's own bench`,
    postgres: ready.postgres,
    async turn(turn) {
      const said = await ask({ turn });
      if (!("figures" in said)) throw new Error(`${name} sent no figures`);
      return said.figures;
    },
    async check() {
      const said = await ask({ check: true });
      if (!("checked" in said)) throw new Error(`${name} was not checked`);
      return `${name}: ${said.checked}`;
    },
    async close() {
      if (worker.exitCode !== null || worker.signalCode !== null) return;
      const ended = once(worker, "exit");
      worker.disconnect();
      await ended;
    },
  };
}

async function nextOf(worker: ChildProcess): Promise<Said> {
  const waiting = new AbortController();
  try {
    const ended = once(worker, "exit", { signal: waiting.signal }).then(([code, killedBy]) =>
      Promise.reject(new Error(`a checkout's bench ended: ${killedBy ?? code}`)),
    );
    const [said]: Said[] = await Promise.race([once(worker, "message", { signal: waiting.signal }), ended]);
    if (said === undefined) throw new Error("a checkout's bench said nothing");
    if ("fault" in said) throw new Error(said.fault);
    return said;
  } finally {
    waiting.abort();
  }
}
