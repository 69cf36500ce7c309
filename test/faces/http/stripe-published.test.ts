// Every published Stripe payload, signed, over HTTP, in many orders and twice: always the same books.
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { parse, readFixtureFile } from "../../support/fixtures.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { howMany, propertySeed } from "../../support/property-runs.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, secretKey } from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";

const secret = "whsec_of_the_published";
const orders = howMany(12, 4);
const { service, testDatabase } = await serviceForFile();

type Payload = { readonly name: string; readonly json: Record<string, unknown> };

/** As published; the hookdeck captures hold their event under `body`. */
const published: Payload[] = readdirSync(new URL("../../../fixtures/stripe/", import.meta.url))
  .filter((file) => file.endsWith(".json") && !/\.facts\.|\.written\.|^object\./.test(file))
  .map((file) => {
    const json = parse(readFixtureFile(`stripe/${file}`)) as Record<string, unknown> & {
      body?: Record<string, unknown>;
    };
    return { name: file, json: json.body ?? json };
  });

/**
 * The same payloads as live payments of one customer. Their publisher zeroed the ids, which makes unrelated payments look
 * like one: each file's get digits of its own.
 */
function live({ name, json }: Payload): Payload {
  const digits = createHash("sha256").update(name).digest("hex");
  const text = JSON.stringify(json).replaceAll(/(?<=_)0{10,}/g, (zeros) => digits.repeat(2).slice(0, zeros.length));
  const event = JSON.parse(text) as { livemode: boolean; data: { object: Record<string, unknown> } };
  const metadata = { svc_customer_key: "customer-1" };
  const object = { ...event.data.object, metadata, currency: "usd" };
  return { name, json: { ...event, livemode: true, data: { ...event.data, object } } };
}

async function programWithConnection() {
  const program = await createTestProgram(testDatabase.database);
  await bindCustomer(service, program, "customer-1");
  const { programId } = program;
  const connection = { programId, provider: "stripe", livemode: true, secrets: [secret] };
  return {
    programId,
    connectionId: await addConnection(testDatabase.database, openSecrets([secretKey]), connection, operator),
  };
}

async function deliver(connectionId: number | undefined, { json }: Payload): Promise<string> {
  const body = Buffer.from(JSON.stringify(json));
  const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
  const answer = await service.post(`/webhooks/stripe/${connectionId}`, new Uint8Array(body), { headers });
  expect(answer.status).toBe(200);
  return String(fieldOf(answer, "status"));
}

/** What is owed, without the ids and times that follow from the order of receipt. */
async function moneyOf(programId: number): Promise<unknown> {
  return asOwner(
    testDatabase.url,
    `select s.transaction_id, s.amount_cents, s.refunded_cents, s.status, s.currency, s.customer_key, s.subscription_id,
            c.amount_cents as commission, c.status as commission_status, f.amount_cents as fee
       from sale s
       left join commission c on c.program_id = s.program_id and c.sale_id = s.sale_id
       left join platform_fee f on f.program_id = s.program_id and f.sale_id = s.sale_id
      where s.program_id = $1
      order by s.transaction_id`,
    [programId],
  );
}

const shuffles = fc.sample(fc.shuffledSubarray([...published, ...published], { minLength: published.length * 2 }), {
  numRuns: orders,
  seed: propertySeed,
});

describe(`${published.length} published payloads, each twice`, () => {
  test("as they are make test events and never money", async () => {
    for (const order of shuffles.slice(0, 3)) {
      const { programId, connectionId } = await programWithConnection();
      for (const payload of order) expect(await deliver(connectionId, payload)).not.toBe("parked");
      expect(await moneyOf(programId)).toEqual([]);
      const events = await asOwner(
        testDatabase.url,
        "select 1 from event where program_id = $1 and source = 'stripe' and not is_test",
        [programId],
      );
      expect(events).toEqual([]);
    }
  });

  test(`made live end in the same books in ${orders} orders, one after the other or all at once`, async () => {
    const expected: unknown[] = [];
    for (const [index, order] of shuffles.entries()) {
      const { programId, connectionId } = await programWithConnection();
      const payloads = order.map(live);
      if (index % 2 === 0) for (const payload of payloads) await deliver(connectionId, payload);
      else await Promise.all(payloads.map((payload) => deliver(connectionId, payload)));
      expected.push(await moneyOf(programId));
    }
    const [first] = expected;
    expect(first).not.toEqual([]);
    for (const money of expected) expect(money).toEqual(first);
  });
});
