// A program with two partners who are owed money, a payment provider chosen, and the sender to run as the service does.
import { expect } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import type { RailName } from "../../../src/core/vocabulary/money/payout-rails.ts";
import { findImbalances } from "../../../src/engine/books/trial-balance.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { findPayoutDetail, type PayoutDetail } from "../../../src/product/payouts/detail-read.ts";
import { findDueNow } from "../../../src/product/payouts/list.ts";
import { setPayoutRecipient } from "../../../src/product/payouts/recipients.ts";
import { runSender, type SenderParts } from "../../../src/product/rails/payout-sender.ts";
import { type Sent, sendPayouts } from "../../../src/product/rails/send-change.ts";
import { chooseRail, type RailUrls, setRail } from "../../../src/product/rails/settings.ts";
import { type AttemptLine, listAttempts } from "../../../src/product/rails/watch-list.ts";
import type { TestDatabase } from "../database.ts";
import { sale } from "../event-builders.ts";
import { makePayouts } from "../payouts.ts";
import { asOwner } from "../service.ts";
import { beginTrade, holdsEnd, record } from "../traders.ts";
import { railSecrets } from "./rail-secrets.ts";

const silent = { warn: () => undefined, error: () => undefined };
/** A fault that no test asked for ends the test by its own name. */
const loud = {
  warn: () => undefined,
  error: (details: object) => {
    throw "err" in details ? details.err : new Error(JSON.stringify(details));
  },
};

export type RailWorld = {
  readonly programId: number;
  readonly annaId: number;
  readonly benId: number;
  /** Anna's and Ben's, created and not sent. */
  readonly payoutIds: readonly number[];
  send(payoutIds?: readonly number[]): Promise<Sent>;
  /** One run of the recurring job, with everything due. */
  turn(parts?: Partial<SenderParts>): Promise<number>;
  /** What is due later is due now, and what a dead process had is free. */
  timePasses(): Promise<void>;
  payout(payoutId: number): Promise<PayoutDetail>;
  attempts(): Promise<readonly AttemptLine[]>;
  expectBalance(): Promise<void>;
};

type Wish = {
  readonly rail: RailName;
  readonly credentials: object;
  readonly urls: RailUrls;
  readonly sandbox?: boolean;
};

export async function beginRailWorld(
  db: TestDatabase,
  { rail, credentials, urls, sandbox = false }: Wish,
): Promise<RailWorld> {
  // What tests before left unclear is asked about again seconds later, and would count as a turn of this one.
  await asOwner(db.url, "update payout_attempt set next_look_at = null where next_look_at is not null");
  const { programId, annaId, benId } = await beginTrade(db);
  const { database } = db;
  await record(
    db,
    programId,
    sale({ transaction_id: "a1", amount_cents: 10_000 }),
    sale({ transaction_id: "a2", amount_cents: 3_333 }),
    sale({ transaction_id: "b1", amount_cents: 2_500, customer_key: "customer-2" }),
  );
  await holdsEnd(db, programId);
  await approveCommissions(database);
  for (const [partnerId, name] of [
    [annaId, "Anna"],
    [benId, "Ben"],
  ] as const) {
    const person = { email: `${name.toLowerCase()}@partners.example`, name, kind: "person" as const };
    const recipient = rail === "stripe" ? { ...person, stripe_account: `acct_${name}` } : person;
    await setPayoutRecipient(database, railSecrets, { programId, partnerId, recipient }, operator);
  }
  await setRail(database, railSecrets, { programId, rail, isSandbox: sandbox, credentials }, operator);
  await chooseRail(database, { programId, rail }, operator);
  const all = { partnerId: null, currency: null, minimumCents: 1 };
  const payoutIds = await makePayouts(database, programId, all);
  const dueNow = (ids: readonly number[]) => findDueNow(database.kysely, programId, ids);
  return {
    ...{ programId, annaId, benId, payoutIds },
    send: (ids) =>
      sendPayouts(database, railSecrets, dueNow, { programId, payoutIds: ids ?? null, currency: null }, operator),
    turn: (parts = {}) =>
      runSender({ database, secrets: railSecrets, urls, log: parts.at === undefined ? loud : silent, ...parts }),
    async timePasses() {
      await asOwner(
        db.url,
        "update payout_attempt set next_look_at = now() - interval '1 second', leased_until = null where program_id = $1 and next_look_at is not null",
        [programId],
      );
    },
    async payout(payoutId) {
      const found = await findPayoutDetail(database.kysely, programId, payoutId);
      if (found === undefined) throw new Error(`there is no payout ${payoutId}`);
      return found;
    },
    attempts: async () => (await listAttempts(database.kysely, programId, { limit: 1000, cursor: null })).data,
    async expectBalance() {
      expect(await findImbalances(database.kysely, programId)).toEqual([]);
    },
  };
}
