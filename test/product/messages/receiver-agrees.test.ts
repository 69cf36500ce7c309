// A receiver that keeps the newest message of each sale agrees with `/commissions` after each step of random histories in which
// sales are refunded, disputed, held, given and taken by hand, merged and paid out, and payouts are cancelled and come back.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listCommissions } from "../../../src/product/commissions/list.ts";
import { announce } from "../../../src/product/messages/announcing/announce.ts";
import { readLogRange } from "../../../src/product/messages/announcing/read-log-range.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { click, lead } from "../../support/event-builders.ts";
import { type HeldCommission, KeepingReceiver } from "../../support/keeping-receiver.ts";
import { paidHistory, type Step } from "../../support/operator.ts";
import { livePaidStep } from "../../support/paid-steps.ts";
import { howMany, propertySeed } from "../../support/property-runs.ts";
import { asOwner } from "../../support/service.ts";
import { createTestProgram } from "../../support/submissions.ts";

const programs = howMany(200, 8);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

test(`a receiver agrees with /commissions at each step of ${programs} random histories`, {
  timeout: 600_000,
}, async () => {
  const types = new Set<string>();
  for (let index = 0; index < programs; index++) {
    const { programId, partnerIds } = await createTestProgram(db, { hold_period_days: 0 }, [`a${index}`, `b${index}`]);
    const receiver = new KeepingReceiver();
    let seq = 0;
    for (const [number, step] of stepsOf(partnerIds, index).entries()) {
      await livePaidStep(db, programId, step);
      seq = await deliver(programId, seq, receiver, types);
      const listed = await commissionsOf(programId);
      // Imports are not announced: a receiver reads the list once.
      if (isImport(step)) receiver.readList(listed);
      expect(receiver.commissions, `program ${index}, step ${number}, ${JSON.stringify(step)}`).toEqual(listed);
    }
    const late = new KeepingReceiver();
    await deliver(programId, 0, late, types);
    const imported = await importedSales(programId);
    const isOwn = ({ sale_id }: HeldCommission): boolean => !imported.has(sale_id);
    expect(late.commissions.filter(isOwn), `program ${index}, all at once`).toEqual(
      (await commissionsOf(programId)).filter(isOwn),
    );
  }
  for (const type of ["commission.paid", "commission.returned", "commission.reversed", "commission.restored"]) {
    expect(types).toContain(type);
  }
});

function stepsOf(partnerIds: readonly number[], index: number): Step[] {
  const [history = []] = fc.sample(paidHistory(partnerIds, { strange: false }), {
    numRuns: 1,
    seed: propertySeed + index,
  });
  const prelude = partnerIds.flatMap((partnerId, number) => [
    click(partnerId, { click_id: `click-${number + 1}` }),
    lead({ click_ids: [`click-${number + 1}`], customer_key: `customer-${number + 1}` }),
  ]);
  return [...prelude, ...history];
}

function isImport(step: Step): boolean {
  return !("do" in step) && step.data.type === "sale_imported";
}

/** Answers the place up to which messages were received. */
async function deliver(
  programId: number,
  fromSeq: number,
  receiver: KeepingReceiver,
  types: Set<string>,
): Promise<number> {
  for (let afterSeq = fromSeq; ; ) {
    const request = { programId, afterSeq, eventsMax: 500, withClicks: false };
    const range = await readLogRange(db.database.kysely, request);
    if (range === null) return afterSeq;
    for (const message of announce(range)) {
      types.add(message.type);
      receiver.receive(message);
    }
    afterSeq = range.toSeq;
  }
}

/** What a sale earns is what its partner was paid with what is owed or taken off since, or what is left where nothing was paid. */
async function commissionsOf(programId: number): Promise<HeldCommission[]> {
  const { data } = await listCommissions(db.database.kysely, programId, { limit: 1_000, cursor: null });
  return data.map(({ commission_id: sale_id, partner_id, currency, amount_cents, adjustment_cents, stage }) => {
    const paid = stage === "paid" ? amount_cents : 0;
    return { sale_id, partner_id, currency, earned: amount_cents + adjustment_cents, paid };
  });
}

/** Those that an import reported, also where they are sales of ours: neither what it says nor what it paid is announced. */
async function importedSales(programId: number): Promise<ReadonlySet<number>> {
  const rows = await asOwner<{ sale_id: number }>(
    db.url,
    `select a.payment_id::int as sale_id
       from event e
      cross join lateral (
              select e.data ->> 'transaction_id' as alias
               union
              select named ->> 'value' from jsonb_array_elements(e.data -> 'aliases') named) reported
       join payment_alias a on a.program_id = $1 and a.alias = reported.alias
      where e.program_id = $1 and e.type = 'sale_imported'`,
    [programId],
  );
  return new Set(rows.map(({ sale_id }) => sale_id));
}
