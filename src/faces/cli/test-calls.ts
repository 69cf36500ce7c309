// Test calls of a program, as a brand's pages and backend make them: flagged, ticking the integration checklist, and making no
// money. Used one by one (svc test) and as a chain (svc verify-integration).
import { z } from "zod";
import type { ClientConfig } from "../../config/config.ts";
import { UsageError } from "./failures.ts";
import { flag } from "./input/flags.ts";
import { readSecret } from "./input/secret-input.ts";
import { type Output, recordOutput } from "./output.ts";
import type { Reply, ServiceApi } from "./remote/service-api.ts";
import type { Shell } from "./shell.ts";

const bearerPattern = /^[\x21-\x7e]{1,255}$/;

export const keyFlag = flag(z.string().optional(), {
  meaning: "The program API key; - reads it from stdin; SVC_API_KEY by default",
  placeholder: "key",
});

export async function readKey(
  shell: Shell,
  given: string | undefined,
  client: ClientConfig,
): Promise<string | undefined> {
  const key =
    given === "-" ? await readSecret(shell, "Program API key (not shown): ") : (given ?? client.apiKey?.reveal());
  if (key === undefined || bearerPattern.test(key)) return key;
  throw new UsageError("The key must have 1 to 255 characters, without spaces.");
}

export type TestCall = {
  readonly call: "click" | "lead" | "sale";
  readonly programId?: number | undefined;
  readonly fields?: object;
  readonly key?: string | undefined;
};

export function sendTestCall(api: ServiceApi, { call, programId, fields = {}, key }: TestCall): Promise<Reply> {
  const additional_data = { test_mode: true, ...(programId === undefined ? {} : { program_id: programId }) };
  return api.ask(`/api/v1/track/${call}`, { method: "POST", body: { ...fields, additional_data }, token: key });
}

const warningsSchema = z.object({ warnings: z.array(z.object({ code: z.string(), message: z.string() })) });

/** Warnings in the answer, such as that the key must be replaced. */
export function warningsIn({ json }: Reply): string[] {
  return warningsSchema.safeParse(json).data?.warnings.map(({ code, message }) => `${message} (${code})`) ?? [];
}

const recordedSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  data: z.object({ eventId: z.number(), programId: z.number(), test_mode: z.literal(true) }),
});

/** Undefined when the call was not recorded as a test. */
export function recordedTest({ json }: Reply): z.output<typeof recordedSchema> | undefined {
  return recordedSchema.safeParse(json).data;
}

/** The answer as it came; a refused call ends the command with 1. */
export function replyOutput(api: ServiceApi, reply: Reply): Output {
  const recorded = recordedTest(reply);
  const shown =
    recorded === undefined ? { answer: reply.json ?? null } : { ...recorded.data, message: recorded.message };
  const text = recordOutput({ service_url: api.url, http_status: reply.status, ...shown }).text();
  const output: Output = {
    json: { service_url: api.url, http_status: reply.status, answer: reply.json ?? null },
    text: () => [text, ...warningsIn(reply)].join("\n"),
  };
  if (recorded !== undefined) return output;
  const { code, message } = reply.refusal ?? { code: "unexpected", message: "Unexpected answer to a test call." };
  return { ...output, failure: `${message} (${code})` };
}
