// The client package as its users get it: built, packed by npm, and installed from the tarball into an empty project, without
// a network. What the project needs next to it is linked from this repository. npm packs and installs once in a run; a project is a
// copy of the first.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { buildPackage } from "../../sdk/build.ts";
import { lockWithin } from "../../src/engine/postgres/embedded/file-lock.ts";

const onceTimeoutSeconds = 100;
const repository = fileURLToPath(new URL("../../", import.meta.url));

export type Run = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type PackedSdk = {
  readonly tarball: string;
  /** Of the tarball, without the folder npm puts around them. */
  readonly files: readonly string[];
};

export type Project = {
  readonly folder: string;
  write(path: string, text: string): Promise<void>;
  /** The repository's compiler over everything that was written, as strict as it gets; its words, or none. */
  typeCheck(options: object): Promise<string>;
  /** This Node, in the project's folder. */
  node(parameters: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run>;
  remove(): Promise<void>;
};

export function packSdk(): Promise<PackedSdk> {
  return once("sdk-packed", pack);
}

async function pack(folder: string): Promise<PackedSdk> {
  const source = join(repository, "sdk");
  for (const name of ["package.json", "README.md", "CHANGELOG.md", "LICENSE", "src"]) {
    await cp(join(source, name), join(folder, name), { recursive: true });
  }
  await buildPackage(join(folder, "dist"));
  // Built already; the script would build in the repository.
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts"], folder);
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error(`npm packed nothing: ${stdout}`);
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** What one file of a run has made in a folder is there for all. */
async function once<Made extends object>(name: string, make: (folder: string) => Promise<Made>): Promise<Made> {
  const folder = join(inject("testServer").folder, name);
  const note = `${folder}.json`;
  const lock = await lockWithin(`${folder}.lock`, "exclusive", onceTimeoutSeconds);
  if (lock === null) throw new Error(`${name} was not made within ${onceTimeoutSeconds} s`);
  try {
    if (existsSync(note)) return JSON.parse(await readFile(note, "utf8")) as Made;
    await mkdir(folder);
    const made = await make(folder);
    await writeFile(note, JSON.stringify(made));
    return made;
  } finally {
    lock.release();
  }
}

async function install(folder: string, tarball: string): Promise<{ readonly folder: string }> {
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "consumer", private: true }));
  const installed = await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], folder);
  if (installed.code !== 0) throw new Error(`npm installed nothing: ${installed.stderr}`);
  return { folder };
}

/** `linked`: packages of this repository that the project uses in addition to the SDK. */
export async function createProject({ tarball }: PackedSdk, linked: readonly string[] = []): Promise<Project> {
  const installed = await once("sdk-installed", (at) => install(at, tarball));
  const folder = await mkdtemp(join(tmpdir(), "svc-sdk-project-"));
  await cp(installed.folder, folder, { recursive: true });
  const write: Project["write"] = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const name of linked) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(repository, "node_modules", name), link);
  }
  return {
    folder,
    write,
    async typeCheck(options) {
      const compilerOptions = {
        ...{ target: "es2022", lib: ["es2022", "dom"], types: [], noEmit: true, allowImportingTsExtensions: true },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
        ...options,
      };
      await write("tsconfig.json", JSON.stringify({ compilerOptions, exclude: ["node_modules"] }));
      const tsc = join(repository, "node_modules/typescript/bin/tsc");
      const { stdout, stderr } = await run(process.execPath, [tsc, "-p", "."], folder);
      return stdout + stderr;
    },
    node: (parameters, env = {}) => run(process.execPath, parameters, folder, env),
    remove: () => rm(folder, { recursive: true }),
  };
}

export async function readInstalled(project: Project, path: string): Promise<string> {
  return readFile(join(project.folder, "node_modules/@svc/sdk", path), "utf8");
}

export function run(
  command: string,
  parameters: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } };
    const child = execFile(command, parameters, options, (error, stdout, stderr) => {
      if (error !== null && child.exitCode === null) reject(error);
      else resolve({ code: child.exitCode ?? 0, stdout, stderr });
    });
  });
}
