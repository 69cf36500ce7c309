// What an endpoint is sent for which no types of messages were chosen.
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { beginOutbound } from "../../support/outbound.ts";
import { clickOn, startService } from "../../support/service.ts";
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

const typesAt = ({ received }: Receiver): string[] => [...new Set(received.map(({ type }) => type))].toSorted();

test("a brand's is sent what becomes of sales and not the visits, which only those are sent that ask for them", async () => {
  const program = await outbound.newProgram();
  const [plain, asking] = [await receiver(), await receiver()];
  const plainId = await outbound.newEndpoint(program, plain);
  const askingId = await outbound.newEndpoint(program, asking, { event_types: ["click.recorded"] });
  await clickOn(service, program);
  await outbound.sell(program, "order-1", 10_000);
  await outbound.refund(program, "order-1", 4_000);
  await plain.until(1, ({ type }) => type === "commission.reduced");
  await asking.until(1);
  await outbound.settled(program, plainId);
  await outbound.settled(program, askingId);
  expect(typesAt(plain)).toEqual(["commission.created", "commission.reduced", "refund.recorded", "sale.recorded"]);
  expect(typesAt(asking)).toEqual(["click.recorded"]);
});

test("a partner's postback is sent its new commissions alone", async () => {
  const program = await outbound.newProgram();
  const at = await receiver();
  const endpointId = await outbound.newEndpoint(program, at, { partner_id: program.partnerId, method: "post" });
  await outbound.sell(program, "order-1", 10_000);
  await outbound.refund(program, "order-1", 4_000);
  await at.until(1);
  await outbound.settled(program, endpointId);
  expect(typesAt(at)).toEqual(["commission.created"]);
});
