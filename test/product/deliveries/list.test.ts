// The deliveries of a program: every one once, found by what became of it, by its provider and by its time, without reading
// the ones before; and one of them with all that explains it.
import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { makeClickId } from "../../../src/core/vocabulary/click-id.ts";
import type { PageRequest } from "../../../src/core/vocabulary/page.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import type { Tables } from "../../../src/engine/postgres/tables/tables.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import type { Submission } from "../../../src/engine/recording/submission.ts";
import { findDeliveriesByProviderId, findDelivery } from "../../../src/product/deliveries/detail-read.ts";
import { type DeliveryFilter, deliveryStatuses, listDeliveries } from "../../../src/product/deliveries/list.ts";
import { changePartner, changeProgram } from "../../../src/product/programs/change.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, paymentRefunded, subscriptionStarted } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { asOwner } from "../../support/service.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

const everything: PageRequest = { limit: 1000, cursor: null };

let db: TestDatabase;
let programId = 0;
let partnerId = 0;
let programsMade = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

beforeEach(async () => {
  programsMade += 1;
  const program = await createTestProgram(db, { lead_auth: "server_required" }, [`anna-${programsMade}`]);
  programId = program.programId;
  partnerId = program.partnerIds[0] ?? 0;
});

let deliveriesMade = 0;

/** As a provider's delivery: with a key, an id and a body. */
function delivered(event: TestEvent, fields: Partial<Submission["delivery"]> = {}): Submission {
  deliveriesMade += 1;
  const id = fields?.providerEventId ?? `evt_${deliveriesMade}`;
  const made = submission(programId, event);
  if (made.delivery === null) return made;
  return {
    ...made,
    event: { ...made.event, dedupKey: made.event.isTest ? `test:${id}` : id },
    delivery: { ...made.delivery, providerEventId: id, ...fields },
  };
}

/** Answers the event's id. */
async function record(event: TestEvent, fields?: Partial<Submission["delivery"]>): Promise<number> {
  const [result] = await commitBatch(db.database, [delivered(event, fields)]);
  if (result?.kind !== "concluded" || result.eventId === null) throw new Error(`it ended as ${result?.kind}`);
  return result.eventId;
}

/** As if our own code had failed on it. */
async function recordBroken(event: TestEvent): Promise<number> {
  const [result] = await commitBatch(db.database, [{ ...delivered(event), fault: "it broke" }]);
  if (result?.kind !== "concluded" || result.eventId === null) throw new Error(`it ended as ${result?.kind}`);
  return result.eventId;
}

const list = (filter: DeliveryFilter = {}, request = everything) =>
  listDeliveries(db.database.kysely, programId, request, filter);

const idsOf = async (filter: DeliveryFilter = {}) => (await list(filter)).data.map((line) => line.event_id);

async function show(eventId: number) {
  const found = await findDelivery(db.database, programId, eventId);
  if (found === undefined) throw new Error(`there is no delivery ${eventId}`);
  return found;
}

/** What each key it looked for was found to be. */
async function foundBy(eventId: number): Promise<Record<string, string>> {
  const { lookups } = await show(eventId);
  return Object.fromEntries(lookups.map(({ key, value, found }) => [value === null ? key : `${key} ${value}`, found]));
}

