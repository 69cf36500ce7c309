// An earlier commit of this repository as a new user has it: a checkout in a temporary folder with its packages installed by `npm ci`. It
// is always removed at the end.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { unlessInterrupted } from "./interruption.ts";

export const ownFolder = fileURLToPath(new URL("../", import.meta.url));

export type EarlierCheckout = {
  readonly folder: string;
  /** Its hash, shortened, and its date. */
  readonly about: string;
};

export async function withEarlierCheckout<T>(
  revision: string,
  run: (checkout: EarlierCheckout) => Promise<T>,
): Promise<T> {
  const about = describeCommit(revision);
  const parent = mkdtempSync(join(tmpdir(), "svc-drift-"));
  const folder = join(parent, "checkout");
  try {
    console.log(`checking out ${about} into ${folder}`);
    git("worktree", "add", "--quiet", "--detach", folder, revision);
    console.log("installing its packages: npm ci");
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel", "error"], { cwd: folder, stdio: "inherit" });
    return await unlessInterrupted(() => run({ folder, about }));
  } finally {
    rmSync(parent, { recursive: true, force: true });
    git("worktree", "prune");
  }
}

function describeCommit(revision: string): string {
  try {
    return git("show", "--no-patch", "--format=%h of %cs", `${revision}^{commit}`);
  } catch (error) {
    throw new Error(`this repository has no tag or commit "${revision}"`, { cause: error });
  }
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: ownFolder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();
}
