// Checkpoints in the database, for lists and until they are published. They prove nothing by themselves: signatures and published copies
// do.
import { takenOut } from "../../core/vocabulary/access/access-changes.ts";
import type { Occasion } from "../../core/vocabulary/checkpoint-kinds.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";
import type { Configuration } from "./configuration-rows.ts";

const movedKeptDays = 400;
const removedAtOnce = 1_000;
/** More than the slack within which a change may have been committed behind a checkpoint. */
const seenSeconds = 600;

const headsStatement: Statement = {
  name: "heads_to_sign",
  text: "select program_id, seq, revision from program_head where seq > 0",
};

const seqsStatement: Statement = {
  name: "seqs_signed",
  text: "select program_id, seq from checkpoint_place where program_id = any($1::bigint[])",
};

/** Sent apart from the rest: programs may lie on several machines, and what they are held against on another one. */
const paidStatement: Statement = {
  name: "programs_paid_since",
  text: `select distinct c.program_id
           from (select unnest($1::bigint[]) as program_id, unnest($2::bigint[]) as seq) c
           join event e on e.program_id = c.program_id and e.source in ('operator', 'schedule') and e.seq > c.seq and e.seq > 0
                       and e.type in ('payout_created', 'payout_sending', 'payout_recorded', 'payout_failed', 'payout_cancelled',
                                      'payout_returned')`,
};

const dueStatement: Statement = {
  name: "checkpoints_due",
  text: `select d.program_id, d.occasion
           from (select h.program_id, c.made_at,
                        case
                          when c.program_id is null then 'daily'
                          when h.program_id = any($7::bigint[]) then 'payout'
                          when exists (
                               select 1 from replay_program p
                                 join replay_run r on r.run_id = p.run_id
                                where p.program_id = h.program_id and p.status = 'applied' and r.finished_at > c.made_at)
                            then 'replay'
                          when c.books_at < $2::timestamptz - interval '1 day' then 'daily'
                          when h.revision <> c.revision
                            or exists (select 1 from access_change
                                        where program_id = h.program_id and change_id > c.access_change_id
                                          and change <> all($8::text[]))
                            or h.seq <> c.seq and c.made_at <= $2::timestamptz - make_interval(secs => $1::integer)
                            then 'moved'
                        end as occasion
                   from (select unnest($4::bigint[]) as program_id, unnest($5::bigint[]) as seq, unnest($6::bigint[]) as revision) h
                   left join checkpoint_place c on c.program_id = h.program_id) d
          where d.occasion is not null
            and not exists (select 1 from alarm a
                             where a.program_id = d.program_id and a.acknowledged_at is null
                               and a.kind in ('log_contradicts_checkpoint', 'checkpoint_changed'))
          order by d.made_at nulls first, d.program_id
          limit $3`,
};

/** Programs whose next checkpoint is due; a program whose last one is contradicted waits for an acknowledgement. */
export async function findDue(
  session: Session,
  { everySeconds, now, atMost }: { readonly everySeconds: number; readonly now: Date; readonly atMost: number },
): Promise<{ program_id: number; occasion: Occasion }[]> {
  const heads = await session.query<{ program_id: number; seq: number; revision: number }>(headsStatement, []);
  const programIds = heads.map((head) => head.program_id);
  const seqs = heads.map((head) => head.seq);
  const signed = await session.query<{ program_id: number; seq: number }>(seqsStatement, [programIds]);
  const ends = new Map(heads.map((head) => [head.program_id, head.seq]));
  const moved = signed.filter(({ program_id, seq }) => (ends.get(program_id) ?? 0) > seq);
  const paid = await session.query<{ program_id: number }>(paidStatement, [
    moved.map((place) => place.program_id),
    moved.map((place) => place.seq),
  ]);
  return session.query(dueStatement, [
    ...[everySeconds, now, atMost, programIds, seqs],
    heads.map((head) => head.revision),
    paid.map((program) => program.program_id),
    takenOut,
  ]);
}

const beginStatement: Statement = {
  name: "begin_checkpoints",
  text: "insert into checkpoint_place (program_id) values ($1) on conflict (program_id) do nothing",
};

