// svc verify-integration: the whole way of a visitor in test mode against a running service, click, lead and sale, with a verdict
// for each step. With a login the program's checklist is held against it too. Ends with 0 only when every step has passed.
import { z } from "zod";
import { type ClientConfig, readClientConfig } from "../../../../config/config.ts";
import { defineClientCommand } from "../../command.ts";
import { CommandFailed } from "../../failures.ts";
import { programFlag } from "../../input/flags.ts";
import { type Output, tableOf } from "../../output.ts";
import { openLogins } from "../../remote/logins.ts";
import { openServiceApi, type ServiceApi } from "../../remote/service-api.ts";
import { chooseServiceUrl, serviceFlags } from "../../remote/service-choice.ts";
import { keyFlag, readKey, recordedTest, sendTestCall, type TestCall, warningsIn } from "../../test-calls.ts";

const customerKey = "svc-verify-integration";
const amountCents = 4900;

type Verdict = {
  readonly step: "service" | "click" | "lead" | "sale" | "checklist";
  readonly status: "passed" | "failed" | "skipped";
  readonly event_id: number | null;
  readonly message: string;
  /** Warnings in the answer, such as that the key must be replaced. */
  readonly warnings: readonly string[];
};

export const command = defineClientCommand({
  example: "verify-integration --program 1 --key - < program-key",
  flags: { program: programFlag, key: keyFlag, ...serviceFlags },
  run: async (shell, { program, key: given, ...chosen }) => {
    const client = readClientConfig(shell.env);
    const api = openServiceApi(chooseServiceUrl(chosen, client));
    const key = await readKey(shell, given, client);
    return verdictOutput(api, program, await verify(api, { programId: program, key, client }));
  },
});

type Subject = { readonly programId: number; readonly key: string | undefined; readonly client: ClientConfig };

async function verify(api: ServiceApi, { programId, key, client }: Subject): Promise<Verdict[]> {
  const service = await verifyService(api);
  if (service.status === "failed") {
    const steps = ["click", "lead", "sale"] as const;
    return [service, ...steps.map((step) => skipped(step, "The service does not answer."))];
  }
  const named = { customer_key: customerKey };
  const sale = { ...named, amount_cents: amountCents };
  return [
    service,
    await verifyCall(api, programId, { call: "click", programId }),
    await verifyCall(api, programId, { call: "lead", programId, fields: named, key }),
    key === undefined
      ? skipped("sale", "It needs the program API key: give --key - or set SVC_API_KEY.")
      : await verifyCall(api, programId, { call: "sale", fields: sale, key }),
    ...(await verifyChecklist(api, programId, client)),
  ];
}

async function verifyService(api: ServiceApi): Promise<Verdict> {
  try {
    const { isOk, status } = await api.ask("/readyz");
    if (isOk) return passed("service", `${api.url} is ready.`);
    return failed("service", `${api.url} answers ${status} and is not ready.`);
  } catch (error) {
    if (error instanceof CommandFailed) return failed("service", error.message);
    throw error;
  }
}

async function verifyCall(api: ServiceApi, programId: number, call: TestCall): Promise<Verdict> {
  const reply = await sendTestCall(api, call);
  const recorded = recordedTest(reply);
  if (recorded === undefined) {
    const { code, message } = reply.refusal ?? { code: "unexpected", message: "Unexpected answer to a test call." };
    return failed(call.call, `${message} (${code})`);
  }
  const { data, message } = recorded;
  if (data.programId !== programId) {
    return failed(call.call, `The key is that of program ${data.programId}, not of program ${programId}.`);
  }
  return { ...passed(call.call, message), event_id: data.eventId, warnings: warningsIn(reply) };
}

const seen = z.object({ first_event_id: z.number() }).nullable();
const statusSchema = z.object({
  data: z.object({
    steps: z.array(z.object({ step: z.string(), live: seen, test: seen })),
    next_step: z.string().nullable(),
  }),
});

/** Empty without a login. */
async function verifyChecklist(api: ServiceApi, programId: number, client: ClientConfig): Promise<Verdict[]> {
  const login = openLogins(client.configHome).at(api.url);
  if (login === undefined) return [];
  const { refusal, json } = await api.ask(`/api/v1/programs/${programId}/status`, { token: login.token });
  const status = statusSchema.safeParse(json).data?.data;
  if (status === undefined) {
    return [failed("checklist", refusal === null ? "It cannot be read." : `${refusal.message} (${refusal.code})`)];
  }
  const missing = status.steps.filter(({ step, live, test }) => step !== "webhook" && live === null && test === null);
  if (missing.length > 0) {
    return [failed("checklist", `Not seen by the program: ${missing.map(({ step }) => step).join(", ")}.`)];
  }
  return [passed("checklist", status.next_step === null ? "Everything was seen live." : `Next: ${status.next_step}`)];
}

const verdict =
  (status: Verdict["status"]) =>
  (step: Verdict["step"], message: string): Verdict => ({
    step,
    status,
    event_id: null,
    message,
    warnings: [],
  });
const passed = verdict("passed");
const failed = verdict("failed");
const skipped = verdict("skipped");

function verdictOutput(api: ServiceApi, programId: number, steps: readonly Verdict[]): Output {
  const missed = steps.filter(({ status }) => status !== "passed");
  const isVerified = missed.length === 0;
  const json = { service_url: api.url, program_id: programId, is_verified: isVerified, steps };
  const warnings = [...new Set(steps.flatMap((step) => step.warnings))].map((warning) => `Warning: ${warning}`);
  const table = (...more: readonly string[]) =>
    [tableOf(steps, ["step", "status", "event_id", "message"]), ...warnings, ...more].join("\n");
  if (isVerified) return { json, text: () => table(`The integration of program ${programId} is verified.`) };
  const which = missed.map(({ step, status }) => `${step} ${status}`).join(", ");
  return {
    json,
    text: () => table(),
    failure: `The integration of program ${programId} is not verified: ${which}.`,
  };
}
