// Why a provider did not do what it was asked: for people, in sentences that hold no key, and for callers, whether to ask again.

/** The provider did not answer what it was asked; the message says why, for people. */
export class AskFailed extends Error {
  override readonly name: string = "AskFailed";
}

/** It does not answer this API key: nothing but another key helps. */
export class AskRefused extends AskFailed {
  override readonly name = "AskRefused";
}

/** It has nothing by that name, or not for this API key. */
export class AskedForNothing extends AskFailed {
  override readonly name = "AskedForNothing";
}

/** It may answer the same question later. */
export class AskDelayed extends AskFailed {
  override readonly name = "AskDelayed";
  readonly retryAfterSeconds: number;

  constructor(message: string, options: ErrorOptions & { readonly retryAfterSeconds: number }) {
    super(message, options);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** It was not asked: it cannot send anything to our address. */
export class AddressNotPublic extends AskFailed {
  override readonly name = "AddressNotPublic";
}

/** The code that was to be made is there already, and is not ours. */
export class CodeTaken extends AskFailed {
  override readonly name = "CodeTaken";
}
