// Runs `svc` as a process of its own, as a user would, and keeps what it wrote apart: answers on stdout, faults on stderr.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("../../src/cli/svc.ts", import.meta.url));

export type Run = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

export type RunOptions = {
  /** All there is of the environment, beside PATH. */
  readonly env?: NodeJS.ProcessEnv;
  /** What it finds on stdin; left open and empty when undefined. */
  readonly input?: string;
  /** Ends it as Ctrl-C would, then. */
  readonly interruptWhen?: Promise<void>;
};

export function runSvc(words: readonly string[], options: RunOptions = {}): Promise<Run> {
  const { env = {}, input, interruptWhen } = options;
  const child = spawn(process.execPath, [script, ...words], { env: { PATH: process.env.PATH, ...env } });
  if (input !== undefined) child.stdin.end(input);
  void interruptWhen?.then(() => child.kill("SIGINT"));
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      written[name] += text;
    });
  }
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, ...written }));
  });
}
