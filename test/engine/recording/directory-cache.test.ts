// What is cached of a program's books from one batch to the next, and when the cache is not used.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Books } from "../../../src/core/rules/books.ts";
import { defaultSettings } from "../../../src/core/rules/events/settings/settings.ts";
import { LoadPlan } from "../../../src/core/rules/rows/load-plan.ts";
import type { Session } from "../../../src/engine/postgres/driver/session.ts";
import type { ProgramHeadRow } from "../../../src/engine/postgres/tables/tables.ts";
import { BatchFold } from "../../../src/engine/recording/batch-fold.ts";
import { startBatcher } from "../../../src/engine/recording/batcher.ts";
import { DirectoryCache } from "../../../src/engine/recording/directory-cache.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { prefetch } from "../../../src/engine/recording/prefetch.ts";
import type { Submission } from "../../../src/engine/recording/submission.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, sale } from "../../support/event-builders.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { asOwner } from "../../support/service.ts";
import { createTestProgram, submission } from "../../support/submissions.ts";

const programId = 7;

function head(hash: string, revision = 0): ProgramHeadRow {
  const received = { seq: 1, received_at: new Date(0), projected_seq: 1, projector_version: 1 };
  return { program_id: programId, hash: Buffer.from(hash), revision, ...received };
}

function partner(partnerId: number, status: "active" | "inactive" = "active") {
  const joined_at = new Date(0);
  return {
    program_id: programId,
    partner_id: partnerId,
    name: "Anna",
    code: "anna",
    status,
    joined_at,
    group_moves: null,
    ban: null,
    accepted: null,
    emails: null,
    alike: null,
    recruited_by: null,
    recruited_event_id: null,
  };
}

/** Books as they are behind a batch that read settings, a partner and a product without terms. */
function booksRead(): Books {
  const books = new Books(programId);
  books.of.program_settings.load("", [{ program_id: programId, from_event_id: 1, settings: defaultSettings }]);
  books.of.checklist.load("", []);
  books.of.partner.load(1, [partner(1)]);
  books.of.policy.load("no-terms", []);
  books.of.customer.load("anna@example.com", []);
  return books;
}

function stored(): DirectoryCache {
  const cache = new DirectoryCache();
  cache.put(booksRead(), { from: head("a"), to: head("b") });
  return cache;
}

