// Reads one secret: from a pipe or a file as it comes, from a terminal without showing what is typed.
// It never stands in the shell's history and is never printed.
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";

/** Without the line's end. `prompt` is shown on a terminal only, and not among the answer. */
export async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, "");
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  // In raw mode Ctrl-C is a character like any other; it ends the command as it does elsewhere.
  terminal.once("SIGINT", () => {
    terminal.close();
    process.kill(process.pid, "SIGINT");
  });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
