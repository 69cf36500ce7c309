// Paying partners: payouts are put together, then paid or cancelled, and a paid one may come back.
// What a payout holds is decided and recorded under the program's lock, so two operators never pay one commission twice, and
// each payout is paid, cancelled or returned once. It moves no money: the person who does reports it here, and what they paid is kept.
import type { Once } from "../../access/idempotency.ts";
import type { Actor } from "../../access/permission.ts";
import type { PayoutCreated } from "../../core/rules/events/events.ts";
import { isOnTheWay } from "../../core/rules/payout-life.ts";
import { planPayout } from "../../core/rules/payout-plan.ts";
import type { PayoutStatus, PayoutTool } from "../../core/rules/rows/payout-rows.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { PayoutRefused } from "../operation/change-refused.ts";
import { decidePayouts, findItems, requirePayout } from "./decide.ts";
import { askIn } from "./fixed-statement.ts";
import { findPayoutSettings } from "./payout-settings-read.ts";
import { findOwedItems, type LeftOut, type PayoutPlan, planPayouts, type RunOptions } from "./run-plan.ts";
import { findWithheld, notApproved, type Withheld, withheldMessage } from "./withheld.ts";

export type PayoutMark = { readonly method: string | null; readonly reference: string | null };

export type CreatedPayouts = { readonly payoutIds: readonly number[]; readonly leftOut: readonly LeftOut[] };

type Exported = { readonly payout_id: number; readonly status: PayoutStatus; readonly is_exported: boolean };

const exportedStatement: Statement = {
  name: "payouts_in_file",
  text: `select payout_id, status, exported_at is not null as is_exported
           from payout
          where program_id = $1 and payout_id = any($2::bigint[])
          order by payout_id`,
};

/** Locked until the decision is recorded, so that no turn of the sender begins meanwhile. */
const attemptsStatement: Statement = {
  name: "attempts_of_a_payout",
  text: `select coalesce(leased_until > clock_timestamp(), false) as is_held
           from payout_attempt
          where program_id = $1 and payout_id = $2
            for update`,
};

/** A person found out what became of it. */
const settledStatement: Statement = {
  name: "payout_attempt_settled",
  text: `update payout_attempt
            set unclear_since = null, fault = null, is_uncertain = false
          where program_id = $1 and payout_id = $2`,
};

/** One payout for each partner and currency in which at least `minimumCents` is owed: all of them, or after a fault none. */
export async function createPayouts(
  database: Database,
  programId: number,
  options: RunOptions,
  actor: Actor,
  once: Once | null = null,
): Promise<CreatedPayouts> {
  let leftOut: readonly LeftOut[] = [];
  const decide = async (session: Session): Promise<readonly PayoutCreated[]> => {
    const plan = await planPayouts(askIn(session), programId, options);
    ({ leftOut } = plan);
    return plannedEvents(session, programId, plan, actor);
  };
  const payoutIds = await decidePayouts(database, programId, actor, decide, { once });
  return { payoutIds, leftOut };
}

/** `actor` is null where a schedule creates them. */
export async function plannedEvents(
  session: Session,
  programId: number,
  { payouts }: Pick<PayoutPlan, "payouts">,
  actor: Actor | null,
): Promise<readonly PayoutCreated[]> {
  const ask = askIn(session);
  const { payout_approvals: needed } = await findPayoutSettings(ask, programId);
  const created_by = actor?.kind === "account" ? authorText(actor) : null;
  const approvals = needed === 1 ? {} : { approvals: { needed, created_by } };
  return Promise.all(
    payouts.map(async ({ partner_id, currency }) => {
      // At least 1: whether it is enough was decided with the plan, under the same lock.
      const items = planPayout(await findOwedItems(ask, programId, { partner_id, currency }), 1) ?? [];
      return { type: "payout_created" as const, partner_id, currency, items, ...approvals };
    }),
  );
}

/**
 * A file for a payment tool was made with these payouts in it: its holder may pay them, even if they change here. Those a
 * file was made of before stay as they were.
 */
