// A replay that cannot be done, in words for whoever asked.

export class ReplayRefused extends Error {
  override readonly name = "ReplayRefused";
}