describe("the list", () => {
  async function oneOfEach(): Promise<Record<string, number>> {
    await record(click(partnerId));
    return {
      recorded: await record(payment({ transaction_id: "in_1", payer: { click_id: "click-1" } })),
      duplicate: await record(payment({ transaction_id: "in_1", payer: { click_id: "click-1" } })),
      parked: await record(payment({ transaction_id: "in_2", payer: { customer_key: "nobody" } })),
      ignored: await record(payment({ transaction_id: "in_3", currency: "GBP", payer: { click_id: "click-1" } })),
      failed: await record({
        source: "paddle",
        data: { type: "delivery_unreadable", reason: "body is not JSON", provider_event_type: null },
      }),
    };
  }

  test("has every delivery once, in the order they came, and nothing else", async () => {
    const ids = Object.values(await oneOfEach());
    expect(await idsOf()).toEqual(ids);
    const first = await list({}, { limit: 2, cursor: null });
    const second = await list({}, { limit: 2, cursor: first.next });
    const third = await list({}, { limit: 2, cursor: second.next });
    expect([first, second, third].flatMap(({ data }) => data.map((line) => line.event_id))).toEqual(ids);
    expect(third.next).toBeNull();
  });

  test("says of each what became of it, in words", async () => {
    const ids = await oneOfEach();
    const words = (await list()).data.map((line) => [line.event_id, line.outcome, line.verdict]);
    expect(words).toEqual([
      [ids.recorded, "recorded", `Recorded as sale ${ids.recorded}.`],
      [
        ids.duplicate,
        "duplicate",
        `The payment is sale ${ids.recorded} already, reported under another name or once more.`,
      ],
      [ids.parked, "parked", expect.stringMatching(/^Nothing it names leads to a partner yet/)],
      [ids.ignored, "ignored", "The program takes no sales in its currency: no sale was created."],
      [ids.failed, "failed", "It could not be read (body is not JSON): it waits to be retried after a fix."],
    ]);
  });

  test("is filtered by status, provider and time, and by several at once", async () => {
    const ids = await oneOfEach();
    for (const status of deliveryStatuses) {
      expect(await idsOf({ status })).toEqual(status === "expired" ? [] : [ids[status]]);
    }
    expect(await idsOf({ provider: "paddle" })).toEqual([ids.failed]);
    expect(await idsOf({ provider: "paddle", status: "parked" })).toEqual([]);
    expect(await idsOf({ provider: "dodo" })).toEqual([]);
  });

  test("since a time begins with the first one that is not earlier", async () => {
    const ids = Object.values(await oneOfEach());
    const { data } = await list();
    const times = [...new Set(data.map((line) => line.received_at.getTime()))];
    for (const time of times) {
      const expected = data.filter((line) => line.received_at.getTime() >= time).map((line) => line.event_id);
      expect(await idsOf({ since: new Date(time) })).toEqual(expected);
    }
    expect(await idsOf({ since: new Date(0) })).toEqual(ids);
    expect(await idsOf({ since: new Date(Date.now() + 3_600_000) })).toEqual([]);
  });

  test("distinguishes those that were fetched from those that came", async () => {
    await record(payment(), { headers: { "x-svc-received-by": "reconcile" } });
    await record(payment());
    expect((await list()).data.map((line) => line.received_by)).toEqual(["reconcile", "webhook"]);
  });
});