describe("the cached directory of a program", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("is valid for the head it was stored with and no other", () => {
    expect(stored().validate(head("b"))).toBe(true);
    expect(stored().validate(head("a"))).toBe(false);
    expect(stored().validate(head("b", 1))).toBe(false);
    expect(stored().validate({ ...head("b"), program_id: 8 })).toBe(false);
  });

  test("has neither what every batch changes nor what is not there", () => {
    const found = stored().get(programId);
    expect(found?.rows("program_settings", "")).toHaveLength(1);
    expect(found?.rows("checklist", "")).toEqual([]);
    expect(found?.rows("partner", 1)).toEqual([partner(1)]);
    expect(found?.rows("partner", 2)).toBeUndefined();
    expect(found?.rows("policy", "no-terms")).toBeUndefined();
    expect(found?.rows("customer", "anna@example.com")).toBeUndefined();
  });

  test("remembers which partners and groups have no terms or activity of their own, and no other key without rows", () => {
    const cache = new DirectoryCache();
    const books = new Books(programId);
    for (const name of ["partner_group", "partner_policy", "partner_activity", "term_total"] as const) {
      books.of[name].load("1", []);
    }
    cache.put(books, { from: head("a"), to: head("b") });
    const found = cache.get(programId);
    expect(found?.rows("partner_group", "1")).toEqual([]);
    expect(found?.rows("partner_policy", "1")).toEqual([]);
    expect(found?.rows("partner_activity", "1")).toEqual([]);
    expect(found?.rows("term_total", "1")).toBeUndefined();
  });

  test("takes what the next batch read and changed on that head, and is replaced by one on another head", () => {
    const cache = stored();
    const next = new Books(programId);
    next.of.partner.load(2, [partner(2)]);
    next.of.partner.put(partner(2, "inactive"));
    cache.put(next, { from: head("b"), to: head("c") });
    expect(cache.validate(head("c"))).toBe(true);
    expect(cache.get(programId)?.rows("partner", 1)).toEqual([partner(1)]);
    expect(cache.get(programId)?.rows("partner", 2)).toEqual([partner(2, "inactive")]);

    cache.put(next, { from: head("elsewhere"), to: head("d") });
    expect(cache.get(programId)?.rows("partner", 1)).toBeUndefined();
    expect(cache.get(programId)?.rows("partner", 2)).toEqual([partner(2, "inactive")]);
  });

  test("answers for every name that nothing waits for it, once a batch has read so and until one parks an event", () => {
    const cache = new DirectoryCache();
    cache.put(booksRead(), { from: head("a"), to: head("b") });
    expect(cache.get(programId)?.rows("parked", "payment:in_1")).toBeUndefined();
    expect(cache.asksWhatWaits(programId)).toBe(true);
    cache.put(booksRead(), { from: head("b"), to: head("c") }, false);
    expect(cache.get(programId)?.rows("parked", "payment:in_1")).toEqual([]);
    cache.put(booksRead(), { from: head("c"), to: head("d") });
    expect(cache.get(programId)?.rows("parked", "payment:in_1")).toEqual([]);
    const parking = new Books(programId);
    parking.of.parked.load("payment:in_1", []);
    parking.of.parked.put({ program_id: programId, wait_key: "payment:in_1", event_id: 5 });
    cache.put(parking, { from: head("d"), to: head("e") });
    expect(cache.get(programId)?.rows("parked", "payment:in_1")).toBeUndefined();
    expect(cache.get(programId)?.rows("parked", "payment:in_2")).toBeUndefined();
    cache.put(booksRead(), { from: head("e"), to: head("f") }, false);
    expect(cache.get(programId)?.rows("parked", "payment:in_2")).toBeUndefined();
  });

  test("says of no program on another head that nothing waits", () => {
    const cache = new DirectoryCache();
    cache.put(booksRead(), { from: head("a"), to: head("b") }, false);
    cache.put(booksRead(), { from: head("elsewhere"), to: head("c") });
    expect(cache.get(programId)?.rows("parked", "payment:in_1")).toBeUndefined();
  });

  test("expires after a second", () => {
    const cache = stored();
    vi.advanceTimersByTime(999);
    expect(cache.get(programId)).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(cache.get(programId)).toBeNull();
  });

  test("is bypassed for a while after another process wrote the program", () => {
    const cache = stored();
    expect(cache.validate(head("theirs"))).toBe(false);
    expect(cache.get(programId)).toBeNull();
    expect(cache.asksWhatWaits(programId)).toBe(false);
    cache.put(booksRead(), { from: head("theirs"), to: head("ours") });
    expect(cache.get(programId)).toBeNull();
    vi.advanceTimersByTime(10_000);
    cache.put(booksRead(), { from: head("ours"), to: head("ours again") });
    expect(cache.get(programId)).not.toBeNull();
  });

  test("is bounded, by program and in programs", () => {
    const cache = stored();
    const large = new Books(programId);
    for (let id = 0; id <= 2000; id++) large.of.partner.load(id, [partner(id)]);
    cache.put(large, { from: head("b"), to: head("c") });
    expect(cache.get(programId)).toBeNull();
    for (let id = 1; id <= 2001; id++) cache.put(new Books(id), { from: head("a"), to: head("b") });
    expect(cache.get(1)).toBeNull();
    expect(cache.get(2)).not.toBeNull();
  });

  test("is loaded like everything else where it turns out to be stale", () => {
    const plan = new LoadPlan(new Books(programId), [], stored().get(programId));
    plan.add("partner", 1);
    expect([...plan.takeKeys().keys()]).toEqual(["program"]);
    expect(plan.books.of.partner.get(1)).toEqual(partner(1));
    plan.loadCached();
    expect([...plan.takeKeys().keys()]).toEqual(["program_settings", "partner", "checklist"]);
    expect(() => plan.books.of.partner.get(1)).toThrow("never loaded");
  });
});

