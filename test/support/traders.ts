// A program whose two partners each bring a customer, reported through the write path: Anna's buys as `customer-1`, Ben's as
// `customer-2`. And time that passes: holds and months are counted by the database's clock, which no test can move, so the dates
// in the database are.
import { expect } from "vitest";
import type { Settings } from "../../src/core/rules/events/settings/settings.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import type { TestDatabase } from "./database.ts";
import { click, lead } from "./event-builders.ts";
import type { TestEvent } from "./memory-program.ts";
import { asOwner } from "./service.ts";
import { createTestProgram, submission } from "./submissions.ts";
import { withoutProtection } from "./unprotected.ts";

export type Traders = { readonly programId: number; readonly annaId: number; readonly benId: number };

let made = 0;

export async function beginTrade(
  db: TestDatabase,
  holdPeriodDays = 0,
  others: Partial<Settings> = {},
): Promise<Traders> {
  made += 1;
  const settings = { ...others, hold_period_days: holdPeriodDays };
  const { programId, partnerIds } = await createTestProgram(db, settings, [`anna-${made}`, `ben-${made}`]);
  const [annaId = 0, benId = 0] = partnerIds;
  await record(
    db,
    programId,
    click(annaId, { click_id: "click-1" }),
    click(benId, { click_id: "click-2" }),
    lead({ click_ids: ["click-1"], customer_key: "customer-1" }),
    lead({ click_ids: ["click-2"], customer_key: "customer-2" }),
  );
  return { programId, annaId, benId };
}

/** Each must be recorded when it is reported. */
export async function record(db: TestDatabase, programId: number, ...events: readonly TestEvent[]): Promise<void> {
  const results = await commitBatch(
    db.database,
    events.map((one) => submission(programId, one)),
  );
  for (const result of results)
    expect(result).toMatchObject({ kind: "concluded", conclusion: { outcome: "recorded" } });
}

/** Fifteen days pass. */
export async function holdsEnd(db: TestDatabase, programId: number): Promise<void> {
  await asOwner(db.url, "update commission set hold_until = now() - interval '1 day' where program_id = $1", [
    programId,
  ]);
}

/** Everything of the program that is dated today happened at `time` instead. */
export async function happenedAt(db: TestDatabase, programId: number, time: string): Promise<void> {
  const dated = [
    ["event", "received_at"],
    ["sale", "received_at"],
    ["sale_change", "changed_at"],
    ["restatement", "restated_at"],
    ["line_correction", "corrected_at"],
    ["closed_month", "closed_at"],
    ["payout", "created_at"],
    ["payout", "paid_at"],
    ["payout", "withdrawn_at"],
    ["click", "clicked_at"],
    ["lead", "reported_at"],
  ] as const;
  await withoutProtection(db.url, ["event"], async (client) => {
    for (const [table, column] of dated) {
      await client.query(
        `update ${table} set ${column} = $2 where program_id = $1 and ${column} > now() - interval '1 day'`,
        [programId, time],
      );
    }
  });
}

export const disputeOf = {
  opened: (disputed: string): TestEvent => ({
    source: "stripe",
    data: { type: "dispute_opened", ...factsOf(disputed) },
  }),
  closed: (disputed: string, result: "won" | "lost"): TestEvent => ({
    source: "stripe",
    data: { type: "dispute_closed", result, ...factsOf(disputed) },
  }),
};

function factsOf(disputed: string) {
  const aliases = [{ kind: "id", value: disputed }];
  return { aliases, dispute_id: `dp_${disputed}`, amount_cents: null, currency: "USD" };
}
