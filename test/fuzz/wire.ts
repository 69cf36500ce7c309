// A case as it goes over the wire: the exact bytes and headers of one request, and what came back.
import { Agent, request as httpRequest } from "node:http";
import { buffer } from "node:stream/consumers";

export type WireRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
  /** Whether it may be ended before our code sees it, by what Node asks of any request. */
  readonly isRude: boolean;
};

export type WireAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
};

const answerMillisecondsMax = 60_000;

export class Wire {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Rejects where no answer came. */
  send({ method, path, headers, body, isRude }: WireRequest): Promise<WireAnswer> {
    const { hostname, port } = this.#url;
    return new Promise((resolve, reject) => {
      const isChunked = "transfer-encoding" in headers;
      const length = body === null || isChunked ? {} : { "content-length": String(body.length) };
      const request = httpRequest(
        {
          hostname,
          port,
          method,
          path,
          // What is left over of a rude one is not the beginning of the next.
          agent: isRude ? false : this.#agent,
          headers: { ...length, ...headers },
          timeout: answerMillisecondsMax,
        },
        (response) => {
          buffer(response).then((bytes) => {
            const text = bytes.toString("utf8");
            const got = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
              values.map((value): [string, string] => [name, value]),
            );
            resolve({ status: response.statusCode ?? 0, headers: new Headers(got), text, body: parsed(text) });
          }, reject);
        },
      );
      request.on("timeout", () => request.destroy(new Error("no answer within a minute")));
      request.on("error", reject);
      request.end(body ?? undefined);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One line that shows what was sent. */
export function shown({ method, path, headers, body }: WireRequest): string {
  const said = body === null ? "" : ` ${body.length} bytes: ${JSON.stringify(body.toString("latin1").slice(0, 3_000))}`;
  return `${method} ${path.slice(0, 1_000)} ${JSON.stringify(headers).slice(0, 1_000)}${said}`;
}
