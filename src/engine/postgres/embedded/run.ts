// Runs one short program of the operating system or of PostgreSQL, and answers how it went.
// The program sees a fixed small environment (no PG* variable of ours can bend it), not our working directory (which the
// account it runs as may not be allowed to enter), and not our terminal: Ctrl-C must not cut a start or a stop in half.
// It never throws for a program that fails: that is its caller's case.
import { spawn } from "node:child_process";

/** The operating system's user that the server runs as; null is our own. */
export type Account = { readonly uid: number; readonly gid: number } | null;

export type Run = { readonly succeeded: boolean; readonly output: string };

const environment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };

export function run(account: Account, file: string, parameters: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(file, parameters, {
      env: environment,
      cwd: "/",
      detached: true,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
      ...account,
    });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) => resolve({ succeeded: false, output: error.message }));
    child.on("close", (code) => resolve({ succeeded: code === 0, output: output.trim() }));
  });
}
