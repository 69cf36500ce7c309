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

test("endpoints whose secrets no key opens take no socket from the others of their workspace", async () => {
  const program = await outbound.newProgram();
  const { programId: program_id } = program;
  const event_types = ["sale.recorded"];
  const unreadable: object[] = [];
  for (let number = 0; number < 9; number++) {
    const { endpoint_id } = await outbound.run("endpoints.create", {
      program_id,
      url: `${holding.url}/x`,
      event_types,
    });
    const which = { program_id, endpoint_id };
    await outbound.run("endpoints.pause", which);
    const sql = "update outbound_endpoint set secrets_encrypted = array['\\x00'::bytea] where endpoint_id = $1";
    await asOwner(testDatabase.url, sql, [endpoint_id]);
    unreadable.push(which);
  }
  for (let number = 0; number < 8; number++) await outbound.sell(program, `unreadable-${number}`, 1_000);
  // Resumed together, each has eight messages that may be sent at once.
  for (const which of unreadable) await outbound.run("endpoints.resume", which);
  const made = "select 1 from outbound_message where program_id = $1";
  while ((await asOwner(testDatabase.url, made, [program_id])).length < unreadable.length * 8) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  const sound = await startReceiver();
  await outbound.newEndpoint(program, sound, { event_types });
  await outbound.sell(program, "after", 1_000);
  const [message] = await sound.until(1);
  await sound.close();
  expect(message?.data.sale).toMatchObject({ transaction_id: "after" });
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
