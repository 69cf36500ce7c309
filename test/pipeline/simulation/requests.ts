// What is asked of the processes: every request can be known again in the log, by the key of its delivery or by a mark in its data.
import fc from "fast-check";
import type { EventRow } from "../../../src/engine/postgres/tables/tables.ts";
import type { Result, Submission } from "../../../src/engine/recording/submission.ts";
import { market } from "../../reference/market.ts";
import { payment, sale } from "../../support/event-builders.ts";
import { submission } from "../../support/submissions.ts";
import type { Chance } from "../../torture/chance.ts";
import { refusedCents } from "./statements.ts";

export type Request = {
  readonly mark: string;
  readonly submission: Submission;
  /** Its caller asks again until it is answered: the same delivery or call may be made twice. */
  readonly isRepeated: boolean;
  /** Its row is refused, so it is kept as failed if it is a delivery, and not at all if it is a call. */
  readonly isRefused: boolean;
  readonly answers: Result[];
  attempts: number;
  /** Of its attempts, those that may or may not be recorded. */
  unknown: number;
  refusals: number;
  firstAskedAt: number;
  firstAnsweredAt: number;
};

const counts = { clicks: 6, customers: 3, payments: 12, subscriptions: 3 };

/** As a market could live through them, sent to one program. */
export function requestsOf(programId: number, partnerIds: readonly number[], count: number, seed: number): Request[] {
  const histories = market({ names: "many", partnerIds, counts }, { lengthMin: count, lengthMax: count });
  const [steps = []] = fc.sample(histories, { numRuns: 1, seed });
  return steps.flatMap((step, index) => {
    if ("do" in step || !(step.source === "stripe" || step.source === "paddle" || isCall(step.source))) return [];
    return [requestOf(submission(programId, step), `${programId}-${index}`, false)];
  });
}

/** Plain trade, of which the database refuses some rows. */
export function withRefused(programId: number, count: number, chance: Chance): Request[] {
  return Array.from({ length: count }, (_, index) => {
    const isRefused = chance.isOneIn(6);
    const amount_cents = isRefused ? refusedCents : 1_000 + index;
    const transaction_id = `plain_${index}`;
    const event = chance.isOneIn(2)
      ? sale({ transaction_id, amount_cents })
      : payment({ transaction_id, amount_cents, payer: { customer_key: "customer-1" } });
    return requestOf(submission(programId, event), `${programId}-${index}`, isRefused);
  });
}

const isCall = (source: string | undefined): boolean =>
  source === undefined || source === "api" || source === "browser";

function requestOf(plain: Submission, mark: string, isRefused: boolean): Request {
  const { event } = plain;
  const isMarkedInData = isCall(event.source);
  const data = isMarkedInData ? { ...event.data, additional_data: { mark } } : event.data;
  return {
    mark,
    submission: { ...plain, event: { ...event, data, dedupKey: isMarkedInData ? null : mark } },
    isRepeated: !isMarkedInData || event.data.type === "sale_reported",
    isRefused,
    answers: [],
    attempts: 0,
    unknown: 0,
    refusals: 0,
    firstAskedAt: 0,
    firstAnsweredAt: Number.POSITIVE_INFINITY,
  };
}

/** By which request an event came; undefined for those of the beginning. */
export function markOf({ dedup_key, data }: EventRow): string | undefined {
  if (dedup_key !== null) return dedup_key;
  const { additional_data: additional } = data;
  return typeof additional === "object" && additional !== null && "mark" in additional
    ? String(additional.mark)
    : undefined;
}
