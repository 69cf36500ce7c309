// The steps of a random paid history, taken on PostgreSQL by the commands that operators use. `pick` chooses among what there is.
import { operator } from "../../src/access/permission.ts";
import { commitBatch } from "../../src/engine/recording/locked-batch.ts";
import { approveCommissions } from "../../src/product/commissions/approvals.ts";
import { cancelPayout, markPayoutPaid, markPayoutReturned } from "../../src/product/payouts/change.ts";
import { listPayouts } from "../../src/product/payouts/list.ts";
import { listSales } from "../../src/product/sales/list.ts";
import type { TestDatabase } from "./database.ts";
import { byHand } from "./event-builders.ts";
import type { TestEvent } from "./memory-program.ts";
import { type Operation, reversalOf, type Step } from "./operator.ts";
import { makePayouts } from "./payouts.ts";
import { asOwner } from "./service.ts";
import { submission } from "./submissions.ts";

const all = { limit: 1_000, cursor: null };

export async function livePaidStep(db: TestDatabase, programId: number, step: Step): Promise<void> {
  if ("do" in step) return operate(db, programId, step);
  const [result] = await commitBatch(db.database, [submission(programId, step)]);
  if (result?.kind !== "concluded") throw new Error(`a step was answered ${result?.kind}`);
}

async function operate(db: TestDatabase, programId: number, operation: Operation): Promise<void> {
  const { do: what, pick } = operation;
  const { database } = db;
  switch (what) {
    case "approve":
      await approveCommissions(database);
      return;
    case "create":
      await makePayouts(database, programId, { partnerId: null, currency: null, minimumCents: 1 + pick });
      return;
    case "pay":
    case "cancel":
    case "return":
      return movePayout(db, programId, what, pick);
    default: {
      const event = await decidedBy(db, programId, operation);
      if (event !== null) await livePaidStep(db, programId, event);
    }
  }
}

async function movePayout(
  { database }: TestDatabase,
  programId: number,
  what: "pay" | "cancel" | "return",
  pick: number,
): Promise<void> {
  const filter = { status: what === "return" ? ("paid" as const) : ("created" as const) };
  const { data } = await listPayouts(database.kysely, programId, all, filter);
  const payoutId = data[pick % Math.max(1, data.length)]?.payout_id;
  if (payoutId === undefined) return;
  if (what === "pay") await markPayoutPaid(database, { programId, payoutId, method: null, reference: null }, operator);
  else if (what === "cancel") await cancelPayout(database, { programId, payoutId }, operator);
  else await markPayoutReturned(database, { programId, payoutId, reason: null }, operator);
}

/** Null where there is nothing to decide about. */
async function decidedBy(
  db: TestDatabase,
  programId: number,
  { do: what, pick }: Operation,
): Promise<TestEvent | null> {
  const one = (ids: readonly number[]): number | undefined => ids[pick % Math.max(1, ids.length)];
  if (what === "refund" || what === "charge_back") {
    const { data: sales } = await listSales(db.database.kysely, programId, all);
    const names = sales.map((sale) => sale.transaction_id);
    return { source: "stripe", data: reversalOf(names, what, pick) };
  }
  const from = ofWhat[what];
  const id = from === undefined ? undefined : one(await idsOf(db, programId, from));
  if (id === undefined) return null;
  switch (what) {
    case "hold":
      return byHand.hold([id]);
    case "release":
      return byHand.release([id]);
    case "approve_early":
      return byHand.approveEarly([id]);
    case "take":
      return byHand.remove(id);
    case "undo":
      return byHand.undo(id);
    case "give":
      return byHand.set(id, one(await idsOf(db, programId, "partner")) ?? 0);
    default:
      return null;
  }
}

type Chosen = "sale" | "hold" | "decision" | "decision_or_waiting" | "partner";

const ofWhat: { readonly [What in Operation["do"]]?: Chosen } = {
  hold: "sale",
  approve_early: "sale",
  take: "sale",
  release: "hold",
  give: "decision_or_waiting",
  undo: "decision",
};

const idsIn: { readonly [What in Chosen]: string } = {
  sale: "select sale_id as id from sale where program_id = $1",
  hold: "select sale_id as id from commission_hold where program_id = $1",
  decision: "select payment_id as id from manual_attribution where program_id = $1",
  decision_or_waiting: `select payment_id as id from manual_attribution where program_id = $1
                        union select event_id from outcome where program_id = $1 and outcome = 'parked'`,
  partner: "select partner_id as id from partner where program_id = $1",
};

async function idsOf({ url }: TestDatabase, programId: number, what: Chosen): Promise<number[]> {
  const text = `select id::int from (${idsIn[what]}) chosen order by 1`;
  return (await asOwner<{ id: number }>(url, text, [programId])).map(({ id }) => id);
}