describe("a long log is not read for a page of it", () => {
  const rowCount = 40_000;
  let lines: Kysely<Tables>;
  let plans: { sql: string; parameters: readonly unknown[] }[] = [];
  beforeAll(async () => {
    const pool = new Pool({ connectionString: db.url, max: 1 });
    lines = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool }),
      log: ({ query }) => void plans.push({ sql: query.sql, parameters: query.parameters }),
    });
    await withClient(db.url, async (client) => {
      const hash = "'\\x00'";
      await client.query(`insert into program_head values (900, ${rowCount}, ${hash}, now(), ${rowCount}, 1)`);
      await client.query(
        `insert into event
         select 900, i, 900000 + i, 'delivery_ignored', 1, case when i % 9000 = 0 then 'paddle' else 'stripe' end, 'evt_' || i,
                false, null, '2026-01-01'::timestamptz + i * interval '1 minute', '{}', null, ${hash}, ${hash}
           from generate_series(1, ${rowCount}) i`,
      );
      await client.query(
        `insert into delivery
         select program_id, id, 1, source, dedup_key, 't', 1, received_at, '{}', '{}' from event where program_id = 900`,
      );
      await client.query(
        `insert into outcome
         select 900, 900000 + i,
                case i % 8000 when 1 then 'failed' when 2 then 'parked' when 3 then 'ignored' when 4 then 'expired' else 'duplicate' end
           from generate_series(1, ${rowCount}) i where i % 2 = 0 or i % 8000 between 1 and 4`,
      );
      await client.query("analyze event, delivery, outcome, program_head");
    });
  });
  afterAll(async () => lines.destroy());

  type Plan = {
    "Node Type": string;
    "Actual Rows": number;
    "Actual Loops": number;
    Plans?: Plan[];
    "Rows Removed by Filter"?: number;
  };

  function* nodesOf(plan: Plan): Generator<Plan> {
    yield plan;
    for (const child of plan.Plans ?? []) yield* nodesOf(child);
  }

  test.each<[string, DeliveryFilter]>([
    ["everything", {}],
    ...deliveryStatuses.map((status): [string, DeliveryFilter] => [status, { status }]),
    ["a provider's, of many", { provider: "stripe" }],
    ["a provider's, of few", { provider: "paddle" }],
    ["since a time", { since: new Date("2026-01-20T00:00:00Z") }],
    ["failed since a time", { status: "failed", since: new Date("2026-01-20T00:00:00Z") }],
  ])("%s", async (_, filter) => {
    plans = [];
    const first = await listDeliveries(lines, 900, { limit: 20, cursor: null }, filter);
    const cursor = Buffer.from('["deliveries",[935000]]').toString("base64url");
    const late = await listDeliveries(lines, 900, { limit: 20, cursor }, filter);
    expect(late.data.every((line) => line.event_id > 935_000)).toBe(true);
    expect(first.data).not.toEqual(late.data);
    expect(plans.length).toBeGreaterThan(0);
    await withClient(db.url, async (client) => {
      for (const { sql, parameters } of plans) {
        const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
          `explain (analyze, format json) ${sql}`,
          [...parameters],
        );
        const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
        if (plan === undefined) throw new Error("there is no plan");
        const nodes = [...nodesOf(plan)];
        const touched = nodes.map(
          (node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
        );
        expect(Math.max(...touched)).toBeLessThan(500);
      }
    });
  });
});

