// A message as the request that carries it: by Standard Webhooks, as the plain call of a partner's network, or for a broker, whose
// headers or attributes hold the same signature.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type NatsCredentials, openAwsKey, openNatsCredentials } from "../endpoints/credentials.ts";
import { type EndpointRow, secretsOf } from "../endpoints/endpoint.ts";
import { type NatsAddress, readNatsAddress } from "../endpoints/nats-address.ts";
import { readQueue } from "../endpoints/sqs-queue.ts";
import { fillAddress } from "./partner-payload.ts";
import { type Signed, sign } from "./signature.ts";
import type { DueMessage } from "./store.ts";

type Headers = Readonly<Record<string, string>>;

export type HttpRequest = {
  readonly via: "http";
  /** Null where it carries none of the log's messages. */
  readonly messageId: string | null;
  readonly url: string;
  readonly method: "GET" | "POST";
  readonly headers: Headers;
  readonly body: string | null;
};

/** Accepted only with the id that a queue gives it. */
export type SqsRequest = Omit<HttpRequest, "via" | "method"> & { readonly via: "sqs"; readonly method: "POST" };

export type NatsRequest = NatsAddress & {
  readonly via: "nats";
  readonly messageId: string;
  /** As its owner wrote it. */
  readonly url: string;
  /** Connections are not shared among endpoints. */
  readonly endpoint: string;
  readonly headers: Headers;
  readonly body: string;
  readonly credentials: NatsCredentials | null;
};

export type Request = HttpRequest | SqsRequest | NatsRequest;

/** What a broker answered. */
export type BrokerAnswer = {
  readonly isAccepted: boolean;
  readonly status: number | null;
  readonly fault: string | null;
  readonly response: string | null;
};

type Carried = Pick<DueMessage, "message_id" | "type" | "subject" | "body">;
type Addressed = Pick<
  EndpointRow,
  "program_id" | "endpoint_id" | "kind" | "url" | "created_at" | "credentials_encrypted"
> &
  Pick<EndpointRow, "secrets_encrypted" | "signs_with_old">;

const userAgent = "svc-webhooks/1";
const millisecondsPerSecond = 1000;
const radix = 36;
/** Of ids at SQS: a group, and what is sent once. */
const idForm = /^[\x21-\x7e]{1,128}$/;
/** Valid in JSON, and refused by SQS. */
const noCharacters = /[\ufffe\uffff]/g;

const envelope = z.object({ type: z.string(), timestamp: z.coerce.date(), data: z.record(z.string(), z.unknown()) });

/** Opens what is sealed each time: what its owner changes counts at once. */
export async function requestOf(secrets: Secrets, endpoint: Addressed, message: Carried, at: Date): Promise<Request> {
  const signing = secretsOf(secrets, endpoint);
  const signed = (body: string): Signed => sign(signing, { messageId: message.message_id, at, body });
  switch (endpoint.kind) {
    case "nats":
      return natsRequest(endpoint, message, {
        credentials: openNatsCredentials(secrets, endpoint),
        headers: signed(message.body),
      });
    case "sqs": {
      const body = message.body.replaceAll(noCharacters, escaped);
      return sqsRequest(endpoint, { ...message, body }, { signed: signed(body), key: openAwsKey(secrets, endpoint) });
    }
    case "webhook":
      return post(endpoint.url, signed(message.body), message);
    case "postback_post":
      return post(filledUrl(endpoint.url, message), signed(message.body), message);
    case "postback_get": {
      const headers = { ...signed(""), "user-agent": userAgent };
      const url = filledUrl(endpoint.url, message);
      return { via: "http", messageId: message.message_id, url, method: "GET", headers, body: null };
    }
  }
}

function post(url: string, signed: Signed, { message_id, body }: Carried): HttpRequest {
  const headers = { ...signed, "user-agent": userAgent, "content-type": "application/json" };
  return { via: "http", messageId: message_id, url, method: "POST", headers, body };
}

function filledUrl(address: string, { body }: Carried): string {
  const { type, timestamp, data } = envelope.parse(JSON.parse(body));
  return fillAddress(address, { ...data, type, timestamp: Math.floor(timestamp.getTime() / millisecondsPerSecond) });
}

function natsRequest(
  endpoint: Addressed,
  message: Carried,
  { headers, credentials }: { readonly headers: Signed; readonly credentials: NatsCredentials | null },
): NatsRequest {
  const address = readNatsAddress(endpoint.url);
  const subject = fillAddress(address.subject, { type: message.type, program_id: endpoint.program_id });
  return {
    ...{ ...address, via: "nats", messageId: message.message_id, url: endpoint.url, subject, credentials },
    endpoint: `${endpoint.program_id}:${endpoint.endpoint_id}`,
    headers: { ...headers, "content-type": "application/json", "Nats-Msg-Id": onceId(endpoint, message) },
    body: message.body,
  };
}

async function sqsRequest(
  endpoint: Addressed,
  message: Carried,
  { signed, key }: { readonly signed: Signed; readonly key: ReturnType<typeof openAwsKey> },
): Promise<SqsRequest> {
  const { origin, region } = readQueue(endpoint.url);
  const { body: MessageBody } = message;
  const attributes = Object.entries(signed).map(([name, value]) => [name, { DataType: "String", StringValue: value }]);
  const body = JSON.stringify({
    ...{ QueueUrl: endpoint.url, MessageBody, MessageAttributes: Object.fromEntries(attributes) },
    ...{ MessageGroupId: idOf(message.subject), MessageDeduplicationId: onceId(endpoint, message) },
  });
  const headers = {
    ...{ "content-type": "application/x-amz-json-1.0", "x-amz-target": "AmazonSQS.SendMessage" },
    "user-agent": userAgent,
  };
  const unsigned: SqsRequest = {
    via: "sqs",
    messageId: message.message_id,
    url: origin,
    method: "POST",
    headers,
    body,
  };
  if (key === null) return unsigned;
  const { AwsV4Signer } = await import("aws4fetch");
  const { accessKeyId, secretAccessKey } = key;
  const one = { url: origin, method: "POST", body, region, service: "sqs", accessKeyId, secretAccessKey };
  const { headers: withSignature } = await new AwsV4Signer({ ...one, headers }).sign();
  return { ...unsigned, headers: Object.fromEntries(withSignature) };
}

/** A broker drops what it has by this id, whichever endpoint or installation published it there: so it is of one endpoint alone. */
function onceId({ program_id, endpoint_id, created_at }: Addressed, { message_id }: Carried): string {
  return idOf(`${message_id}.${program_id}-${endpoint_id}-${created_at.getTime().toString(radix)}`);
}

function idOf(text: string): string {
  return idForm.test(text) ? text : createHash("sha256").update(text).digest("hex");
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16)}`;
}
