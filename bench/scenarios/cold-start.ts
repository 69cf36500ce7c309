// (j) From nothing to the first 200: the service as `npm start` starts it, in an empty folder and again in the same one, after an
// orderly end and after kill -9 (which leaves PostgreSQL running, to be taken over); and how long a clean stop takes.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { unconfiguredEnvironment } from "../installation.ts";
import { loadNow } from "../report/machine.ts";
import type { Series, Turn } from "../report/series.ts";
import type { Scenario } from "../scenario.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const pollMilliseconds = 5;
const answerSecondsMax = 120;

const kinds = {
  "npm start, empty folder": "npm start, with npm's own time, to the first 200 of /readyz; makes the database",
  "empty folder": "what npm start starts, to the first 200 of /readyz; makes the database",
  "second start": "the same again after a clean stop",
  "after kill -9": "the same again after the service was killed; PostgreSQL is taken over",
  "clean stop": "from SIGTERM to the end of the process, PostgreSQL stopped",
} as const;
type Kind = keyof typeof kinds;

export const scenario: Scenario = {
  title: "(j) cold start to the first 200",
  contenders: ["service"],
  async run({ rounds }) {
    const turns = new Map<Kind, Turn[]>();
    for (let round = 1; round <= rounds; round += 1) {
      const load = loadNow();
      for (const [kind, seconds] of await measureRound()) {
        console.log(`round ${round}  ${kind.padEnd(24)} ${seconds.toFixed(3)} s`);
        turns.set(kind, [...(turns.get(kind) ?? []), { round, load, figures: { seconds } }]);
      }
    }
    const series: Series[] = [...turns].map(([kind, each]) => ({ name: kind, about: kinds[kind], turns: each }));
    return {
      postgres: "18, embedded",
      settings: { rounds },
      tables: [
        { title: "cold start", columns: [{ figure: "seconds", heading: "seconds (range)", digits: 2 }], series },
      ],
      bars: [],
      checks: ["every start took traffic, and every clean stop ended with exit code 0"],
      notes: [
        "the machine's file cache is warm; the first start of all also copies PostgreSQL's programs where it runs as root",
      ],
    };
  },
};

async function measureRound(): Promise<(readonly [Kind, number])[]> {
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-"));
  const dataOf = (name: string): string => join(folder, name);
  try {
    const byNpm = await start("npm", ["start", "--silent"], dataOf("npm"));
    await stop(byNpm.child);
    const service = () => start(process.execPath, ["src/faces/cli/svc.ts", "serve"], dataOf("direct"));
    const first = await service();
    const stopped = await stop(first.child);
    const second = await service();
    second.child.kill("SIGKILL");
    await once(second.child, "exit");
    const afterKill = await service();
    await stop(afterKill.child);
    return [
      ["npm start, empty folder", byNpm.seconds],
      ["empty folder", first.seconds],
      ["second start", second.seconds],
      ["after kill -9", afterKill.seconds],
      ["clean stop", stopped],
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Started = { readonly child: ChildProcess; readonly seconds: number };

/** Resolves at the first 200, wherever the service says that it listens. */
async function start(command: string, args: readonly string[], dataDir: string): Promise<Started> {
  const env = { ...unconfiguredEnvironment(), SVC_DATA_DIR: dataDir, LOG_LEVEL: "error" };
  const startedAt = performance.now();
  const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await addressSaid(child);
    while (!(await isReady(url))) {
      if (performance.now() - startedAt > answerSecondsMax * 1000) throw new Error("the service does not get ready");
      await sleep(pollMilliseconds);
    }
    return { child, seconds: (performance.now() - startedAt) / 1000 };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function addressSaid({ stdout }: ChildProcess): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    stdout?.on("data", (chunk: Buffer) => {
      said += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) resolve(url);
    });
    stdout?.once("end", () => reject(new Error("the service ended before it listened")));
  });
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${url}/readyz`, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("error", () => resolve(false));
  });
}

/** Answers how long it took. */
async function stop(child: ChildProcess): Promise<number> {
  const startedAt = performance.now();
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const [code, signal] = await ended;
  if (code !== 0) throw new Error(`the service did not stop cleanly: ${signal ?? code}`);
  return (performance.now() - startedAt) / 1000;
}
