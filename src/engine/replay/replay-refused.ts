// A replay that is refused, with a message for the caller.

export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
