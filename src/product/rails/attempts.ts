// The attempts to pay payouts by a provider, next to the log: what is due to be asked, who is asking, and what was sent and answered.
// An attempt is written in the transaction of the event that hands its payout over, so neither is there without the other.
import type { RailName } from "../../core/vocabulary/money/payout-rails.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { Exchange } from "./apis/rail-client.ts";

/** Longer than all requests of one turn may take. */
const leaseSeconds = 300;
const dueMax = 100;

export type Attempt = {
  readonly program_id: number;
  readonly payout_id: number;
  readonly attempt: number;
  readonly rail: RailName;
  readonly key: string;
  readonly is_sandbox: boolean;
  readonly committed_at: Date;
  readonly first_request_at: Date | null;
  readonly is_uncertain: boolean;
  readonly fault: string | null;
  readonly fault_count: number;
  readonly rail_id: string | null;
  /** By the clock that wrote the other times: this machine's may be off, and a key that is too old is never sent again. */
  readonly claimed_at: Date;
};

export type AttemptKey = Pick<Attempt, "program_id" | "payout_id" | "attempt">;

const addStatement: Statement = {
  name: "add_payout_attempt",
  text: `insert into payout_attempt (program_id, payout_id, attempt, rail, key, is_sandbox, next_look_at)
         values ($1, $2, $3, $4, $5, $6, date_trunc('milliseconds', now()))`,
};

const dueStatement: Statement = {
  name: "due_payout_attempts",
  text: `select program_id, payout_id, attempt
           from payout_attempt
          where next_look_at <= clock_timestamp() and (leased_until is null or leased_until < clock_timestamp())
          order by next_look_at
          limit $1`,
};

const claimStatement: Statement = {
  name: "claim_payout_attempt",
  text: `update payout_attempt
            set leased_until = clock_timestamp() + make_interval(secs => $4),
                next_look_at = clock_timestamp() + make_interval(secs => $4)
          where program_id = $1 and payout_id = $2 and attempt = $3 and next_look_at <= clock_timestamp()
            and (leased_until is null or leased_until < clock_timestamp())
         returning program_id, payout_id, attempt, rail, key, is_sandbox, committed_at, first_request_at, is_uncertain,
                   fault, fault_count, rail_id, clock_timestamp() as claimed_at`,
};

/** Only its holder may send: a turn whose lease ran out, and was taken by another process, sends nothing. */
const beginCreateStatement: Statement = {
  name: "begin_payout_request",
  text: `update payout_attempt
            set first_request_at = coalesce(first_request_at, clock_timestamp()), is_uncertain = true,
                leased_until = clock_timestamp() + make_interval(secs => $4)
          where program_id = $1 and payout_id = $2 and attempt = $3 and leased_until > clock_timestamp()
         returning attempt`,
};

/** Of what was looked up only what brought news is kept: a payout is looked up for weeks. */
const addLookStatement: Statement = {
  name: "add_payout_look",
  text: `insert into payout_request (program_id, payout_id, attempt, kind, ended_at, exchanges, conclusion)
         values ($1, $2, $3, 'look', clock_timestamp(), $4::jsonb, $5)`,
};

const addRequestStatement: Statement = {
  name: "add_payout_request",
  text: `insert into payout_request (program_id, payout_id, attempt, kind) values ($1, $2, $3, 'create') returning request_id`,
};

const endRequestStatement: Statement = {
  name: "end_payout_request",
  text: `update payout_request set ended_at = clock_timestamp(), exchanges = $4::jsonb, conclusion = $5
          where program_id = $1 and payout_id = $2 and request_id = $3`,
};

/** A webhook that came meanwhile has made it due: it stays so. */
const noteStatement: Statement = {
  name: "note_payout_attempt",
  text: `update payout_attempt
            set rail_id = coalesce($4, rail_id), is_uncertain = $5, fault = $6,
                fault_count = case when $6::text is null then 0 else fault_count + 1 end,
                unclear_since = case when $7::boolean then coalesce(unclear_since, clock_timestamp()) end,
                next_look_at = case when next_look_at <= clock_timestamp() then next_look_at
                                    else clock_timestamp() + make_interval(secs => $8) end,
                leased_until = null
          where program_id = $1 and payout_id = $2 and attempt = $3`,
};

