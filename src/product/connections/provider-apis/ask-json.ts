// A question in JSON to a provider whose documented HTTP we speak ourselves, and its answer held against what is read of it.
import type { z } from "zod";
import { type Asking, exchange, type Query, type Request, withQuery } from "./ask.ts";
import { AskFailed } from "./ask-failed.ts";

export type Question<Shape> = {
  readonly method?: Request["method"];
  readonly path: string;
  readonly query?: Query;
  readonly body?: object;
  /** With the key in them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: z.ZodType<Shape>;
};

export async function askJson<Shape>(asking: Asking, question: Question<Shape>): Promise<Shape> {
  const { method = "GET", path, query = {}, body, headers, answer } = question;
  const request = { method, headers: { accept: "application/json", "content-type": "application/json", ...headers } };
  const text = await exchange(
    asking,
    withQuery(path, query),
    body === undefined ? request : { ...request, body: JSON.stringify(body) },
  );
  const read = answer.safeParse(JSON.parse(text));
  if (read.success) return read.data;
  throw new AskFailed(`${asking.name} answered with something that its documentation does not say.`);
}

/** The key as most providers want it. */
export function bearer({ apiKey }: Asking): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}