const lockStatement: Statement = {
  name: "lock_checkpoint_place",
  text: `select number, seq, made_at, books_at, items, seen_changes
           from checkpoint_place
          where program_id = $1
            for update skip locked`,
};

export type Place = {
  readonly number: number;
  readonly seq: number;
  readonly made_at: Date;
  readonly books_at: Date;
  readonly items: Partial<Configuration>;
  readonly seen_changes: readonly number[];
};

export async function beginPlace(session: Session, programId: number): Promise<void> {
  await session.query(beginStatement, [programId]);
}

/** Undefined where another process is making one. */
export async function lockPlace(session: Session, programId: number): Promise<Place | undefined> {
  const [place] = await session.query<Place>(lockStatement, [programId]);
  return place;
}

const headStatement: Statement = {
  name: "checkpoint_head",
  text: `select h.seq, h.hash, h.revision, e.id as event_id,
                coalesce((select max(change_id) from access_change where program_id = $1), 0) as access_change_id,
                array(select change_id
                        from access_change
                       where program_id = $1 and changed_at > clock_timestamp() - make_interval(secs => $2::integer))
                  as seen_changes
           from program_head h
           left join event e on e.program_id = h.program_id and e.seq = h.seq and e.hash = h.hash
          where h.program_id = $1`,
};

export type Head = {
  readonly seq: number;
  readonly hash: Buffer;
  readonly revision: number;
  /** Null where the log does not end where the head says. */
  readonly event_id: number | null;
  readonly access_change_id: number;
  readonly seen_changes: readonly number[];
};

export async function readHead(session: Session, programId: number): Promise<Head | undefined> {
  const [head] = await session.query<Head>(headStatement, [programId, seenSeconds]);
  return head;
}

const hashAtStatement: Statement = {
  name: "hash_at",
  text: "select hash from event where program_id = $1 and seq = $2",
};

export async function readHashAt(session: Session, programId: number, seq: number): Promise<Buffer | undefined> {
  const [row] = await session.query<{ hash: Buffer }>(hashAtStatement, [programId, seq]);
  return row?.hash;
}

const notesStatement: Statement = {
  name: "notes_of_checkpoints",
  text: `select number, note, made_at
           from checkpoint
          where program_id = $1 and number > $2
          order by number
          limit $3`,
};

export type StoredNote = { readonly number: number; readonly note: string; readonly made_at: Date };

export function readNotes(
  session: Session,
  programId: number,
  { behind, atMost }: { readonly behind: number; readonly atMost: number },
): Promise<StoredNote[]> {
  return session.query<StoredNote>(notesStatement, [programId, behind, atMost]);
}

const keepStatement: Statement = {
  name: "keep_checkpoint",
  text: `with kept as (
           insert into checkpoint (program_id, number, seq, occasion, has_books, note, made_at)
           values ($1, $2, $3, $4, $5, $6, $7))
         update checkpoint_place
            set number = $2, seq = $3, made_at = $7, books_at = case when $5::boolean then $7 else books_at end,
                revision = $8, access_change_id = $9, items = $10, seen_changes = $11
          where program_id = $1`,
};

export type NewCheckpoint = {
  readonly number: number;
  readonly occasion: Occasion;
  readonly hasBooks: boolean;
  readonly note: string;
  readonly madeAt: Date;
  readonly items: Configuration;
};

export async function keepCheckpoint(
  session: Session,
  programId: number,
  head: Head,
  { number, occasion, hasBooks, note, madeAt, items }: NewCheckpoint,
): Promise<void> {
  const place = [head.revision, head.access_change_id, JSON.stringify(items), head.seen_changes];
  await session.query(keepStatement, [programId, number, head.seq, occasion, hasBooks, note, madeAt, ...place]);
}

const removeStatement: Statement = {
  name: "remove_old_checkpoints",
  text: `delete from checkpoint
          where (program_id, number) in (
                select program_id, number
                  from checkpoint
                 where occasion = 'moved' and made_at < now() - make_interval(days => $1::integer)
                 order by made_at
                 limit $2)
         returning number`,
};

/** Those of payouts, replays and days are kept; published copies are not affected. */
export async function removeOldCheckpoints(session: Session): Promise<boolean> {
  return (await session.query(removeStatement, [movedKeptDays, removedAtOnce])).length === removedAtOnce;
}
