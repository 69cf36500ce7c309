// One payout with what only it is asked for: what its sales come to now, and why it was withdrawn.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { sum, time, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { namedAuthors } from "../audit/author-names.ts";
import { findDueNow, findPayouts } from "./list.ts";
import { type PayoutLine, payoutFields } from "./payout-line.ts";

export const payoutDetail = z.strictObject({
  ...payoutFields,
  due_now_cents: sum("What is due now for the sales it holds; null once it no longer waits to be paid").nullable(),
  people: z
    .array(
      z.strictObject({
        did: z.enum(["created", "approved"]).meta({ description: "What the person did" }),
        at: time("When"),
        name: wordsOrNull("The account's current name; null if it was deleted, or where no person created the payout"),
      }),
    )
    .readonly()
    .meta({ description: "The people behind it, where it needs two; otherwise none" }),
  withdrawn_because: wordsOrNull("Why it was canceled or returned, if a reason was given"),
});

export type PayoutDetail = z.output<typeof payoutDetail>;

export async function findPayoutDetail(
  db: Kysely<Tables>,
  programId: number,
  payoutId: number,
): Promise<PayoutDetail | undefined> {
  const [payout] = await findPayouts(db, programId, [payoutId]);
  if (payout === undefined) return undefined;
  const dueNow = await findDueNow(db, programId, [payoutId]);
  return {
    ...payout,
    people: await findPeople(db, payout),
    due_now_cents: dueNow.get(payoutId) ?? null,
    withdrawn_because: payout.withdrawn_at === null ? null : await findReason(db, programId, payoutId),
  };
}

async function findPeople(db: Kysely<Tables>, { approvals, created_at }: PayoutLine): Promise<PayoutDetail["people"]> {
  if (approvals === null) return [];
  const { created_by, given } = approvals;
  const authors = await namedAuthors(db, [created_by, ...given.map(({ by }) => by)]);
  return [
    { did: "created", at: created_at, name: authors[0]?.by_name ?? null },
    ...given.map(({ at }, index) => ({
      did: "approved" as const,
      at: new Date(at),
      name: authors[index + 1]?.by_name ?? null,
    })),
  ];
}

/** The log alone keeps it: no figure follows from it. */
async function findReason(db: Kysely<Tables>, programId: number, payoutId: number): Promise<string | null> {
  const { rows } = await sql<{ reason: string | null }>`
    select data ->> 'reason' as reason
      from event
     where program_id = ${programId} and type in ('payout_cancelled', 'payout_failed', 'payout_returned')
       and (data ->> 'payout_id')::bigint = ${payoutId}
     order by seq desc
     limit 1`.execute(db);
  return rows[0]?.reason ?? null;
}
