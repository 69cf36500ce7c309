// The tables of what goes out, as the dispatcher works on them: leases, positions, messages, attempts. All times are the
// database's. A lease lets one process at a time work for an endpoint; if it ends without a word another goes on where it was, so a
// message may be sent twice, with the same id, and none is left out.
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { EndpointRow, NewMessage } from "../endpoints/endpoint.ts";
import { type CorrectedRow, type Correction, correctedRowsStatement } from "./corrections.ts";
import { makeCorrectedStatement, makeStatement } from "./make-messages.ts";
import { pauseAfterHours } from "./retry-plan.ts";
import { workSpreadStatement, workStatement } from "./work-statements.ts";

const leaseSeconds = 6;
/** Looked at in their order; those behind wait for one of them to end. */
const messagesLookedAt = 2_000;

const hasEndpointsStatement: Statement = {
  name: "has_active_endpoints",
  text: "select 1 as found from outbound_endpoint where status = 'active' limit 1",
};

const leaseStatement: Statement = {
  name: "lease_endpoint",
  text: `update outbound_endpoint
            set leased_by = $3, leased_until = clock_timestamp() + make_interval(secs => $4::float)
          where program_id = $1 and endpoint_id = $2 and status = 'active'
            and (leased_until is null or leased_until < clock_timestamp() or leased_by = $3)
            and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
         returning program_id, endpoint_id, partner_id, kind, url, event_types, payload, secrets_encrypted,
                   credentials_encrypted, created_at,
                   coalesce(old_secret_until > clock_timestamp(), false) as signs_with_old, position, failures, corrected_to,
                   (select to_jsonb(c) from outbound_correction c
                     where c.program_id = outbound_endpoint.program_id and c.last_change_id > corrected_to
                     order by c.last_change_id
                     limit 1) as correction`,
};

const keepLeaseStatement: Statement = {
  name: "keep_lease_of_endpoint",
  text: `update outbound_endpoint
            set leased_until = clock_timestamp() + make_interval(secs => $4::float)
          where program_id = $1 and endpoint_id = $2 and status = 'active' and leased_by = $3
         returning endpoint_id`,
};

const releaseStatement: Statement = {
  name: "release_endpoint",
  text: `update outbound_endpoint
            set leased_by = null, leased_until = null
          where program_id = $1 and endpoint_id = $2 and leased_by = $3`,
};

const waitingStatement: Statement = {
  name: "messages_waiting",
  text: `select count(*) as waiting
           from (select 1 from outbound_message
                  where program_id = $1 and endpoint_id = $2 and status = 'pending'
                  limit $3) counted`,
};

/** Of each subject the oldest that has not arrived: what comes behind it waits for it. */
const dueStatement: Statement = {
  name: "messages_due",
  text: `with waiting as (
           select message_no, subject, attempts, next_attempt_at
             from outbound_message
            where program_id = $1 and endpoint_id = $2 and status = 'pending'
            order by message_no
            limit $3
         ), first as (
           select distinct on (subject) message_no, attempts, next_attempt_at
             from waiting
            order by subject, message_no
         ), chosen as (
           select message_no
             from first
            where next_attempt_at <= clock_timestamp()
            order by attempts > 0, message_no
            limit $4
         )
         select m.message_no, m.message_id, m.type, m.subject, m.body, m.attempts
           from chosen c
           join outbound_message m on m.program_id = $1 and m.endpoint_id = $2 and m.message_no = c.message_no
          order by m.message_no`,
};

const recordStatement: Statement = {
  name: "record_attempts",
  text: `with sent as (
           select *
             from json_to_recordset($3::json)
                  as s(message_no bigint, status text, milliseconds integer, status_code integer, fault text,
                       response text, wait_seconds float)
         ), moved as (
           update outbound_message m
              set status = s.status,
                  attempts = m.attempts + 1,
                  next_attempt_at = clock_timestamp() + make_interval(secs => coalesce(s.wait_seconds, 0)),
                  ended_at = case when s.status = 'pending' then null else clock_timestamp() end
             from sent s
            where m.program_id = $1 and m.endpoint_id = $2 and m.message_no = s.message_no and m.status = 'pending'
           returning m.message_no
         )
         insert into outbound_attempt (program_id, endpoint_id, message_no, attempted_at, milliseconds, status_code,
                                       fault, response, next_attempt_at)
         select $1::bigint, $2::bigint, s.message_no,
                clock_timestamp() - make_interval(secs => s.milliseconds / 1000.0), s.milliseconds, s.status_code,
                s.fault, s.response, clock_timestamp() + make_interval(secs => s.wait_seconds)
           from sent s`,
};

const noteHealthyStatement: Statement = {
  name: "note_endpoint_healthy",
  text: `update outbound_endpoint
            set failing_since = null, failures = 0, last_delivered_at = clock_timestamp(), next_attempt_at = null
          where program_id = $1 and endpoint_id = $2`,
};

const noteFailingStatement: Statement = {
  name: "note_endpoint_failing",
  text: `update outbound_endpoint
            set failing_since = coalesce(failing_since, clock_timestamp()),
                failures = failures + 1,
                next_attempt_at = clock_timestamp() + make_interval(secs => $3::float)
          where program_id = $1 and endpoint_id = $2
         returning failing_since < clock_timestamp() - make_interval(hours => $4::integer) as is_dead`,
};

const pauseStatement: Statement = {
  name: "pause_dead_endpoint",
  text: `update outbound_endpoint
            set status = 'paused', paused_because = $3, paused_at = clock_timestamp(), leased_by = null, leased_until = null
          where program_id = $1 and endpoint_id = $2 and status = 'active'
         returning endpoint_id`,
};

