// A file as the body of a call, read as fast as it is processed: only a chunk is held in memory. An upload may take longer than other
// requests, as long as it progresses.
import type { Socket } from "node:net";
import type { Request } from "express";
import { Refusal } from "../../product/operation/refusal.ts";
import { CallerGone } from "./errors.ts";

/** Without a byte sent or taken. */
const quietMillisecondsMax = 60_000;
const bytesPerMebibyte = 1_048_576;

const uploading = new WeakSet<Socket>();

/** Whether a file is on its way: its request may take as long as it needs. */
export function isUploading(socket: Socket): boolean {
  return uploading.has(socket);
}

export function isOfType(request: Request, type: string): boolean {
  const [essence = ""] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  return essence.trim() === type;
}

/** Refuses at once what says that it is too large, and what turns out to be when it does. */
export function openUpload(request: Request, bytesMax: number): AsyncIterable<Uint8Array> {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new Refusal("unsupported_media_type", "Content-Encoding is not supported: send the file as it is.");
  }
  if (Number(request.headers["content-length"] ?? 0) > bytesMax) throw tooLarge(bytesMax);
  return chunksOf(request, bytesMax);
}

async function* chunksOf(request: Request, bytesMax: number): AsyncGenerator<Uint8Array> {
  const { socket } = request;
  uploading.add(socket);
  request.setTimeout(quietMillisecondsMax, () => request.destroy());
  let bytes = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new Error("a body is bytes");
      bytes += chunk.length;
      if (bytes > bytesMax) throw tooLarge(bytesMax);
      yield chunk;
    }
    // What is still to be done is ours.
    socket.setTimeout(0);
    uploading.delete(socket);
  } catch (error) {
    throw request.destroyed && !request.complete ? new CallerGone() : error;
  } finally {
    // The rest is thrown away unread, so that the caller comes to read the answer.
    request.resume();
  }
}

function tooLarge(bytesMax: number): Refusal {
  const mebibytes = bytesMax / bytesPerMebibyte;
  return new Refusal(
    "body_too_large",
    `The file is larger than ${mebibytes} MiB: split it, and send the parts in turn.`,
  );
}
