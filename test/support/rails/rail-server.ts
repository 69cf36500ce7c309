// The HTTP of a stand-in for a payment provider: JSON by a handler, with faults on request before or after what was asked is done.
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";

export type Question = {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
export type Answer = { readonly status: number; readonly body: unknown };

/** `…_after`: the provider did what it was asked, and its answer is lost or an error. */
export type Fault = "cut_before" | "cut_after" | "error_before" | "error_after" | "silent_before" | "silent_after";

export type RailServer = {
  readonly baseUrl: string;
  readonly asked: string[];
  /** Of the next requests whose path begins so, one each. */
  readonly faults: { readonly path: string; readonly fault: Fault }[];
  close(): Promise<void>;
};

export async function startRailServer(answer: (question: Question) => Answer): Promise<RailServer> {
  const asked: string[] = [];
  const faults: RailServer["faults"] = [];
  const server = createServer(async (request, response) => {
    const { method = "GET", headers } = request;
    const url = new URL(request.url ?? "/", "http://stand-in");
    const question = { method, url, headers, body: await text(request) };
    asked.push(`${method} ${url.pathname}`);
    const index = faults.findIndex(({ path }) => `${method} ${url.pathname}`.startsWith(path));
    const fault = index === -1 ? null : (faults.splice(index, 1)[0]?.fault ?? null);
    const isBefore = fault?.endsWith("_before") ?? false;
    const answered = isBefore ? null : answer(question);
    if (fault?.startsWith("silent")) return;
    if (fault?.startsWith("cut")) return void request.socket.destroy();
    const { status, body } = fault?.startsWith("error") || answered === null ? broken : answered;
    response.writeHead(status, { "content-type": "application/json" });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    asked,
    faults,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

const broken: Answer = { status: 500, body: { name: "INTERNAL_SERVICE_ERROR" } };