export type EndpointKey = { readonly program_id: number; readonly endpoint_id: number };

export type DueMessage = {
  readonly message_no: number;
  readonly message_id: string;
  readonly type: string;
  readonly subject: string;
  readonly body: string;
  readonly attempts: number;
};

export type Attempt = {
  readonly message_no: number;
  readonly status: "pending" | "delivered" | "failed";
  readonly milliseconds: number;
  readonly status_code: number | null;
  readonly fault: string | null;
  readonly response: string | null;
  readonly wait_seconds: number | null;
};

export type Work = { readonly hasEndpoints: boolean; readonly endpoints: readonly EndpointKey[] };

/** What this process, known as `worker`, does with the tables. */
export class OutboundStore {
  readonly #database: Database;
  readonly #worker: string;

  constructor(database: Database, worker: string) {
    this.#database = database;
    this.#worker = worker;
  }

  findWork(endpointsMax: number): Promise<Work> {
    return this.#database.withSession(async (session) => {
      const values = [this.#worker, endpointsMax];
      if (!session.placement.joinsShared) {
        // All machines are asked for their heads.
        const found = await session.query(hasEndpointsStatement, []);
        const endpoints = found.length === 0 ? [] : await session.query<EndpointKey>(workSpreadStatement, values);
        return { hasEndpoints: found.length > 0, endpoints };
      }
      const [found, endpoints] = await Promise.all([
        session.query(hasEndpointsStatement, []),
        session.query<EndpointKey>(workStatement, values),
      ]);
      return { hasEndpoints: found.length > 0, endpoints };
    });
  }

  /** Undefined where another has it, or it is not to be worked for now. */
  async lease({ program_id, endpoint_id }: EndpointKey): Promise<EndpointRow | undefined> {
    const [row] = await this.#query<EndpointRow>(leaseStatement, [program_id, endpoint_id, this.#worker, leaseSeconds]);
    return row;
  }

  /** False if another process has it now. */
  async keepLease({ program_id, endpoint_id }: EndpointKey): Promise<boolean> {
    const kept = await this.#query(keepLeaseStatement, [program_id, endpoint_id, this.#worker, leaseSeconds]);
    return kept.length > 0;
  }

  async release({ program_id, endpoint_id }: EndpointKey): Promise<void> {
    await this.#query(releaseStatement, [program_id, endpoint_id, this.#worker]);
  }

  async countWaiting({ program_id, endpoint_id }: EndpointKey, atMost: number): Promise<number> {
    const [row] = await this.#query<{ waiting: number }>(waitingStatement, [program_id, endpoint_id, atMost]);
    return row?.waiting ?? 0;
  }

  /** Answers how many were made; null where the lease was lost, or a correction comes first, and then none was. */
  make(endpoint: EndpointRow, toSeq: number, messages: readonly NewMessage[]): Promise<number | null> {
    return this.#make(makeStatement, endpoint, [endpoint.position, toSeq], messages);
  }

  readCorrected(endpoint: EndpointRow, correction: Correction, rowsMax: number): Promise<CorrectedRow[]> {
    const { run_id, first_change_id, last_change_id } = correction;
    const behind = Math.max(endpoint.corrected_to, first_change_id - 1);
    return this.#query(correctedRowsStatement, [endpoint.program_id, run_id, behind, last_change_id, rowsMax]);
  }

  makeCorrected(endpoint: EndpointRow, to: number, messages: readonly NewMessage[]): Promise<number | null> {
    return this.#make(makeCorrectedStatement, endpoint, [endpoint.corrected_to, to], messages);
  }

  async #make(
    statement: Statement,
    { program_id, endpoint_id }: EndpointRow,
    [from, to]: readonly [number, number],
    messages: readonly NewMessage[],
  ): Promise<number | null> {
    const rows = messages.map((message, place) => ({ place, ...message }));
    const [row] = await this.#query<{ moved: number; made: number }>(statement, [
      ...[program_id, endpoint_id, from, to, this.#worker],
      JSON.stringify(rows),
    ]);
    return row?.moved === 1 ? row.made : null;
  }

  findDue({ program_id, endpoint_id }: EndpointKey, atMost: number): Promise<DueMessage[]> {
    return this.#query<DueMessage>(dueStatement, [program_id, endpoint_id, messagesLookedAt, atMost]);
  }

  async record({ program_id, endpoint_id }: EndpointKey, attempts: readonly Attempt[]): Promise<void> {
    await this.#query(recordStatement, [program_id, endpoint_id, JSON.stringify(attempts)]);
  }

  async noteHealthy({ program_id, endpoint_id }: EndpointKey): Promise<void> {
    await this.#query(noteHealthyStatement, [program_id, endpoint_id]);
  }

  /** True if nothing succeeded there for so long that it must be paused. */
  async noteFailing({ program_id, endpoint_id }: EndpointKey, waitSeconds: number): Promise<boolean> {
    const values = [program_id, endpoint_id, waitSeconds, pauseAfterHours];
    const [row] = await this.#query<{ is_dead: boolean }>(noteFailingStatement, values);
    return row?.is_dead === true;
  }

  /** False where it was not active any more. */
  async pause({ program_id, endpoint_id }: EndpointKey, because: string): Promise<boolean> {
    const paused = await this.#query(pauseStatement, [program_id, endpoint_id, because]);
    return paused.length > 0;
  }

  #query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]> {
    return this.#database.transaction((session) => session.query<Row>(statement, values));
  }
}
