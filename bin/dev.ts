// `npm run dev`: the service, restarted at every change of its sources, the console with hot reload, and a first story of sales for a new
// installation. Ctrl-C ends all of it.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = join(import.meta.dirname, "..");
const consoleFolder = join(root, "console");
const port = process.env.PORT ?? "8080";
const service = `http://127.0.0.1:${port}`;
const env = { ...process.env, PORT: port, SVC_ADDRESS: service };
const pollMilliseconds = 300;

const svc = ["bin/svc.js"];
const children: ChildProcess[] = [];
let stopped = false;

/**
 * In a process group of its own: a terminal's Ctrl-C would reach it in addition to our signal, and the second of two ends a service at
 * once.
 */
function start(parameters: readonly string[], cwd = root): ChildProcess {
  const child = spawn(process.execPath, parameters, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "inherit", "inherit"],
  });
  children.push(child);
  child.once("exit", stop);
  return child;
}

function stop(): void {
  stopped = true;
  for (const child of children) child.kill("SIGTERM");
}

async function isUp(): Promise<boolean> {
  const answer = await fetch(`${service}/readyz`).catch(() => null);
  return answer?.ok === true;
}

/** As the demo leaves it; what is there already stays as it is. */
function seed(): void {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [...svc, ...words], { cwd: root, env, encoding: "utf8" });
  const { status, stdout } = run("programs", "list", "--json");
  if (status !== 0 || JSON.parse(stdout).data.length > 0) return;
  const { stdout: output, stderr } = run("demo");
  process.stdout.write(`${output}${stderr}`);
}

function viteScript(): string {
  const require = createRequire(join(consoleFolder, "package.json"));
  return join(dirname(require.resolve("vite/package.json")), "bin/vite.js");
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
const running = start(["--watch", "--watch-preserve-output", ...svc, "serve"]);
while (!stopped && !(await isUp())) await sleep(pollMilliseconds);
if (!stopped) {
  seed();
  start([viteScript()], consoleFolder);
}
await once(running, "exit");
