// The approval of a payout by a second person. A person is an account whose role may approve payouts; the operator's command line and agents' keys
// do not count. The creator of a payout is the first person, so another one approves it.
import { AccessRefused } from "../../../access/access-refused.ts";
import type { Actor } from "../../../access/permission.ts";
import type { EventData } from "../../../core/rules/events/events.ts";
import { isBehind } from "../../../core/rules/fold/payout.ts";
import { authorText } from "../../../core/vocabulary/access/author.ts";
import type { Database } from "../../../engine/postgres/database.ts";
import type { Session } from "../../../engine/postgres/driver/session.ts";
import { PayoutRefused } from "../../operation/change-refused.ts";
import { decidePayouts, requirePayout } from "../decide.ts";

/** Approving again, or what needs no further approval, changes nothing. */
export async function approvePayout(
  database: Database,
  { programId, payoutId }: { readonly programId: number; readonly payoutId: number },
  actor: Actor,
): Promise<void> {
  const decide = async (session: Session): Promise<readonly EventData[]> => {
    const { approvals, status } = await requirePayout(session, programId, payoutId);
    if (status !== "created") throw new PayoutRefused("payout_closed", `Payout ${payoutId} is ${status}, not created.`);
    if (approvals === null) return [];
    if (actor.kind !== "account") {
      throw new AccessRefused(
        "forbidden",
        "A person approves payouts: sign in with an account of an owner or of finance. The operator's command line, agent keys and tokens cannot.",
      );
    }
    const approved_by = authorText(actor);
    if (approvals.created_by === approved_by) {
      throw new PayoutRefused(
        "second_person_required",
        `You created payout ${payoutId}: another person must approve it, an owner of the workspace or one of finance.`,
      );
    }
    if (approvals.missing === 0 || isBehind(approvals, approved_by)) return [];
    return [{ type: "payout_approved", payout_id: payoutId, approved_by }];
  };
  await decidePayouts(database, programId, actor, decide, { right: "payout_approvals" });
}
