// Decides about payouts under the program's lock and records it in the same transaction, on behalf of an actor who has the right to.
import { claimOnce, keepMadeIds, type Once } from "../../access/idempotency.ts";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { EventData, PaidItem } from "../../core/rules/events/events.ts";
import type { PayoutRow } from "../../core/rules/rows/payout-rows.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { WorkspaceRight } from "../../core/vocabulary/access/workspace-roles.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Result, Submission } from "../../engine/recording/submission.ts";
import { PayoutRefused } from "../operation/change-refused.ts";

const payoutStatement: Statement = {
  name: "payout_to_close",
  text: "select * from payout where program_id = $1 and payout_id = $2",
};

const payoutItemsStatement: Statement = {
  name: "items_of_payout",
  text: `select sale_id, amount_cents
           from payout_item
          where program_id = $1 and payout_id = $2
          order by sale_id`,
};

export async function requirePayout(session: Session, programId: number, payoutId: number): Promise<PayoutRow> {
  const [payout] = await session.query<PayoutRow>(payoutStatement, [programId, payoutId]);
  if (payout === undefined)
    throw new PayoutRefused("unknown_payout", `Program ${programId} has no payout ${payoutId}.`);
  return payout;
}

export function findItems(session: Session, programId: number, payoutId: number): Promise<PaidItem[]> {
  return session.query<PaidItem>(payoutItemsStatement, [programId, payoutId]);
}

/** Answers the ids of the events it became: none where there was nothing to decide. */
export async function decidePayouts(
  database: Database,
  programId: number,
  actor: Actor,
  decide: (session: Session) => Promise<readonly EventData[]>,
  { once = null, right = "payouts" }: { readonly once?: Once | null; readonly right?: WorkspaceRight } = {},
): Promise<number[]> {
  const decideAsActor = async (session: Session): Promise<Submission[]> => {
    await requireProgramRight(session, actor, programId, right);
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
