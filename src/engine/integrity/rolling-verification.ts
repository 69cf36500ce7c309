// The service's continuous check, in small steps: it follows every program's chain from where it stopped, and starts over at the end; and
// it rebuilds the books of one program after the other and compares them. A finding is kept until it is gone; nothing is corrected. It
// shares the process that answers requests, so it works for a few milliseconds and rests for longer: every answer waits meanwhile.

import type { BookName } from "../../core/rules/rows/rows.ts";
import type { AlarmKind } from "../../core/vocabulary/alarm-kinds.ts";
import { projectSlices } from "../books/project-slices.ts";
import { findImbalances } from "../books/trial-balance.ts";
import { chainStart } from "../log/chain-walk.ts";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import { isDataRefused } from "../postgres/faults.ts";
import { checkLog } from "../replay/check-log.ts";
import { compareBooks, findDiffering } from "../replay/compare.ts";
import { DutyCycle } from "../replay/duty-cycle.ts";
import { holdAgainstRules } from "../replay/earlier-rules.ts";
import { makeTemporaryShadow, oneSnapshotStatement } from "../replay/shadow.ts";
import { raiseAlarm } from "./alarms.ts";

/** Of one run, for the chain and for the books each. A program with more events, or with archived clicks, is left to `svc verify`. */
const eventsPerRun = 20_000;
/** A few milliseconds' worth. */
const eventsAtOnce = 100;
const programsPerRun = 200;

export type ProgramFault = { readonly programId: number; readonly fault: string };

export type RolledOn = {
  readonly eventsChecked: number;
  /** Of every program whose last check found something, also in earlier runs. */
  readonly faults: readonly ProgramFault[];
};

const nextChainsStatement: Statement = {
  name: "chains_to_check",
  text: `select h.program_id, h.seq, v.chain_seq, v.chain_hash
           from program_head h
           left join verification v on v.program_id = h.program_id
          where h.seq > 0
          order by v.checked_at nulls first, h.program_id
          limit $1`,
};

const nextBooksStatement: Statement = {
  name: "books_to_check",
  text: `select h.program_id
           from program_head h
           left join verification v on v.program_id = h.program_id
          where h.seq between 1 and $1
            and not exists (select 1 from event a
                             where a.program_id = h.program_id and a.source = 'operator' and a.type = 'clicks_archived' and a.seq > 0)
          order by v.books_checked_at nulls first, h.program_id
          limit 1`,
};

const keepChainStatement: Statement = {
  name: "keep_chain_check",
  text: `insert into verification (program_id, chain_seq, chain_hash, checked_at, chain_fault)
         values ($1, $2, $3, now(), $4)
         on conflict (program_id) do update
            set chain_seq = excluded.chain_seq, chain_hash = excluded.chain_hash,
                checked_at = excluded.checked_at, chain_fault = excluded.chain_fault`,
};

const keepBooksStatement: Statement = {
  name: "keep_books_check",
  text: `insert into verification (program_id, chain_seq, chain_hash, checked_at, books_checked_at, books_fault)
         values ($1, 0, $2, 'epoch', now(), $3)
         on conflict (program_id) do update
            set books_checked_at = excluded.books_checked_at, books_fault = excluded.books_fault`,
};

const faultsBeforeStatement: Statement = {
  name: "verification_faults_before",
  text: "select chain_fault, books_fault from verification where program_id = $1",
};

type Before = { readonly chain_fault: string | null; readonly books_fault: string | null };

/** In the transaction that keeps what a check found: what was not found by the one before it is an alarm of its own. */
async function alarmIfNew(
  session: Session,
  programId: number,
  { book, kind, fault }: { readonly book: keyof Before; readonly kind: AlarmKind; readonly fault: string | null },
): Promise<void> {
  if (fault === null) return;
  const [before] = await session.query<Before>(faultsBeforeStatement, [programId]);
  await raiseAlarm(session, { programId, kind, detail: fault }, { isNew: before?.[book] !== fault });
}

const faultsStatement: Statement = {
  name: "verification_faults",
  text: `select program_id as "programId", concat_ws(' ', chain_fault, books_fault) as fault
           from verification
          where chain_fault is not null or books_fault is not null
          order by program_id`,
};

export async function rollOn(database: Database, stop = new AbortController().signal): Promise<RolledOn> {
  const dutyCycle = new DutyCycle(stop);
  let eventsChecked = 0;
  try {
    eventsChecked += await checkChains(database, dutyCycle);
    eventsChecked += await checkBooks(database, dutyCycle);
  } catch (error) {
    if (!stop.aborted) throw error;
  }
  return { eventsChecked, faults: await findFaults(database) };
}

/** Of every program whose last check found something. */
export function findFaults(database: Database): Promise<ProgramFault[]> {
  return database.withSession((session) => session.query<ProgramFault>(faultsStatement, []));
}

