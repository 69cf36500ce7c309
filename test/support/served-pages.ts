// Pages that a test writes itself, on every name that leads to this machine. Below /svc they have the service, handed on as a
// brand's own proxy would.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type ServedPages = {
  url(path: string, host?: string): string;
  /** Replaces the page at a path; a path that ends with .js is a script. */
  set(path: string, content: string): void;
  close(): Promise<void>;
};

const proxied = "/svc";

export async function servePages(serviceUrl: string): Promise<ServedPages> {
  const pages = new Map<string, string>();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", serviceUrl);
    if (pathname.startsWith(`${proxied}/`)) {
      void handOn(serviceUrl + pathname.slice(proxied.length), request, response);
      return;
    }
    const page = pages.get(pathname);
    response.statusCode = page === undefined ? 404 : 200;
    response.setHeader("Content-Type", `text/${pathname.endsWith(".js") ? "javascript" : "html"}; charset=utf-8`);
    response.end(page);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path, host = "www.pages.test") => `http://${host}:${port}${path}`,
    set: (path, content) => void pages.set(path, content),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function handOn(url: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = "GET", headers } = request;
  const body = method === "POST" ? await text(request) : null;
  const answer = await fetch(url, { method, body, headers: { "content-type": headers["content-type"] ?? "" } });
  response.statusCode = answer.status;
  response.setHeader("Content-Type", answer.headers.get("content-type") ?? "");
  response.end(await answer.text());
}
