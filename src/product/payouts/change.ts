// Paying partners: payouts are put together, then paid or cancelled, and a paid one may come back.
// What a payout holds is decided and recorded under the program's lock, so two operators never pay one commission twice, and
// each payout is paid, cancelled or returned once. It moves no money: whoever does says so here, and what they paid is kept.
import { claimOnce, keepMadeIds, type Once } from "../../access/idempotency.ts";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { EventData, PaidItem, PayoutCreated } from "../../core/rules/events/events.ts";
import { isTooLarge, payoutItemsMax, planPayout } from "../../core/rules/payout-plan.ts";
import type { PayoutRow, PayoutTool } from "../../core/rules/rows/payout-rows.ts";
import { authorText } from "../../core/vocabulary/author.ts";
import type { Currency, Sum } from "../../core/vocabulary/money.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Result, Submission } from "../../engine/recording/submission.ts";
import { PayoutRefused } from "../operation/change-refused.ts";

/** Null is every partner, or every currency. */
export type PayeeFilter = { readonly partnerId: number | null; readonly currency: Currency | null };

export type PayoutMark = { readonly method: string | null; readonly reference: string | null };

export type PayoutWish = PayeeFilter & {
  readonly minimumCents: number;
  /** Partners without a payout recipient are left out. */
  readonly onlyWithRecipient: boolean;
};

/** A partner who is owed enough and got no payout; all of it is owed as before. */
export type LeftOut = Payee & { readonly owed_cents: Sum; readonly reason: LeftOutReason; readonly message: string };
export const leftOutReasons = ["too_large", "no_recipient", "call_is_full"] as const;
type LeftOutReason = (typeof leftOutReasons)[number];

export type CreatedPayouts = { readonly payoutIds: readonly number[]; readonly leftOut: readonly LeftOut[] };

/** Of one call, and so of one hold of the program's lock. */
const itemsPerCallMax = 50_000;

type Payee = { readonly partner_id: number; readonly currency: Currency };
type OwedPayee = Payee & { readonly owed_cents: Sum; readonly items: number; readonly has_recipient: boolean };

const payeesStatement: Statement = {
  name: "payees",
  text: `select o.partner_id, o.currency, sum(o.amount_cents) as owed_cents, count(*) as items,
                o.partner_id in (select partner_id from payout_recipient where program_id = $1) as has_recipient
           from owed o
          where o.program_id = $1
            and ($2::bigint is null or o.partner_id = $2)
            and ($3::text is null or o.currency = $3)
          group by o.partner_id, o.currency
         having sum(o.amount_cents) >= $4
          order by o.partner_id, o.currency`,
};

const owedStatement: Statement = {
  name: "owed_to_payee",
  text: `select sale_id, amount_cents
           from owed
          where program_id = $1 and partner_id = $2 and currency = $3
          order by sale_id`,
};

const payoutStatement: Statement = {
  name: "payout_to_close",
  text: "select * from payout where program_id = $1 and payout_id = $2",
};

const unexportedStatement: Statement = {
  name: "payouts_not_exported",
  text: `select payout_id
           from payout
          where program_id = $1 and payout_id = any($2::bigint[]) and exported_at is null
          order by payout_id`,
};

const payoutItemsStatement: Statement = {
  name: "items_of_payout",
  text: `select sale_id, amount_cents
           from payout_item
          where program_id = $1 and payout_id = $2
          order by sale_id`,
};

/** One payout for each partner and currency in which at least `minimumCents` is owed: all of them, or after a fault none. */
export async function createPayouts(
  database: Database,
  programId: number,
  wish: PayoutWish,
  actor: Actor,
  once: Once | null = null,
): Promise<CreatedPayouts> {
  let leftOut: LeftOut[] = [];
  const decide = async (session: Session): Promise<PayoutCreated[]> => {
    const { partnerId, currency, minimumCents } = wish;
    const payees = await session.query<OwedPayee>(payeesStatement, [programId, partnerId, currency, minimumCents]);
    const chosen = choosePayees(payees, wish);
    ({ leftOut } = chosen);
    const planned = await Promise.all(chosen.payees.map((payee) => planFor(session, programId, payee, minimumCents)));
    return planned.filter((payout) => payout !== null);
  };
  const payoutIds = await decidePayouts(database, programId, actor, decide, once);
  return { payoutIds, leftOut };
}

function choosePayees(
  owed: readonly OwedPayee[],
  { onlyWithRecipient }: PayoutWish,
): { readonly payees: readonly Payee[]; readonly leftOut: LeftOut[] } {
  const payees: Payee[] = [];
  const leftOut: LeftOut[] = [];
  let items = 0;
  for (const { partner_id, currency, owed_cents, items: own, has_recipient } of owed) {
    const payee = { partner_id, currency };
    const itemsNow = items + Math.min(own, payoutItemsMax);
    const leave = (reason: LeftOutReason) =>
      leftOut.push({ ...payee, owed_cents, reason, message: leftOutMessages[reason] });
    if (isTooLarge(owed_cents)) leave("too_large");
    else if (onlyWithRecipient && !has_recipient) leave("no_recipient");
    else if (itemsNow > itemsPerCallMax) leave("call_is_full");
    else {
      payees.push(payee);
      items = itemsNow;
    }
  }
  return { payees, leftOut };
}

