// Reads a request's body as the exact bytes sent, up to a limit; what is larger is refused without being kept.
import type { IncomingMessage } from "node:http";
import { CallerGone, Refusal } from "./errors.ts";

export function readBody(request: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    const refusal = new Refusal("unsupported_media_type", "Content-Encoding is not supported: send the body as it is.");
    return Promise.reject(refusal);
  }
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) return Promise.reject(tooLarge(bytesMax));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const stop = (): void => {
      request.off("data", onData);
      request.off("end", onEnd);
      request.off("close", onClose);
    };
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length;
      chunks.push(chunk);
      if (bytes <= bytesMax) return;
      stop();
      // The rest is thrown away unread, so that the caller comes to read the answer.
      request.resume();
      reject(tooLarge(bytesMax));
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
    request.once("end", onEnd);
    request.once("close", onClose);
    request.once("error", onClose);
  });
}

function tooLarge(bytesMax: number): Refusal {
  return new Refusal("body_too_large", `The body is larger than ${bytesMax} bytes.`);
}