/**
 * A webhook may come from a provider that paid long ago, and before the answer to our own request. The column has milliseconds and rounds:
 * rounded up it would not be due yet, and a turn that ends just then would put it off.
 */
const wakeStatement: Statement = {
  name: "wake_payout_attempt",
  text: `update payout_attempt
            set next_look_at = date_trunc('milliseconds', clock_timestamp())
          where program_id = $1 and rail = $2 and (payout_id = $3 or rail_id = $4)
         returning payout_id`,
};

export function addAttempt(session: Session, attempt: AttemptKey & Pick<Attempt, "rail" | "key" | "is_sandbox">): void {
  const { program_id, payout_id, attempt: number, rail, key, is_sandbox } = attempt;
  void session.query(addStatement, [program_id, payout_id, number, rail, key, is_sandbox]);
}

export function findDue(database: Database): Promise<AttemptKey[]> {
  return database.withSession((session) => session.query<AttemptKey>(dueStatement, [dueMax]));
}

/** Undefined where another process has it, or it is no longer due. */
export async function claimAttempt(database: Database, key: AttemptKey): Promise<Attempt | undefined> {
  const { program_id, payout_id, attempt } = key;
  const [claimed] = await database.transaction((session) =>
    session.query<Attempt>(claimStatement, [program_id, payout_id, attempt, leaseSeconds]),
  );
  return claimed;
}

/** Committed before the request goes out. Null where the lease was lost. */
export async function beginCreate(database: Database, key: AttemptKey): Promise<number | null> {
  const { program_id, payout_id, attempt } = key;
  return database.transaction(async (session) => {
    const held = await session.query(beginCreateStatement, [program_id, payout_id, attempt, leaseSeconds]);
    if (held.length === 0) return null;
    const [row] = await session.query<{ request_id: number }>(addRequestStatement, [program_id, payout_id, attempt]);
    if (row === undefined) throw new Error("a request was not kept");
    return row.request_id;
  });
}

export function addLook(
  session: Session,
  { program_id, payout_id, attempt }: AttemptKey,
  { exchanges, conclusion }: { readonly exchanges: readonly Exchange[]; readonly conclusion: string },
): void {
  void session.query(addLookStatement, [program_id, payout_id, attempt, JSON.stringify(exchanges), conclusion]);
}

export function endRequest(
  session: Session,
  { program_id, payout_id }: AttemptKey,
  ended: { readonly requestId: number; readonly exchanges: readonly Exchange[]; readonly conclusion: string },
): void {
  const { requestId, exchanges, conclusion } = ended;
  void session.query(endRequestStatement, [program_id, payout_id, requestId, JSON.stringify(exchanges), conclusion]);
}

export type Note = {
  readonly railId: string | null;
  readonly isUncertain: boolean;
  readonly fault: string | null;
  readonly isUnclear: boolean;
  /** Null: it is not looked at again by itself. */
  readonly nextSeconds: number | null;
};

export function noteAttempt(session: Session, { program_id, payout_id, attempt }: AttemptKey, note: Note): void {
  const { railId, isUncertain, fault, isUnclear, nextSeconds } = note;
  const values = [program_id, payout_id, attempt, railId, isUncertain, fault, isUnclear, nextSeconds];
  void session.query(noteStatement, values);
}

/** It is looked up in the next turn. False where the provider was handed no such payout. */
export async function wakeAttempt(
  database: Database,
  which: { readonly programId: number; readonly rail: RailName },
  about: { readonly payoutId: number | null; readonly railId: string | null },
): Promise<boolean> {
  const woken = await database.transaction((session) =>
    session.query(wakeStatement, [which.programId, which.rail, about.payoutId, about.railId]),
  );
  return woken.length > 0;
}
