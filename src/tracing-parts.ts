// What is put around the service where traces are wanted.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Sender } from "./outbound/sender.ts";
import type { Batcher, Flush } from "./pipeline/batcher.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Tracing = {
  handler(handler: Handler): Handler;
  batcher(batcher: Batcher): Batcher;
  flushed(flush: Flush): void;
  sender(sender: Sender): Sender;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
};