export async function recordExport(
  database: Database,
  payouts: { readonly programId: number; readonly payoutIds: readonly number[]; readonly tool: PayoutTool },
  actor: Actor,
): Promise<void> {
  const { programId, payoutIds, tool } = payouts;
  await decidePayouts(database, programId, actor, async (session) => {
    const exported = await session.query<Exported>(exportedStatement, [programId, payoutIds]);
    // Handed to a payment provider since the file was made: a file with it in it would pay it twice.
    const taken = exported.find(({ status }) => isOnTheWay(status));
    if (taken !== undefined) {
      throw new PayoutRefused("payout_closed", `Payout ${taken.payout_id} is ${taken.status} by now: export again.`);
    }
    const ids = exported.filter(({ is_exported }) => !is_exported).map(({ payout_id }) => payout_id);
    // A recipient that is in the file already may be removed meanwhile.
    const found = await findWithheld(askIn(session), programId, ids);
    const withheld = [...found].find(([, { reason }]) => reason !== "no_recipient");
    if (withheld !== undefined) throw await refuseWithheld(session, programId, withheld);
    return ids.length === 0 ? [] : [{ type: "payouts_exported", payout_ids: ids, tool }];
  });
}

/** The payout was paid as it was put together, regardless of what happened to its sales since: the difference becomes an adjustment. */
export async function markPayoutPaid(
  database: Database,
  payout: { readonly programId: number; readonly payoutId: number } & PayoutMark,
  actor: Actor,
): Promise<void> {
  const { programId, payoutId, method, reference } = payout;
  await decidePayouts(database, programId, actor, async (session) => {
    const { partner_id, currency, approvals, status } = await requirePayout(session, programId, payoutId);
    const unapproved = status === "created" ? notApproved(approvals) : null;
    if (unapproved !== null) throw new PayoutRefused("payout_withheld", withheldMessage(unapproved, currency));
    await settleAttempts(session, programId, payoutId);
    const items = await findItems(session, programId, payoutId);
    return [{ type: "payout_recorded", payout_id: payoutId, partner_id, currency, items, method, reference }];
  });
}

/** What it held is owed as before. Only a payout that is not paid yet. */
export async function cancelPayout(
  database: Database,
  {
    programId,
    payoutId,
    reason = null,
  }: { readonly programId: number; readonly payoutId: number; readonly reason?: string | null },
  actor: Actor,
): Promise<void> {
  await decidePayouts(database, programId, actor, async (session) => {
    await requirePayout(session, programId, payoutId);
    const items = await findItems(session, programId, payoutId);
    const sale_ids = items.map((item) => item.sale_id);
    return [{ type: "payout_cancelled", payout_id: payoutId, sale_ids, reason }];
  });
}

/** The payment provider did not pay it, as a person found there: what it held is owed as before. */
export async function markPayoutFailed(
  database: Database,
  payout: { readonly programId: number; readonly payoutId: number; readonly reason: string },
  actor: Actor,
): Promise<void> {
  const { programId, payoutId, reason } = payout;
  await decidePayouts(database, programId, actor, async (session) => {
    await requirePayout(session, programId, payoutId);
    await settleAttempts(session, programId, payoutId);
    const items = await findItems(session, programId, payoutId);
    return [{ type: "payout_failed", payout_id: payoutId, sale_ids: items.map((item) => item.sale_id), reason }];
  });
}

/** Refused while a request to the payment provider may be on its way: it could pay what a person has just settled. */
async function settleAttempts(session: Session, programId: number, payoutId: number): Promise<void> {
  const attempts = await session.query<{ is_held: boolean }>(attemptsStatement, [programId, payoutId]);
  if (attempts.some(({ is_held }) => is_held)) {
    throw new PayoutRefused(
      "payout_closed",
      `Payout ${payoutId} is with the payment provider at this moment: look at it again in five minutes.`,
    );
  }
  void session.query(settledStatement, [programId, payoutId]);
}

/** The money of a paid payout came back, or never left: what it paid is owed again. */
export async function markPayoutReturned(
  database: Database,
  payout: { readonly programId: number; readonly payoutId: number; readonly reason: string | null },
  actor: Actor,
): Promise<void> {
  const { programId, payoutId, reason } = payout;
  await decidePayouts(database, programId, actor, async (session) => {
    await requirePayout(session, programId, payoutId);
    const items = await findItems(session, programId, payoutId);
    return [{ type: "payout_returned", payout_id: payoutId, sale_ids: items.map((item) => item.sale_id), reason }];
  });
}

/** Of what became withheld after the file was made, such as by another file of the same minute. */
async function refuseWithheld(
  session: Session,
  programId: number,
  [payoutId, withheld]: readonly [number, Withheld],
): Promise<PayoutRefused> {
  const { currency } = await requirePayout(session, programId, payoutId);
  return new PayoutRefused("payout_withheld", `Payout ${payoutId}: ${withheldMessage(withheld, currency)}`);
}
