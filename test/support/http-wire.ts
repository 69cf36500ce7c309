// A wire between a client and the service that can lose answers, never answer, or answer as a gateway in between would.
// What is queued beforehand happens to the next requests, one each; after that everything passes unchanged.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

export type Mishap =
  /** The service did what was asked, but the answer is lost. */
  | "lose the answer"
  | "lose half of the answer"
  | "never answer"
  | "pass"
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export type Passed = {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly atMilliseconds: number;
};

export type HttpWire = {
  readonly url: string;
  /** Every request so far, also those that were not passed on. */
  readonly requests: readonly Passed[];
  next(...mishaps: readonly Mishap[]): void;
  close(): Promise<void>;
};

export async function startHttpWire(serviceUrl: string): Promise<HttpWire> {
  const requests: Passed[] = [];
  const mishaps: Mishap[] = [];

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url: path = "/", headers } = request;
    const body = Buffer.concat(await request.toArray()).toString();
    requests.push({ path, headers, body, atMilliseconds: performance.now() });
    const mishap = mishaps.shift() ?? "pass";
    if (mishap === "never answer") return;
    if (typeof mishap === "object") {
      response.writeHead(mishap.status, mishap.headers).end(mishap.body);
      return;
    }
    const { authorization, "content-type": contentType = "" } = headers;
    const answer = await fetch(`${serviceUrl}${path}`, {
      method,
      headers: { "content-type": contentType, ...(authorization === undefined ? {} : { authorization }) },
      body,
    });
    const text = await answer.text();
    if (mishap === "lose the answer") {
      response.destroy();
      return;
    }
    const kept = ["content-type", "content-length", "retry-after"].map((name) => [name, answer.headers.get(name)]);
    response.writeHead(answer.status, Object.fromEntries(kept.filter(([, value]) => value !== null)));
    if (mishap === "lose half of the answer") response.write(text.slice(0, text.length / 2), () => response.destroy());
    else response.end(text);
  }

  const server = createServer((request, response) => {
    carry(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the wire has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    next: (...next) => void mishaps.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