describe("a batch", () => {
  let db: TestDatabase;
  let program: number;
  let partnerId: number;
  let batcher: ReturnType<typeof startBatcher>;
  let sales = 0;
  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(async () => db.drop());
  beforeEach(async () => {
    const created = await createTestProgram(db, {}, [`partner-${crypto.randomUUID()}`]);
    program = created.programId;
    partnerId = created.partnerIds[0] ?? 0;
    batcher = startBatcher({ database: db.database, batchEventsMax: 5, queueEventsMax: 1000, queueWaitSecondsMax: 60 });
    await batcher.submit(submission(program, click(partnerId)));
    await batcher.submit(submission(program, lead()));
  });

  const aSale = (): Submission => submission(program, sale({ transaction_id: `sale-${sales++}` }));
  /** Every outcome there was, once. */
  const sell = async (count: number): Promise<string[]> => {
    const results = await Promise.all(Array.from({ length: count }, () => batcher.submit(aSale())));
    return [...new Set(results.map((result) => ("conclusion" in result ? result.conclusion.outcome : result.kind)))];
  };
  const elsewhere = (event: TestEvent) => commitBatch(db.database, [submission(program, event)]);
  const byOperator = (data: Submission["event"]["data"]) => elsewhere({ source: "operator", data });
  /** Of each sale in order; null where it earns nothing. */
  const commissions = async (): Promise<(number | null)[]> => {
    const text = `select c.amount_cents::int as cents
                    from sale s left join commission c using (program_id, sale_id)
                   where s.program_id = $1 order by s.sale_id`;
    return (await asOwner<{ cents: number | null }>(db.url, text, [program])).map(({ cents }) => cents);
  };

  test("goes by settings that another process changed while batches follow each other", async () => {
    await sell(40);
    const commission = { type: "percentage", rate_bps: 500, duration_months: null } as const;
    await byOperator({ type: "program_changed", name: null, status: null, settings: { commission } });
    await sell(40);
    expect(await commissions()).toEqual([...Array(40).fill(2000), ...Array(40).fill(500)]);
  });

  test("goes by settings that a batch before it changes", async () => {
    const commission = { type: "percentage", rate_bps: 500, duration_months: null } as const;
    const changed = { type: "program_changed", name: null, status: null, settings: { commission } } as const;
    const reported = [...Array.from({ length: 20 }, aSale), submission(program, { source: "operator", data: changed })];
    await Promise.all([...reported, ...Array.from({ length: 20 }, aSale)].map((one) => batcher.submit(one)));
    expect(await commissions()).toEqual([...Array(20).fill(2000), ...Array(20).fill(500)]);
  });

  test("follows a partner that another process deactivates and activates", async () => {
    expect(await sell(40)).toEqual(["recorded"]);
    await byOperator({ type: "partner_changed", partner_id: partnerId, name: null, status: "inactive" });
    expect(await sell(10)).not.toContain("recorded");
    await byOperator({ type: "partner_changed", partner_id: partnerId, name: null, status: "active" });
    expect(await sell(10)).toEqual(["recorded"]);
  });

  test("settles what a batch before it parked, and what another process parked, while batches follow each other", async () => {
    expect(await sell(40)).toEqual(["recorded"]);
    const pays = (key: string) => payment({ transaction_id: `in_${key}`, payer: { customer_key: key } });
    const comes = (key: string) => submission(program, lead({ customer_key: key }));
    const outcomes = await Promise.all([
      batcher.submit(submission(program, pays("own"))),
      sell(20),
      batcher.submit(comes("own")),
    ]);
    expect(outcomes[0]).toMatchObject({ conclusion: { outcome: "parked" } });
    expect(await sell(20)).toEqual(["recorded"]);
    expect(await elsewhere(pays("theirs"))).toMatchObject([{ conclusion: { outcome: "parked" } }]);
    await Promise.all([batcher.submit(comes("theirs")), sell(20)]);
    const text = `select transaction_id from sale where program_id = $1 and transaction_id like 'in\\_%' order by 1`;
    expect(await asOwner(db.url, text, [program])).toEqual([
      { transaction_id: "in_own" },
      { transaction_id: "in_theirs" },
    ]);
    expect(await asOwner(db.url, "select from parked where program_id = $1", [program])).toEqual([]);
  });

  test("counts what a batch in flight parks among what waits", async () => {
    const { clock } = db.database;
    const ahead = (fold: BatchFold, inFlight: BatchFold[]) =>
      db.database.withRecorders(({ reads }) =>
        reads.pieces((session) => prefetch(session, fold, { clock, inFlight, cache: new DirectoryCache() })),
      );
    const first = new BatchFold([
      submission(program, payment({ transaction_id: "in_1", payer: { customer_key: "unknown" } })),
    ]);
    const inputs = await ahead(first, []);
    expect(inputs.waits).toEqual(new Map([[program, false]]));
    expect(first.fold(inputs)).toMatchObject([{ conclusion: { outcome: "parked" } }]);
    expect((await ahead(new BatchFold([aSale()]), [first])).waits).toEqual(new Map([[program, true]]));
  });

  test("looks up no name among what waits where nothing does", async () => {
    const asked: string[] = [];
    const watched: typeof db.database = {
      ...db.database,
      withRecorders: (run) =>
        db.database.withRecorders(({ writes, reads }) =>
          run({ writes, reads: { ...reads, pieces: (use) => reads.pieces((session) => use(noting(session, asked))) } }),
        ),
    };
    batcher = startBatcher({ database: watched, batchEventsMax: 5, queueEventsMax: 1000, queueWaitSecondsMax: 60 });
    await sell(60);
    expect(asked.some((text) => text.includes("join parked"))).toBe(true);
    expect(asked.some((text) => text.includes("join payment_alias") && !text.includes("join parked"))).toBe(true);
  });

  test("goes by a partner that was switched off by hand, before long", async () => {
    expect(await sell(40)).toEqual(["recorded"]);
    await asOwner(db.url, "update partner set status = 'inactive' where program_id = $1", [program]);
    await expect.poll(() => sell(10), { timeout: 20_000 }).not.toContain("recorded");
  });
});

/** The session, which notes what it is asked. */
function noting(session: Session, asked: string[]): Session {
  const query: Session["query"] = (statement, values) => {
    asked.push(statement.text);
    return session.query(statement, values);
  };
  const noted: Session = { ...session, query, placement: session.placement, shared: session.shared };
  return noted;
}
