// What the bare limits share: Express, and the service's own signature check. Started as the peers are: `fork(file, [database
// url, signing secret])`, then one message `{ port }`; it never outlives its parent.
import { createServer } from "node:http";
import express from "express";
import { stripe } from "../../adapters/stripe.ts";

const bodyBytesMax = "1mb";

export type DeliveryHolder = {
  /** Resolves when the bytes are kept. */
  keep(body: Buffer): Promise<void>;
  count(): Promise<number>;
};

export function readArguments(): { readonly databaseUrl: string; readonly secret: string } {
  const [databaseUrl, secret] = process.argv.slice(2);
  if (databaseUrl === undefined || secret === undefined) throw new Error("usage: <database url> <signing secret>");
  return { databaseUrl, secret };
}

export function serveDeliveries(secret: string, { keep, count }: DeliveryHolder): void {
  const secrets = [secret];
  const app = express();
  app.post("/webhooks/stripe/1", express.raw({ type: "*/*", limit: bodyBytesMax }), async (request, response) => {
    const body: Buffer = request.body;
    const signature = request.headers["stripe-signature"];
    const headers = { "stripe-signature": typeof signature === "string" ? signature : undefined };
    if (!stripe.verify({ body, headers }, secrets, Math.floor(Date.now() / 1000)).valid) {
      response.status(400).end();
      return;
    }
    await keep(body);
    response.json({ received: true });
  });
  app.get("/count", async (_request, response) => {
    response.json({ count: await count() });
  });
  const server = createServer(app).listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.send?.({ port: address.port });
  });
  process.once("disconnect", () => process.exit());
}
