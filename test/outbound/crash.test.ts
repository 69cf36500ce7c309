// SIGKILL while it sends: whatever was committed is announced, nothing else is, and what comes twice comes with the same id and the
// same bytes. 2 kills here, 50 with `npm run test:long`.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { killChildren } from "../support/child.ts";
import { createTestDatabase } from "../support/database.ts";
import { beginOutbound } from "../support/outbound.ts";
import { howMany } from "../support/property-runs.ts";
import { asOwner, sendTo, startService } from "../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../support/service-process.ts";
import { startReceiver } from "../support/webhook-receiver.ts";

const kills = howMany(50, 2);
const testDatabase = await createTestDatabase();
const receiver = await startReceiver();
afterAll(async () => {
  await killChildren();
  await receiver.close();
  await testDatabase.drop();
});

const allowed = { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any", RATE_LIMIT_KEY_PER_MINUTE: "1000000" };

/** A fixed run of delays between the first sale of a process and its death. */
function* delaysMilliseconds(): Generator<number> {
  for (let state = 4_711; ; state = (state * 48_271) % 2_147_483_647) yield 50 + (state % 500);
}

test(`every commit is announced through ${kills} kills, none wrongly, and doubles only with the same id`, async () => {
  // Set up without its dispatcher in the way.
  const first = await startService(testDatabase.url, allowed);
  const outbound = await beginOutbound(first);
  const program = await outbound.newProgram();
  await outbound.newEndpoint(program, receiver, { event_types: ["sale.recorded"] });
  await first.close();

  let sold = 0;
  const sell = async ({ url }: ServiceProcess, number: number): Promise<boolean> => {
    const body = JSON.stringify({
      transaction_id: `order-${number}`,
      amount_cents: 100 + number,
      customer_key: program.customerKey,
    });
    const call = { method: "POST", headers: { "content-type": "application/json" }, key: program.key, body };
    const answer = await sendTo(`${url}/api/v1/track/sale`, call).catch(() => null);
    return answer !== null && (answer.status === 200 || answer.status === 409);
  };

  const delays = delaysMilliseconds();
  for (let round = 0; round <= kills; round++) {
    // A lease of the dead would be waited for.
    await asOwner(testDatabase.url, "update outbound_endpoint set leased_until = null");
    const service = await startServiceProcess(testDatabase.url, allowed);
    const isLast = round === kills;
    const killed = isLast
      ? Promise.resolve()
      : sleep(delays.next().value ?? 0).then(() => service.child.process.kill("SIGKILL"));
    for (let sales = 0; sales < (isLast ? 5 : 10_000) && (await sell(service, sold)); sales++) sold += 1;
    await killed;
    if (isLast) break;
    await service.child.exit;
  }

  const sales = await asOwner<{ sale_id: number; transaction_id: string; amount_cents: number }>(
    testDatabase.url,
    "select sale_id, transaction_id, amount_cents from sale where program_id = $1",
    [program.programId],
  );
  expect(sales.length).toBeGreaterThanOrEqual(sold);
  await receiver.until(sales.length);
  expect(receiver.unverified).toEqual([]);
  const announced = new Map<string, string>();
  for (const { id, data } of receiver.received) {
    const said = JSON.stringify(data);
    expect(announced.get(id) ?? said).toBe(said);
    announced.set(id, said);
  }
  const facts = [...announced.values()].map((said) => {
    const { sale_id, transaction_id, amount_cents } = JSON.parse(said).sale;
    return `${sale_id} ${transaction_id} ${amount_cents}`;
  });
  expect(facts.toSorted()).toEqual(
    sales.map((row) => `${row.sale_id} ${row.transaction_id} ${row.amount_cents}`).toSorted(),
  );
});
