// Corrections of a replay, sent to endpoints: each row, marked as a correction, and only where the operator says so.
import { afterAll, expect, test } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { findReplay } from "../../../src/engine/replay/runs/run-detail.ts";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase } from "../../support/database.ts";
import { refund } from "../../support/event-builders.ts";
import { beginOutbound, type SellingProgram } from "../../support/outbound.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { asOwner, type ProgramAtHand, startService } from "../../support/service.ts";
import { startServiceProcess } from "../../support/service-process.ts";
import { submission } from "../../support/submissions.ts";
import { type Received, type Receiver, startReceiver } from "../../support/webhook-receiver.ts";

const testDatabase = await createTestDatabase();
const allowed = { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" };
const receivers: Receiver[] = [];
afterAll(async () => {
  await killChildren();
  await Promise.all(receivers.map((one) => one.close()));
  await testDatabase.drop();
});

async function receiver(): Promise<Receiver> {
  const one = await startReceiver();
  receivers.push(one);
  return one;
}

/** An attacker changes the books without the log; the plan that corrects them. */
async function planRepair({ programId }: ProgramAtHand): Promise<number> {
  await asOwner(testDatabase.url, "update commission set amount_cents = amount_cents - 1 where program_id = $1", [
    programId,
  ]);
  return (await planReplay(replayParts(testDatabase), wish({ program_ids: [programId] }))).run.run_id;
}

const apply = (runId: number, sendsCorrections: boolean) =>
  applyReplay(replayParts(testDatabase), runId, {}, { planHash: null, reason: null, sendsCorrections });

const saleOf = ({ data }: Received) => (data.about as { id: string }).id;

test("a replay sends its rows to who asks for them, where the operator says so, and else only that it was applied", async () => {
  const service = await startService(testDatabase.url, allowed);
  const outbound = await beginOutbound(service);
  const program = await outbound.newProgram();
  const [full, thin] = [await receiver(), await receiver()];
  const types = { event_types: ["replay.applied", "row.corrected", "refund.recorded"] };
  const endpoints = [
    await outbound.newEndpoint(program, full, types),
    await outbound.newEndpoint(program, thin, { ...types, payload: "thin" }),
  ];
  await outbound.newEndpoint(program, await receiver(), { event_types: ["replay.applied"] });
  await outbound.sell(program, "order-1", 10_000);

  const silent = await planRepair(program);
  expect(await findReplay(service.database.kysely, silent)).toMatchObject({
    correction_messages: 2,
    sends_corrections: false,
  });
  await apply(silent, false);
  await full.until(1, ({ type }) => type === "replay.applied");
  const reported = await planRepair(program);
  await apply(reported, true);
  await outbound.refund(program, "order-1", 1_000);
  for (const one of [full, thin]) await one.until(4);
  for (const endpointId of endpoints) await outbound.settled(program, endpointId);

  for (const one of [full, thin]) {
    expect(one.received.map(({ type }) => type).toSorted()).toEqual([
      ...["refund.recorded", "replay.applied", "replay.applied", "row.corrected"],
    ]);
    expect(one.unverified).toEqual([]);
    expect(one.received.filter(({ type }) => !type.startsWith("replay")).map(({ type }) => type)).toEqual([
      ...["row.corrected", "refund.recorded"],
    ]);
  }
  const of = (one: Receiver) => one.received.find(({ type }) => type === "row.corrected")?.data;
  const about = { kind: "sale", id: expect.stringMatching(/^\d+$/) };
  const thinly = { program_id: program.programId, event_id: null, seq: null, about };
  expect(of(thin)).toEqual(thinly);
  expect(of(full)).toEqual({
    ...thinly,
    correction: {
      ...{ run_id: reported, change_id: expect.any(Number), book: "commission" },
      row_key: { sale_id: expect.any(Number) },
      before: expect.objectContaining({ amount_cents: 1_999 }),
      after: expect.objectContaining({ amount_cents: 2_000 }),
    },
  });
  expect(await findReplay(service.database.kysely, reported)).toMatchObject({ sends_corrections: true });
  await service.close();
});

test("each row is sent, before what its sale says next and with one id, through a kill after the commit", async () => {
  const first = await startService(testDatabase.url, allowed);
  const outbound = await beginOutbound(first);
  const program: SellingProgram = await outbound.newProgram();
  const at = await receiver();
  await outbound.newEndpoint(program, at, { event_types: ["sale.recorded", "row.corrected", "refund.recorded"] });
  const orders = Array.from({ length: 30 }, (_, number) => `crash-${number}`);
  for (const order of orders) await outbound.sell(program, order, 10_000);
  await at.until(orders.length);
  await first.close();

  const runId = await planRepair(program);
  await apply(runId, true);
  await commitBatch(
    testDatabase.database,
    orders.map((transaction_id) =>
      submission(
        program.programId,
        refund({ transaction_id, refund_id: `r-${transaction_id}`, refund_amount_cents: 5_000 }),
      ),
    ),
  );
  const killed = await startServiceProcess(testDatabase.url, allowed);
  await at.until(1, ({ type }) => type === "row.corrected");
  killed.child.process.kill("SIGKILL");
  await killed.child.exit;
  await asOwner(testDatabase.url, "update outbound_endpoint set leased_until = null");
  await startServiceProcess(testDatabase.url, allowed);
  await at.until(3 * orders.length);

  expect(at.unverified).toEqual([]);
  const bytes = new Map<string, string>();
  for (const { id, data } of at.received) {
    expect(bytes.get(id) ?? JSON.stringify(data)).toBe(JSON.stringify(data));
    bytes.set(id, JSON.stringify(data));
  }
  expect(bytes.size).toBe(3 * orders.length);
  const bySale = Map.groupBy(new Map(at.received.map((one) => [one.id, one])).values(), saleOf);
  expect(bySale.size).toBe(orders.length);
  for (const ofSale of bySale.values()) {
    expect(ofSale.map(({ type }) => type)).toEqual(["sale.recorded", "row.corrected", "refund.recorded"]);
  }
});
