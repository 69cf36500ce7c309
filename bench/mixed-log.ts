// A log of mixed events, appended without being projected: clicks, leads, sale calls, provider payments under several names, renewals,
// refunds of both kinds, disputes, payments without a partner. The same number gives the same log.
import { operator } from "../src/access/permission.ts";
import type { Settings } from "../src/core/rules/events/settings/settings.ts";
import { LogEnd, writeAppended } from "../src/engine/log/append.ts";
import { lockHeads, takeClockAndIds } from "../src/engine/log/heads.ts";
import type { Database } from "../src/engine/postgres/database.ts";
import { addPartner, createProgram, createWorkspace } from "../src/product/programs/change.ts";
import {
  click,
  lead,
  payment,
  paymentRefunded,
  refund,
  sale,
  subscriptionStarted,
} from "../test/support/event-builders.ts";
import type { TestEvent } from "../test/support/memory-program.ts";

const eventsPerTransaction = 2_000;
export const eventsPerJourney = 10;

/** What one customer brings, in order. */
function journey(partnerIds: readonly number[], index: number): TestEvent[] {
  const [anna = 0, ben = 0] = partnerIds;
  const name = (what: string): string => `${what}-${index}`;
  const payer = { customer_key: name("customer") };
  const subscription = { subscription_id: name("sub"), payer };
  const disputed: TestEvent = {
    source: "stripe",
    data: {
      type: "dispute_opened",
      aliases: [{ kind: "id", value: name("pi2") }],
      dispute_id: name("dp"),
      amount_cents: null,
      currency: "USD",
    },
  };
  return [
    click(index % 3 === 0 ? ben : anna, { click_id: name("click") }),
    click(ben, { click_id: name("late-click"), existing_click_id: index % 5 === 0 ? name("click") : null }),
    lead({ click_ids: [name("click")], customer_key: name("customer") }),
    sale({ transaction_id: name("tx"), customer_key: name("customer"), amount_cents: 1_000 + (index % 9_000) }),
    subscriptionStarted(subscription),
    payment({ ...subscription, transaction_id: name("in"), aliases: [name("in"), name("pi"), name("ch")] }),
    payment({ ...subscription, transaction_id: name("in2"), aliases: [name("in2"), name("pi2")], is_recurring: true }),
    index % 2 === 0
      ? refund({ transaction_id: name("tx"), refund_amount_cents: 300 })
      : click(anna, { click_id: name("third-click") }),
    index % 4 === 0
      ? paymentRefunded({ alias: name("ch"), refund_id: name("re"), amount_cents: 500 })
      : click(anna, { click_id: name("fourth-click") }),
    index % 50 === 0 ? disputed : payment({ transaction_id: name("organic"), payer: {} }),
  ];
}

type MixedLog = {
  readonly programs: number;
  /** Each program gets the same number of customers. */
  readonly journeysPerProgram: number;
  readonly settings: Settings;
};

/** Answers the programs' ids. */
export async function writeMixedLog(
  database: Database,
  { programs, journeysPerProgram, settings }: MixedLog,
): Promise<number[]> {
  const workspaceId = await createWorkspace(database, "Bench");
  const programIds: number[] = [];
  for (let index = 0; index < programs; index++) {
    const programId = await createProgram(database, { workspaceId, name: "Bench", settings }, operator);
    const partnerIds = [
      await addPartner(database, { programId, name: "Anna", code: `anna-${programId}` }, operator),
      await addPartner(database, { programId, name: "Ben", code: `ben-${programId}` }, operator),
    ];
    await appendJourneys(database, programId, partnerIds, journeysPerProgram);
    programIds.push(programId);
  }
  return programIds;
}

async function appendJourneys(
  database: Database,
  programId: number,
  partnerIds: readonly number[],
  journeys: number,
): Promise<void> {
  const perTransaction = eventsPerTransaction / eventsPerJourney;
  for (let start = 0; start < journeys; start += perTransaction) {
    const indexes = Array.from({ length: Math.min(perTransaction, journeys - start) }, (_, offset) => start + offset);
    const events = indexes.flatMap((index) => journey(partnerIds, index));
    await database.transaction(async (session) => {
      const [head] = await lockHeads(session, [programId]);
      if (head === undefined) throw new Error("the program has no head");
      const { now, ids } = await takeClockAndIds(session, events.length, database.clock);
      const end = new LogEnd(head, now);
      for (const [at, { source = "api", data }] of events.entries()) {
        end.append({ programId, source, dedupKey: null, isTest: false, occurredAt: null, data }, ids[at] ?? 0, null);
      }
      writeAppended(session, [end]);
    });
  }
}
