// Traces as a collector gets them: one from a caller's request by the batch to the commit and on to the message that goes out, with nothing
// in it that is a customer's or a secret. Where tracing is off, nothing of it is loaded.
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { wantsTraces } from "../../src/telemetry/tracing.ts";
import { killChildren } from "../support/child.ts";
import { createTestDatabase } from "../support/database.ts";
import { beginOutbound } from "../support/outbound.ts";
import { sendTo, startService } from "../support/service.ts";
import { startServiceProcess } from "../support/service-process.ts";
import { svcSources } from "../support/svc.ts";
import { type CollectedSpan, startCollector } from "../support/trace-collector.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const testDatabase = await createTestDatabase();
const receiver = await startReceiver();
const collector = await startCollector();
afterAll(async () => {
  await killChildren();
  await receiver.close();
  await collector.close();
  await testDatabase.drop();
});

test("a sale's trace goes from its caller by the batch to the message that announces it, without personal data", async () => {
  const first = await startService(testDatabase.url, { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" });
  const outbound = await beginOutbound(first);
  const program = await outbound.newProgram();
  await outbound.newEndpoint(program, receiver, { event_types: ["sale.recorded"] });
  await first.close();
  const service = await startServiceProcess(testDatabase.url, {
    ...{ OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" },
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: "shop-tracking",
    OTEL_BSP_SCHEDULE_DELAY: "50",
  });

  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const sale = { transaction_id: "order-of-somebody", amount_cents: 4_711, customer_key: program.customerKey };
  const answer = await sendTo(`${service.url}/api/v1/track/sale?secret=in-a-query`, {
    method: "POST",
    key: program.key,
    headers: { "content-type": "application/json", traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    body: JSON.stringify(sale),
  });
  expect(answer.status).toBe(200);

  const [message] = await receiver.until(1);
  const ofSale = ({ traceId: its }: CollectedSpan) => its === traceId;
  const request = await collector.until("POST /api/v1/track/sale", ofSale);
  const record = await collector.until("record", ofSale);
  const delivery = await collector.until("deliver message", ofSale);
  const batch = await collector.until("commit batch", ({ links }) => links.length > 0);
  expect(request.parentSpanId).toBe("00f067aa0ba902b7");
  expect(record.parentSpanId).toBe(request.spanId);
  expect(batch.links).toEqual([expect.objectContaining({ traceId, spanId: record.spanId })]);
  expect(delivery.parentSpanId).toBe(record.spanId);
  expect(message?.headers.traceparent).toBe(`00-${traceId}-${delivery.spanId}-01`);

  const keys = new Set(collector.spans().flatMap(({ attributes }) => attributes.map(({ key }) => key)));
  expect([...keys].toSorted()).toEqual([
    ...["http.request.method", "http.response.status_code", "http.route", "svc.batch.events", "svc.batch.folded"],
  ]);
  const said = collector.bodies.join("\n");
  expect(said).toContain("shop-tracking");
  const personal = [sale.transaction_id, sale.customer_key, program.key, program.code, program.clickId, receiver.url];
  for (const text of [...personal, "4711", "in-a-query", "whsec_"]) expect(said).not.toContain(text);
});

test("a service without traces loads nothing of them", async () => {
  const hook = fileURLToPath(new URL("../support/say-loaded-modules.ts", import.meta.url));
  const env = { OTEL_SDK_DISABLED: "true", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const { child } = await startServiceProcess(
    testDatabase.url,
    { ...env, NODE_OPTIONS: `--import=${hook}` },
    svcSources,
  );
  expect(child.said()).toContain("src/telemetry/tracing.ts");
  expect(child.said()).not.toMatch(/tracing-spans|opentelemetry\/(sdk|exporter|core|resources)/);
});

test("a collector that is gone holds up neither an answer nor a stop", async () => {
  const service = await startServiceProcess(testDatabase.url, { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  expect((await sendTo(`${service.url}/healthz`)).status).toBe(200);
  service.child.process.kill("SIGTERM");
  expect(await service.child.exit).toEqual({ code: 0, signal: null });
});

test("traces are made if a collector is named and traces are not turned off", () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = "http://collector.example:4318";
  expect(wantsTraces({})).toBe(false);
  expect(wantsTraces({ OTEL_SERVICE_NAME: "svc" })).toBe(false);
  expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT })).toBe(true);
  expect(wantsTraces({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: OTEL_EXPORTER_OTLP_ENDPOINT })).toBe(true);
  expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: "true" })).toBe(false);
  expect(wantsTraces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: "none" })).toBe(false);
});
