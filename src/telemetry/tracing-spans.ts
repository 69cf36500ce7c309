// Spans of OpenTelemetry: of a request, of its way through the batch to the commit, of the batch, which serves many requests and links
// to them, and of each message that goes out because of it. Attributes are routes, statuses and counts: never an id of ours or of a
// customer, a key, an address or a payload. Everything else is configured by the standard variables, which the library reads itself.
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Batcher, Flush } from "../engine/recording/batcher.ts";
import type { Submission } from "../engine/recording/submission.ts";
import type { Request } from "../product/messages/request.ts";
import type { Sender } from "../product/messages/sender.ts";
import type { Tracing } from "./tracing-parts.ts";

/** Recorded here and perhaps not announced yet; older ones are announced without their request. */
const eventsRememberedMax = 10_000;
const closeMilliseconds = 2_000;
const serverErrorMin = 500;
const clientErrorMin = 400;
const eventOfMessage = /^msg_\d+_(\d+)_/;

export function openSpans(): Tracing {
  const named = resourceFromAttributes({ "service.name": "svc" });
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }));
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  return new Spans(provider.getTracer("svc"), () => provider.shutdown());
}

class Spans implements Tracing {
  readonly #tracer: Tracer;
  readonly #shutdown: () => Promise<void>;
  readonly #propagator = new W3CTraceContextPropagator();
  readonly #request = new AsyncLocalStorage<Context>();
  readonly #recording = new WeakMap<Submission, SpanContext>();
  readonly #events = new Map<number, SpanContext>();

  constructor(tracer: Tracer, shutdown: () => Promise<void>) {
    this.#tracer = tracer;
    this.#shutdown = shutdown;
  }

  handler(handler: (request: IncomingMessage, response: ServerResponse) => void) {
    return (request: IncomingMessage, response: ServerResponse): void => {
      const caller = this.#propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
      const method = request.method ?? "";
      const span = this.#tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, attributes: { "http.request.method": method } },
        caller,
      );
      response.once("close", () => {
        const route = routeOf(request);
        span.updateName(`${method} ${route}`);
        span.setAttributes({ "http.route": route, "http.response.status_code": response.statusCode });
        if (response.statusCode >= serverErrorMin) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      });
      this.#request.run(trace.setSpan(caller, span), handler, request, response);
    };
  }

  batcher(batcher: Batcher): Batcher {
    return {
      drain: () => batcher.drain(),
      stats: () => batcher.stats(),
      submit: async (submission) => {
        const within = this.#request.getStore() ?? ROOT_CONTEXT;
        const span = this.#tracer.startSpan("record", {}, within);
        this.#recording.set(submission, span.spanContext());
        return whileOpen(span, async () => {
          const result = await batcher.submit(submission);
          if ("eventId" in result && result.eventId !== null) this.#remember(result.eventId, span.spanContext());
          return result;
        });
      },
    };
  }

  flushed({ events, milliseconds, folded, queued }: Flush): void {
    const links = queued.flatMap(({ submission }) => {
      const context = this.#recording.get(submission);
      return context === undefined ? [] : [{ context }];
    });
    const startTime = Date.now() - milliseconds;
    const attributes = { "svc.batch.events": events, "svc.batch.folded": folded };
    this.#tracer.startSpan("commit batch", { startTime, links, attributes, root: true }).end();
  }

  sender(sender: Sender): Sender {
    return {
      close: () => sender.close(),
      turn: (workspaceId, stop) => sender.turn(workspaceId, stop),
      send: (request, stop) => {
        const cause = this.#causeOf(request.messageId);
        const options = { kind: SpanKind.CLIENT, attributes: attributesOf(request) };
        const span = this.#tracer.startSpan("deliver message", options, cause);
        const headers: Record<string, string> = { ...request.headers };
        this.#propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
        return whileOpen(span, async () => {
          const sent = await sender.send({ ...request, headers }, stop);
          if (sent.status !== null) span.setAttribute("http.response.status_code", sent.status);
          const isFailed = sent.status === null || sent.status >= clientErrorMin;
          if (!sent.isAccepted && isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          return sent;
        });
      },
    };
  }

  /** A collector that does not answer must not hold up a stop. */
  async close(): Promise<void> {
    await Promise.race([this.#shutdown().catch(() => undefined), sleep(closeMilliseconds)]);
  }

  #remember(eventId: number, context: SpanContext): void {
    if ((context.traceFlags & TraceFlags.SAMPLED) === 0) return;
    this.#events.set(eventId, context);
    if (this.#events.size <= eventsRememberedMax) return;
    for (const oldest of this.#events.keys()) {
      this.#events.delete(oldest);
      return;
    }
  }

  #causeOf(messageId: string | null): Context {
    const eventId = eventOfMessage.exec(messageId ?? "")?.[1];
    const context = eventId === undefined ? undefined : this.#events.get(Number(eventId));
    if (context === undefined) return ROOT_CONTEXT;
    // What systems of the caller noted for each other is not for receivers.
    const { traceId, spanId, traceFlags } = context;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: false });
  }
}

async function whileOpen<Answer>(span: Span, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** The route's pattern, as Express leaves it on the request; never the path. */
function routeOf(request: IncomingMessage): string {
  const { route }: { route?: { path?: unknown } } = request as IncomingMessage & { route?: { path?: unknown } };
  return typeof route?.path === "string" ? route.path : "unmatched";
}

function attributesOf(request: Request): Record<string, string> {
  return request.via === "nats" ? { "messaging.system": "nats" } : { "http.request.method": request.method };
}
