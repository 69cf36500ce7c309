// The last known position of each program's log, kept in a file outside the database: written at stop and every few minutes. A database
// that was restored to an older state, or lost commits, shows when compared with the file. It only reports: people find and fetch what is
// missing. The service never needs the file to run.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { z } from "zod";
import type { Database } from "../postgres/database.ts";
import type { Session } from "../postgres/driver/session.ts";
import type { Statement } from "../postgres/driver/statement.ts";

/** The programs that moved last; one of them is enough. */
const programsMax = 1_000;
const programsNamedMax = 10;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
/** The first event's hash distinguishes programs with the same id in different installations. */
const position = z.object({ program_id: z.int(), first_hash: hash, seq: z.int(), hash });
const noted = z.object({ noted_at: z.iso.datetime(), programs: z.array(position) });

type Position = z.infer<typeof position>;
type Noted = z.infer<typeof noted>;

export type KnownPositions = {
  /** Says what the database does not know any more, and keeps the file of it. */
  warnOfLoss(): Promise<void>;
  note(): Promise<void>;
};

export type KnownPositionsParts = {
  readonly database: Database;
  /** Null keeps nothing: there is no folder that would outlast the process. */
  readonly directory: string | null;
  readonly log: Logger;
  readonly now: () => number;
};

const nothingKnown: KnownPositions = { warnOfLoss: async () => undefined, note: async () => undefined };

export function openKnownPositions({ database, directory, log, now }: KnownPositionsParts): KnownPositions {
  if (directory === null) return nothingKnown;
  const file = join(directory, "known-positions.json");
  let saidUnwritable = false;
  return {
    async warnOfLoss() {
      const known = await read(file, log);
      if (known === null || known.programs.length === 0) return;
      const found = await database.withSession((session) => hold(session, known.programs));
      const lost = found.filter((each) => each.kind !== "whole");
      if (lost.length === 0) return;
      const kept = join(directory, `known-positions.${known.noted_at.replace(/[-:]|\.\d+/g, "")}.json`);
      await rename(file, kept);
      log.error({ ...tallyOf(lost), known_at: known.noted_at, kept }, messageOf(found));
    },
    async note() {
      const programs = await database.withSession((session) => session.query<Position>(readStatement, [programsMax]));
      try {
        await write(file, { noted_at: new Date(now()).toISOString(), programs });
      } catch (error) {
        if (!saidUnwritable)
          log.warn({ err: error }, "positions cannot be noted: an older state would not be recognised");
        saidUnwritable = true;
      }
    },
  };
}

const readStatement: Statement = {
  name: "positions_to_note",
  text: `select h.program_id, encode(f.hash, 'hex') as first_hash, h.seq, encode(h.hash, 'hex') as hash
           from program_head h
           join event f on f.program_id = h.program_id and f.seq = 1
          order by h.received_at desc
          limit $1`,
};

const holdStatement: Statement = {
  name: "positions_to_hold",
  text: `select k.program_id, k.seq as known_seq, coalesce(h.seq, 0) as seq,
                case when h.program_id is null or f.hash is distinct from decode(k.first_hash, 'hex') then 'unknown'
                     when e.hash is null then 'behind'
                     when e.hash <> decode(k.hash, 'hex') then 'other'
                     else 'whole' end as kind
           from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[]) k (program_id, first_hash, seq, hash)
           left join program_head h on h.program_id = k.program_id
           left join event f on f.program_id = k.program_id and f.seq = 1
           left join event e on e.program_id = k.program_id and e.seq = k.seq
          order by k.program_id`,
};

/** `other`: its log went on from an older state, and is another one since. */
type Held = {
  program_id: number;
  known_seq: number;
  seq: number;
  kind: "whole" | "behind" | "other" | "unknown";
};

function hold(session: Session, known: readonly Position[]): Promise<Held[]> {
  return session.query<Held>(holdStatement, [
    known.map(({ program_id }) => program_id),
    known.map(({ first_hash }) => first_hash),
    known.map(({ seq }) => seq),
    known.map((each) => each.hash),
  ]);
}

function messageOf(found: readonly Held[]): string {
  if (found.every(({ kind }) => kind === "unknown")) {
    return "the database is another one than this data folder has seen, or was emptied; see docs/backup.md";
  }
  return "the database is in an older state than was seen before: it was restored, or lost what it had committed; see docs/backup.md";
}

function tallyOf(lost: readonly Held[]): object {
  const events = lost.reduce((sum, { known_seq, seq, kind }) => sum + (kind === "behind" ? known_seq - seq : 0), 0);
  return { programs: lost.length, events_missing: events, first_programs: lost.slice(0, programsNamedMax) };
}

async function read(file: string, log: Logger): Promise<Noted | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return noted.parse(JSON.parse(text));
  } catch (error) {
    log.warn({ err: error, file }, "the file of known positions cannot be read and is written again");
    return null;
  }
}

/** In one step, so that a reader finds the old ones or the new. */
async function write(file: string, positions: Noted): Promise<void> {
  await mkdir(join(file, ".."), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeFile(unfinished, `${JSON.stringify(positions)}\n`, { mode: 0o600, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
