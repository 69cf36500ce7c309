// An adapter read deliveries wrongly; it is corrected, and its reading of today counts at the place of each delivery in the log.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stripe } from "../../../adapters/stripe.ts";
import type { EventData } from "../../../src/core/rules/events/events.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { applyReplay } from "../../../src/engine/replay/apply.ts";
import { planReplay } from "../../../src/engine/replay/plan.ts";
import { isVerified, verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { findDelivery } from "../../../src/product/deliveries/detail-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead, payment, paymentRefunded } from "../../support/event-builders.ts";
import { connectStripe, deliverMisread, unreadable } from "../../support/misread-deliveries.ts";
import { replayParts, wish } from "../../support/replaying.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";
import { runSvc } from "../../support/svc.ts";

let db: TestDatabase;
let programId: number;
let connectionId: number;
let codes = 0;
beforeAll(async () => {
  db = await createTestDatabase();
});
beforeEach(async () => {
  codes += 1;
  const program = await createTestProgram(db, {}, [`partner-${codes}`]);
  programId = program.programId;
  connectionId = await connectStripe(db.database, programId);
  const events = [click(program.partnerIds[0] ?? 0), lead()];
  await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
});
afterAll(async () => db.drop());

const deliverAsReadBefore = async (data: EventData, times = 1): Promise<number> =>
  (await deliverMisread(db.database, { programId, connectionId }, data, times)).at(-1) ?? 0;

async function replayFromDeliveries(): Promise<{ rowsChanged: number; readingsReplaced: number }> {
  const plan = await planReplay(replayParts(db), wish({ program_ids: [programId], from_deliveries: true }));
  return applyReplay(replayParts(db), plan.run.run_id);
}

async function eventsOf(): Promise<{ id: number; type: string; data: unknown }[]> {
  return db.database.kysely
    .selectFrom("event")
    .select(["id", "type", "data"])
    .where("program_id", "=", programId)
    .orderBy("seq")
    .execute();
}

const salesOf = () =>
  db.database.kysely.selectFrom("sale").selectAll().where("program_id", "=", programId).orderBy("sale_id").execute();

describe("a delivery that was read wrongly", () => {
  test("is found by svc replay as it is called, and its rereading shown with it", async () => {
    const eventId = await deliverAsReadBefore(unreadable);
    const env = { DATABASE_URL: db.url, SVC_SECRET_KEYS: "a secret of a test that has at least 32 characters" };
    const svc = (line: string) => runSvc(line.split(" "), { env });
    expect((await svc(`replay --program ${programId} --as-logged`)).stdout).toContain("Nothing differs");
    const planned = await svc(`replay --program ${programId}`);
    expect(planned.stdout).toContain("Read again: 1 delivery; read differently today: 1.");
    expect((await svc(`replay --program ${programId} --apply`)).stdout).toContain("New readings in the log: 1.");
    const shown = await svc(`deliveries show ${eventId} --program ${programId}`);
    expect(shown.stdout).toContain("Later readings; the last one counts:");
  });

  test("is shown first, and changes nothing before it is applied", async () => {
    const eventId = await deliverAsReadBefore(unreadable);
    const before = await dumpBooks(db.url);
    const plan = await planReplay(replayParts(db), wish({ program_ids: [programId], from_deliveries: true }));
    expect(plan.reread).toEqual({ read: 1, differing: 1 });
    const books = plan.programs[0]?.difference?.books ?? [];
    expect(books.map(({ book, added, removed, changed: rows }) => ({ book, added, removed, rows }))).toEqual(
      expect.arrayContaining([
        { book: "sale", added: 1, removed: 0, rows: 0 },
        { book: "commission", added: 1, removed: 0, rows: 0 },
        { book: "platform_fee", added: 1, removed: 0, rows: 0 },
        { book: "outcome", added: 0, removed: 1, rows: 0 },
      ]),
    );
    expect(books.find(({ book }) => book === "sale")?.examples).toMatchObject([{ row_key: { sale_id: eventId } }]);
    expect(await dumpBooks(db.url)).toBe(before);
    expect(await eventsOf()).toHaveLength(5);
  });

  test("becomes the sale it was, under the id it always had; the old reading stays in the log", async () => {
    const eventId = await deliverAsReadBefore(unreadable);
    expect(await replayFromDeliveries()).toMatchObject({ readingsReplaced: 1 });
    expect(await salesOf()).toMatchObject([{ sale_id: eventId, customer_key: "customer-1", provider: "stripe" }]);

    const events = await eventsOf();
    expect(events.find((event) => event.id === eventId)).toMatchObject({ type: "delivery_unreadable" });
    expect(events.at(-1)).toMatchObject({ type: "delivery_reread", data: { event_id: eventId, is_test: false } });
    expect((await verifyPrograms(replayParts(db), [programId])).every(isVerified)).toBe(true);
  });

  test("is shown with its rereadings, including the first reading's version", async () => {
    const eventId = await deliverAsReadBefore(unreadable);
    expect(await findDelivery(db.database, programId, eventId)).toMatchObject({ rereadings: [] });
    await replayFromDeliveries();
    const rereading = (await eventsOf()).at(-1);
    expect(await findDelivery(db.database, programId, eventId)).toMatchObject({
      adapter_version: 1,
      type: "payment_succeeded",
      rereadings: [
        {
          event_id: rereading?.id,
          adapter_version: stripe.version,
          type: "payment_succeeded",
          is_test: false,
          reason: null,
          reread_at: expect.any(Date),
        },
      ],
    });
  });

  test("is one of a thousand that are read, on any page, and the same event is read alone", async () => {
    const eventId = await deliverAsReadBefore(unreadable, 1_001);
    const asked = { program_ids: [programId], from_deliveries: true };
    const all = await planReplay(replayParts(db), wish(asked));
    expect(all.reread).toEqual({ read: 1_001, differing: 1_001 });
    const one = await planReplay(replayParts(db), wish({ ...asked, event_id: eventId }));
    expect(one.reread).toEqual({ read: 1, differing: 1 });
  });

  test("is read in the same way by the live projector from then on", async () => {
    await deliverAsReadBefore(unreadable);
    await replayFromDeliveries();
    const replayed = await dumpBooks(db.url);
    await emptyBooks(db.url);
    await catchUpAll(db.database);
    expect(await dumpBooks(db.url)).toBe(replayed);
  });

  test("is not read a second time when nothing changed since", async () => {
    await deliverAsReadBefore(unreadable);
    await replayFromDeliveries();
    const again = await planReplay(replayParts(db), wish({ program_ids: [programId], from_deliveries: true }));
    expect(again.reread).toEqual({ read: 1, differing: 0 });
    expect(again.programs[0]?.difference).toBeNull();
  });
});

test("two plans of the same readings keep them once", async () => {
  await deliverAsReadBefore(unreadable);
  const asked = wish({ program_ids: [programId], from_deliveries: true });
  const [first, second] = [await planReplay(replayParts(db), asked), await planReplay(replayParts(db), asked)];
  expect(await applyReplay(replayParts(db), first.run.run_id)).toMatchObject({ readingsReplaced: 1 });
  expect(await applyReplay(replayParts(db), second.run.run_id)).toMatchObject({ readingsReplaced: 0, rowsChanged: 0 });
  expect((await eventsOf()).filter((event) => event.type === "delivery_reread")).toHaveLength(1);
});

test("only what belongs to the same payment waits for a delivery that failed, and settles with it", async () => {
  await deliverAsReadBefore(unreadable);
  const refunded = paymentRefunded({ alias: "in_000000000000000000000000", amount_cents: 100 });
  const other = payment({ transaction_id: "in_other", payer: { customer_key: "customer-1" } });
  const results = await commitBatch(
    db.database,
    [refunded, other].map((one) => submission(programId, one)),
  );
  expect(results).toMatchObject([{ conclusion: { outcome: "parked" } }, { conclusion: { outcome: "recorded" } }]);
  const onlyFailed = wish({ program_ids: [programId], from_deliveries: true, outcome: "failed" });
  const plan = await planReplay(replayParts(db), onlyFailed);
  await applyReplay(replayParts(db), plan.run.run_id);
  expect(await salesOf()).toMatchObject([
    { transaction_id: "in_000000000000000000000000", refunded_cents: 100 },
    { transaction_id: "in_other", refunded_cents: 0 },
  ]);
});

test("only the deliveries that were asked for are read again", async () => {
  const first = await deliverAsReadBefore(unreadable);
  const ignored: EventData = {
    type: "delivery_ignored",
    reason: "event_type_not_used",
    provider_event_type: "invoice",
  };
  const second = await deliverAsReadBefore(ignored);
  const parts = replayParts(db);
  const only = (fields: object) =>
    planReplay(parts, wish({ program_ids: [programId], from_deliveries: true, ...fields }));
  const rereadIds = async (runId: number): Promise<number[]> => {
    const rows = await db.database.withSession((session) =>
      session.query<{ event_id: number }>(
        { name: "test_rereadings", text: "select event_id from replay_rereading where run_id = $1 order by event_id" },
        [runId],
      ),
    );
    return rows.map((row) => row.event_id);
  };
  expect(await rereadIds((await only({ outcome: "failed" })).run.run_id)).toEqual([first]);
  expect(await rereadIds((await only({ event_id: second })).run.run_id)).toEqual([second]);
  expect(await rereadIds((await only({ provider: "stripe" })).run.run_id)).toEqual([first, second]);
  await expect(only({ outcome: "parked" })).rejects.toThrow("No stored delivery matches");
});
