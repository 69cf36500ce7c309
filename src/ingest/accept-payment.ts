// An operator's decision about a payment its chain contradicts: the merchant is believed, the commission is due.
// To decide the other way, report a refund. A decision is an event, so a replay decides the same.
import type { Database } from "../db/database.ts";
import { commitBatch } from "./commit.ts";

/** Answers why it could not be accepted, in words; null when it was. */
export async function acceptPayment(
  database: Database,
  payment: { readonly programId: number; readonly transactionId: string; readonly reason: string },
): Promise<string | null> {
  const [result] = await commitBatch(database, [
    {
      event: {
        programId: payment.programId,
        source: "operator",
        dedupKey: null,
        isTest: false,
        occurredAt: null,
        data: {
          type: "payment_evidence_recorded",
          transaction_id: payment.transactionId,
          evidence: "operator_accepted",
          transfer: null,
          detail: payment.reason,
        },
      },
      delivery: null,
      keyHash: null,
      keep: "when_it_changes_something",
      logged: null,
    },
  ]);
  if (result?.kind === "failed") throw result.error;
  if (result?.kind !== "concluded") throw new Error(`a decision cannot end as ${result?.kind}`);
  return result.eventId === null ? result.conclusion.message : null;
}
