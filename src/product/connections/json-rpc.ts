// One call to a chain's node: JSON-RPC 2.0 over HTTP.
// Its address may hold a key of the operator's, so no error that leaves here repeats it.
import { z } from "zod";

const answerSchema = z.union([
  z.object({ error: z.object({ code: z.int() }) }),
  z.object({ result: z.unknown().refine((result) => result !== undefined) }),
]);

export async function callNode(
  url: string,
  method: string,
  params: readonly unknown[],
  signal: AbortSignal,
): Promise<unknown> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    redirect: "error",
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${method} was answered with status ${response.status}`);
  }
  const answer = answerSchema.safeParse(await response.json());
  if (!answer.success) throw new Error(`${method} was answered with something that is no JSON-RPC`);
  if ("error" in answer.data) throw new Error(`${method} was answered with error ${answer.data.error.code}`);
  return answer.data.result;
}
