// Workspaces share what sends messages: seventy endpoints of one that hold every request open do not hold another's message.
import { afterAll, expect, test } from "vitest";
import { openSender } from "../../../src/product/messages/sender.ts";
import { createTestDatabase } from "../../support/database.ts";
import { startHoldingServer } from "../../support/holding-server.ts";
import { beginOutbound, type SellingProgram } from "../../support/outbound.ts";
import { asOwner, startService } from "../../support/service.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any" });
const outbound = await beginOutbound(service);
const holding = await startHoldingServer();
const receiver = await startReceiver();
afterAll(async () => {
  holding.close();
  await service.close();
  await receiver.close();
  await testDatabase.drop();
});

test("another workspace's message arrives while seventy endpoints of one keep every request open", async () => {
  const crowd = [await outbound.newProgram(), await outbound.newProgram()];
  await inOneWorkspace(crowd);
  const other = await outbound.newProgram();
  await outbound.newEndpoint(other, receiver, { event_types: ["sale.recorded"] });
  for (const { programId: program_id } of crowd) {
    for (let number = 0; number < 35; number++) {
      await outbound.run("endpoints.create", { program_id, url: `${holding.url}/${number}` });
    }
  }
  for (const program of crowd) {
    for (let number = 0; number < 12; number++) await outbound.sell(program, `crowd-${number}`, 1_000);
  }
  // As many as the workspace may have open at once.
  await holding.until(64);
  await outbound.sell(other, "one", 1_000);
  const [message] = await receiver.until(1);
  expect(message?.data.sale).toMatchObject({ transaction_id: "one" });
  // Nothing of the crowd was answered or broken off before: its requests did not make way, there was room next to them.
  expect(holding.ended).toBe(0);
  holding.answerAll();
});

test("the time of a request begins with its socket", async () => {
  const sender = openSender({ schemes: ["http"], addresses: "any" }, { timeoutMilliseconds: 300 });
  const never = new AbortController().signal;
  const first = await Promise.all(Array.from({ length: 64 }, () => sender.turn(1, never)));
  const waiting = sender.turn(1, never);
  const since = performance.now();
  while (performance.now() - since < 400) await new Promise((resolve) => setImmediate(resolve));
  for (const giveBack of first) giveBack?.();
  const giveBack = await waiting;
  const sent = await sender.send(
    { via: "http", messageId: null, url: receiver.url, method: "GET", headers: {}, body: null },
    never,
  );
  giveBack?.();
  expect(sent).toMatchObject({ fault: null, isHandedOver: true });
  expect(sent.milliseconds).toBeLessThan(300);
  sender.close();
});

async function inOneWorkspace(programs: readonly SellingProgram[]): Promise<void> {
  await asOwner(
    testDatabase.url,
    `update program set workspace_id = (select min(workspace_id) from program where program_id = any($1::bigint[]))
      where program_id = any($1::bigint[])`,
    [programs.map(({ programId }) => programId)],
  );
}
