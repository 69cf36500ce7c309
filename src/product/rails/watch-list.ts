// What payment providers were sent for a program's payouts, and what they answered: one row for each request that could pay or brought
// news, and one for an attempt without a request.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { flag, id, idOrNull, oneOf, time, timeOrNull, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { railNames } from "../../core/vocabulary/money/payout-rails.ts";
import { type Filter, keyset, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const requestKinds = ["create", "look"] as const;

export const attemptLine = z.strictObject({
  payout_id: id("The payout"),
  attempt: z.int().meta({ description: "Which attempt to pay it" }),
  rail: oneOf(railNames, "The payment provider"),
  key: words("The key that the payment has at the provider"),
  is_sandbox: flag("It was sent to the provider's sandbox: no money moves"),
  rail_id: wordsOrNull("The provider's id of the payment"),
  committed_at: time("When the key was recorded, before anything was sent"),
  unclear_since: timeOrNull("Since when it is not known what became of it; null where that is known"),
  fault: wordsOrNull("What is wrong, if something is"),
  next_look_at: timeOrNull("When the provider is asked again; null where it is not"),
  request_id: idOrNull("The request; null where none was sent yet"),
  kind: oneOf(requestKinds, "create could pay; look asks what became of it").nullable(),
  began_at: timeOrNull("When it was sent"),
  ended_at: timeOrNull("When it was answered; null where the process ended first"),
  conclusion: wordsOrNull("What the answer meant"),
  exchanges: wordsOrNull("Requests and answers as JSON, without secrets; names and addresses are masked"),
});

export type AttemptLine = z.output<typeof attemptLine>;

export const attemptFilters = {
  payout_id: id("Only of this payout").optional(),
  is_unclear: z.boolean().optional().meta({ description: "Only those with an unknown result" }),
};

const byRequest = keyset("payout attempts", z.tuple([z.int(), z.int(), z.int()]));

/** By payout, attempt and request. */
export async function listAttempts(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { payout_id: payoutId, is_unclear: isUnclear }: Filter<typeof attemptFilters> = {},
): Promise<Page<AttemptLine>> {
  const [payout, attempt, requestId] = byRequest.after(request, [0, 0, -1]);
  const { rows } = await sql<AttemptLine>`
    select a.payout_id, a.attempt, a.rail, a.key, a.is_sandbox, a.rail_id, a.committed_at, a.unclear_since, a.fault,
           a.next_look_at, r.request_id, r.kind, r.began_at, r.ended_at, r.conclusion, r.exchanges::text as exchanges
      from payout_attempt a
      left join payout_request r
        on r.program_id = a.program_id and r.payout_id = a.payout_id and r.attempt = a.attempt
     where a.program_id = ${programId}
       and (a.payout_id, a.attempt, coalesce(r.request_id, 0)) > (${payout}, ${attempt}, ${requestId})
       and (${payoutId ?? null}::bigint is null or a.payout_id = ${payoutId ?? null})
       and (${isUnclear ?? null}::boolean is null or (a.unclear_since is not null) = ${isUnclear ?? null})
     order by a.payout_id, a.attempt, coalesce(r.request_id, 0)
     limit ${request.limit + 1}`.execute(db);
  return byRequest.page(rows, request, (row) => [row.payout_id, row.attempt, row.request_id ?? 0]);
}