describe("why a payment is not attributed", () => {
  test("names every key in the order that counts, and what it was found to be", async () => {
    await record({ ...click(partnerId, { click_id: "bots", is_bot: true }) });
    const eventId = await record(
      payment({
        payer: { click_id: "bots", customer_key: "nobody", provider_customer_id: "stripe:cus_1", email_hash: "a1" },
        subscription_id: "sub_1",
      }),
    );
    expect((await show(eventId)).lookups).toEqual([
      { key: "click_id", value: "bots", found: "bot", summary: "The click was a bot's.", partner_id: null },
      {
        key: "customer_key",
        value: "nobody",
        found: "not_known",
        summary: expect.stringContaining("No live lead"),
        partner_id: null,
      },
      {
        key: "subscription",
        value: "sub_1",
        found: "not_known",
        summary: "The subscription is not known.",
        partner_id: null,
      },
      {
        key: "provider_customer",
        value: "stripe:cus_1",
        found: "not_known",
        summary: "The provider's customer is not known.",
        partner_id: null,
      },
      {
        key: "email_hash",
        value: "a1",
        found: "not_known",
        summary: "The e-mail address is not known.",
        partner_id: null,
      },
    ]);
    expect((await show(eventId)).waits_for).toEqual([
      "click:bots",
      "customer:nobody",
      "identity:email:a1",
      "identity:payer:stripe:cus_1",
      "payment:in_1",
      "subscription:sub_1",
    ]);
  });

  test("distinguishes a browser's claim from a binding, and settles as it says", async () => {
    await record(click(partnerId));
    await record(lead({ source: "browser", customer_key: "claimed" }));
    const eventId = await record(payment({ payer: { customer_key: "claimed" } }));
    expect(await foundBy(eventId)).toMatchObject({ "customer_key claimed": "provisional", click_id: "not_named" });
    await record(lead({ customer_key: "claimed" }));
    expect(await show(eventId)).toMatchObject({ outcome: "recorded", lookups: [], waits_for: [], now: null });
  });

  test("distinguishes a click of another program, a missing click of ours, and one that is not ours", async () => {
    const random = Buffer.alloc(16, 7);
    const other = makeClickId(programId + 1, random);
    const gone = makeClickId(programId, random);
    const found = async (clickId: string) =>
      foundBy(await record(payment({ transaction_id: clickId, payer: { click_id: clickId } })));
    expect(await found(other)).toMatchObject({ [`click_id ${other}`]: "other_program" });
    expect(await found(gone)).toMatchObject({ [`click_id ${gone}`]: "not_known" });
    expect(await found("cart-7")).toMatchObject({ "click_id cart-7": "not_known" });
  });

  test("says that the partner it leads to is not active", async () => {
    await record(click(partnerId));
    await changePartner(db.database, { programId, partnerId, name: null, status: "inactive" }, operator);
    const eventId = await record(payment({ payer: { click_id: "click-1" } }));
    expect(await show(eventId)).toMatchObject({
      outcome: "ignored",
      reason: "partner_inactive",
      lookups: [{ key: "click_id", found: "partner_inactive", partner_id: partnerId }, {}, {}, {}, {}],
    });
  });

  test("says how old the click was that came too late, also where a newer one replaced it", async () => {
    await record(click(partnerId));
    await asOwner(db.url, "update click set clicked_at = clicked_at - interval '75 days' where program_id = $1", [
      programId,
    ]);
    const eventId = await record(payment({ payer: { click_id: "click-1" } }));
    const { lookups, verdict } = await show(eventId);
    expect(verdict).toBe(
      "The attribution window had expired: the click was 75 days old, of 60. It earns no commission.",
    );
    expect(lookups[0]).toMatchObject({ found: "outside_window", summary: expect.stringContaining("75 days before") });
  });

  test("of a renewal is shown without the window, which renewals do not have", async () => {
    await record(click(partnerId));
    const sold = { payer: { click_id: "click-1" }, subscription_id: "sub_9" };
    await record(payment({ transaction_id: "first", ...sold }));
    await asOwner(
      db.url,
      "update subscription set clicked_at = clicked_at - interval '99 days' where program_id = $1",
      [programId],
    );
    const broken = { subscription_id: "sub_9", is_recurring: true };
    const eventId = await recordBroken(payment({ transaction_id: "second", ...broken }));
    expect(await foundBy(eventId)).toMatchObject({ "subscription sub_9": "attributed" });
    const first = await recordBroken(payment({ transaction_id: "third", ...broken, is_recurring: false }));
    expect(await foundBy(first)).toMatchObject({ "subscription sub_9": "outside_window" });
  });

  test("of a subscription that started is shown by its payer alone", async () => {
    const eventId = await record(subscriptionStarted({ payer: { customer_key: "nobody" } }));
    expect((await show(eventId)).lookups.map(({ key }) => key)).toEqual([
      "click_id",
      "customer_key",
      "provider_customer",
      "email_hash",
    ]);
  });

  test("says whether one of a transfer's words is a registered reference", async () => {
    const transfer = (hashes: string[]) => payment({ transaction_id: hashes.join(), reference_hashes: hashes });
    const unknown = await record({ ...transfer(["h1", "h2"]), source: "sepay" });
    expect((await show(unknown)).lookups.at(-1)).toMatchObject({ key: "payment_reference", found: "not_known" });
  });
});

describe("a refund that waits", () => {
  function refundOf(...names: string[]): TestEvent {
    const event = paymentRefunded({ refund_id: "re_1" });
    if (event.data.type !== "payment_refunded") throw new Error("it is no refund");
    return { ...event, data: { ...event.data, aliases: names.map((value) => ({ kind: "id", value })) } };
  }

  test("names the payments it waits for, and what is known of each", async () => {
    const waiting = await record(payment({ transaction_id: "in_waits", payer: { customer_key: "nobody" } }));
    const eventId = await record(refundOf("in_waits", "ch_unknown"));
    expect(await show(eventId)).toMatchObject({
      outcome: "parked",
      verdict: expect.stringContaining("has not become a sale yet"),
      lookups: [
        {
          key: "payment",
          value: "in_waits",
          found: "waiting",
          summary: `Event ${waiting} reported it, and waits itself.`,
        },
        {
          key: "payment",
          value: "ch_unknown",
          found: "not_known",
          summary: "No payment of this name was reported yet.",
        },
      ],
      waits_for: ["payment:ch_unknown", "payment:in_waits"],
    });
  });

  test("says when its payment made no sale", async () => {
    const ignored = await record(payment({ transaction_id: "in_gbp" }));
    await record(click(partnerId));
    await asOwner(db.url, "update outcome set outcome = 'ignored' where program_id = $1 and event_id = $2", [
      programId,
      ignored,
    ]);
    const eventId = await record(refundOf("in_gbp"));
    expect(await foundBy(eventId)).toEqual({ "payment in_gbp": "no_sale" });
  });
});

