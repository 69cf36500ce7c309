// Retries failed deliveries: reads them with today's adapters and folds them after everything recorded since, each in its own transaction
// under its program's lock. So nothing is renumbered: if another event of the same payment was recorded meanwhile, that stays the sale. A
// repeated failure leaves nothing and is tried later. It costs a few statements a delivery, regardless of the length of the log; it builds
// no books.
import { AccessRefused } from "../../../access/access-refused.ts";
import { type Actor, requireProgramRight } from "../../../access/permission.ts";
import type { Secrets } from "../../../access/secrets/secrets.ts";
import type { DeliveryRetried } from "../../../core/rules/events/events.ts";
import type { OutcomeName } from "../../../core/rules/rows/sale-rows.ts";
import { OutdatedRules } from "../../books/rules.ts";
import type { Database } from "../../postgres/database.ts";
import type { Session } from "../../postgres/driver/session.ts";
import type { Statement } from "../../postgres/driver/statement.ts";
import { mayPass } from "../../postgres/faults.ts";
import { commitDecided } from "../../recording/locked-batch.ts";
import type { Result, Submission } from "../../recording/submission.ts";
import { readToday } from "./reread.ts";
import { type Readable, type StoredDelivery, withConnections } from "./stored-delivery.ts";

export type FailedRequest = {
  /** Null is every program. */
  readonly programIds: readonly number[] | null;
  readonly provider: string | null;
  readonly since: Date | null;
  readonly eventId: number | null;
};

export const everyFailed: FailedRequest = { programIds: null, provider: null, since: null, eventId: null };

/** A delivery's position among all that failed. */
export type Place = { readonly programId: number; readonly eventId: number };

export const firstPlace: Place = { programId: 0, eventId: 0 };

/** Only bytes the chain vouches for are read again. */
const failedStatement: Statement = {
  name: "failed_deliveries",
  text: `select d.program_id, d.event_id, e.source as provider, d.headers,
                case when logged.delivery_sha256 = sha256(d.body) then d.body else ''::bytea end as body,
                d.connection_id, d.connection_livemode as livemode, d.client_reference,
                d.adapter_version, e.type, e.schema_version, e.is_test, e.occurred_at, e.data
           from outcome o
           join delivery d on d.program_id = o.program_id and d.event_id = o.event_id
           join event_as_read e on e.program_id = o.program_id and e.id = o.event_id
           join event as logged on logged.program_id = o.program_id and logged.id = o.event_id
          where o.outcome = 'failed'
            and (o.program_id, o.event_id) > ($1::bigint, $2::bigint)
            and ($3::bigint[] is null or o.program_id = any($3))
            and ($4::text is null or e.source = $4)
            and ($5::timestamptz is null or d.received_at >= $5)
            and ($6::bigint is null or o.event_id = $6)
          order by o.program_id, o.event_id
          limit $7`,
};

const stillFailedStatement: Statement = {
  name: "delivery_still_failed",
  text: "select 1 as one from outcome where program_id = $1 and event_id = $2 and outcome = 'failed'",
};

export type FailedDelivery = Readable;

/** Behind a place, in the order of programs and of their events. */
export function findFailed(
  database: Database,
  request: FailedRequest,
  after: Place,
  count: number,
): Promise<FailedDelivery[]> {
  return database.withSession(async (session) => {
    const stored = await session.query<StoredDelivery>(failedStatement, [
      after.programId,
      after.eventId,
      request.programIds,
      request.provider,
      request.since,
      request.eventId,
      count,
    ]);
    return withConnections(session, stored);
  });
}

export type Retried =
  /** Its outcome; its reading may differ from the earlier one. */
  | { readonly kind: "taken_up"; readonly outcome: OutcomeName; readonly isReadDifferently: boolean }
  /** Another process retried it meanwhile. */
  | { readonly kind: "gone" }
  | { readonly kind: "fails_again"; readonly reason: string };

/** Thrown to leave nothing behind. */
class OnlyLooked extends Error {}

/** Rejects with what may pass: then the others of its program would not fare better either. */
export async function retryDelivery(
  { database, secrets, actor }: { readonly database: Database; readonly secrets: Secrets; readonly actor: Actor },
  failed: FailedDelivery,
  applies = true,
): Promise<Retried> {
  const { data, isReadDifferently } = retryOf(failed, secrets);
  let retried: Retried = { kind: "gone" };
  try {
    await commitDecided(database, failed.program_id, (session) => decide(session, actor, failed, data), {
      after: async (session, [result]) => {
        const refusal = refusalOf(result);
        if (refusal !== null) retried = { kind: "fails_again", reason: refusal };
        else retried = { kind: "taken_up", outcome: await outcomeOf(session, failed), isReadDifferently };
        if (!applies) throw new OnlyLooked();
      },
    });
  } catch (error) {
    if (error instanceof OnlyLooked) return retried;
    if (mayPass(error) || error instanceof OutdatedRules || error instanceof AccessRefused) throw error;
    return { kind: "fails_again", reason: reasonOf(error) };
  }
  return retried;
}

function retryOf(failed: FailedDelivery, secrets: Secrets): { data: DeliveryRetried; isReadDifferently: boolean } {
  const today = readToday(failed, secrets);
  const data: DeliveryRetried = {
    type: "delivery_retried",
    event_id: failed.event_id,
    provider: failed.provider,
    ...today.rereading,
  };
  return { data, isReadDifferently: today.differs };
}

async function decide(
  session: Session,
  actor: Actor,
  failed: FailedDelivery,
  data: DeliveryRetried,
): Promise<Submission[]> {
  await requireProgramRight(session, actor, failed.program_id, "deliveries");
  const still = await session.query(stillFailedStatement, [failed.program_id, failed.event_id]);
  if (still.length === 0) return [];
  return [
    {
      event: {
        programId: failed.program_id,
        source: "schedule",
        dedupKey: null,
        isTest: data.is_test,
        occurredAt: null,
        data,
      },
      delivery: null,
      keyHash: null,
      keep: "when_it_changes_something",
      logged: null,
    },
  ];
}

/** Null if it was retried. */
function refusalOf(result: Result | undefined): string | null {
  if (result?.kind !== "concluded") throw new Error(`a retry cannot end as ${result?.kind}`);
  return result.eventId === null ? result.conclusion.message : null;
}

const outcomeStatement: Statement = {
  name: "outcome_of_delivery",
  text: "select outcome from outcome where program_id = $1 and event_id = $2",
};

async function outcomeOf(session: Session, { program_id, event_id }: FailedDelivery): Promise<OutcomeName> {
  const [row] = await session.query<{ outcome: OutcomeName }>(outcomeStatement, [program_id, event_id]);
  return row?.outcome ?? "recorded";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
