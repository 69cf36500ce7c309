// Whether traces are asked for, by OpenTelemetry's own variables, and what is then put around the service. Where they are not,
// nothing of it is loaded and nothing is put around anything.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Sender } from "./outbound/sender.ts";
import type { Batcher, Flush } from "./pipeline/batcher.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export type Tracing = {
  handler(handler: Handler): Handler;
  batcher(batcher: Batcher): Batcher;
  flushed(flush: Flush): void;
  sender(sender: Sender): Sender;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
};

const exporters: ReadonlySet<string> = new Set(["", "otlp"]);

export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED: disabled = "", OTEL_TRACES_EXPORTER: exporter = "" } = env;
  if (disabled.trim().toLowerCase() === "true" || !exporters.has(exporter.trim())) return false;
  return [env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some((url) => url?.trim());
}

/** Null where nobody asks for traces. */
export async function openTracing(env: NodeJS.ProcessEnv): Promise<Tracing | null> {
  if (!wantsTraces(env)) return null;
  const { openSpans } = await import("./tracing-spans.ts");
  return openSpans();
}