describe("a delivery that failed in our own code", () => {
  test("says what it would be now, and writes nothing by looking", async () => {
    await record(click(partnerId));
    const eventId = await recordBroken(payment({ payer: { click_id: "click-1" } }));
    const before = await asOwner(db.url, "select * from outcome where program_id = $1", [programId]);
    expect(await show(eventId)).toMatchObject({
      outcome: "failed",
      verdict: expect.stringContaining("Our own code failed on it"),
      lookups: [{ key: "click_id", found: "attributed", partner_id: partnerId }, {}, {}, {}, {}],
      now: { outcome: "recorded", summary: "Sale recorded." },
    });
    expect(await asOwner(db.url, "select * from outcome where program_id = $1", [programId])).toEqual(before);
    expect(await asOwner(db.url, "select * from sale where program_id = $1", [programId])).toEqual([]);
  });
});

test("a delivery that waits says when it would be something else now", async () => {
  const eventId = await record(payment({ payer: { customer_key: "nobody" } }));
  expect((await show(eventId)).now).toBeNull();
  await changeProgram(db.database, programId, { name: null, status: "inactive", settings: {} }, operator);
  expect(await show(eventId)).toMatchObject({
    outcome: "parked",
    now: { outcome: "ignored", reason: "program_inactive", summary: expect.stringContaining("not active") },
  });
});

describe("the payload", () => {
  test("is shown without people and secrets, with its digest", async () => {
    const body = Buffer.from(JSON.stringify({ id: "evt_9", customer: { email: "ann@example.com" }, amount: 4900 }));
    const headers = { "stripe-signature": `t=1700000000,v1=${"ab".repeat(32)}` };
    const { body: shown, headers: shownHeaders } = await show(await record(payment(), { body, headers }));
    expect(shown).toMatchObject({
      state: "kept",
      bytes: body.length,
      payload: { id: "evt_9", customer: { email: "[hidden: e-mail]" }, amount: 4900 },
    });
    expect(shownHeaders).toEqual({ "stripe-signature": "t=1700000000,v1=••••" });
  });

  test("that is no JSON is not shown", async () => {
    const { body } = await show(await record(payment(), { body: Buffer.from("Ann, ann@example.com") }));
    expect(body).toMatchObject({ state: "kept", payload: null });
  });

  test("that was erased says so, and one that was changed says that", async () => {
    const eventId = await record(payment());
    const set = async (bytes: string) => {
      await withClient(db.url, async (client) => {
        await client.query("alter table delivery disable trigger user");
        await client.query("update delivery set body = $2 where event_id = $1", [eventId, Buffer.from(bytes)]);
        await client.query("alter table delivery enable trigger user");
      });
    };
    await set("");
    expect((await show(eventId)).body).toMatchObject({ state: "erased", bytes: 0, payload: null });
    await set('{"amount":1}');
    expect((await show(eventId)).body).toMatchObject({ state: "changed", payload: { amount: 1 } });
  });
});

describe("a delivery is found", () => {
  test("by the provider's own id, in live and in test mode, and in its own program only", async () => {
    const live = await record(payment({ transaction_id: "in_7" }), { providerEventId: "evt_shared" });
    const tested = await record(
      { ...payment({ transaction_id: "in_7" }), is_test: true },
      { providerEventId: "evt_shared" },
    );
    const find = (id: string, of = programId) => findDeliveriesByProviderId(db.database.kysely, of, id);
    expect(await find("evt_shared")).toEqual([live, tested]);
    expect(await find("evt_nobody")).toEqual([]);
    expect(await find("evt_shared", programId - 1)).toEqual([]);
    expect(await findDelivery(db.database, programId - 1, live)).toBeUndefined();
  });
});
