// Reads a request's body as the exact bytes sent, up to a limit; a larger one is refused without being kept. All bodies together have a
// limit too, and so have the unfinished ones of one address: an address that opens many cannot fill the memory, or take more than its
// share.
import type { Application, Request } from "express";
import { Refusal } from "../../product/operation/refusal.ts";
import { CallerGone } from "./errors.ts";
import { clientAddress } from "./guard/client-address.ts";

export type BodyLimits = {
  /** Of all requests until they are answered: a delivery that waits to be recorded counts as well. */
  readonly bodyBytesInFlightMax: number;
  /** Of the unfinished bodies of one address. */
  readonly bodyBytesPerAddressMax: number;
};

type InFlight = { readonly limits: BodyLimits; bytes: number; readonly unfinishedBytes: Map<string, number> };

const inFlightOf = new WeakMap<Application, InFlight>();
const retryAfterSeconds = 1;

/** Once for an app: the bodies of its requests share these limits from then on. */
export function limitBodies(app: Application, limits: BodyLimits): void {
  inFlightOf.set(app, { limits, bytes: 0, unfinishedBytes: new Map() });
}

export function readBody(request: Request, bytesMax: number): Promise<Buffer> {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    const refusal = new Refusal("unsupported_media_type", "Content-Encoding is not supported: send the body as it is.");
    return Promise.reject(refusal);
  }
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return Promise.reject(tooLarge(bytesMax));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const counted = new CountedBody(request);
    const stop = (): void => {
      request.off("data", onData);
      request.off("end", onEnd);
      request.off("close", onClose);
      counted.finish();
    };
    const refuse = (refusal: Refusal): void => {
      stop();
      chunks.length = 0;
      // The rest is thrown away unread, so that the caller comes to read the answer.
      request.resume();
      reject(refusal);
    };
    const onData = (chunk: Buffer): void => {
      if (counted.bytes + chunk.length > bytesMax) refuse(tooLarge(bytesMax));
      else if (counted.take(chunk.length)) chunks.push(chunk);
      else refuse(tooMuchAtOnce());
    };
    const onEnd = (): void => {
      stop();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    };
    const onClose = (): void => {
      stop();
      reject(new CallerGone());
    };
    request.on("data", onData);
    request.on("end", onEnd);
    request.on("close", onClose);
    request.on("error", onClose);
  });
}

/** What one body holds of the limits. One that comes in a single piece never counts against its address. */
class CountedBody {
  bytes = 0;
  readonly #request: Request;
  readonly #inFlight: InFlight | undefined;
  #address: string | null = null;
  #unfinishedBytes = 0;

  constructor(request: Request) {
    this.#request = request;
    this.#inFlight = inFlightOf.get(request.app);
  }

  /** False where it is too much; nothing is taken then. */
  take(bytes: number): boolean {
    const inFlight = this.#inFlight;
    if (inFlight === undefined) return true;
    if (inFlight.bytes + bytes > inFlight.limits.bodyBytesInFlightMax) return false;
    const isWhole = Number(this.#request.headers["content-length"]) === this.bytes + bytes;
    if (!isWhole && !this.#takeUnfinished(inFlight, bytes)) return false;
    if (this.bytes === 0) this.#request.res?.on("close", () => this.#release(inFlight));
    inFlight.bytes += bytes;
    this.bytes += bytes;
    return true;
  }

  #takeUnfinished({ limits, unfinishedBytes }: InFlight, bytes: number): boolean {
    this.#address ??= clientAddress(this.#request);
    const ofAddress = (unfinishedBytes.get(this.#address) ?? 0) + bytes;
    if (ofAddress > limits.bodyBytesPerAddressMax) return false;
    unfinishedBytes.set(this.#address, ofAddress);
    this.#unfinishedBytes += bytes;
    return true;
  }

  /** It is there, or will never be. */
  finish(): void {
    if (this.#inFlight === undefined || this.#address === null) return;
    const { unfinishedBytes } = this.#inFlight;
    const left = (unfinishedBytes.get(this.#address) ?? 0) - this.#unfinishedBytes;
    if (left > 0) unfinishedBytes.set(this.#address, left);
    else unfinishedBytes.delete(this.#address);
    this.#unfinishedBytes = 0;
  }

  /** Answered, or the caller is gone. */
  #release(inFlight: InFlight): void {
    inFlight.bytes -= this.bytes;
  }
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal("body_too_large", `The body is larger than ${bytesMax} bytes.`);
}

function tooMuchAtOnce(): Refusal {
  return new Refusal("busy", "The service is receiving too much at once. Repeat the call.", { retryAfterSeconds });
}
