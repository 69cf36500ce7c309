// Where and of what a run was taken.
import { execFile } from "node:child_process";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { promisify } from "node:util";

const bytesPerGibibyte = 1_073_741_824;

export type Machine = {
  readonly processors: number;
  readonly model: string;
  readonly memoryGibibytes: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
};

export function describeMachine(postgres: string): Machine {
  return {
    processors: availableParallelism(),
    model: cpus()[0]?.model ?? "unknown",
    memoryGibibytes: Math.round(totalmem() / bytesPerGibibyte),
    system: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres,
  };
}

/** Of the minute before. */
export function loadNow(): number {
  return loadavg()[0] ?? Number.NaN;
}

/** With a plus where files differ from it; null outside a repository. */
export async function readCommit(): Promise<string | null> {
  const git = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: new URL("../..", import.meta.url) });
    return stdout.trim();
  };
  try {
    const isChanged = (await git("status", "--porcelain", "--untracked-files=no")) !== "";
    return `${await git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
  } catch {
    return null;
  }
}
