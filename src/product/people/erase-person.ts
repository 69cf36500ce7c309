// Erases a person from a program: what the log, the books, deliveries and everything made of them hold of them. Money stays: sales,
// commissions and the chain are what they were, under a name of nobody that is the same everywhere, so that the books still follow from
// the log. In one transaction under the program's head: whoever records meanwhile is before it or behind it.
import { randomBytes } from "node:crypto";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { PersonalDataErased } from "../../core/rules/events/erasure-events.ts";
import { authorText } from "../../core/vocabulary/author.ts";
import { type Renamed, renameInBooks } from "../../engine/books/rename.ts";
import { type LeftRow, readErasedRows } from "../../engine/log/erased-rows.ts";
import { asOwnerOnMachines } from "../../engine/postgres/citus/reach-machines.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import type { EventRow } from "../../engine/postgres/tables.ts";
import { commitDecided } from "../../engine/recording/locked-batch.ts";
import type { Submission } from "../../engine/recording/submission.ts";
import type { WhichPerson } from "./person-read.ts";
import { NamedAnew, type Searched, searchLog, searchRest } from "./search-person.ts";

export type Erased = {
  /** The name of nobody that stands for each customer from now on. */
  readonly customers: readonly string[];
  /** Rows of the log that lost something. */
  readonly events: number;
  readonly deliveries: number;
  /** The events that say so; none where there was nothing. */
  readonly event_ids: readonly number[];
};

/** Of one event; an erasure of more is told by several. */
const rowsPerEvent = 500;
const erasedIdBytes = 16;
/** For somebody whose payments come all the time, each under another name. */
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
  let erased: Omit<Erased, "event_ids"> = { customers: [], events: 0, deliveries: 0 };
  const results = await commitDecided(
    database,
    programId,
    async (session) => {
      await requireProgramRight(session, actor, programId, "owner");
      const { done, told } = await eraseIn(session, erasure);
      erased = done;
      return told.map((data) => submission(programId, data, actor));
    },
    { within: "longTransaction", before: asOwnerOnMachines },
  );
  const event_ids = results.flatMap((result) => (result.kind === "concluded" ? (result.eventId ?? []) : []));
  return { ...erased, event_ids };
}

async function eraseIn(
  session: Session,
  erasure: Erasure,
): Promise<{ done: Omit<Erased, "event_ids">; told: PersonalDataErased[] }> {
  const { which, reason } = erasure;
  const { programId } = which;
  const { names, eventIds, deliveryIds } = await searchRest(session, erasure);
  const renamed = {
    customers: names.customer_keys.map(nobody("")),
    emails: names.email_hashes.map(nobody("")),
    payers: names.payers.map(nobody("")),
  };
  const patterns = patternsOf(renamed);
  const stored = await session.query<{ event_id: number }>(storedDeliveriesStatement, [programId, deliveryIds]);
  const deliveries = stored.map(({ event_id }) => event_id);
  const rows = await eraseRows(session, programId, { eventIds, deliveries, patterns });
  const identities = [...renamed.emails.map(behindKind("email:")), ...renamed.payers.map(behindKind("payer:"))];
  renameInBooks(session, programId, { customers: renamed.customers, identities });
  eraseBeside(session, programId, { patterns, eventIds });
  const told = inParts(rows, deliveries).map((part) => ({
    type: "personal_data_erased" as const,
    reason,
    ...part,
  }));
  const customers = rows.length === 0 ? [] : renamed.customers.map(({ to }) => to);
  return { done: { customers, events: rows.length, deliveries: deliveries.length }, told };
}

type Rows = {
  readonly eventIds: readonly number[];
  readonly deliveries: readonly number[];
  readonly patterns: readonly Pattern[];
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

const nobody =
  (kind: string) =>
  (from: string): Renamed => ({ from, to: `${kind}erased:${randomBytes(erasedIdBytes).toString("hex")}` });

const behindKind =
  (kind: string) =>
  ({ from, to }: Renamed): Renamed => ({ from: `${kind}${from}`, to: `${kind}${to}` });

type Pattern = Renamed & { readonly field: string };

/** Where a name stands as the whole value of a field of JSON. */
function patternsOf(renamed: { readonly [Kind in "customers" | "emails" | "payers"]: readonly Renamed[] }): Pattern[] {
  const as = (field: string, names: readonly Renamed[]): Pattern[] => names.map((name) => ({ field, ...name }));
  const subjects = renamed.customers.map(behindKind("customer:"));
  const identities = [...renamed.emails.map(behindKind("email:")), ...renamed.payers.map(behindKind("payer:"))];
  return [
    ...as("customer_key", renamed.customers),
    ...as("email_hash", renamed.emails),
    ...as("provider_customer_id", renamed.payers),
    ...as("subject", subjects),
    ...as("provisional_subject", subjects),
    ...as("wait_key", subjects),
    ...as("identity", identities),
    ...as("wait_key", identities.map(behindKind("identity:"))),
  ];
}

function columnsOf(patterns: readonly Pattern[]): [string[], string[], string[]] {
  return [patterns.map(({ field }) => field), patterns.map(({ from }) => from), patterns.map(({ to }) => to)];
}

function inParts<Row>(rows: readonly Row[], deliveries: readonly number[]): { rows: Row[]; deliveries: number[] }[] {
  const parts: { rows: Row[]; deliveries: number[] }[] = [];
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

/** What has lost its bytes already is not told again. */
const storedDeliveriesStatement: Statement = {
  name: "deliveries_with_bytes",
  text: `select event_id from delivery
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

/** Of verifications of this program alone: what is found in many at once may be somebody else's of the same name. */
const resultsStatement: Statement = {
  name: "erase_in_run_results",
  text: `update replay_run
            set result = with_names_replaced(result, $2, $3, $4)
          where request -> 'program_ids' = jsonb_build_array($1::bigint)
            and result is distinct from with_names_replaced(result, $2, $3, $4)`,
};

/** A plan that read these deliveries anew is not applied any more: see replay/apply.ts. */
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

/** What was made of log and books for others to look at, or is kept for a while. */
function eraseBeside(
  session: Session,
  programId: number,
  { patterns, eventIds }: { readonly patterns: readonly Pattern[]; readonly eventIds: readonly number[] },
): void {
  for (const statement of [differenceStatement, plansStatement, resultsStatement]) {
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
