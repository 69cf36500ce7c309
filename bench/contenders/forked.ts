// Contenders that are a file which takes Stripe's deliveries: the peers and the bare limits. Each is started with a database of
// its own and a signing secret, says its port, answers a signed POST with 200 once it is done with it, and at GET /count how many
// records it keeps.
import { readFile } from "node:fs/promises";
import { startServer } from "../child-server.ts";
import { stripeSecret } from "../installation.ts";
import { Demand } from "./demand.ts";
import { type Arena, closedTurn, openTurn, type UnderLoad } from "./http-turn.ts";
import type { LoadContender } from "./load-contender.ts";

export type Forked = {
  readonly name: string;
  /** What is durable when it answers. */
  readonly about: string;
  /** Sent together with its version. */
  readonly packageName?: string;
  /** Below bench/. */
  readonly file: string;
  /** Bare limits that keep nothing have nothing to count. */
  readonly keeps: boolean;
};

const customerKeys = ["customer-1"];

export async function openForked(arena: Arena, entry: Forked, connections: number): Promise<LoadContender> {
  const { name, about, file, keeps } = entry;
  const url = await arena.server.database(name);
  const server = await startServer(new URL(`../${file}`, import.meta.url), { args: [url, stripeSecret] });
  const target: UnderLoad = { name, ports: [server.port], pids: [server.pid] };
  const demand = new Demand();
  let answered = 0;

  const recipeOf = (run: string, requests: number) =>
    ({
      kind: "webhook",
      targets: [{ path: "/webhooks/stripe/1", customerKeys }],
      stripeSecret,
      run,
      requests,
    }) as const;

  return {
    name,
    about: entry.packageName === undefined ? about : `${await packageText(entry.packageName)}: ${about}`,
    kind: entry.packageName === undefined ? "limit" : "peer",
    async turn({ run, seconds }) {
      const recipe = recipeOf(run, demand.requests(seconds));
      const { measured, figures } = await closedTurn(arena, target, recipe, { connections, seconds });
      demand.seen(measured.perSecond, measured.ranOut);
      answered += measured.answered;
      return figures;
    },
    async openTurn({ run, seconds, perSecond }) {
      const recipe = recipeOf(run, Math.floor(perSecond * seconds));
      const { measured, figures } = await openTurn(arena, target, recipe, { perSecond, seconds });
      answered += measured.answered;
      return figures;
    },
    async check() {
      if (!keeps) return `${name}: ${answered} deliveries answered, nothing kept`;
      const count = await readCount(server.port);
      if (count !== answered)
        throw new Error(`${name} keeps ${count} records of ${answered} deliveries it answered 200`);
      return `${name}: ${count} records of ${answered} deliveries`;
    },
    close: () => server.stop(),
  };
}

async function packageText(name: string): Promise<string> {
  const text = await readFile(new URL(`../node_modules/${name}/package.json`, import.meta.url), "utf8");
  const { version }: { readonly version: string } = JSON.parse(text);
  return `${name} ${version}`;
}

async function readCount(port: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/count`);
  const answer: unknown = await response.json();
  if (typeof answer === "object" && answer !== null && "count" in answer && typeof answer.count === "number") {
    return answer.count;
  }
  throw new Error(`GET /count answered ${JSON.stringify(answer)}`);
}
