// Webhooks out, over the real way: a sale is reported over HTTP, and what a receiver gets is verified by the package it would use.
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../support/database.ts";
import { newCompany } from "../support/people.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, startService } from "../support/service.ts";
import { type Receiver, startReceiver } from "../support/webhook-receiver.ts";
import { beginOutbound } from "../support/outbound.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" });
const outbound = await beginOutbound(service);
const receivers: Receiver[] = [];
const receiver = async (delay?: number): Promise<Receiver> => {
  const one = await startReceiver(delay);
  receivers.push(one);
  return one;
};
afterAll(async () => {
  await service.close();
  await Promise.all(receivers.map((one) => one.close()));
  await testDatabase.drop();
});

test("a sale is announced to its brand within a second, verified by standardwebhooks", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpointId = await outbound.newEndpoint(program, at);
  await outbound.sell(program, "order-1", 10_000);
  const since = performance.now();
  const [sale] = await at.until(1, ({ type }) => type === "sale.recorded");
  expect(sale?.data).toMatchObject({
    program_id: program.programId,
    about: { kind: "sale" },
    sale: { transaction_id: "order-1", amount_cents: 10_000, partner_id: program.partnerId, refunded_cents: 0 },
    commission: { amount_cents: expect.any(Number), currency: "USD" },
  });
  expect((sale?.at ?? 0) - since).toBeLessThan(1_000);
  expect(at.unverified).toEqual([]);
  await outbound.settled(program, endpointId);
});

test("what a refund takes of a commission is announced behind its sale, with what is left", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  await outbound.newEndpoint(program, at);
  await outbound.sell(program, "order-2", 10_000);
  await outbound.refund(program, "order-2", 4_000);
  await outbound.refund(program, "order-2", 6_000);
  await at.until(1, ({ type }) => type === "commission.reversed");
  const ofSale = at.received.filter(({ data }) => (data.about as { kind: string }).kind === "sale");
  expect(ofSale.map(({ type }) => type)).toEqual([
    "sale.recorded",
    "commission.created",
    "refund.recorded",
    "commission.reduced",
    "refund.recorded",
    "commission.reversed",
  ]);
  const [, created, , reduced, , reversed] = ofSale.map(({ data }) => data.commission as Record<string, number>);
  expect(reduced?.amount_cents).toBe(Math.round(((created?.amount_cents ?? 0) * 6) / 10));
  expect(reduced?.change_cents).toBe((reduced?.amount_cents ?? 0) - (created?.amount_cents ?? 0));
  expect(reversed?.amount_cents).toBe(0);
});
