// Changes by people, sent to an endpoint that asks for them: each once, in their order, signed, with its author, and as the audit list has it.
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { operator } from "../../../src/access/permission.ts";
import { listAudit } from "../../../src/product/audit/audit-list.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { createTestDatabase } from "../../support/database.ts";
import { beginOutbound } from "../../support/outbound.ts";
import { startService } from "../../support/service.ts";
import { type Receiver, startReceiver } from "../../support/webhook-receiver.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" });
const outbound = await beginOutbound(service);
const receivers: Receiver[] = [];
const receiver = async (): Promise<Receiver> => {
  const one = await startReceiver();
  receivers.push(one);
  return one;
};
afterAll(async () => {
  await service.close();
  await Promise.all(receivers.map((one) => one.close()));
  await testDatabase.drop();
});

const message = z.object({
  event_id: z.int(),
  about: z.object({ kind: z.literal("change") }),
  change: z.object({
    type: z.string(),
    outcome: z.string(),
    by_kind: z.string().nullable(),
    by_id: z.string().nullable(),
    data: z.looseObject({}),
  }),
});

test("the audit list arrives from its first entry, in order, and nothing else does", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpointId = await outbound.newEndpoint(program, at, { event_types: ["audit.recorded"], since: "2020-01-01" });
  for (const hold_period_days of [1, 2, 3]) {
    const change = { name: null, status: null, settings: { hold_period_days } };
    await changeProgram(service.database, program.programId, change, operator);
  }
  await outbound.sell(program, "order-1", 10_000);
  const { data: entries } = await listAudit(service.database.kysely, program.programId, { limit: 100, cursor: null });
  expect(entries.length).toBeGreaterThan(3);
  await at.until(entries.length);
  await outbound.settled(program, endpointId);
  expect(at.unverified).toEqual([]);
  const arrived = at.received.map(({ data }) => message.parse(data));
  expect(arrived.map(({ event_id, change: { outcome: _, ...change } }) => ({ event_id, ...change }))).toEqual(
    entries.map(({ event_id, type, by_kind, by_id, data }) => ({ event_id, type, by_kind, by_id, data })),
  );
  expect(arrived.at(-1)?.change).toEqual({
    type: "program_changed",
    outcome: "recorded",
    by_kind: "operator",
    by_id: null,
    data: { name: null, status: null, settings: { hold_period_days: 3 } },
  });
});

test("an endpoint that chose no messages is sent no change, and a partner's may not ask for them", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpointId = await outbound.newEndpoint(program, at);
  await changeProgram(service.database, program.programId, { name: "Other", status: null, settings: {} }, operator);
  await outbound.sell(program, "order-1", 10_000);
  await at.until(1);
  await outbound.settled(program, endpointId);
  expect(at.received.map(({ type }) => type)).not.toContain("audit.recorded");
  const postback = { partner_id: program.partnerId, event_types: ["audit.recorded"] };
  await expect(outbound.newEndpoint(program, at, postback)).rejects.toThrow();
});
