// Webhooks out, over the real way: a sale is reported over HTTP, and what a receiver gets is verified by the package it would use.
import { afterAll, expect, test } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { createTestDatabase } from "../../support/database.ts";
import { payment } from "../../support/event-builders.ts";
import { beginOutbound } from "../../support/outbound.ts";
import { startService } from "../../support/service.ts";
import { submission } from "../../support/submissions.ts";
import { type Receiver, startReceiver } from "../../support/webhook-receiver.ts";

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

test("a sale is announced to its brand, verified by standardwebhooks", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpointId = await outbound.newEndpoint(program, at);
  await outbound.sell(program, "order-1", 10_000);
  const [sale] = await at.until(1, ({ type }) => type === "sale.recorded");
  expect(sale?.data).toMatchObject({
    program_id: program.programId,
    about: { kind: "sale" },
    sale: { transaction_id: "order-1", amount_cents: 10_000, partner_id: program.partnerId, refunded_cents: 0 },
    commission: { amount_cents: expect.any(Number), currency: "USD" },
  });
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

test("two sales that turn out to be one payment are reported as one, after the messages of each, and once", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpointId = await outbound.newEndpoint(program, at, { event_types: ["sale.recorded", "sale.changed"] });
  const { programId, customerKey: customer_key } = program;
  const report = (...aliases: string[]) =>
    commitBatch(testDatabase.database, [
      submission(programId, payment({ transaction_id: aliases[0] ?? "", aliases, payer: { customer_key } })),
    ]);
  await outbound.sell(program, "in_1", 10_000);
  await outbound.sell(program, "pi_1", 10_000);
  await at.until(2);
  await report("in_1", "ch_1");
  await report("ch_1", "pi_1");
  await report("in_1", "pi_1");
  await outbound.settled(program, endpointId);

  const [kept, merged] = at.received.map(({ data }) => Number((data.about as { id: string }).id));
  expect(at.received.map(({ type, data }) => [type, Number((data.about as { id: string }).id)])).toEqual([
    ["sale.recorded", kept],
    ["sale.recorded", merged],
    ["sale.changed", merged],
    ["sale.changed", kept],
  ]);
  expect(at.received.slice(2).map(({ data }) => data)).toMatchObject(
    [merged, kept].map(() => ({
      sale: { sale_id: kept, transaction_id: "in_1", amount_cents: 10_000 },
      commission: { sale_id: kept, change_cents: 0 },
      change: "same_payment",
      merged_sale_id: merged,
    })),
  );
});

test("endpoints that are dead, slow or redirecting delay no other, and a redirect is never followed", async () => {
  const program = await outbound.newProgram();
  const eventTypes = { event_types: ["sale.recorded"] };
  const inside = await receiver();
  const [redirecting, slow] = [await receiver(), await receiver(2_000)];
  redirecting.answer(302, { location: inside.url });
  await outbound.newEndpoint(program, redirecting, eventTypes);
  await outbound.newEndpoint(program, slow, eventTypes);
  const dead = [await receiver(), await receiver(), await receiver()];
  for (const one of dead) {
    await outbound.newEndpoint(program, one, eventTypes);
    await one.close();
  }
  const healthy = [await receiver(), await receiver(), await receiver(), await receiver(), await receiver()];
  for (const one of healthy) await outbound.newEndpoint(program, one, eventTypes);

  for (let number = 0; number < 60; number++) await outbound.sell(program, `many-${number}`, 1_000 + number);
  for (const one of healthy) {
    await one.until(60);
    expect(one.requests).toBe(60);
  }
  // It takes a second for each, a few at once: had the others waited for it, it would have them all.
  expect(slow.received.length).toBeLessThan(60);
  expect(inside.requests).toBe(0);
  // A dead one is tried a few messages at a time, so that the others keep their attempts.
  expect(redirecting.requests).toBeLessThan(20);
});

