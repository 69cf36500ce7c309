// What is put around the service where traces are wanted.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Batcher, Flush } from "../engine/recording/batcher.ts";
import type { Sender } from "../product/messages/sender.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Tracing = {
  handler(handler: Handler): Handler;
  batcher(batcher: Batcher): Batcher;
  flushed(flush: Flush): void;
  sender(sender: Sender): Sender;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
};
