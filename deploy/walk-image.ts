// Walks deploy/Dockerfile where no container engine is: each stage in a throwaway layer over this machine's root, its steps as written;
// then the image as a container, as its user, with this process's id 1, 64 MB of /dev/shm and a plain folder for the volume. It needs root
// on Linux with overlay mounts, and a registry of packages.
//   npm run check:deploy -- --build       where neither docker, podman nor buildah works
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { containerSettings, type Stage, stages } from "./image-steps.ts";

const isInside = process.argv.includes("--inside");
const repository = join(import.meta.dirname, "..");
const settings = containerSettings();
const readySecondsMax = 120;
/** Docker's own. */
const sharedMemory = "64m";

if (isInside) await walk();
else {
  // Mounts of a space of its own end with it.
  const again = [process.execPath, fileURLToPath(import.meta.url), "--inside"];
  const { status } = spawnSync("unshare", ["--mount", "--propagation", "private", ...again], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}

async function walk(): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "svc-image-"));
  // A layer over the root may not lie in it.
  run("mount", ["-t", "tmpfs", "tmpfs", work]);
  try {
    const image = build(work);
    const volume = join(work, "volume");
    mkdirSync(volume, { mode: 0o700 });
    chownSync(volume, settings.user.uid, settings.user.gid);
    await runAsContainer(image, volume);
    say(`the image has ${megabytesOf(join(image, settings.directory))} MB of its own`);
  } finally {
    run("umount", ["--recursive", work]);
    rmdirSync(work);
  }
}

