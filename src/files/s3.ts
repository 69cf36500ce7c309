// Objects of an S3-compatible bucket. What fits in one part is put at once, larger content in parts, of which one is in memory; the object
// exists once it is complete. A failed upload is aborted, so that its parts cost nothing.
import type { OutboundPolicy } from "./addresses.ts";
import { type AskBucket, type Bucket, type BucketAnswer, openBucket } from "./bucket-request.ts";
import type { FileWriter } from "./file-writer.ts";

const partBytes = 8 * 2 ** 20;
const refusedFrom = 300;
const answerCharactersShown = 300;

export type BucketPlace = Bucket & { readonly prefix: string | null };

export type Uploading = {
  /** Breaks off what is under way, so that a service that stops waits for no upload. */
  readonly stop?: AbortSignal;
  /** Given by tests. */
  readonly bytesAPart?: number;
};

export function bucketWriter(place: BucketPlace, policy: OutboundPolicy, uploading: Uploading = {}): FileWriter {
  const { stop, bytesAPart = partBytes } = uploading;
  const ask = openBucket(place, policy);
  return {
    async write(name, parts) {
      const key = place.prefix === null ? name : `${place.prefix}/${name}`;
      const upload = new Upload(ask, key, stop);
      try {
        for await (const part of inParts(parts, bytesAPart)) await upload.add(part);
        await upload.end();
      } catch (error) {
        await upload.abandon();
        throw error;
      }
      return `s3://${place.bucket}/${key}`;
    },
  };
}

/** All but the last have at least so many bytes, as buckets ask for. */
async function* inParts(bytes: AsyncIterable<Buffer>, least: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const each of bytes) {
    held.push(each);
    size += each.length;
    if (size < least) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}

/** The first part waits for a second: alone it is put without an upload in parts. */
class Upload {
  readonly #ask: AskBucket;
  readonly #key: string;
  readonly #stop: AbortSignal | undefined;
  readonly #etags: string[] = [];
  #first: Buffer | null = null;
  #uploadId: string | null = null;

  constructor(ask: AskBucket, key: string, stop: AbortSignal | undefined) {
    this.#ask = ask;
    this.#key = key;
    this.#stop = stop;
  }

  async add(part: Buffer): Promise<void> {
    if (this.#first === null && this.#uploadId === null) {
      this.#first = part;
      return;
    }
    const uploadId = this.#uploadId ?? (await this.#begin());
    if (this.#first !== null) await this.#put(uploadId, this.#first);
    this.#first = null;
    await this.#put(uploadId, part);
  }

  async end(): Promise<void> {
    const key = this.#key;
    if (this.#uploadId === null) {
      requireDone(await this.#ask({ method: "PUT", key, body: this.#first ?? Buffer.alloc(0) }, this.#stop));
      return;
    }
    const listed = this.#etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${listed.join("")}</CompleteMultipartUpload>`);
    const answer = requireDone(
      await this.#ask({ method: "POST", key, query: { uploadId: this.#uploadId }, body }, this.#stop),
    );
    // It may be answered 200 before it is known whether it can be done.
    if (answer.text.includes("<Error>")) throw refused(answer);
    this.#uploadId = null;
  }

  async abandon(): Promise<void> {
    if (this.#uploadId === null) return;
    const query = { uploadId: this.#uploadId };
    await this.#ask({ method: "DELETE", key: this.#key, query }).catch(() => undefined);
  }

  async #begin(): Promise<string> {
    const answer = requireDone(await this.#ask({ method: "POST", key: this.#key, query: { uploads: "" } }, this.#stop));
    const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(answer.text)?.[1];
    if (uploadId === undefined) throw refused(answer);
    this.#uploadId = uploadId;
    return uploadId;
  }

  async #put(uploadId: string, body: Buffer): Promise<void> {
    const query = { partNumber: String(this.#etags.length + 1), uploadId };
    const answer = requireDone(await this.#ask({ method: "PUT", key: this.#key, query, body }, this.#stop));
    if (answer.etag === null) throw refused(answer);
    this.#etags.push(answer.etag);
  }
}

function requireDone(answer: BucketAnswer): BucketAnswer {
  if (answer.status >= refusedFrom) throw refused(answer);
  return answer;
}

function refused({ status, text }: BucketAnswer): Error {
  const code = /<Code>([^<]+)<\/Code>/.exec(text)?.[1];
  return new Error(`The bucket answered ${status} ${code ?? text.slice(0, answerCharactersShown)}`.trim());
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
