// Commissions by hand: held until they are released, or approved before their hold period is over. Many at once, each with its own
// answer: what of it could not be done, and why. It is decided under the program's lock, so a refund, a dispute or a payout that
// comes at the same moment is either seen or comes after.

import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type {
  CommissionsApprovedEarly,
  CommissionsHeld,
  CommissionsReleased,
} from "../../core/rules/events/commission-events.ts";
import { saleOfReferralSql } from "../../core/rules/referral-id.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import type { CommissionStage, CommissionStatus } from "../../core/vocabulary/statuses.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";

/** Of one call, and so of one event and one hold of the program's lock. */
export const commissionsPerDecisionMax = 500;

/** What became of one of them. */
export const decisionResults = [
  "held",
  "released",
  "approved",
  "not_found",
  "already_held",
  "not_held",
  "already_approved",
  "already_paid",
  "reversed",
  "held_by_hand",
  "held_back",
] as const;
export type DecisionResult = (typeof decisionResults)[number];

export type CommissionDecision =
  | { readonly do: "hold"; readonly partnerNote: string | null }
  | { readonly do: "release" }
  | { readonly do: "approve" };

export type DecidedCommission = {
  readonly commission_id: number;
  readonly result: DecisionResult;
  readonly message: string;
  /** Null where the program has no such commission. */
  readonly partner_id: number | null;
  readonly amount_cents: number | null;
  readonly currency: Currency | null;
};

type Found = {
  readonly sale_id: number;
  readonly partner_id: number | null;
  readonly amount_cents: number | null;
  readonly currency: Currency | null;
  readonly status: CommissionStatus | null;
  readonly stage: CommissionStage | null;
  readonly is_by_hand: boolean;
  /** A dispute of its sale is open, its chain contradicts it, or a flag holds it. */
  readonly is_held_back: boolean;
  /** The payout that holds it and waits to be paid. */
  readonly payout_id: number | null;
};

const commissionsStatement: Statement = {
  name: "commissions_to_decide",
  text: `select k.sale_id, c.partner_id, c.amount_cents, c.currency, c.status, c.stage,
                exists (select 1 from commission_hold h where h.program_id = $1 and h.sale_id = k.sale_id) as is_by_hand,
                exists (select 1 from sale s
                         where s.program_id = $1 and s.sale_id = ${saleOfReferralSql("k.sale_id")}
                           and (s.status = 'disputed' or s.evidence = 'chain_contradicted'))
                or exists (select 1 from commission s
                            where s.program_id = $1 and s.sale_id = ${saleOfReferralSql("k.sale_id")}
                              and s.sale_id <> k.sale_id and s.status = 'held')
                or exists (select 1 from flag f
                            where f.program_id = $1 and f.sale_id = k.sale_id and f.partner_id = c.partner_id
                              and f.choice = 'hold' and f.resolved_as is null) as is_held_back,
                (select i.payout_id from payout_item i
                  where i.program_id = $1 and i.sale_id = k.sale_id and i.status = 'created'
                  order by i.payout_id desc limit 1) as payout_id
           from unnest($2::bigint[]) with ordinality as k(sale_id, place)
           left join lateral (
                select * from commission where program_id = $1 and sale_id = k.sale_id offset 0
                ) c on true
          order by k.place`,
};

export async function decideCommissions(
  database: Database,
  wish: {
    readonly programId: number;
    /** A commission has its sale's id. */
    readonly commissionIds: readonly number[];
    readonly decision: CommissionDecision;
    readonly reason: string;
  },
  actor: Actor,
): Promise<readonly DecidedCommission[]> {
  const { programId, decision, reason } = wish;
  const saleIds = [...new Set(wish.commissionIds)];
  let decided: readonly DecidedCommission[] = [];
  await commitDecided(database, programId, async (session) => {
    await requireProgramRight(session, actor, programId, "terms");
    const found = await session.query<Found>(commissionsStatement, [programId, saleIds]);
    decided = found.map((commission) => decidedOf(commission, decision));
    const chosen = decided.filter(({ result }) => done.has(result)).map(({ commission_id }) => commission_id);
    if (chosen.length === 0) return [];
    const event = {
      programId,
      source: "operator",
      dedupKey: null,
      isTest: false,
      occurredAt: null,
      data: eventOf(decision, chosen, reason),
      by: authorText(actor),
    };
    return [{ event, delivery: null, keyHash: null, keep: "when_it_changes_something", logged: null }];
  });
  return decided;
}

const done: ReadonlySet<DecisionResult> = new Set(["held", "released", "approved"]);

function eventOf(
  decision: CommissionDecision,
  saleIds: readonly number[],
  reason: string,
): CommissionsHeld | CommissionsReleased | CommissionsApprovedEarly {
  const about = { sale_ids: saleIds, reason };
  switch (decision.do) {
    case "hold":
      return { type: "commissions_held", ...about, partner_note: decision.partnerNote };
    case "release":
      return { type: "commissions_released", ...about };
    case "approve":
      return { type: "commissions_approved_early", ...about };
  }
}

type Verdict = readonly [result: DecisionResult, message: string];

function decidedOf(commission: Found, decision: CommissionDecision): DecidedCommission {
  const [result, message] = verdictOn(commission, decision.do);
  const { sale_id: commission_id, partner_id, amount_cents, currency } = commission;
  return { commission_id, result, message, partner_id, amount_cents, currency };
}

/** By the same rules as the fold, so that what is said here is what is done. */
function verdictOn(commission: Found, what: CommissionDecision["do"]): Verdict {
  const { status, stage } = commission;
  if (status === null || stage === null) return ["not_found", "The program has no such commission."];
  if (what === "release") return released(commission);
  if (commission.is_by_hand) {
    return what === "hold"
      ? ["already_held", "It is on hold by hand already."]
      : ["held_by_hand", "It is on hold by hand: release it first."];
  }
  if (status === "paid") return ["already_paid", "It is paid already."];
  if (status === "reversed") return ["reversed", "Nothing is left of it: the sale was taken back."];
  return what === "hold" ? held(commission) : approved(commission);
}

function held({ payout_id: payoutId }: Found): Verdict {
  const isInPayout = `It is on hold, and in payout ${payoutId}, which waits to be paid: cancel that payout, or it is paid with it.`;
  return ["held", payoutId === null ? "It is on hold until it is released." : isInPayout];
}

function released({ is_by_hand: isByHand, is_held_back: isHeldBack }: Found): Verdict {
  if (!isByHand) return ["not_held", "It is not on hold by hand."];
  const still = "It is released by hand; a flag, a dispute or its chain still holds it back.";
  return ["released", isHeldBack ? still : "It is released."];
}

function approved({ status, stage }: Found): Verdict {
  if (status === "held") return ["held_back", "A flag, a dispute or its chain holds it back."];
  return stage === "pending" ? ["approved", "It is approved."] : ["already_approved", "It is approved already."];
}
