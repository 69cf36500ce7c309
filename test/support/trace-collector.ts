// A collector of traces on a free port of this machine: keeps what is exported to it, as text and as spans.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { z } from "zod";

const spanShape = z.object({
  ...{ name: z.string(), traceId: z.string(), spanId: z.string(), parentSpanId: z.string().optional() },
  attributes: z.array(z.object({ key: z.string() })).default([]),
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
});
export type CollectedSpan = z.output<typeof spanShape>;
const bodyShape = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(spanShape) })) })),
});

export async function startCollector() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(Buffer.concat(parts).toString("utf8"));
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const spans = (): CollectedSpan[] =>
    bodies.flatMap((body) =>
      bodyShape
        .parse(JSON.parse(body))
        .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((one) => one.spans)),
    );
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans,
    async until(name: string, matches: (span: CollectedSpan) => boolean): Promise<CollectedSpan> {
      for (;;) {
        const found = spans().find((span) => span.name === name && matches(span));
        if (found !== undefined) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
