// Reads one secret: from a pipe or a file, or from a terminal without echo. It never appears in the shell's history and is never printed.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { Interrupted } from "../failures.ts";
import type { Shell } from "../shell.ts";

/** Without the line's end. `prompt` is shown on a terminal only, and not among the answer. */
export async function readSecret({ stdin, stderr }: Shell, prompt: string): Promise<string> {
  if (stdin.isTTY !== true) return (await text(stdin)).replace(/\r?\n$/, "");
  stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: silent, terminal: true });
  // In raw mode Ctrl-C is a character like any other; it ends the command as it does elsewhere.
  const interrupted = Promise.withResolvers<never>();
  terminal.once("SIGINT", () => interrupted.reject(new Interrupted()));
  try {
    return await Promise.race([terminal.question(""), interrupted.promise]);
  } finally {
    terminal.close();
    stderr.write("\n");
  }
}
