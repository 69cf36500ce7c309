// What can go wrong with a command, and how text from outside is shown.

/** The command was understood and cannot be done; the message says why. */
export class CommandFailed extends Error {
  override readonly name: string = "CommandFailed";
}

/** A service refused; `error` is its answer, for programs. */
export class ServiceRefused extends CommandFailed {
  readonly error: { readonly code: string; readonly message: string };

  constructor(message: string, error: ServiceRefused["error"]) {
    super(message);
    this.error = error;
  }
}

/** The command was not understood; the message says what to write instead. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Control and formatting characters cannot move a terminal's cursor or turn its text around. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "\uFFFD");
}