type Chain = { program_id: number; seq: number; chain_seq: number | null; chain_hash: Buffer | null };

async function checkChains(database: Database, dutyCycle: DutyCycle): Promise<number> {
  const chains = await database.withSession((session) => session.query<Chain>(nextChainsStatement, [programsPerRun]));
  let checked = 0;
  for (const chain of chains) {
    if (checked >= eventsPerRun) break;
    checked += await checkChain(database, chain, eventsPerRun - checked, dutyCycle);
    await dutyCycle.rest();
  }
  return checked;
}

async function checkChain(
  database: Database,
  { program_id: programId, seq: headSeq, chain_seq: seq, chain_hash: hash }: Chain,
  eventsMax: number,
  dutyCycle: DutyCycle,
): Promise<number> {
  const goesOn = seq !== null && hash !== null && seq > 0 && seq < headSeq;
  const from = goesOn ? { seq, hash } : chainStart;
  const betweenPages = () => dutyCycle.rest();
  const check = { from, eventsMax, rowsPerPage: eventsAtOnce, betweenPages };
  const { events, faults, end } = await checkLog(database, programId, check);
  const [first] = faults;
  // A broken chain is followed from its start again, until it is whole.
  const place = first === undefined ? end : chainStart;
  const fault = first === undefined ? null : `Its log: ${first.kind} at seq ${first.seq}.`;
  await database.transaction(async (session) => {
    await alarmIfNew(session, programId, { book: "chain_fault", kind: "log_changed", fault });
    await session.query(keepChainStatement, [programId, place.seq, place.hash, fault]);
  });
  return events;
}

/** Books are built in temporary tables. */
async function checkBooks(database: Database, dutyCycle: DutyCycle): Promise<number> {
  if (!database.placement.hasTemporaryTables) return 0;
  const [next] = await database.withSession((session) =>
    session.query<{ program_id: number }>(nextBooksStatement, [eventsPerRun]),
  );
  if (next === undefined) return 0;
  const programId = next.program_id;
  const { events, fault } = await checkBooksOf(database, programId, dutyCycle);
  await database.transaction(async (session) => {
    await alarmIfNew(session, programId, { book: "books_fault", kind: "books_differ", fault });
    await session.query(keepBooksStatement, [programId, chainStart.hash, fault]);
  });
  return events;
}

async function checkBooksOf(
  database: Database,
  programId: number,
  dutyCycle: DutyCycle,
): Promise<{ events: number; fault: string | null }> {
  try {
    const compared = await database.transactionAside((session) => compareAside(session, programId, dutyCycle));
    const { events, books, isByEarlierRules } = compared;
    const faults = [
      ...(books.length === 0 ? [] : [`Its books differ from its log: ${books.join(", ")}.`]),
      ...(isByEarlierRules ? [] : await balanceFaultsOf(database, programId)),
    ];
    return { events, fault: faults.length === 0 ? null : faults.join(" ") };
  } catch (error) {
    // Among its events is one whose rows the database refuses. Only svc verify looks for that one; the others have their turn.
    if (isDataRefused(error)) return { events: 0, fault: null };
    throw error;
  }
}

/** The first of them. Where the books are what the log says, a rule is wrong. */
async function balanceFaultsOf(database: Database, programId: number): Promise<string[]> {
  const found = await findImbalances(database.kysely, programId, 1);
  return found.map(({ kind, partner_id, currency, difference_cents }) => {
    const whose = partner_id === null ? "" : ` of partner ${partner_id}`;
    return `Its trial balance is not zero: ${kind}${whose} by ${difference_cents} in ${currency}'s smallest unit.`;
  });
}

const projectedSeqStatement: Statement = {
  name: "projected_seq",
  text: "select projected_seq as seq from program_head where program_id = $1",
};

async function compareAside(
  session: Session,
  programId: number,
  dutyCycle: DutyCycle,
): Promise<{ events: number; books: readonly BookName[]; isByEarlierRules: boolean }> {
  await session.query(oneSnapshotStatement, []);
  const shadow = await makeTemporaryShadow(session);
  const [head] = await session.query<{ seq: number }>(projectedSeqStatement, [programId]);
  const events = head?.seq ?? 0;
  for (let fromSeq = 0; fromSeq < events; fromSeq += eventsAtOnce) {
    await projectSlices(session, [{ programId, fromSeq, toSeq: Math.min(events, fromSeq + eventsAtOnce) }]);
    await dutyCycle.rest();
  }
  const differs = (await findDiffering(session, shadow, [programId])).has(programId);
  if (!differs) return { events, books: [], isByEarlierRules: false };
  const difference = await compareBooks(session, shadow, programId);
  // What only the rules changed since is no fault: a replay shows and applies it.
  const { unexplained } = await holdAgainstRules(session, shadow, programId, difference);
  return { events, books: unexplained, isByEarlierRules: unexplained.length === 0 };
}
