// The notice of a connection that went silent, from deliveries that a running service received, moved into the past.
import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeEach, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { openSender } from "../../../src/product/messages/sender.ts";
import { addChannel } from "../../../src/product/notices/channels.ts";
import { openNotices } from "../../../src/product/notices/notices.ts";
import { createTestDatabase } from "../../support/database.ts";
import { asOwner, createTestProgram, secretKey, startService } from "../../support/service.ts";
import { hmacBase64 } from "../../support/signing.ts";
import { withoutProtection } from "../../support/unprotected.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const testDatabase = await createTestDatabase();
const { database, url } = testDatabase;
const secrets = openSecrets([secretKey]);
const chat = await startReceiver();
const service = await startService(url);
afterAll(async () => {
  await Promise.all([chat.close(), service.close()]);
  await testDatabase.drop();
});

const never = new AbortController().signal;
const millisecondsPerHour = 3_600_000;
const clientSecret = "shopify_client_secret_1";
const deliveries = 20;
/** Between two deliveries: they fill four days. */
const pauseHours = 5;
/** The newest delivery's time. Looks come later. */
const last = Date.now();

let programId = 0;
let hoursLater = 0;
let jobs = openJobs();

function openJobs() {
  const now = () => last + hoursLater * millisecondsPerHour;
  const sender = openSender({ schemes: ["https", "http"], addresses: "any" });
  const log = pino({ level: "silent" });
  return openNotices({ database, secrets, mailer: null, sender, baseUrl: "https://svc.example", now, log });
}

beforeEach(async () => {
  ({ programId } = await createTestProgram(database));
  const kinds = ["deliveries_stopped"] as const;
  await addChannel(database, secrets, { programId, name: "#faults", url: `${chat.url}/hook`, kinds }, operator);
  hoursLater = -100;
  jobs = openJobs();
});

async function connect(livemode = true): Promise<number> {
  const connection = { programId, provider: "shopify", livemode, secrets: [clientSecret] };
  return (await addConnection(database, secrets, connection, operator)) ?? 0;
}

async function receive(connectionId: number, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const body = JSON.stringify({ id: number, nonce: randomUUID() });
    const headers = {
      "x-shopify-hmac-sha256": hmacBase64(clientSecret, body),
      "x-shopify-topic": "products/update",
      "x-shopify-event-id": randomUUID(),
    };
    expect((await service.post(`/webhooks/shopify/${connectionId}`, body, { headers })).status).toBe(200);
  }
}

/** The program's events, evenly spaced, the newest at `last`. */
async function spread(hours = pauseHours): Promise<void> {
  await withoutProtection(url, ["event", "delivery"], async (client) => {
    for (const table of ["event", "delivery"]) {
      const id = table === "event" ? "id" : "event_id";
      await client.query(
        `update ${table} e set received_at = $2::timestamptz - make_interval(hours => $3 * n.place)
           from (select ${id} as id, (row_number() over (order by ${id} desc) - 1)::integer as place
                   from ${table} where program_id = $1) n
          where e.program_id = $1 and e.${id} = n.id`,
        [programId, new Date(last), hours],
      );
    }
  });
}

async function noticesAt(hours: number): Promise<Record<string, unknown>[]> {
  hoursLater = hours;
  await jobs.findPeriodic(never);
  const rows = await asOwner<{ facts: Record<string, unknown> }>(
    url,
    "select facts from notice where program_id = $1 and kind = 'deliveries_stopped' order by notice_id",
    [programId],
  );
  return rows.map(({ facts }) => facts);
}

test("a pause of twice the usual maximum is reported once, and again after new deliveries", async () => {
  const connectionId = await connect();
  await receive(connectionId, deliveries);
  await spread();
  expect(await noticesAt(9)).toEqual([]);
  const stopped = {
    kind: "deliveries_stopped",
    connection_id: connectionId,
    provider: "shopify",
    last_received_at: new Date(last).toISOString(),
    usual_pause_seconds: pauseHours * 3_600,
    can_be_reconciled: true,
  };
  expect(await noticesAt(10)).toEqual([stopped]);
  expect(await noticesAt(40)).toEqual([stopped]);
  const before = chat.requests;
  await jobs.send(never);
  expect(chat.requests).toBe(before + 1);

  await receive(connectionId, 1);
  const [newest] = await asOwner<{ received_at: Date }>(
    url,
    "select max(received_at) as received_at from delivery where program_id = $1",
    [programId],
  );
  expect(await noticesAt(9)).toEqual([stopped]);
  const again = { ...stopped, last_received_at: newest?.received_at.toISOString() };
  expect(await noticesAt(11)).toEqual([stopped, again]);
});

test("a pause under six hours is not reported, however frequent deliveries were", async () => {
  await receive(await connect(), 80);
  await spread(1);
  expect(await noticesAt(5.9)).toEqual([]);
  expect(await noticesAt(6)).toMatchObject([{ usual_pause_seconds: 3_600 }]);
});

test("one outage does not make the next one usual", async () => {
  const connectionId = await connect();
  await receive(connectionId, deliveries);
  await spread();
  await noticesAt(0);
  await asOwner(
    url,
    `update delivery_day set longest_pause_seconds = 300000
      where program_id = $1 and day = (select min(day) + 1 from delivery_day where program_id = $1)`,
    [programId],
  );
  expect(await noticesAt(10)).toHaveLength(1);
});

test("a delivery fetched by reconciliation does not end a pause", async () => {
  const connectionId = await connect();
  await receive(connectionId, deliveries);
  await spread();
  await receive(connectionId, 1);
  await withoutProtection(url, ["delivery"], async (client) => {
    await client.query(
      `update delivery set headers = headers || '{"x-svc-received-by": "reconcile"}', received_at = $2
        where program_id = $1 and event_id = (select max(event_id) from delivery where program_id = $1)`,
      [programId, new Date(last + 9 * millisecondsPerHour)],
    );
  });
  expect(await noticesAt(10)).toMatchObject([{ last_received_at: new Date(last).toISOString() }]);
});

test("connections in test mode, disabled ones and ones with too short a past are never silent", async () => {
  await receive(await connect(false), deliveries);
  await spread();
  expect(await noticesAt(40)).toEqual([]);
  const connectionId = await connect();
  await receive(connectionId, deliveries - 1);
  await spread();
  expect(await noticesAt(41)).toEqual([]);
  await asOwner(url, "delete from delivery_day where program_id = $1", [programId]);
  await receive(connectionId, 1);
  await spread();
  await asOwner(url, "update connection set status = 'disabled' where connection_id = $1", [connectionId]);
  expect(await noticesAt(42)).toEqual([]);
});

test("in the first hour after a start nothing is noticed: providers first resend what we were not there to take", async () => {
  await receive(await connect(), deliveries);
  await spread();
  hoursLater = 50;
  jobs = openJobs();
  expect(await noticesAt(50.9)).toEqual([]);
  expect(await noticesAt(51)).toHaveLength(1);
});
