// A stand-in for a chain's node on this machine: answers JSON-RPC from what a test put there, and counts what it was asked.
import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";
import { quantity } from "./receipts.ts";

const requestSchema = z.object({ id: z.int(), method: z.string(), params: z.array(z.string()) });

export type ChainNode = {
  readonly url: string;
  /** By transaction. */
  readonly receipts: Map<string, unknown>;
  /** The methods of the calls, in order. */
  readonly asked: string[];
  chainId: number;
  headBlockNumber: number;
  /** Answers this status, or text, to everything; null for what a node answers. */
  broken: { readonly status: number; readonly text: string } | null;
  close(): Promise<void>;
};

export async function startChainNode(): Promise<ChainNode> {
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const call = requestSchema.parse(JSON.parse(body));
      node.asked.push(call.method);
      if (node.broken !== null) {
        response.writeHead(node.broken.status).end(node.broken.text);
        return;
      }
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ jsonrpc: "2.0", id: call.id, ...answerTo(node, call) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the node has no port");
  const node: ChainNode = {
    url: `http://127.0.0.1:${address.port}/v2/only-for-the-operator`,
    receipts: new Map(),
    asked: [],
    chainId: 8453,
    headBlockNumber: 111,
    broken: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return node;
}

function answerTo(node: ChainNode, { method, params }: z.infer<typeof requestSchema>): object {
  switch (method) {
    case "eth_chainId":
      return { result: quantity(node.chainId) };
    case "eth_blockNumber":
      return { result: quantity(node.headBlockNumber) };
    case "eth_getTransactionReceipt":
      return { result: node.receipts.get(params[0] ?? "") ?? null };
    default:
      return { error: { code: -32_601, message: "no such method" } };
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}
