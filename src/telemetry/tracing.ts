// Whether traces are asked for, by OpenTelemetry's own variables. Where they are not, nothing of them is loaded.
import type { Tracing } from "./tracing-parts.ts";

const exporters: ReadonlySet<string> = new Set(["", "otlp"]);

export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  const { OTEL_SDK_DISABLED: disabled = "", OTEL_TRACES_EXPORTER: exporter = "" } = env;
  if (disabled.trim().toLowerCase() === "true" || !exporters.has(exporter.trim())) return false;
  return [env.OTEL_EXPORTER_OTLP_ENDPOINT, env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT].some((url) => url?.trim());
}

/** Null if traces are off. */
export async function openTracing(env: NodeJS.ProcessEnv): Promise<Tracing | null> {
  if (!wantsTraces(env)) return null;
  const { openSpans } = await import("./tracing-spans.ts");
  return openSpans();
}
