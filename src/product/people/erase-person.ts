// Erases a person from a program: from the log, the books, deliveries and everything made from them. Money stays: sales, commissions and
// the chain are unchanged, under a random name that is the same everywhere, so that the books still follow from the log. In one transaction
// under the program's head: concurrent recording comes before or after it.
import { randomBytes } from "node:crypto";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { PersonalDataErased } from "../../core/rules/events/erasure-events.ts";
import { authorText } from "../../core/vocabulary/access/author.ts";
import { type Renamed, renameInBooks } from "../../engine/books/rename.ts";
import { erasedDigest, keptDigest } from "../../engine/integrity/deliveries-digest.ts";
import { type LeftRow, readErasedRows } from "../../engine/log/erased-rows.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { asOwnerOnMachines } from "../../engine/postgres/reach-machines.ts";
import type { EventRow } from "../../engine/postgres/tables/tables.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";
import { forgetAddressesOf } from "../flags/partner-addresses.ts";
import { type NamePattern, patternsOf } from "./person-patterns.ts";
import type { WhichPerson } from "./person-read.ts";
import { NamedAnew, type Searched, searchLog, searchRest } from "./search-person.ts";

export type Erased = {
  /** The random name that replaces each customer from now on. */
  readonly customers: readonly string[];
  /** Rows of the log that lost something. */
  readonly events: number;
  readonly deliveries: number;
  /** Names in the person's events that stay, since another customer uses them too. */
  readonly shared_names: readonly string[];
  /** The events that say so; none where there was nothing. */
  readonly event_ids: readonly number[];
};

/** Of one event; a larger erasure is recorded in several. */
const rowsPerEvent = 500;
const erasedIdBytes = 16;
/** For a person whose payments arrive continuously, each under another name. */
const searchesMax = 3;

export async function erasePerson(
  database: Database,
  which: WhichPerson,
  reason: string,
  actor: Actor,
): Promise<Erased> {
  for (let searches = 1; ; searches += 1) {
    const found = await searchLog(database, which, actor);
    try {
      return await eraseFound(database, { which, found, reason, isLast: searches === searchesMax }, actor);
    } catch (error) {
      if (!(error instanceof NamedAnew)) throw error;
    }
  }
}

type Erasure = Searched & { readonly reason: string };

async function eraseFound(database: Database, erasure: Erasure, actor: Actor): Promise<Erased> {
  const { programId } = erasure.which;
  let erased: Omit<Erased, "event_ids"> = { customers: [], events: 0, deliveries: 0, shared_names: [] };
  const results = await commitDecided(
    database,
    programId,
    async (session) => {
      await requireProgramRight(session, actor, programId, "personal_data");
      const { done, recorded } = await eraseIn(session, erasure);
      erased = done;
      return recorded.map((data) => submission(programId, data, actor));
    },
    { within: "longTransaction", before: asOwnerOnMachines },
  );
  const event_ids = results.flatMap((result) => (result.kind === "concluded" ? (result.eventId ?? []) : []));
  return { ...erased, event_ids };
}

async function eraseIn(
  session: Session,
  erasure: Erasure,
): Promise<{ done: Omit<Erased, "event_ids">; recorded: PersonalDataErased[] }> {
  const { which, reason } = erasure;
  const { programId } = which;
  const { names, shared, eventIds, deliveryIds } = await searchRest(session, erasure);
  const renamed = {
    customer_keys: renamedAs(names.customer_keys),
    email_hashes: renamedAs(names.email_hashes),
    payers: renamedAs(names.payers),
  };
  const patterns = patternsOf(names, (kind, name) => renamed[kind].get(name) ?? name);
  const stored = await session.query<StoredDelivery>(storedDeliveriesStatement, [programId, deliveryIds]);
  const deliveries = stored.map(({ event_id }) => event_id);
  const rows = await eraseRows(session, programId, { eventIds, deliveries, patterns });
  const inField = (field: string): Renamed[] => patterns.filter((pattern) => pattern.field === field);
  renameInBooks(session, programId, {
    ...{ customers: inField("customer_key"), identities: inField("identity"), emails: inField("email_hash") },
  });
  eraseBeside(session, programId, { patterns, eventIds });
  forgetAddressesOf(session, programId, names.email_hashes);
  void session.query(answersStatement, [programId, [...which.emailHashes, ...names.email_hashes]]);
  const recorded = inParts(rows, stored).map((part) => ({
    type: "personal_data_erased" as const,
    reason,
    rows: part.rows,
    deliveries: part.deliveries.map(({ event_id }) => event_id),
    delivery_digests: part.deliveries.map(({ event_id, before, left }) => [event_id, before, left] as const),
  }));
  const customers = rows.length === 0 ? [] : [...renamed.customer_keys.values()];
  const done = { customers, events: rows.length, deliveries: deliveries.length, shared_names: shared };
  return { done, recorded };
}

type Rows = {
  readonly eventIds: readonly number[];
  readonly deliveries: readonly number[];
  readonly patterns: readonly NamePattern[];
};

/** What is left of each row that lost something, in their order. */
async function eraseRows(
  session: Session,
  programId: number,
  { eventIds, deliveries, patterns }: Rows,
): Promise<LeftRow[]> {
  const erased = await readErasedRows(session, programId);
  const whole = await session.query<EventRow>(rowsStatement, [programId, eventIds]);
  const before = new Map(whole.map((row) => [row.id, row]));
  const left = await session.query<EventRow>(eraseStatement, [programId, eventIds, deliveries, ...columnsOf(patterns)]);
  return left.map((row) => erased.leftOf(before.get(row.id) ?? row, row)).sort(([a], [b]) => a - b);
}

/** The random name of each name. */
function renamedAs(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name, `erased:${randomBytes(erasedIdBytes).toString("hex")}`]));
}

