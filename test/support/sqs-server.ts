// A stand-in for Amazon SQS (fauxqs) as a process of its own.
// https://github.com/kibertoad/fauxqs
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AwsV4Signer } from "aws4fetch";
import { z } from "zod";
import { startChild } from "./child.ts";
import { freePort } from "./ports.ts";

/** Where it was installed, which is not among our packages: it asks for a newer Node than they do. */
const script = join(process.env.FAUXQS ?? "", "node_modules/fauxqs/dist/cli.js");
export const hasSqsServer = process.env.FAUXQS !== undefined && existsSync(script);

export const awsKey = { id: ["AKIA", "OFTHISTEST000000"].join(""), secret: "sqs/secret+of+this+test" };

export type Queued = {
  readonly group: string;
  readonly onceId: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly body: string;
};

export type SqsServer = {
  makeQueue(name: string): Promise<string>;
  /** All of a queue, in its order; they are taken from it. */
  takeAll(queueUrl: string): Promise<Queued[]>;
  close(): Promise<void>;
};

const made = z.object({ QueueUrl: z.string() });
const received = z.object({
  Messages: z
    .array(
      z.object({
        Body: z.string(),
        ReceiptHandle: z.string(),
        Attributes: z.object({ MessageGroupId: z.string(), MessageDeduplicationId: z.string() }),
        MessageAttributes: z.record(z.string(), z.object({ StringValue: z.string() })).optional(),
      }),
    )
    .optional(),
});

export async function startSqsServer(): Promise<SqsServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = startChild(pathToFileURL(script), [], { FAUXQS_PORT: String(port) });
  await child.says(/listening/i);
  const ask = async <Said>(form: z.ZodType<Said>, action: string, input: object): Promise<Said> => {
    const body = JSON.stringify(input);
    const headers = { "content-type": "application/x-amz-json-1.0", "x-amz-target": `AmazonSQS.${action}` };
    const key = { accessKeyId: awsKey.id, secretAccessKey: awsKey.secret, region: "us-east-1", service: "sqs" };
    const signed = await new AwsV4Signer({ method: "POST", url: `${origin}/`, headers, body, ...key }).sign();
    const answer = await fetch(signed.url, { method: "POST", headers: signed.headers, body });
    if (!answer.ok) throw new Error(`${action}: ${await answer.text()}`);
    const text = await answer.text();
    return form.parse(text === "" ? {} : JSON.parse(text));
  };
  return {
    async makeQueue(name) {
      const { QueueUrl } = await ask(made, "CreateQueue", { QueueName: name, Attributes: { FifoQueue: "true" } });
      return `${origin}${new URL(QueueUrl).pathname}`;
    },
    async takeAll(QueueUrl) {
      const all: Queued[] = [];
      for (;;) {
        const names = { MessageAttributeNames: ["All"], MessageSystemAttributeNames: ["All"] };
        const { Messages = [] } = await ask(received, "ReceiveMessage", {
          QueueUrl,
          MaxNumberOfMessages: 10,
          ...names,
        });
        for (const { Body, ReceiptHandle, Attributes, MessageAttributes = {} } of Messages) {
          const attributes = Object.entries(MessageAttributes).map(([name, { StringValue }]) => [name, StringValue]);
          all.push({
            ...{ group: Attributes.MessageGroupId, onceId: Attributes.MessageDeduplicationId, body: Body },
            attributes: Object.fromEntries(attributes),
          });
          await ask(z.unknown(), "DeleteMessage", { QueueUrl, ReceiptHandle });
        }
        if (Messages.length === 0) return all;
      }
    },
    async close() {
      child.process.kill();
      await child.exit;
    },
  };
}
