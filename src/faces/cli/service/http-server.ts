// The listening socket: finds its port, passes requests on, and closes without cutting off an answer. It never decides on a refusal: routes
// do.
import { Server } from "node:http";
import { Socket } from "node:net";
import { isUploading } from "../../http/upload.ts";
import { EarlyRequests, type Handler } from "./early-requests.ts";
import { OpenSockets } from "./open-sockets.ts";
import { closeAfterUnreadBody } from "./unread-body.ts";

const millisecondsPerSecond = 1000;
/** How late a request's time-outs may be noticed. */
const timeoutCheckMilliseconds = 1000;
/** Longer than the idle time of common proxies, so that it is never us who closes while a request is on its way. */
const keepAliveMilliseconds = 65_000;
const portsTried = 50;

export type HttpServer = {
  readonly port: number;
  /** What arrives before is held for a short time. */
  serve(handler: Handler): void;
  /** Resolves when every request that had come in whole is answered. */
  close(patience?: ClosePatience): Promise<void>;
};

/** What strangers may hold: sockets, and for how long a request that is not there yet. */
export type ConnectionLimits = {
  readonly connectionsMax: number;
  readonly requestHeadersTimeoutSeconds: number;
  readonly requestTimeoutSeconds: number;
};

/** Counted from the call. */
export type ClosePatience = {
  /** For the rest of a request in progress. */
  readonly unfinishedMilliseconds: number;
  /** For callers to read their answers; then those are cut off. */
  readonly answersMilliseconds: number;
};

const closePatienceDefault: ClosePatience = { unfinishedMilliseconds: 1000, answersMilliseconds: 7000 };
const sweepMilliseconds = 100;

type Address = {
  readonly host: string;
  readonly port: number;
  readonly portIsFixed: boolean;
  /** With other processes, which say so too: the system spreads connections over them. Linux and FreeBSD have it. */
  readonly portIsShared?: boolean;
};

/** A port that is free now: with a shared port, the listener would not notice another process. */
export async function findFreePort(address: Omit<Address, "portIsShared">): Promise<number> {
  const server = new Server();
  const port = await bind(server, { host: address.host, reusePort: false }, address.port, triesOf(address));
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const triesOf = ({ portIsFixed }: Pick<Address, "portIsFixed">): number => (portIsFixed ? 1 : portsTried);

export async function listen(
  { host, port, portIsFixed, portIsShared = false }: Address,
  { connectionsMax, requestHeadersTimeoutSeconds, requestTimeoutSeconds }: ConnectionLimits,
): Promise<HttpServer> {
  const early = new EarlyRequests();
  let handle: Handler = (request, response) => early.hold(request, response);
  let closing = false;
  const server = new PatientServer({
    headersTimeout: Math.min(requestHeadersTimeoutSeconds, requestTimeoutSeconds) * millisecondsPerSecond,
    requestTimeout: requestTimeoutSeconds * millisecondsPerSecond,
    connectionsCheckingInterval: timeoutCheckMilliseconds,
    keepAliveTimeout: keepAliveMilliseconds,
  });
  server.maxConnections = connectionsMax;
  const sockets = new OpenSockets(server, () => {
    if (closing) setImmediate(() => server.closeIdleConnections());
  });
  server.on("request", (request, response) => {
    if (closing) response.setHeader("Connection", "close");
    if (closeAfterUnreadBody(request, response)) handle(request, response);
  });

  const boundPort = await bind(server, { host, reusePort: portIsShared }, port, triesOf({ portIsFixed }));
  return {
    port: boundPort,
    serve: (handler) => {
      handle = handler;
      early.handOver(handler);
    },
    close: async (patience = closePatienceDefault) => {
      closing = true;
      early.refuse();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const stopSweeping = sweep(sockets, patience);
      await closed.finally(stopSweeping);
    },
  };
}

/** Node ends a request that takes longer than others may; a file that is on its way is left to who reads it. */
class PatientServer extends Server {
  override emit(event: string, ...parameters: unknown[]): boolean {
    const [error, socket] = parameters;
    const isLate = event === "clientError" && error instanceof Error && "code" in error && error.code === lateCode;
    return (isLate && socket instanceof Socket && isUploading(socket)) || super.emit(event, ...parameters);
  }
}

const lateCode = "ERR_HTTP_REQUEST_TIMEOUT";

function sweep(sockets: OpenSockets, { unfinishedMilliseconds, answersMilliseconds }: ClosePatience): () => void {
  const since = performance.now();
  const timer = setInterval(() => {
    const milliseconds = performance.now() - since;
    if (milliseconds >= answersMilliseconds) sockets.destroyAll();
    else if (milliseconds >= unfinishedMilliseconds) sockets.destroyUnfinished();
  }, sweepMilliseconds);
  return () => clearInterval(timer);
}

type Place = { readonly host: string; readonly reusePort: boolean };

async function bind(server: Server, place: Place, wanted: number, tries: number): Promise<number> {
  const { host } = place;
  for (let port = wanted; port < wanted + tries; port += 1) {
    const bound = await tryBind(server, place, port);
    if (bound !== null) return bound;
  }
  throw new Error(
    tries === 1
      ? `Port ${wanted} on ${host} is taken. Set PORT to a free one.`
      : `Ports ${wanted} to ${wanted + tries - 1} on ${host} are all taken. Set PORT to a free one.`,
  );
}

function tryBind(server: Server, place: Place, port: number): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException): void => {
      server.off("listening", onListening);
      if (error.code === "EADDRINUSE") resolve(null);
      else reject(error);
    };
    const onListening = (): void => {
      server.off("error", onError);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    };
    server.once("error", onError);
    server.once("listening", onListening);
    server.listen({ ...place, port, exclusive: true });
  });
}
