// A child process of a test: what it said, how it ended, and that none is left behind.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type Child = {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exit: Promise<Exit>;
  /** Everything said so far on stdout and stderr. */
  said(): string;
  /** Resolves with the match once the child has said it; rejects when it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
};

const running = new Set<ChildProcessWithoutNullStreams>();

/** Runs a script on this Node, with nothing in its environment but what is given. */
export function startChild(script: URL, parameters: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  const child = spawn(process.execPath, [fileURLToPath(script), ...parameters], {
    env: { PATH: process.env.PATH, ...env },
  });
  running.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exit = new Promise<Exit>((resolve) => {
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal });
    });
  });
  const says = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(output);
        if (match !== null) resolve(match);
      };
      child.stdout.on("data", look);
      child.stderr.on("data", look);
      child.on("close", () => reject(new Error(`The process ended without saying ${pattern}:\n${output}`)));
      look();
    });
  return { process: child, exit, said: () => output, says };
}

export async function killChildren(): Promise<void> {
  for (const child of running) {
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }
}