/** Answers the root of the last stage. */
function build(work: string): string {
  const context = join(work, "context");
  mkdirSync(context);
  const files = run("git", ["ls-files", "--cached", "--others", "--exclude-standard"], repository).split("\n");
  const ignored = readFileSync(join(repository, ".dockerignore"), "utf8").split("\n");
  for (const path of files) {
    if (path === "" || ignored.some((each) => path.startsWith(`${each}/`)) || !existsSync(join(repository, path)))
      continue;
    mkdirSync(dirname(join(context, path)), { recursive: true });
    cpSync(join(repository, path), join(context, path), { verbatimSymlinks: true });
  }
  const layers = new Map<string, readonly string[]>();
  const directories = new Map<string, string>();
  let root = "";
  for (const stage of stages()) {
    const below = layers.get(stage.from) ?? [baseLayer(work)];
    root = mountStage(work, stage.name, below);
    layers.set(stage.name, [join(work, stage.name, "upper"), ...below]);
    const began = performance.now();
    const sourceOf = (from: string | undefined) => (from === undefined ? context : join(work, from, "root"));
    directories.set(stage.name, runSteps(stage, root, directories.get(stage.from) ?? "/", sourceOf));
    say(`stage ${stage.name}: ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  return root;
}

/** This machine's root, with this Node where the base image has its own. */
function baseLayer(work: string): string {
  const layer = join(work, "base");
  if (existsSync(layer)) return layer;
  mkdirSync(join(layer, "usr/local/bin"), { recursive: true });
  cpSync(process.execPath, join(layer, "usr/local/bin/node"), { dereference: true });
  return layer;
}

function mountStage(work: string, name: string, below: readonly string[]): string {
  const [upper, internal, root] = ["upper", "internal", "root"].map((each) => join(work, name, each));
  for (const each of [upper, internal, root]) mkdirSync(each ?? "", { recursive: true });
  const options = `lowerdir=${[...below, "/"].join(":")},upperdir=${upper},workdir=${internal}`;
  run("mount", ["-t", "overlay", "overlay", "-o", options, root ?? ""]);
  run("mount", ["--bind", "/dev", join(root ?? "", "dev")]);
  run("mount", ["-t", "proc", "proc", join(root ?? "", "proc")]);
  return root ?? "";
}

type Sources = (from: string | undefined) => string;

/** Answers the working directory at its end, in which a stage made from it begins. */
function runSteps(stage: Stage, root: string, beginsIn: string, sourceOf: Sources): string {
  let directory = beginsIn;
  for (const { instruction, rest } of stage.steps) {
    if (instruction === "WORKDIR") {
      directory = rest;
      mkdirSync(join(root, directory), { recursive: true });
    } else if (instruction === "COPY") {
      const words = rest.split(/\s+/);
      const from = words[0]?.startsWith("--from=") ? words.shift()?.replace("--from=", "") : undefined;
      copy(words, sourceOf(from), join(root, directory));
    } else if (instruction === "RUN") {
      const { npm_config_registry, NODE_EXTRA_CA_CERTS, PATH } = process.env;
      const env = { PATH: `/usr/local/bin:${PATH}`, HOME: "/root", npm_config_registry, NODE_EXTRA_CA_CERTS };
      run("chroot", [root, "sh", "-euc", `cd ${directory} && ${rest}`], undefined, env);
    }
  }
  return directory;
}

function copy(words: readonly string[], source: string, directory: string): void {
  const target = words.at(-1) ?? "";
  for (const word of words.slice(0, -1)) {
    const isInto = target.endsWith("/") && word !== ".";
    const to = join(directory, target, isInto ? (word.split("/").at(-1) ?? "") : "");
    cpSync(join(source, word), to, { recursive: true, verbatimSymlinks: true });
  }
}

async function runAsContainer(image: string, volume: string): Promise<void> {
  const port = await freePort();
  const begin = performance.now();
  const first = startContainer(image, volume, port);
  await ready(first, port);
  say(`ready after ${((performance.now() - begin) / 1000).toFixed(1)} s, as user ${settings.user.uid}`);
  execute(first, image, port, settings.healthCheck);
  const made = execute(first, image, port, [
    ...settings.entryPoint,
    "workspaces",
    "create",
    "--name",
    "Kept",
    "--json",
  ]);
  execute(first, image, port, [...settings.entryPoint, "demo", "--json"]);
  await stop(first, "SIGTERM");
  const log = readFileSync(join(volume, "postgres/server.log"), "utf8");
  if (!/database system is shut down\s*$/.test(log)) throw new Error(`PostgreSQL was not stopped:\n${log}`);

  const second = startContainer(image, volume, port);
  await ready(second, port);
  const listed = execute(second, image, port, [...settings.entryPoint, "workspaces", "list", "--json"]);
  const { workspace_id } = JSON.parse(made);
  if (!listed.includes(String(workspace_id))) throw new Error(`A restart lost the workspace: ${listed}`);
  await stop(second, "SIGKILL");

  const third = startContainer(image, volume, port);
  await ready(third, port);
  execute(third, image, port, [...settings.entryPoint, "verify"]);
  await stop(third, "SIGTERM");
  say("it stops by SIGTERM with its database, and comes back with its data after that and after SIGKILL");
}

/** In a process space of its own, where the entry point is process 1, without capabilities. */
function startContainer(image: string, volume: string, port: number): ChildProcess {
  const [mounted] = settings.volumes;
  const script = `
    mount -t proc proc ${image}/proc
    mount -t tmpfs -o size=${sharedMemory} tmpfs ${image}/dev/shm
    mount --bind ${volume} ${image}${mounted}
    exec ${within(image, port, [...settings.entryPoint, ...settings.parameters])}`;
  const container = spawn("unshare", ["--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", script]);
  for (const stream of [container.stdout, container.stderr]) stream.on("data", (chunk) => process.stdout.write(chunk));
  return container;
}

/** What a shell types to run it in the image, as the image's user and with its environment. */
function within(image: string, port: number, words: readonly string[]): string {
  const { uid, gid } = settings.user;
  const env = Object.entries({ PATH: "/usr/local/bin:/usr/bin:/bin", ...settings.env, PORT: port });
  const set = env.map(([name, value]) => `${name}=${value}`).join(" ");
  return `chroot --userspec=${uid}:${gid} --groups= ${image} env -i ${set} sh -c 'cd ${settings.directory} && exec ${words.join(" ")}'`;
}

/** As `docker exec` does. */
function execute(container: ChildProcess, image: string, port: number, words: readonly string[]): string {
  return run("nsenter", [
    "--target",
    String(first(container)),
    "--mount",
    "--pid",
    "sh",
    "-c",
    within(image, port, words),
  ]);
}

/** The entry point, which unshare forked. */
function first(container: ChildProcess): number {
  return Number(run("pgrep", ["--parent", String(container.pid)]).trim());
}

async function stop(container: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = new Promise<number | null>((resolve) => container.once("exit", resolve));
  process.kill(first(container), signal);
  const code = await ended;
  if (signal === "SIGTERM" && code !== 0) throw new Error(`The container ended with ${code}.`);
}

async function ready(container: ChildProcess, port: number): Promise<void> {
  const deadline = performance.now() + readySecondsMax * 1000;
  while (performance.now() < deadline && container.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await sleep(100);
  }
  container.kill("SIGKILL");
  throw new Error("The container did not become ready.");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

function megabytesOf(folder: string): string {
  return run("du", ["-sm", folder]).split("\t")[0] ?? "";
}

function run(tool: string, parameters: readonly string[], cwd?: string, env = process.env): string {
  const { status, stdout, stderr } = spawnSync(tool, parameters, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${tool} ${parameters.join(" ")}\n${stdout}${stderr}`);
  return stdout;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
