// The address of an endpoint that is a queue of Amazon SQS, or of a service that speaks its protocol: the queue's own URL.
import { bareHost, faultOfUrl, type OutboundPolicy } from "../../files/addresses.ts";

const ofAws = /(?:^|\.)sqs(?:-fips)?\.([a-z0-9-]+)\./;
const amazon = /\.amazonaws\.com(?:\.cn)?$/;
const usualRegion = "us-east-1";
const fifoQueue = /^\/[^/]+\/[\w-]{1,75}\.fifo$/;

export type SqsQueue = {
  /** What calls go to; the queue is named in them. */
  readonly origin: string;
  readonly region: string;
};

/** By its host: no webhook receiver is there. */
export function isQueueUrl(text: string): boolean {
  const host = URL.canParse(text) ? bareHost(new URL(text)) : "";
  return ofAws.test(host) && amazon.test(host);
}

export function readQueue(text: string): SqsQueue {
  const url = new URL(text);
  return { origin: `${url.origin}/`, region: ofAws.exec(bareHost(url))?.[1] ?? usualRegion };
}

/** In words why messages cannot go there; null where they may. */
export function faultOfQueueUrl(text: string, policy: OutboundPolicy): string | null {
  const fault = faultOfUrl(text, policy);
  if (fault !== null) return fault;
  const { pathname, search } = new URL(text);
  if (search !== "") return "must be the queue's URL, without a query";
  if (!fifoQueue.test(pathname)) return "must be the URL of a FIFO queue (.fifo): other queues do not keep the order";
  return null;
}
