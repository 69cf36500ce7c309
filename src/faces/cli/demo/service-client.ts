// Calls the running service as any user does: over HTTP, knowing nothing but its address.
// An answer that is not what the demo needs ends it, with the call and the service's own words.
import { z } from "zod";
import { productName } from "../../../core/wording/product.ts";

const timeoutMilliseconds = 15_000;
const textCharactersShown = 200;

export class DemoFailed extends Error {
  override readonly name = "DemoFailed";
  /** The service's own, where it refused a call. */
  readonly code: string | undefined;

  constructor(message: string, options: ErrorOptions & { readonly code?: string | undefined } = {}) {
    super(message, options);
    this.code = options.code;
  }
}

export type ServiceClient = {
  /** `body` is sent as it is when it is text. */
  post<Answer>(path: string, body: object | string, answer: z.ZodType<Answer>, headers?: Headers): Promise<Answer>;
};

type Headers = Readonly<Record<string, string>>;

const errorSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** Checks that a live service of ours answers there. */
export async function requireService(url: string): Promise<void> {
  const remedy = "Start it in another terminal with: svc serve";
  let status: number;
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(timeoutMilliseconds) });
    await response.body?.cancel();
    status = response.status;
  } catch (error) {
    throw new DemoFailed(`No service answers at ${url}. ${remedy}`, { cause: error });
  }
  if (status !== 200) throw new DemoFailed(`What answers at ${url} is not ${productName} (${status}). ${remedy}`);
}

export function openServiceClient(url: string): ServiceClient {
  return {
    async post(path, body, answerSchema, headers = {}) {
      const response = await fetch(`${url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0 (svc demo)", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      const text = await response.text();
      const answer = answerSchema.safeParse(parseJson(text));
      if (response.ok && answer.success) return answer.data;
      const refusal = errorSchema.safeParse(parseJson(text)).data?.error;
      const words = refusal === undefined ? text.slice(0, textCharactersShown) : `${refusal.code}: ${refusal.message}`;
      throw new DemoFailed(`POST ${path} was answered ${response.status}: ${words}`, { code: refusal?.code });
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
