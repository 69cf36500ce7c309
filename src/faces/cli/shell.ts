// What a command line is run by: its environment, what it reads and writes, and the wish to stop. `svc.ts` hands over the
// process's own; below it nothing touches the process, so that a command can be run within another program.
import type { Readable, Writable } from "node:stream";

export type TextInput = Readable & { readonly isTTY?: boolean };
export type TextOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly fd?: number };

export type Shell = {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: TextInput;
  readonly stdout: TextOutput;
  readonly stderr: TextOutput;
  /** How it is called here, for hints that are pasted. */
  readonly called: string;
  /** Aborted when the command is to stop: Ctrl-C, `kill`, a closed terminal. */
  readonly stop: AbortSignal;
  /** Asked for by work that takes long and can wait: whoever answers requests on this machine goes first. */
  lowerPriority(): void;
};

/** A pipe takes its time; the process must not end before. Whoever reads it may have seen enough. */
export function write(stream: TextOutput, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error == null || ("code" in error && error.code === "EPIPE")) resolve();
      else reject(error);
    });
  });
}
