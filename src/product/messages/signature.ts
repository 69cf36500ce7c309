// Standard Webhooks: what makes a message believable to its receiver. https://www.standardwebhooks.com
// Every secret that is valid signs, so that a receiver goes over to the new one whenever it likes.
import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";
const secretBytes = 32;

export function newSigningSecret(): string {
  return prefix + randomBytes(secretBytes).toString("base64");
}

export type Signed = {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
};

export function sign(
  secrets: readonly string[],
  { messageId, at, body }: { readonly messageId: string; readonly at: Date; readonly body: string },
): Signed {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), "base64");
    const digest = createHmac("sha256", key).update(`${messageId}.${timestamp}.${body}`, "utf8").digest("base64");
    return `v1,${digest}`;
  });
  return { "webhook-id": messageId, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
