// The environment of a command line: variables, input and output, and the stop signal. `svc.ts` passes the process's own; nothing below
// touches the process, so that a command can run within another program.
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
  /** Called by long work that can wait: processes that answer requests on this machine go first. */
  lowerPriority(): void;
};

/** Waits until a pipe has taken the output; the process must not end before. Its reader may have closed it. */
export function write(stream: TextOutput, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error == null || ("code" in error && error.code === "EPIPE")) resolve();
      else reject(error);
    });
  });
}
