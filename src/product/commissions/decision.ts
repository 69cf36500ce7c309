// An operator's decision about a payment: the merchant is believed against the chain, a dispute is over.
// A decision is an event like any other, so a replay decides the same; one that would change nothing leaves none.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { DisputeClosedFact, PaymentEvidenceRecorded } from "../../core/rules/events/events.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import type { Database } from "../../engine/postgres/database.ts";
import { commitBatch } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";

type DecisionData = PaymentEvidenceRecorded | DisputeClosedFact;

/** The commission of a payment its chain contradicts is due. To decide the other way, report a refund. */
export function acceptPayment(
  database: Database,
  payment: { readonly programId: number; readonly transactionId: string; readonly reason: string },
  actor: Actor,
): Promise<string | null> {
  return decide(database, payment.programId, actor, {
    type: "payment_evidence_recorded",
    transaction_id: payment.transactionId,
    evidence: "operator_accepted",
    transfer: null,
    detail: payment.reason,
  });
}

/** For providers that report a dispute's beginning and never its end. */
export function closeDispute(
  database: Database,
  dispute: {
    readonly programId: number;
    readonly transactionId: string;
    readonly disputeId: string;
    readonly result: "won" | "lost";
  },
  actor: Actor,
): Promise<string | null> {
  return decide(database, dispute.programId, actor, {
    type: "dispute_closed",
    aliases: [{ kind: "transaction", value: dispute.transactionId }],
    dispute_id: dispute.disputeId,
    result: dispute.result,
    amount_cents: null,
    currency: null,
  });
}

/** Answers why it could not be done, in words; null when it was. */
async function decide(database: Database, programId: number, actor: Actor, data: DecisionData): Promise<string | null> {
  const by = authorText(actor);
  const submissions: Submission[] = [
    {
      event: { programId, source: "operator", dedupKey: null, isTest: false, occurredAt: null, data, by },
      delivery: null,
      keyHash: null,
      keep: "when_it_changes_something",
      logged: null,
    },
  ];
  const [result] = await commitBatch(database, submissions, {
    before: (session) => requireProgramRight(session, actor, programId, "operator"),
  });
  if (result?.kind === "failed") throw result.error;
  if (result?.kind !== "concluded") throw new Error(`a decision cannot end as ${result?.kind}`);
  return result.eventId === null ? result.conclusion.message : null;
}
