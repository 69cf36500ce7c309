// How a failed command reports its error, and its exit code: in one line, or as the error envelope if the output is for a program. 1: it
// failed. 2: invalid usage. 130: it was interrupted.
import { ConfigError } from "../../config/config.ts";
import { isDatabaseUnavailable } from "../../engine/postgres/faults.ts";
import { envelopeOf, Refusal } from "../../product/operation/refusal.ts";
import { translated } from "../../product/operation/translated.ts";
import { CommandFailed, Interrupted, printable, ServiceRefused, UsageError } from "./failures.ts";

export type Failure = { readonly line: string; readonly exitCode: 1 | 2 | 130 };

/** `commandName` is the command that was being understood, for the way to its help. */
export function describeFailure(error: unknown, commandName: string, asJson: boolean): Failure {
  const failure = inWords(error, commandName);
  return asJson ? { ...failure, line: JSON.stringify(envelope(error, failure)) } : failure;
}

/** Of a command that has answered, and whose answer is that something is wrong. */
export function failureDocument(message: string): string {
  return JSON.stringify(envelopeOf(new Refusal("invalid_request", message)));
}

function inWords(error: unknown, commandName: string): Failure {
  if (error instanceof UsageError) {
    const help = ["svc", commandName, "--help"].filter((word) => word !== "").join(" ");
    return { line: oneLine(`${error.message} See: ${help}`), exitCode: 2 };
  }
  if (error instanceof Interrupted) return { line: "Interrupted.", exitCode: 130 };
  if (error instanceof ConfigError) {
    return { line: oneLine(`The configuration has faults: ${error.faults.join(" ")}`), exitCode: 1 };
  }
  const reason = reasonOf(error);
  if (!isDatabaseUnavailable(error)) return { line: oneLine(reason), exitCode: 1 };
  return { line: oneLine(`The database cannot be reached: ${reason.replace(/(?<![.!?])$/, ".")}`), exitCode: 1 };
}

function envelope(error: unknown, { line, exitCode }: Failure): object {
  const refusal = translated(error);
  if (refusal instanceof Refusal) return envelopeOf(refusal);
  if (error instanceof ServiceRefused) return { data: null, error: error.error };
  if (exitCode === 2 || error instanceof CommandFailed) return envelopeOf(new Refusal("invalid_request", line));
  return envelopeOf(new Refusal(isDatabaseUnavailable(error) ? "unavailable" : "internal_error", line));
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join("; ");
  return error instanceof Error ? error.message : String(error);
}

/** What a user, a file or a server said may hold line breaks, and sequences a terminal would obey. */
function oneLine(text: string): string {
  return printable(text.trim().replace(/\s*[\r\n]+\s*/g, " "));
}
