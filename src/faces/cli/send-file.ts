// A file sent as the body of a call, as fast as the service takes it: only a chunk of it is held.
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

export type SentFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<Uint8Array>;
};

/** The answer may come before all is sent: then the rest is not waited for. */
export async function sendFile(url: URL, { headers, chunks }: SentFile): Promise<Response> {
  const request = (url.protocol === "https:" ? httpsRequest : httpRequest)(url, { method: "POST", headers });
  const answered = new Promise<Response>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      text(response).then(
        (said) => resolve(new Response(said, { status, headers: location === undefined ? {} : { location } })),
        reject,
      );
    });
  });
  const sent = pipeline(Readable.from(chunks), request);
  sent.catch(() => undefined);
  try {
    return await answered;
  } finally {
    request.destroy();
  }
}
