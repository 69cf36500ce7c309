// Reconciling against stand-ins of the providers' own APIs: what never arrived ends up like what did, what is known changes
// nothing, and a run may be refused, held up or killed anywhere.
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { bookNames } from "../../../src/core/rules/book-keys.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { withClient } from "../../../src/engine/postgres/database.ts";
import { type Batcher, startBatcher } from "../../../src/engine/recording/batcher.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { findProviderAccount, setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import {
  checkApiKey,
  openReconciliation,
  type ReconcileReport,
  type ReconcileRequest,
  type Reconciliation,
} from "../../../src/product/connections/reconcile.ts";
import { killChildren, startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead } from "../../support/event-builders.ts";
import { type ListedEvent, listedByPaddle, listedByStripe } from "../../support/listed-events.ts";
import { type ProviderApi, startPaddleApi, startStripeApi } from "../../support/provider-api.ts";
import { asOwner, secretKey, startService } from "../../support/service.ts";
import { paddleHeaders, stripeHeaders } from "../../support/signing.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";

const now = new Date("2026-01-31T12:00:00Z");
const signingSecret = "whsec_of_the_reconciled";
const secrets = openSecrets([secretKey]);
const never = new AbortController().signal;

type Provider = "stripe" | "paddle";
type Place = { readonly db: TestDatabase; readonly programId: number; readonly connectionId: number };

let api: ProviderApi;
let place: Place;
let batcher: Batcher;
const waits: number[] = [];
let dbs: TestDatabase[] = [];
afterEach(async () => {
  await killChildren();
  await batcher.drain();
  await api.close();
  for (const db of dbs) await db.drop();
  dbs = [];
});

/** Of the claims that look at one program only. Partner codes are the installation's. */
let programs = 1;
const shared = await createTestDatabase();
afterAll(() => shared.drop());

async function ownDatabase(): Promise<TestDatabase> {
  const db = await createTestDatabase();
  dbs.push(db);
  return db;
}

/** A program whose customer is bound, and a connection of the provider; the same ids in every database of its own. */
async function setUp(provider: Provider, apiKey: string, { livemode = true, db }: Setting = {}): Promise<Place> {
  return setUpIn(db ?? (await ownDatabase()), provider, apiKey, livemode);
}

/** Another key for a connection of the program. */
async function give(connectionId: number, apiKey: string, sealedBy = secrets): Promise<void> {
  const { db, programId } = place;
  await setApiKey(db.database, sealedBy, { programId, connectionId, apiKey }, operator);
}

type Setting = { readonly livemode?: boolean; readonly db?: TestDatabase };

async function setUpIn(db: TestDatabase, provider: Provider, apiKey: string, livemode: boolean): Promise<Place> {
  const code = `anna-${programs}`;
  programs += db === shared ? 1 : 0;
  const { programId, partnerIds } = await createTestProgram(db, {}, [code]);
  await commitBatch(db.database, [submission(programId, click(partnerIds[0] ?? 0)), submission(programId, lead())]);
  const connection = { programId, provider, livemode, secrets: [signingSecret] };
  const connectionId = (await addConnection(db.database, secrets, connection, operator)) ?? 0;
  await setApiKey(db.database, secrets, { programId, connectionId, apiKey }, operator);
  return { db, programId, connectionId };
}

async function begin(provider: Provider, setting: Setting = {}): Promise<void> {
  api = provider === "stripe" ? await startStripeApi() : await startPaddleApi();
  place = await setUp(provider, api.apiKey, setting);
  batcher = startBatcher({
    database: place.db.database,
    batchEventsMax: 500,
    queueEventsMax: 10_000,
    queueWaitSecondsMax: 60,
  });
  waits.length = 0;
}

function open(options: { readonly at?: Date; readonly batcher?: Batcher } = {}): Reconciliation {
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  return openReconciliation({
    database: place.db.database,
    batcher: options.batcher ?? batcher,
    secrets,
    now: () => (options.at ?? now).getTime(),
    instead: { baseUrl: api.baseUrl, wait },
  });
}

async function reconcile(request: Partial<ReconcileRequest> = {}, at = now): Promise<ReconcileReport> {
  const asked = { since: null, isDryRun: false, stop: never, ...request };
  const report = await open({ at }).reconcile(place.connectionId, asked);
  if (report === undefined) throw new Error("there is no account");
  return report;
}

