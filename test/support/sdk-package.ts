// The client package as its users get it: built, packed by npm, and installed from the tarball into an empty project, without
// a network. What the project needs beside it is linked from this repository.
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildPackage } from "../../sdk/build.ts";

const repository = fileURLToPath(new URL("../../", import.meta.url));

export type Run = { readonly code: number; readonly stdout: string; readonly stderr: string };

export type PackedSdk = {
  readonly tarball: string;
  /** Of the tarball, without the folder npm puts around them. */
  readonly files: readonly string[];
  readonly remove: () => Promise<void>;
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

export async function packSdk(): Promise<PackedSdk> {
  const folder = await mkdtemp(join(tmpdir(), "svc-sdk-pack-"));
  const source = join(repository, "sdk");
  for (const name of ["package.json", "README.md", "CHANGELOG.md", "LICENSE", "src"]) {
    await cp(join(source, name), join(folder, name), { recursive: true });
  }
  await buildPackage(join(folder, "dist"));
  // Built already; the script would build in the repository.
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts"], folder);
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error(`npm packed nothing: ${stdout}`);
  return {
    tarball: join(folder, packed.filename),
    files: packed.files.map(({ path }) => path),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** `linked`: packages of this repository that the project uses beside the SDK. */
export async function createProject({ tarball }: PackedSdk, linked: readonly string[] = []): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), "svc-sdk-project-"));
  const write: Project["write"] = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  await write("package.json", JSON.stringify({ name: "consumer", private: true }));
  const installed = await run("npm", ["install", "--offline", "--no-audit", "--no-fund", tarball], folder);
  if (installed.code !== 0) throw new Error(`npm installed nothing: ${installed.stderr}`);
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