function columnsOf(patterns: readonly NamePattern[]): [string[], string[], string[]] {
  return [patterns.map(({ field }) => field), patterns.map(({ from }) => from), patterns.map(({ to }) => to)];
}

function inParts<Row, Delivery>(
  rows: readonly Row[],
  deliveries: readonly Delivery[],
): { rows: Row[]; deliveries: Delivery[] }[] {
  const parts: { rows: Row[]; deliveries: Delivery[] }[] = [];
  for (let at = 0; at < Math.max(rows.length, deliveries.length); at += rowsPerEvent) {
    parts.push({ rows: rows.slice(at, at + rowsPerEvent), deliveries: deliveries.slice(at, at + rowsPerEvent) });
  }
  return parts;
}

const rowsStatement: Statement = {
  name: "rows_to_erase",
  text: "select * from event where program_id = $1 and id = any($2::bigint[])",
};

const eraseStatement: Statement = {
  name: "erase_person",
  text: `select * from erase_person($1::bigint, $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[])`,
};

/** SHA-256 of what is kept next to its bytes, in hex, before and after. */
type StoredDelivery = { readonly event_id: number; readonly before: string; readonly left: string };

/** A delivery whose bytes are erased already is not recorded again. */
const storedDeliveriesStatement: Statement = {
  name: "deliveries_with_bytes",
  text: `select event_id, encode(${keptDigest}, 'hex') as before, encode(${erasedDigest}, 'hex') as left
           from delivery
          where program_id = $1 and event_id = any($2::bigint[]) and body <> ''
          order by event_id`,
};

const differenceStatement: Statement = {
  name: "erase_in_replay_differences",
  text: `update replay_difference
            set row_key = with_names_replaced(row_key, $2, $3, $4), before = with_names_replaced(before, $2, $3, $4),
                after = with_names_replaced(after, $2, $3, $4)
          where program_id = $1
            and (row_key, before, after) is distinct from
                (with_names_replaced(row_key, $2, $3, $4), with_names_replaced(before, $2, $3, $4),
                 with_names_replaced(after, $2, $3, $4))`,
};

const plansStatement: Statement = {
  name: "erase_in_replay_plans",
  text: `update replay_program
            set difference = with_names_replaced(difference, $2, $3, $4)
          where program_id = $1 and difference is distinct from with_names_replaced(difference, $2, $3, $4)`,
};

/** Of runs of this program alone. */
const resultsStatement: Statement = {
  name: "erase_in_run_results",
  text: `update replay_run
            set result = with_names_replaced(result, $2, $3, $4)
          where request -> 'program_ids' = jsonb_build_array($1::bigint)
            and result is distinct from with_names_replaced(result, $2, $3, $4)`,
};

/** Of runs over many programs, only this one's part: elsewhere the same name may be another person's. */
const sharedResultsStatement: Statement = {
  name: "erase_in_results_of_many",
  text: `update replay_run r
            set result = jsonb_set(r.result, '{wrong}', n.wrong)
           from (select a.run_id, jsonb_agg(case when (w.found ->> 'program_id')::bigint = $1
                                                 then with_names_replaced(w.found, $2, $3, $4)
                                                 else w.found end order by w.place) as wrong
                   from replay_run a
                  cross join jsonb_array_elements(a.result -> 'wrong') with ordinality w (found, place)
                  where jsonb_typeof(a.result -> 'wrong') = 'array'
                  group by a.run_id) n
          where n.run_id = r.run_id and r.result -> 'wrong' is distinct from n.wrong`,
};

/** A plan that read these deliveries again is no longer applied: see replay/apply.ts. */
const rereadingsStatement: Statement = {
  name: "erase_rereadings",
  text: "delete from replay_rereading where program_id = $1 and event_id = any($2::bigint[])",
};

const linesStatement: Statement = {
  name: "erase_tracking_lines",
  text: "delete from tracking_log where program_id = $1 and event_id = any($2::bigint[])",
};

const messagesStatement: Statement = {
  name: "erase_in_messages",
  text: `update outbound_message
            set body = replace(body, format('"%s":%s', n.field, to_jsonb(n.old_name)), format('"%s":%s', n.field, to_jsonb(n.new_name)))
           from unnest($2::text[], $3::text[], $4::text[]) n (field, old_name, new_name)
          where program_id = $1
            and position(format('"%s":%s', n.field, to_jsonb(n.old_name)) in body) > 0`,
};

const answersStatement: Statement = {
  name: "erase_join_answers",
  text: `update partner_application set answers_encrypted = null
          where program_id = $1 and email_hash = any($2::text[]) and answers_encrypted is not null`,
};

/** What was made of log and books for others to look at, or is kept for a while. */
function eraseBeside(
  session: Session,
  programId: number,
  { patterns, eventIds }: { readonly patterns: readonly NamePattern[]; readonly eventIds: readonly number[] },
): void {
  for (const statement of [differenceStatement, plansStatement, resultsStatement, sharedResultsStatement]) {
    void session.query(statement, [programId, ...columnsOf(patterns)]);
  }
  void session.query(rereadingsStatement, [programId, eventIds]);
  void session.query(linesStatement, [programId, eventIds]);
  // One name at a time: an update from many rows takes one of them.
  for (const pattern of patterns.filter(({ field }) => field === "customer_key")) {
    void session.query(messagesStatement, [programId, ...columnsOf([pattern])]);
  }
}

function submission(programId: number, data: PersonalDataErased, actor: Actor): Submission {
  const event = {
    programId,
    source: "operator",
    dedupKey: null,
    isTest: false,
    occurredAt: null,
    data,
    by: authorText(actor),
  };
  return { event, delivery: null, keyHash: null, keep: "always", logged: null };
}