function list(events: readonly ListedEvent[], isUndelivered: (index: number) => boolean = () => false): void {
  api.events.push(...events.map(({ json }, index) => ({ json, isUndelivered: isUndelivered(index) })));
}

/** By webhook, one after the other, to a service over the given place's database. */
async function deliver(to: Place, provider: Provider, events: readonly ListedEvent[]): Promise<void> {
  const service = await startService(to.db.url);
  for (const { json } of events) {
    const body = Buffer.from(JSON.stringify(json));
    const seconds = Math.floor(Date.now() / 1000);
    const headers = (provider === "stripe" ? stripeHeaders : paddleHeaders)(body, [signingSecret], seconds);
    const path = `/webhooks/${provider}/${to.connectionId}`;
    expect((await service.post(path, new Uint8Array(body), { headers })).status).toBe(200);
  }
  await service.close();
}

const started = new Date();

/**
 * Every row of every book. Events are named by their place in the log: a batch that is folded twice skips ids, and no test asserts when
 * that happens. Times of this run are all alike.
 */
async function booksOf({ db, programId }: Place): Promise<string> {
  const events = await asOwner<{ id: number; seq: number }>(db.url, "select id, seq from event where program_id = $1", [
    programId,
  ]);
  const seqs = new Map(events.map(({ id, seq }) => [id, seq]));
  const dumped = await withClient(db.url, async (client) => {
    const books: string[] = [];
    for (const name of bookNames) {
      const { rows } = await client.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`);
      const lines = rows.map(({ row }) => JSON.stringify(row, (key, value: unknown) => named(key, value, seqs)));
      books.push([name, ...lines.toSorted()].join("\n"));
    }
    return books;
  });
  return dumped.join("\n");
}

function named(key: string, value: unknown, seqs: ReadonlyMap<number, number>): unknown {
  if (typeof value === "number" && /(_id|^refers_to)$/.test(key)) return seqs.get(value) ?? value;
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(value);
  return isTime && new Date(value) >= started ? "<now>" : value;
}

async function idsInTheLog({ db, programId }: Place): Promise<string[]> {
  const rows = await asOwner<{ id: string }>(
    db.url,
    "select provider_event_id as id from delivery where program_id = $1 order by event_id",
    [programId],
  );
  return rows.map((row) => row.id);
}

const reconciledUntil = async () => (await findProviderAccount(place.db.database, place.connectionId))?.reconciledUntil;

const listed = { stripe: listedByStripe, paddle: listedByPaddle };
const isRead = {
  stripe: ({ type }: ListedEvent) => /^(checkout|invoice|charge|payment_intent|refund)/.test(type),
  paddle: ({ type }: ListedEvent) => /^(transaction\.completed|subscription\.(cre|act)|adjustment)/.test(type),
};

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

/** Enough for more than one page. */
const copies = { stripe: 6, paddle: 14 };
const fewerCopies = { stripe: 4, paddle: 14 };

describe.each(["stripe", "paddle"] as const)("what %s could not deliver", (provider) => {
  beforeEach(() => begin(provider));
  const events = listed[provider](new Date(now.getTime() - 60_000), copies[provider]).filter(isRead[provider]);

  test("makes the books that its webhooks make, row by row, in more than one page", async () => {
    list(events);
    const twin = await setUp(provider, api.apiKey);
    await deliver(twin, provider, events);
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: true, fault: null });
    expect(report.counts).toMatchObject({ seen: events.length, known: 0, missing: events.length });
    expect(events.length).toBeGreaterThan(200);
    expect(await idsInTheLog(place)).toEqual(events.map(({ id }) => id));
    expect(await booksOf(place)).toBe(await booksOf(twin));
    const sales = await asOwner<{ count: number }>(place.db.url, "select count(*) as count from sale");
    expect(sales[0]?.count).toBeGreaterThan(0);
  });

  test("is imported next to what was delivered, which stays as it was", async () => {
    const events = listed[provider](new Date(now.getTime() - 60_000), 2).filter(isRead[provider]);
    list(events);
    const [early, late] = [events.filter((_, index) => index % 3 === 0), events.filter((_, index) => index % 3 !== 0)];
    const twin = await setUp(provider, api.apiKey);
    await deliver(twin, provider, [...early, ...late]);
    await deliver(place, provider, early);
    const report = await reconcile();
    expect(report.counts).toMatchObject({ known: early.length, missing: late.length });
    expect(await booksOf(place)).toBe(await booksOf(twin));
  });

  test("changes nothing when it is asked for again, and is not asked for again by itself", async () => {
    list(events);
    await reconcile();
    const [books, ids] = [await booksOf(place), await idsInTheLog(place)];
    const again = await reconcile({ since: new Date("2026-01-01T00:00:00Z") });
    expect(again.counts).toMatchObject({ seen: events.length, known: events.length, missing: 0, recorded: 0 });
    api.asked.length = 0;
    const onwards = await reconcile();
    expect(onwards.counts.seen).toBeLessThan(5);
    expect(onwards.since).toEqual(new Date("2026-01-31T11:00:00Z"));
    expect(api.asked.length).toBeLessThan(6);
    expect([await booksOf(place), await idsInTheLog(place)]).toEqual([books, ids]);
  });

  test("is brought in before everything else, and counts once", async () => {
    list(events, (index) => index === 7 || index === 90);
    const undelivered = [events[7]?.id, events[90]?.id];
    const report = await reconcile();
    expect((await idsInTheLog(place)).slice(0, 2)).toEqual(undelivered);
    expect(report.counts).toMatchObject({ seen: events.length, known: 0, missing: events.length });
  });

  test("is kept with the event as the provider gave it, and with who vouches for it", async () => {
    list(events);
    await reconcile();
    const rows = await asOwner<{ id: string; body: Buffer; headers: object }>(
      place.db.url,
      "select provider_event_id as id, body, headers from delivery",
    );
    const given = new Map(events.map(({ id, json }) => [id, json]));
    for (const { id, body, headers } of rows) {
      const { notification_id: _, ...event } = { notification_id: null, ...given.get(id) };
      expect(body.toString()).toBe(JSON.stringify(event));
      expect(headers).toEqual({ "content-type": "application/json", "x-svc-received-by": "reconcile" });
    }
    expect(rows).toHaveLength(events.length);
  });

  test("is only looked at in a dry run", async () => {
    list(events, (index) => index < 5);
    const before = await booksOf(place);
    const report = await reconcile({ isDryRun: true });
    expect(report.counts).toMatchObject({ seen: events.length, missing: events.length, recorded: 0 });
    expect(report.missing[0]).toMatchObject({ provider_event_id: events[0]?.id, event_id: null, outcome: null });
    expect(await booksOf(place)).toBe(before);
    expect(await idsInTheLog(place)).toEqual([]);
    expect(await reconciledUntil()).toBeNull();
  });

  test("is recorded once by two processes that ask at the same time", async () => {
    list(events);
    const other = startBatcher({
      database: place.db.database,
      batchEventsMax: 50,
      queueEventsMax: 10_000,
      queueWaitSecondsMax: 60,
    });
    const request = { since: null, isDryRun: false, stop: never };
    const reports = await Promise.all([
      open().reconcile(place.connectionId, request),
      open({ batcher: other }).reconcile(place.connectionId, request),
    ]);
    await other.drain();
    expect((await idsInTheLog(place)).toSorted()).toEqual(events.map(({ id }) => id).toSorted());
    expect(reports[0]?.counts.seen).toBe(events.length);
    expect((reports[0]?.counts.missing ?? 0) + (reports[1]?.counts.missing ?? 0)).toBe(events.length);
    const live = await dumpBooks(place.db.url);
    await emptyBooks(place.db.url);
    await catchUpAll(place.db.database);
    expect(await dumpBooks(place.db.url)).toBe(live);
  });

  test("is not lost when the process is killed in the middle", { timeout: 60_000 }, async () => {
    list(events);
    const held = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    let written = -1;
    api.onQuestion = async () => {
      written = (await idsInTheLog(place)).length;
      if (written < 30) return;
      reached.resolve();
      await held.promise;
    };
    const script = new URL("../../support/reconcile-once.ts", import.meta.url);
    const child = startChild(script, [
      place.db.url,
      secretKey,
      api.baseUrl,
      String(place.connectionId),
      now.toISOString(),
    ]);
    await reached.promise;
    child.process.kill("SIGKILL");
    expect((await child.exit).signal).toBe("SIGKILL");
    held.resolve();
    api.onQuestion = () => undefined;
    expect(written).toBeLessThan(events.length);

    const report = await reconcile();
    expect(report.counts.missing).toBe(events.length - written);
    expect(await idsInTheLog(place)).toEqual(events.map(({ id }) => id));
  });
});

describe.each(["stripe", "paddle"] as const)("what %s does not answer", (provider) => {
  beforeEach(() => begin(provider, { db: shared }));
  const events = listed[provider](new Date(now.getTime() - 60_000), fewerCopies[provider]).filter(isRead[provider]);

  test.each([
    ["says that it is asked too often", { status: 429, headers: { "retry-after": "7" } }, [7000]],
    [
      "says until when it is asked too often",
      {
        status: 429,
        headers: { date: "Sat, 31 Jan 2026 12:00:00 GMT", "retry-after": "Sat, 31 Jan 2026 12:00:42 GMT" },
      },
      [42_000],
    ],
    ["says that it is asked too often, and not for how long", { status: 429 }, [10_000]],
    ["has a fault of its own", { status: 503, body: "<html>" }, [1000]],
    ["ends in the middle of a page", "cut_in_the_middle", [1000]],
    ["answers with something else", { status: 200, body: "<html>" }, [1000]],
  ] as const)("is asked for again when the provider %s", async (_, fault, pauses) => {
    list(events);
    api.faults.push(null, null, fault);
    const report = await reconcile();
    expect(report).toMatchObject({ is_complete: true, fault: null });
    expect(waits).toEqual(pauses);
    expect(await idsInTheLog(place)).toEqual(events.map(({ id }) => id));
  });

  test("is reported as a fault when the provider keeps failing, and earlier records are kept", async () => {
    list(events);
    api.onQuestion = async () => {
      if ((await idsInTheLog(place)).length > 0) api.faults[0] = { status: 500, body: '{"error":{"code":"oops"}}' };
    };
    const report = await reconcile();
    expect(report.fault).toMatch(/has a fault of its own \(500, oops\)\. It was asked 6 times\.$/);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000]);
    const kept = await idsInTheLog(place);
    expect(kept.length).toBeGreaterThan(0);
    const readFault = () =>
      asOwner(place.db.url, "select fault from provider_account where connection_id = $1", [place.connectionId]);
    expect(await readFault()).toEqual([{ fault: report.fault }]);

    api.onQuestion = () => undefined;
    const next = await reconcile();
    expect(next.counts.missing).toBe(events.length - kept.length);
    expect(await idsInTheLog(place)).toEqual(events.map(({ id }) => id));
    expect(await readFault()).toEqual([{ fault: null }]);
  });

  test("is left for later when the provider wants to be left alone for long", async () => {
    list(events);
    api.faults.push({ status: 429, headers: { "retry-after": "3600" } });
    const report = await reconcile();
    expect(report).toMatchObject({
      is_complete: false,
      fault: expect.stringMatching(/accepts no further requests for 3600 s/),
    });
    expect(waits).toEqual([]);
  });

  test("is not read with a bad key: the report of the fault does not repeat it", async () => {
    await give(place.connectionId, "a-key-nobody-knows");
    const report = await reconcile();
    expect(report.is_complete).toBe(false);
    expect(report.fault).toMatch(/API key/);
    expect(JSON.stringify(report)).not.toContain("a-key-nobody-knows");
    expect(api.asked).toHaveLength(1);
  });

  test("is not asked for at an address the provider sends us to", async () => {
    list(events);
    api.faults.push(
      ...Array.from({ length: 6 }, () => ({ status: 307, headers: { location: "http://127.0.0.1:9/" } })),
    );
    const report = await reconcile();
    expect(report.fault).toMatch(/could not be reached: unexpected redirect\. It was asked 6 times\.$/);
  });

  test("waits when the provider cannot be reached", async () => {
    await api.close();
    const report = await reconcile();
    expect(report.fault).toMatch(/could not be reached: connect ECONNREFUSED/);
  });

  test("may be stopped, and the stop is no fault", async () => {
    list(events);
    const stopping = new AbortController();
    api.onQuestion = (number) => {
      if (number === 3) stopping.abort();
    };
    const report = await reconcile({ stop: stopping.signal });
    expect(report).toMatchObject({ is_complete: false, fault: null });
    expect(report.counts.missing).toBeLessThan(events.length);
  });

  test("is not asked for with a key of the other mode", async () => {
    const key = provider === "stripe" ? "sk_test_stand_in" : "pdl_sdbx_apikey_stand_in";
    await give(place.connectionId, key);
    const report = await reconcile();
    expect(report.fault).toBe("This API key is one for tests, and the connection is one for live payments.");
    expect(api.asked).toEqual([]);
  });
});

describe("the time up to which everything was asked for", () => {
  const events = listedByStripe(new Date(now.getTime() - 60_000), 6).filter(isRead.stripe);
  beforeEach(async () => {
    await begin("stripe", { db: shared });
    list(events);
  });
  test("moves to the end of a run", async () => {
    expect(await reconciledUntil()).toBeNull();
    await reconcile();
    expect(await reconciledUntil()).toEqual(now);
  });

  test("does not move over days that no one requested", async () => {
    await reconcile({ since: daysAgo(2) });
    expect(await reconciledUntil()).toBeNull();
    await reconcile({}, daysAgo(5));
    await reconcile({ since: daysAgo(1) });
    expect(await reconciledUntil()).toEqual(daysAgo(5));
    await reconcile({ since: daysAgo(6) });
    expect(await reconciledUntil()).toEqual(now);
  });

  test("never moves back", async () => {
    await reconcile();
    await reconcile({ since: daysAgo(9) }, daysAgo(8));
    expect(await reconciledUntil()).toEqual(now);
  });

  test("starts again with another key, which may be another account's", async () => {
    await reconcile();
    await give(place.connectionId, api.apiKey);
    expect(await reconciledUntil()).toBeNull();
  });

  test("is at most as long ago as the provider keeps its events", async () => {
    const report = await reconcile({ since: new Date("2020-01-01T00:00:00Z") });
    expect(report.since).toEqual(daysAgo(30));
  });
});

describe("Stripe's list", () => {
  beforeEach(() => begin("stripe", { db: shared }));

  test("is read through where one second holds more than a page", async () => {
    const [example] = listedByStripe(now, 1).filter(isRead.stripe);
    const created = Math.floor(now.getTime() / 1000) - 5000;
    const crowd = Array.from({ length: 250 }, (_, index) => {
      const id = `evt_crowd_${index}`;
      return { id, type: "", json: { ...example?.json, id, created } };
    });
    list(crowd);
    const report = await reconcile();
    expect(report.counts).toMatchObject({ seen: 250, missing: 250 });
    expect(api.asked.some((url) => url.searchParams.has("starting_after"))).toBe(true);
  });

  test("is asked for about as many pages as there are", async () => {
    const [example] = listedByStripe(now, 1).filter(isRead.stripe);
    const many = Array.from({ length: 3000 }, (_, index) => {
      const id = `evt_many_${index}`;
      const created = Math.floor(now.getTime() / 1000) - (3000 - index) * 800;
      return { id, type: "", json: { ...example?.json, id, created } };
    });
    list(many);
    await reconcile({ isDryRun: true });
    expect(api.asked.length).toBeLessThan(70);
  });

  test("of a test connection makes test events", async () => {
    await api.close();
    api = await startStripeApi("sk_test_stand_in");
    place = await setUp("stripe", api.apiKey, { livemode: false });
    batcher = startBatcher({
      database: place.db.database,
      batchEventsMax: 500,
      queueEventsMax: 10_000,
      queueWaitSecondsMax: 60,
    });
    const events = listedByStripe(now, 1).filter(isRead.stripe);
    list(events.map((event) => ({ ...event, json: { ...event.json, created: 1_769_850_000, livemode: false } })));
    const report = await reconcile();
    expect(report.counts.missing).toBe(events.length);
    const rows = await asOwner<object>(place.db.url, "select distinct is_test from event where source = 'stripe'");
    expect(rows).toEqual([{ is_test: true }]);
  });

  test("of another mode than the connection's is refused, regardless of how the key looks", async () => {
    await api.close();
    api = await startStripeApi("key-without-a-prefix");
    await give(place.connectionId, api.apiKey);
    const [event] = listedByStripe(new Date(now.getTime() - 1000), 1).filter(isRead.stripe);
    api.events.push({ json: { ...event?.json, livemode: false } });
    const report = await reconcile();
    expect(report.fault).toMatch(/listed an event of test mode, but this connection is one for live payments/);
    expect(await idsInTheLog(place)).toEqual([]);
  });
});

describe("the schedule", () => {
  beforeEach(() => begin("stripe"));
  const events = listedByStripe(new Date(now.getTime() - 3_600_000), 2).filter(isRead.stripe);
  const runDue = async (reconciliation = open()) => {
    const reports: ReconcileReport[] = [];
    await reconciliation.runDue(never, (report) => void reports.push(report));
    return reports;
  };

  test("asks for every account once an hour, whichever process it runs in", async () => {
    list(events);
    const reports = (await Promise.all([runDue(), runDue()])).flat();
    expect(reports).toHaveLength(1);
    expect(reports[0]?.counts.missing).toBe(events.length);
    expect(await runDue()).toEqual([]);
    await asOwner(place.db.url, "update provider_account set claimed_at = claimed_at - interval '51 minutes'");
    expect(await runDue()).toMatchObject([{ counts: { missing: 0 } }]);
  });

  test.each(["stripe", "paddle"] as const)(
    "leaves the youngest events to the webhooks on their way: %s",
    async (of) => {
      await api.close();
      await batcher.drain();
      await begin(of);
      const [early, late] = listed[of](daysAgo(1), 1).filter(isRead[of]).slice(-2);
      const minuteAgo = new Date(now.getTime() - 60_000);
      const times = { created: minuteAgo.getTime() / 1000, occurred_at: minuteAgo.toISOString() };
      api.events.push({ json: { ...early?.json } }, { json: { ...late?.json, ...times } });
      expect(await runDue()).toMatchObject([{ until: new Date("2026-01-31T11:50:00Z"), counts: { seen: 1 } }]);
      expect(await idsInTheLog(place)).toEqual([early?.id]);
    },
  );

  test("goes on with the next account when one has a fault", async () => {
    const other = { programId: place.programId, provider: "stripe", livemode: true, secrets: [signingSecret] };
    const otherId = (await addConnection(place.db.database, secrets, other, operator)) ?? 0;
    await give(otherId, api.apiKey, openSecrets(["another-installation-another-install"]));
    list(events);
    await asOwner(
      place.db.url,
      "update provider_account set claimed_at = now() - interval '2 hours' where connection_id = $1",
      [otherId],
    );
    await asOwner(
      place.db.url,
      "update provider_account set claimed_at = now() - interval '1 hour' where connection_id = $1",
      [place.connectionId],
    );
    const reports = await runDue();
    expect(reports.map(({ connection_id, fault }) => [connection_id, fault === null])).toEqual([
      [otherId, false],
      [place.connectionId, true],
    ]);
  });

  test("asks for none whose connection is not active", async () => {
    await asOwner(place.db.url, "update connection set status = 'disabled'");
    expect(await runDue()).toEqual([]);
    expect(api.asked).toEqual([]);
  });
});

describe("an API key", () => {
  beforeEach(() => begin("stripe", { db: shared }));
  const check = (apiKey: string, livemode = true) =>
    checkApiKey({ provider: "stripe", livemode, apiKey }, now, { baseUrl: api.baseUrl });

  test("is accepted when the provider lists its events to it", async () => {
    expect(await check(api.apiKey)).toEqual({ kind: "accepted" });
  });

  test("is refused when the provider does not, and when it is of the other mode", async () => {
    expect(await check("sk_live_other")).toMatchObject({ kind: "refused", reason: expect.stringContaining("401") });
    expect(await check(api.apiKey, false)).toMatchObject({ kind: "refused" });
  });

  test("is neither when the provider cannot be asked", async () => {
    api.faults.push({ status: 400, body: "" });
    expect(await check(api.apiKey)).toMatchObject({ kind: "unknown" });
  });

  test("is encrypted where it is kept", async () => {
    const [row] = await asOwner<{ api_key_encrypted: Buffer }>(
      place.db.url,
      "select * from provider_account where connection_id = $1",
      [place.connectionId],
    );
    expect(row?.api_key_encrypted.includes(api.apiKey)).toBe(false);
  });
});