test("messages about one sale wait for each other, and those about others do not", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpointId = await outbound.newEndpoint(program, at);
  let isRefusing = true;
  const nameOf = ({ data }: { data: Readonly<Record<string, unknown>> }): string =>
    (data.sale as { transaction_id?: string } | undefined)?.transaction_id ?? "";
  at.answer((message) => (isRefusing && nameOf(message) === "stubborn" ? 500 : 200));
  await outbound.sell(program, "stubborn", 5_000);
  await outbound.refund(program, "stubborn", 5_000);
  await outbound.dueNow(endpointId);
  await outbound.sell(program, "easy", 5_000);
  await outbound.dueNow(endpointId);
  await at.until(1, (message) => message.type === "commission.created" && nameOf(message) === "easy");
  expect(at.received.filter(({ type }) => type.startsWith("refund"))).toEqual([]);
  isRefusing = false;
  await outbound.dueNow(endpointId);
  await at.until(1, ({ type }) => type === "commission.reversed");
  const types = at.received.filter((one) => nameOf(one) !== "easy").map(({ type }) => type);
  expect(types).toEqual(
    ["lead.recorded", "sale.recorded", "commission.created", "refund.recorded", "commission.reversed"].filter(
      (type) => types.includes("lead.recorded") || type !== "lead.recorded",
    ),
  );
});

test("what 410 pauses keeps its place, and resuming sends all that came meanwhile", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpoint_id = await outbound.newEndpoint(program, at, { event_types: ["sale.recorded"] });
  const which = { program_id: program.programId, endpoint_id };
  at.answer(410);
  await outbound.sell(program, "gone-1", 1_000);
  await outbound.untilPaused(endpoint_id);
  expect(await outbound.run("endpoints.show", which)).toMatchObject({ status: "paused", waiting_count: 1 });
  await outbound.sell(program, "gone-2", 1_000);
  at.answer(200);
  await outbound.run("endpoints.resume", which);
  const sales = await at.until(2);
  expect(sales.map(({ data }) => (data.sale as { transaction_id: string }).transaction_id)).toEqual([
    "gone-1",
    "gone-2",
  ]);
});

test("a partner's network is called with the partner's own sales, and with nothing of customers", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const url = `${at.url}/postback?click={click_id}&earned={commission}&in={commission_currency}&who={partner_code}&t={type}`;
  const posted = await receiver();
  await outbound.newEndpoint(program, at, { url, partner_id: program.partnerId, method: "get" });
  await outbound.newEndpoint(program, posted, { partner_id: program.partnerId, method: "post" });
  await outbound.sell(program, "order-of-theirs", 10_000);
  const [call] = await at.until(1);
  const query = new URL(call?.path ?? "", at.url).searchParams;
  expect(Object.fromEntries(query)).toEqual({
    click: program.clickId,
    earned: expect.stringMatching(/^\d+\.\d\d$/),
    in: "USD",
    who: program.code,
    t: "commission.created",
  });
  const [message] = await posted.until(1);
  expect(message).toMatchObject({ type: "commission.created", data: { commission: "20.00" } });
  expect(posted.unverified).toEqual([]);
  for (const said of [call?.path, JSON.stringify(message)]) expect(said).not.toContain("user-1");
});

test("a secret that is replaced signs next to the new one, and a message is sent again with its own id", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpoint_id = await outbound.newEndpoint(program, at, { event_types: ["sale.recorded"] });
  const which = { program_id: program.programId, endpoint_id };
  const rotated = await outbound.run("endpoints.rotate-secret", which);
  expect(rotated.old_signing_secret).not.toBe(rotated.signing_secret);
  await outbound.sell(program, "rotated-1", 1_000);
  const [old] = await at.until(1);
  at.trust(String(rotated.signing_secret));
  const { message_no } = await outbound.messageOf(endpoint_id);
  await outbound.settled(program, endpoint_id);
  await outbound.run("messages.redeliver", { ...which, message_no });
  while (at.received.length < 2) await new Promise((resolve) => setImmediate(resolve));
  expect(at.received.map(({ id }) => id)).toEqual([old?.id, old?.id]);
  expect(at.unverified).toEqual([]);
  await outbound.settled(program, endpoint_id);
  const shown = await outbound.run("messages.show", { ...which, message_no });
  expect(shown).toMatchObject({
    status: "delivered",
    tries: [{ status_code: 200, response: "ok" }, { status_code: 200 }],
  });
});
