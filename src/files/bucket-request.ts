// One signed request to a bucket (AWS Signature Version 4), under the same guard as messages to endpoints: an address is a stranger's
// word, is judged when it is connected to, and no redirect is followed.
import { createHash } from "node:crypto";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { AddressRefused, faultOfUrl, guardedLookup, type OutboundPolicy } from "./addresses.ts";

const requestMillisecondsMax = 120_000;
const responseBytesMax = 262_144;

export type Bucket = {
  /** Such as https://s3.eu-central-1.amazonaws.com; the bucket is the first part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

export type BucketRequest = {
  readonly method: "PUT" | "POST" | "DELETE";
  readonly key: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Signed with the request. */
  readonly headers?: Readonly<Record<string, string>>;
};

export type BucketAnswer = { readonly status: number; readonly etag: string | null; readonly text: string };

/** `stop` breaks it off. */
export type AskBucket = (request: BucketRequest, stop?: AbortSignal) => Promise<BucketAnswer>;

export function openBucket(bucket: Bucket, policy: OutboundPolicy): AskBucket {
  const lookup = guardedLookup(policy);
  const { accessKeyId, secretAccessKey, region } = bucket;
  return async ({ method, key, query = {}, body = Buffer.alloc(0), headers: own = {} }, stop) => {
    const { AwsV4Signer } = await import("aws4fetch");
    const url = urlOf(bucket, key, query);
    const fault = faultOfUrl(url, policy);
    if (fault !== null) throw new AddressRefused(`its address ${fault}`);
    const digest = createHash("sha256").update(body).digest("hex");
    const signer = new AwsV4Signer({
      ...{ method, url, accessKeyId, secretAccessKey, region, service: "s3" },
      headers: { ...own, "x-amz-content-sha256": digest },
    });
    const signed = await signer.sign();
    const headers = { ...Object.fromEntries(signed.headers), "content-length": String(body.length) };
    const timeout = AbortSignal.timeout(requestMillisecondsMax);
    const signal = stop === undefined ? timeout : AbortSignal.any([stop, timeout]);
    return exchange(signed.url, { method, headers, lookup, signal }, body);
  };
}

function urlOf({ endpoint, bucket }: Bucket, key: string, query: Readonly<Record<string, string>>): string {
  const path = [bucket, ...key.split("/")].map(encodeURIComponent).join("/");
  const url = new URL(`${endpoint.replace(/\/+$/, "")}/${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.toString();
}

type Options = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly lookup: ReturnType<typeof guardedLookup>;
  readonly signal: AbortSignal;
};

function exchange(url: URL, options: Options, body: Buffer): Promise<BucketAnswer> {
  const send = url.protocol === "http:" ? requestHttp : requestHttps;
  return new Promise((resolve, reject) => {
    const request = send(url, { ...options, headers: { ...options.headers } });
    request.on("error", reject);
    request.on("response", (response) => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
        if (bytes > responseBytesMax) response.destroy(new Error("the bucket's answer is too long"));
        else parts.push(part);
      });
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(parts).toString("utf8");
        resolve({ status: response.statusCode ?? 0, etag: response.headers.etag ?? null, text });
      });
    });
    request.end(body);
  });
}