const leftOutMessages: Readonly<Record<LeftOutReason, string>> = {
  too_large: "The sum is too large for one payout: settle it by hand, or in parts by refunds.",
  no_recipient: "The partner has no payout recipient.",
  call_is_full: `One call takes up at most ${itemsPerCallMax} commissions and adjustments: call again for the rest.`,
};

async function planFor(
  session: Session,
  programId: number,
  payee: Payee,
  minimumCents: number,
): Promise<PayoutCreated | null> {
  const { partner_id, currency } = payee;
  const owed = await session.query<PaidItem>(owedStatement, [programId, partner_id, currency]);
  const items = planPayout(owed, minimumCents);
  return items === null ? null : { type: "payout_created", partner_id, currency, items };
}

/**
 * A file for a payment tool was made with these payouts in it: whoever has it may pay them, whatever becomes of them here. Those a
 * file was made of before stay as they were.
 */
export async function recordExport(
  database: Database,
  payouts: { readonly programId: number; readonly payoutIds: readonly number[]; readonly tool: PayoutTool },
  actor: Actor,
): Promise<void> {
  const { programId, payoutIds, tool } = payouts;
  await decidePayouts(database, programId, actor, async (session) => {
    const waiting = await session.query<{ payout_id: number }>(unexportedStatement, [programId, payoutIds]);
    const ids = waiting.map((payout) => payout.payout_id);
    return ids.length === 0 ? [] : [{ type: "payouts_exported", payout_ids: ids, tool }];
  });
}

/** The payout was paid as it was put together, whatever became of its sales since: the difference becomes an adjustment. */
export async function markPayoutPaid(
  database: Database,
  payout: { readonly programId: number; readonly payoutId: number } & PayoutMark,
  actor: Actor,
): Promise<void> {
  const { programId, payoutId, method, reference } = payout;
  await decidePayouts(database, programId, actor, async (session) => {
    const { partner_id, currency } = await requirePayout(session, programId, payoutId);
    const items = await findItems(session, programId, payoutId);
    return [{ type: "payout_recorded", payout_id: payoutId, partner_id, currency, items, method, reference }];
  });
}

/** What it held is owed as before. Only a payout that is not paid yet. */
export async function cancelPayout(
  database: Database,
  { programId, payoutId }: { readonly programId: number; readonly payoutId: number },
  actor: Actor,
): Promise<void> {
  await decidePayouts(database, programId, actor, async (session) => {
    await requirePayout(session, programId, payoutId);
    const items = await findItems(session, programId, payoutId);
    const sale_ids = items.map((item) => item.sale_id);
    return [{ type: "payout_cancelled", payout_id: payoutId, sale_ids, reason: null }];
  });
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

async function requirePayout(session: Session, programId: number, payoutId: number): Promise<PayoutRow> {
  const [payout] = await session.query<PayoutRow>(payoutStatement, [programId, payoutId]);
  if (payout === undefined)
    throw new PayoutRefused("unknown_payout", `Program ${programId} has no payout ${payoutId}.`);
  return payout;
}

function findItems(session: Session, programId: number, payoutId: number): Promise<PaidItem[]> {
  return session.query<PaidItem>(payoutItemsStatement, [programId, payoutId]);
}

/** Answers the ids of the events it became: none where there was nothing to decide. */
async function decidePayouts(
  database: Database,
  programId: number,
  actor: Actor,
  decide: (session: Session) => Promise<readonly EventData[]>,
  once: Once | null = null,
): Promise<number[]> {
  const decideAsActor = async (session: Session): Promise<Submission[]> => {
    await requireProgramRight(session, actor, programId, "owner");
    await claimOnce(session, once);
    return (await decide(session)).map((data) => submission(programId, data, actor));
  };
  const after = (session: Session, made: readonly Result[]): void => keepMadeIds(session, once, made.map(eventIdOf));
  // A payout may hold every commission of a large partner.
  const results = await commitDecided(database, programId, decideAsActor, { within: "longTransaction", after });
  return results.map(eventIdOf);
}

function eventIdOf(result: Result): number {
  if (result.kind !== "concluded") throw new Error(`a payout cannot end as ${result.kind}`);
  const { conclusion, eventId } = result;
  if (eventId !== null) return eventId;
  if (conclusion.reason !== "payout_closed") throw new Error(`a payout was concluded as ${conclusion.reason}`);
  throw new PayoutRefused(conclusion.reason, conclusion.message);
}

function submission(programId: number, data: EventData, actor: Actor): Submission {
  const by = authorText(actor);
  return {
    event: { programId, source: "operator", dedupKey: null, isTest: false, occurredAt: null, data, by },
    delivery: null,
    keyHash: null,
    keep: "when_it_changes_something",
    logged: null,
  };
}
