// A child process of a test: what it said, how it ended, and that none is left behind.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./tree.ts";

export type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type Child = {
  readonly process: ChildProcessWithoutNullStreams;
  readonly exit: Promise<Exit>;
  /** Everything said so far on stdout and stderr. */
  said(): string;
  /** Resolves with the match once the child has said it; rejects when it ends before. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
};

/** Names the bundled program to the run's workers; see bundled-svc.ts. */
export const bundleVariable = "TEST_SVC_BUNDLE";

const running = new Set<ChildProcessWithoutNullStreams>();

/** Runs a script on this Node, with nothing in its environment but what is given. */
export function startChild(script: URL, parameters: readonly string[], env: NodeJS.ProcessEnv = {}): Child {
  return startChildOf(process.execPath, [fileURLToPath(script), ...parameters], env);
}

export type Account = { readonly uid: number; readonly gid: number };

/** As another user of this machine, where one is given. */
export function startChildOf(
  program: string,
  parameters: readonly string[],
  env: NodeJS.ProcessEnv = {},
  account: Account | null = null,
): Child {
  const child = spawn(program, [...parameters], { env: environmentOf(env), ...account });
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

/** Compiled code is kept between processes, which halves what one needs to start. */
export function environmentOf(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(root, "node_modules/.cache/node"), ...env };
}

export async function killChildren(): Promise<void> {
  for (const child of running) {
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }
}
