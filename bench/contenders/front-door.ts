// A checkout as a contender that is driven only from outside, as an operator does it: `npm start`, `npm run svc` and HTTP. So it may be any
// commit, independent of its sources.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { freePort } from "../../test/support/ports.ts";
import {
  type BenchProgram,
  bindCustomers,
  limitsOutOfTheWay,
  secretKey,
  stripeSecret,
  unconfiguredEnvironment,
} from "../installation.ts";
import { childrenOf } from "../measure/processor-time.ts";
import type { Contender } from "./contender.ts";
import { Demand } from "./demand.ts";
import { type Arena, closedTurn } from "./http-turn.ts";

export type FrontDoorEntry = {
  readonly name: string;
  readonly about: string;
  /** With its packages installed. */
  readonly folder: string;
  readonly connections: number;
  /** Flags of `svc programs create`; the settings of a new program when left out. */
  readonly settings?: readonly string[];
};

const startSecondsMax = 120;
const customers = 100;

export async function openFrontDoor(arena: Arena, entry: FrontDoorEntry): Promise<Contender> {
  const { name, about, folder, connections, settings = [] } = entry;
  const env = environmentOf(await arena.server.database(name));
  console.log(`starting ${name}: ${about}`);
  const service = await start(folder, env);
  try {
    const program = await createProgram(folder, env, settings);
    await bindCustomers(service.port, [program]);
    const target = { name, ports: [service.port], pids: service.pids };
    const demand = new Demand();
    let answered = 0;
    return {
      name,
      about,
      async turn({ run, seconds }) {
        const { webhookPath: path, customerKeys } = program;
        const requests = demand.requests(seconds);
        const recipe = { kind: "webhook", targets: [{ path, customerKeys }], stripeSecret, run, requests } as const;
        const { measured, figures } = await closedTurn(arena, target, recipe, { connections, seconds });
        demand.seen(measured.perSecond, measured.ranOut);
        answered += measured.answered;
        return figures;
      },
      async check() {
        await svc(folder, env, ["verify"]);
        return `${name}: svc verify found nothing wrong behind ${answered} deliveries`;
      },
      close: service.stop,
    };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

/** By this Node, regardless of what started npm. */
function environmentOf(databaseUrl: string): NodeJS.ProcessEnv {
  const shell = unconfiguredEnvironment();
  return {
    ...shell,
    PATH: `${dirname(process.execPath)}:${shell.PATH}`,
    DATABASE_URL: databaseUrl,
    SVC_SECRET_KEYS: secretKey,
    LOG_LEVEL: "error",
    ...limitsOutOfTheWay,
  };
}

async function start(folder: string, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const npm = spawn("npm", ["--silent", "start"], {
    cwd: folder,
    env: { ...env, HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", "ignore", "inherit"],
    // A group of its own, so that all of it can be ended at once.
    detached: true,
  });
  const end = (): void => {
    if (npm.pid !== undefined && npm.exitCode === null && npm.signalCode === null) process.kill(-npm.pid, "SIGKILL");
  };
  process.once("exit", end);
  const stop = async (): Promise<void> => {
    process.off("exit", end);
    if (npm.exitCode !== null || npm.signalCode !== null) return;
    const ended = once(npm, "exit");
    end();
    await ended;
  };
  const deadline = performance.now() + startSecondsMax * 1000;
  while (!(await isReady(port))) {
    if (npm.exitCode !== null) throw new Error(`npm start in ${folder} ended with ${npm.exitCode}`);
    if (performance.now() > deadline) {
      await stop();
      throw new Error(`npm start in ${folder} was not ready after ${startSecondsMax} s`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return { port, pids: await descendantsOf(npm.pid ?? 0), stop };
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Of npm: a shell, and the service's processes. */
async function descendantsOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

/** The first of everything in its database. */
async function createProgram(
  folder: string,
  env: NodeJS.ProcessEnv,
  settings: readonly string[],
): Promise<BenchProgram> {
  const run = (...args: readonly string[]) => svc(folder, env, args);
  await run("workspaces", "create", "--name", "Bench");
  await run("programs", "create", "--workspace", "1", "--name", "Bench", ...settings);
  await run("partners", "add", "--program", "1", "--name", "Anna", "--code", "anna");
  const key = keyPattern.exec(await run("keys", "regenerate", "--program", "1", "--json"))?.[1];
  if (key === undefined) throw new Error(`svc keys regenerate in ${folder} showed no key`);
  const connection = ["--program", "1", "--provider", "stripe", "--secret", "-"];
  await svc(folder, env, ["connections", "add", ...connection], stripeSecret);
  return {
    programId: 1,
    key,
    webhookPath: "/webhooks/stripe/1",
    affiliateUrl: "https://shop.example/?aff=anna",
    code: "anna",
    customerKeys: Array.from({ length: customers }, (_, index) => `customer-${index + 1}`),
  };
}

const keyPattern = /"api_token":\s*"([^"]+)"/;

async function svc(folder: string, env: NodeJS.ProcessEnv, args: readonly string[], input = ""): Promise<string> {
  const child = spawn("npm", ["run", "--silent", "svc", "--", ...args], {
    cwd: folder,
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  child.stdin.end(input);
  const said = await text(child.stdout);
  const [code] = await closed;
  if (code !== 0) throw new Error(`svc ${args.join(" ")} ended with ${code} in ${folder}`);
  return said;
}
