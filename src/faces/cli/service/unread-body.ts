// A large body that is not read to its end, for example of a refused request: the answer says `Connection: close`, and the connection
// is closed in stages (RFC 9112, section 9.6). Node alone takes the rest for as long as a request may last.
// What still arrives is freed at once: left to the garbage collector, 400 unfinished bodies of 900 kB took 130 to 147 MiB, now 16 to 51.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The rest of a smaller body costs less than a new connection: it is taken, and the connection is kept. */
const keptBodyBytesMax = 65_536;
/** For the caller to read the answer and to close. A connection cut off while bytes arrive may lose the answer on its way. */
const lingerMilliseconds = 2_000;

const closing = new WeakSet<Socket>();

/** False where the connection is being closed: such a request is not to be handled (RFC 9112, section 9.6). */
export function closeAfterUnreadBody(request: IncomingMessage, response: ServerResponse): boolean {
  const { socket } = request;
  if (closing.has(socket)) return false;
  if (!hasLargeBody(request)) return true;
  const { shouldKeepAlive } = response;
  const { destroySoon } = socket;
  response.shouldKeepAlive = false;
  // Node calls this after the last answer of a connection.
  socket.destroySoon = () => closeInStages(socket);
  request.once("end", () => {
    response.shouldKeepAlive = shouldKeepAlive;
    socket.destroySoon = destroySoon;
    if (closing.has(socket)) socket.destroySoon();
  });
  response.once("prefinish", () => {
    if (!request.readableEnded) request.on("data", free);
  });
  return true;
}

/** A length that is not announced may be any. */
function hasLargeBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > keptBodyBytesMax;
}

function closeInStages(socket: Socket): void {
  closing.add(socket);
  socket.end();
  const cutOff = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once("close", () => clearTimeout(cutOff));
}

function free(chunk: Buffer<ArrayBuffer>): void {
  const ownsItsMemory = chunk.length === chunk.buffer.byteLength;
  if (ownsItsMemory) chunk.buffer.transfer(0);
}
