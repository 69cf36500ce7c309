// SIGKILL while it sends, to endpoints of every kind: everything committed is announced to each that can be reached, nothing else is, in
// order for one sale, and what comes twice comes with the same id and the same bytes. 2 kills here, 50 with `npm run test:long`.
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { killChildren } from "../../support/child.ts";
import { createTestDatabase } from "../../support/database.ts";
import { beginOutbound } from "../../support/outbound.ts";
import { howMany } from "../../support/property-runs.ts";
import { asOwner, sendTo, startService } from "../../support/service.ts";
import { type ServiceProcess, startServiceProcess } from "../../support/service-process.ts";
import { type Receiver, startReceiver } from "../../support/webhook-receiver.ts";

const kills = howMany(50, 2);
/** Of one life, which its death may cut short. */
const salesMax = howMany(1_000, 60);
const testDatabase = await createTestDatabase();
const inside = await startReceiver();
const slowMilliseconds = 150;
const receivers = {
  sound: await startReceiver(),
  other: await startReceiver(),
  slow: await startReceiver(slowMilliseconds),
  failing: await startReceiver(),
  redirecting: await startReceiver(),
  dead: await startReceiver(),
};
const reached = ["sound", "other", "slow", "failing"] as const;
afterAll(async () => {
  await killChildren();
  await Promise.all([inside, ...Object.values(receivers)].map((one) => one.close()));
  await testDatabase.drop();
});

const allowed = { OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any", RATE_LIMIT_KEY_PER_MINUTE: "1000000" };

/** A fixed run of chances, from 0 to 1. */
function* chances(): Generator<number> {
  for (let state = 4_711; ; state = (state * 48_271) % 2_147_483_647) yield state / 2_147_483_647;
}

test(`every commit is announced through ${kills} kills, none wrongly, in its sale's order, and doubles only with the same id`, {
  timeout: howMany(1_800_000, 120_000),
}, async () => {
  // Set up without its dispatcher in the way.
  const first = await startService(testDatabase.url, allowed);
  const outbound = await beginOutbound(first);
  const program = await outbound.newProgram();
  const event_types = ["sale.recorded", "commission.created", "refund.recorded", "commission.reduced"];
  for (const one of Object.values(receivers)) await outbound.newEndpoint(program, one, { event_types });
  await first.close();
  const [delays, faults] = [chances(), chances()];
  receivers.failing.answer(() => (faults.next().value < 0.3 ? 500 : 200));
  receivers.redirecting.answer(302, { location: inside.url });
  await receivers.dead.close();

  let [sold, refunded] = [0, 0];
  const post = async ({ url }: ServiceProcess, path: string, body: object): Promise<boolean> => {
    const headers = { "content-type": "application/json" };
    const call = { method: "POST", headers, key: program.key, body: JSON.stringify(body) };
    const answer = await sendTo(`${url}/api/v1/track/${path}`, call).catch(() => null);
    return answer !== null && (answer.status === 200 || answer.status === 409);
  };
  /** What was not answered is sent again by the next: each is recorded once. */
  const sell = async (service: ServiceProcess): Promise<boolean> => {
    const transaction_id = `order-${sold}`;
    const sale = { transaction_id, amount_cents: 10_000 + sold, customer_key: program.customerKey };
    const refund = { transaction_id, refund_id: `r-${sold}`, refund_amount_cents: 1_000 };
    if (!(await post(service, "sale", sale))) return false;
    if (sold % 3 === 0) {
      if (!(await post(service, "refund", refund))) return false;
      refunded += 1;
    }
    sold += 1;
    return true;
  };

  let service: ServiceProcess | undefined;
  for (let round = 0; round <= kills; round++) {
    // A lease of the dead would be waited for.
    await asOwner(testDatabase.url, "update outbound_endpoint set leased_until = null");
    const running = await startServiceProcess(testDatabase.url, allowed);
    service = running;
    const isLast = round === kills;
    const killed = isLast
      ? Promise.resolve()
      : sleep(50 + 500 * delays.next().value).then(() => running.child.process.kill("SIGKILL"));
    for (let sales = 0; sales < (isLast ? 5 : salesMax) && (await sell(running)); sales++);
    await killed;
    if (!isLast) await running.child.exit;
  }

  const sales = await asOwner<{
    sale_id: number;
    transaction_id: string;
    amount_cents: number;
    refunded_cents: number;
  }>(testDatabase.url, "select sale_id, transaction_id, amount_cents, refunded_cents from sale where program_id = $1", [
    program.programId,
  ]);
  expect(sales.length).toBeGreaterThanOrEqual(sold);
  const refunds = sales.filter(({ refunded_cents }) => refunded_cents > 0);
  expect(refunds.length).toBeGreaterThanOrEqual(refunded);
  const messages = 2 * (sales.length + refunds.length);
  /** As if the time of what failed by chance had come. */
  const due = setInterval(() => {
    void asOwner(testDatabase.url, "update outbound_endpoint set next_attempt_at = null where status = 'active'");
    void asOwner(
      testDatabase.url,
      "update outbound_message set next_attempt_at = now() where status = 'pending' and attempts < 8",
    );
  }, 500);
  for (const name of reached) await receivers[name].until(messages);
  clearInterval(due);

  const expected = sales.flatMap(({ sale_id, transaction_id, amount_cents, refunded_cents }) => [
    `${sale_id} ${transaction_id} ${amount_cents}`,
    ...(refunded_cents === 0 ? [] : [`${sale_id} refund ${refunded_cents}`]),
  ]);
  for (const name of reached) {
    expect(receivers[name].unverified, name).toEqual([]);
    expect(factsOf(receivers[name]), name).toEqual(expected.toSorted());
    for (const [saleId, types] of storiesOf(receivers[name])) {
      const isRefunded = refunds.some(({ sale_id }) => sale_id === saleId);
      expect(types, `${name}, sale ${saleId}`).toEqual(isRefunded ? event_types : event_types.slice(0, 2));
    }
  }
  expect(inside.requests, "a redirect is not followed").toBe(0);
  expect(receivers.redirecting.received).toEqual([]);
  expect(service?.child.process.exitCode).toBe(null);
});

/** The messages it received of sales and refunds, each once; a duplicate that says something else fails. */
function factsOf({ received }: Receiver): string[] {
  const announced = new Map<string, string>();
  for (const { id, type, data } of received) {
    const said = JSON.stringify({ type, data });
    expect(announced.get(id) ?? said).toBe(said);
    announced.set(id, said);
  }
  return [...announced.values()]
    .flatMap((said) => {
      const { type, data } = JSON.parse(said);
      if (type === "sale.recorded") return `${data.sale.sale_id} ${data.sale.transaction_id} ${data.sale.amount_cents}`;
      return type === "refund.recorded" ? `${data.refund.sale_id} refund ${data.refund.amount_cents}` : [];
    })
    .toSorted();
}

/** The types of each sale's messages as they came; one that came again at once is the same one. */
function storiesOf({ received }: Receiver): Map<number, string[]> {
  const stories = new Map<number, { readonly ids: string[]; readonly types: string[] }>();
  for (const { id, type, data } of received) {
    const saleId = Number((data.about as { id: string }).id);
    const story = stories.get(saleId) ?? { ids: [], types: [] };
    stories.set(saleId, story);
    if (story.ids.at(-1) === id) continue;
    story.ids.push(id);
    story.types.push(type);
  }
  return new Map([...stories].map(([saleId, { types }]) => [saleId, types]));
}
