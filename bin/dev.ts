// `npm run dev`: the service, started again at every change of its sources, the console with reload in the browser, and a first story
// of sales where there is none yet. Ctrl-C ends all of it.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = join(import.meta.dirname, "..");
const port = process.env.PORT ?? "8080";
const service = `http://127.0.0.1:${port}`;
const env = { ...process.env, PORT: port, SVC_ADDRESS: service };
const pollMilliseconds = 300;

const svc = ["bin/svc.js"];
const children: ChildProcess[] = [];

function start(file: string, parameters: readonly string[]): ChildProcess {
  const child = spawn(file, parameters, { cwd: root, env, stdio: "inherit" });
  children.push(child);
  return child;
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
  const { stdout: told, stderr } = run("demo");
  process.stdout.write(`${told}${stderr}`);
}

const running = start(process.execPath, ["--watch", "--watch-preserve-output", ...svc, "serve"]);
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stopped = true;
    for (const child of children) child.kill(signal);
  });
}
running.once("exit", () => {
  stopped = true;
  for (const child of children) child.kill();
});
while (!stopped && !(await isUp())) await sleep(pollMilliseconds);
if (!stopped) {
  seed();
  start("npm", ["run", "dev", "--silent", "--workspace", "@svc/console"]);
}
