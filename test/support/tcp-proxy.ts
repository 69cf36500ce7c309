// A wire that can be cut, or held open while it passes nothing: between a service and its database, so that a test can take the
// database away and give it back.
import { connect, createServer, type Socket } from "node:net";
import { Transform } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";

export type TcpProxy = {
  /** The database's address through the proxy. */
  readonly url: string;
  /** Ends every connection and accepts none. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Keeps every connection open, accepts new ones, and passes nothing in either direction. */
  fallSilent(): void;
  /** Passes data on new connections; those from the silent time stay silent permanently. */
  speakAgain(): void;
};

const pauseMilliseconds = 5;

/** `pausesAfter`: what the database sends behind these bytes arrives in a packet of its own, later. */
export async function startTcpProxy(
  databaseUrl: string,
  { pausesAfter }: { readonly pausesAfter?: Buffer } = {},
): Promise<TcpProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((incoming) => {
    sockets.add(incoming);
    incoming.on("error", () => incoming.destroy());
    incoming.on("close", () => sockets.delete(incoming));
    if (isSilent) {
      incoming.pause();
      return;
    }
    const outgoing = connect(Number(target.port), target.hostname);
    for (const [socket, peer] of [[incoming, outgoing] as const, [outgoing, incoming] as const]) {
      sockets.add(socket);
      if (socket === outgoing && pausesAfter !== undefined) socket.pipe(pausing(pausesAfter)).pipe(peer);
      else socket.pipe(peer);
      socket.on("error", () => peer.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        peer.destroy();
      });
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the proxy has no port");

  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String(address.port);
  return {
    url: url.href,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    mend: () => listen(address.port),
    fallSilent() {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    speakAgain() {
      isSilent = false;
    },
  };
}

function pausing(after: Buffer): Transform {
  return new Transform({
    async transform(chunk: Buffer, _encoding, done) {
      let rest = chunk;
      for (let at = rest.indexOf(after); at !== -1; at = rest.indexOf(after)) {
        this.push(rest.subarray(0, at + after.length));
        rest = rest.subarray(at + after.length);
        await sleep(pauseMilliseconds);
      }
      done(null, rest);
    },
  });
}
