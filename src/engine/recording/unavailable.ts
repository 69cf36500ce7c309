// It could not be made durable now; the caller may repeat the call.

const retryAfterSecondsDefault = 5;

export class Unavailable extends Error {
  readonly retryAfterSeconds: number;

  constructor(message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterSeconds = options.retryAfterSeconds ?? retryAfterSecondsDefault;
  }
}
