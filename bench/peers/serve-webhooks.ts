// The front that all peers share: bare node:http, which is cheaper than their usual frameworks. A delivery is answered 200 when the peer
// says that it is durable, 400 when its signature is wrong, and 500 (with a line on stderr) on any failure. A peer is a process:
// `fork(file, [database url, signing secret])`, then one message `{ port }`. It never outlives its parent.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { Stripe } from "stripe";
import { withClient } from "../../src/engine/postgres/database.ts";

export type PeerArguments = { readonly databaseUrl: string; readonly stripeSecret: string };

export type Peer = {
  /** Resolves once the delivery is durable; rejects with Stripe's own error when its signature is wrong. */
  receive(body: Buffer, signature: string): Promise<void>;
  /** One row with the number of durable records as `count`, an int4. */
  readonly countQuery: string;
};

export function readPeerArguments(): PeerArguments {
  const [databaseUrl, stripeSecret] = process.argv.slice(2);
  if (databaseUrl === undefined || stripeSecret === undefined)
    throw new Error("usage: <database url> <signing secret>");
  return { databaseUrl, stripeSecret };
}

/** For peers that do not verify by themselves: Stripe's own way, before anything is kept. */
export function verifying(
  { stripeSecret }: PeerArguments,
  keep: (event: Stripe.Event, body: Buffer) => Promise<void>,
): Peer["receive"] {
  return async (body, signature) => {
    await keep(Stripe.webhooks.constructEvent(body, signature, stripeSecret), body);
  };
}

export function serveWebhooks({ databaseUrl }: PeerArguments, { receive, countQuery }: Peer): void {
  const server = createServer((request, response) => {
    const answer =
      request.method === "POST"
        ? answerDelivery(request, response, receive)
        : answerCount(request, response, () => readCount(databaseUrl, countQuery));
    answer.catch((error: unknown) => {
      console.error(error);
      respond(response, 500, { error: "internal" });
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") process.send?.({ port: address.port });
  });
  process.once("disconnect", () => process.exit());
}

async function answerDelivery(
  request: IncomingMessage,
  response: ServerResponse,
  receive: Peer["receive"],
): Promise<void> {
  const body = await readBody(request);
  const signature = request.headers["stripe-signature"];
  try {
    await receive(body, typeof signature === "string" ? signature : "");
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    respond(response, 400, { error: "invalid_signature" });
    return;
  }
  respond(response, 200, { received: true });
}

async function answerCount(
  request: IncomingMessage,
  response: ServerResponse,
  count: () => Promise<number>,
): Promise<void> {
  if (request.method === "GET" && request.url === "/count") respond(response, 200, { count: await count() });
  else respond(response, 404, { error: "not_found" });
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () =>
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)),
    );
    request.on("error", reject);
  });
}

function respond(response: ServerResponse, status: number, content: object): void {
  const body = JSON.stringify(content);
  response
    .writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) })
    .end(body);
}

/** Over a connection of its own, so that it sees what others see. */
function readCount(databaseUrl: string, countQuery: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(countQuery);
    const [row] = rows;
    if (row === undefined) throw new Error(`no row from: ${countQuery}`);
    return row.count;
  });
}
