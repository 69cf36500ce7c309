// A request as bytes in which only the id changes from one to the next: head, body and, where there is one, the signature over
// the body. Made once, then copied and filled in, so that thousands are ready before any clock starts.
import { createHmac } from "node:crypto";
import { idCharacters } from "./ids.ts";

/** The id's placeholder in texts of the template. */
export const idPlace = "~".repeat(idCharacters);
const digestPlace = "f".repeat(64);
const timestampPlace = "9".repeat(10);

export type RequestParts = {
  readonly method: "GET" | "POST";
  /** May hold `idPlace`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** May hold `idPlace`; null sends none. */
  readonly body: string | null;
  /** Signs the body as Stripe does; null sends no signature. */
  readonly stripeSecret: string | null;
};

export class RequestTemplate {
  readonly bytes: number;
  readonly #template: Buffer;
  readonly #idOffsets: readonly number[];
  readonly #bodyOffset: number;
  readonly #signature: { readonly secret: string; readonly timestampAt: number; readonly digestAt: number } | null;

  constructor({ method, path, headers, body, stripeSecret }: RequestParts) {
    const lines = [`${method} ${path} HTTP/1.1`, "Host: 127.0.0.1"];
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
    if (body !== null) lines.push("Content-Type: application/json", `Content-Length: ${Buffer.byteLength(body)}`);
    if (stripeSecret !== null) lines.push(`Stripe-Signature: t=${timestampPlace},v1=${digestPlace}`);
    const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
    this.#template = Buffer.concat([head, Buffer.from(body ?? "")]);
    this.bytes = this.#template.length;
    this.#bodyOffset = head.length;
    this.#idOffsets = offsetsOf(this.#template, idPlace);
    this.#signature =
      stripeSecret === null
        ? null
        : { secret: stripeSecret, timestampAt: head.indexOf(timestampPlace), digestAt: head.indexOf(digestPlace) };
  }

  /** Writes the request to the start of `target`, which must be of `bytes` bytes. */
  fill(target: Buffer, id: string, timestampSeconds: number): void {
    this.#template.copy(target);
    for (const offset of this.#idOffsets) target.write(id, offset, "latin1");
    if (this.#signature === null) return;
    const { secret, timestampAt, digestAt } = this.#signature;
    const timestamp = String(timestampSeconds);
    const hmac = createHmac("sha256", secret).update(`${timestamp}.`).update(target.subarray(this.#bodyOffset));
    target.write(timestamp, timestampAt, "latin1");
    target.write(hmac.digest("hex"), digestAt, "latin1");
  }
}

function offsetsOf(bytes: Buffer, text: string): number[] {
  const offsets: number[] = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) offsets.push(at);
  return offsets;
}
