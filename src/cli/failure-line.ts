// The one line in which a user is told what went wrong with a command, and the exit code it ends with.
// 1: it could not be done. 2: it was not understood. 130: it was interrupted.
import { ConfigError } from "../config.ts";
import { isDatabaseUnavailable } from "../db/faults.ts";
import { InvalidCursor } from "../queries/page.ts";
import { Interrupted, printable, UsageError } from "./failures.ts";

export type Failure = { readonly line: string; readonly exitCode: 1 | 2 | 130 };

/** `commandName` is the command that was being understood, for the way to its help. */
export function describeFailure(error: unknown, commandName: string): Failure {
  if (error instanceof UsageError || error instanceof InvalidCursor) {
    const help = ["svc", commandName, "--help"].filter((word) => word !== "").join(" ");
    return { line: oneLine(`${error.message} See: ${help}`), exitCode: 2 };
  }
  if (error instanceof Interrupted) return { line: "Interrupted.", exitCode: 130 };
  if (error instanceof ConfigError) {
    return { line: oneLine(`The configuration has faults: ${error.faults.join(" ")}`), exitCode: 1 };
  }
  const prefix = isDatabaseUnavailable(error) ? "The database cannot be reached: " : "";
  return { line: oneLine(`${prefix}${reasonOf(error)}`), exitCode: 1 };
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** What a user, a file or a server said may hold line breaks, and sequences a terminal would obey. */
function oneLine(text: string): string {
  return printable(text.trim().replace(/\s*[\r\n]+\s*/g, " "));
}
