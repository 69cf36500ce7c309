// Moves old clicks of a program out of the log into files. A file is written, brought to the disk and read back; then an event says what
// is in it; only then rows lose their data, a few thousand in a transaction. Cut off anywhere and begun again it goes on: a file without an
// event is written anew, and rows that an event speaks of lose their data.
import { createHash } from "node:crypto";
import { type Actor, requireProgramRight } from "../access/permission.ts";
import { authorText } from "../core/author.ts";
import type { ClicksArchived } from "../core/erasure-events.ts";
import { type Database, withClient } from "../db/database.ts";
import type { Statement } from "../db/statement.ts";
import { folderWriter } from "../exports/folder.ts";
import { clickLine, keptColumns, readClicks, readSegments, requireWhole, type Segment } from "../log/click-archive.ts";
import { commitBatch } from "../pipeline/locked-batch.ts";

export type Archiving = {
  readonly database: Database;
  /** As the owner, who alone may take data out of the log. */
  readonly ownerUrl: string;
  readonly folder: string;
  readonly programId: number;
  readonly before: Date;
  readonly actor: Actor;
  readonly clicksPerFile?: number;
  readonly onProgress?: (archived: number) => void;
};

export type Archived = { readonly clicks: number; readonly files: readonly string[] };

const clicksPerFileDefault = 200_000;
const clicksPerPage = 5_000;

export async function archiveClicks(archiving: Archiving): Promise<Archived> {
  const { database, programId, folder, onProgress } = archiving;
  const files: string[] = [];
  let clicks = 0;
  let after = 0;
  for (const segment of await database.withSession((session) => readSegments(session, [programId]))) {
    clicks += await empty(archiving, segment);
    after = segment.last_seq;
  }
  for (;;) {
    const next = await findNext(archiving, after);
    if (next === null) return { clicks, files };
    const segment = await write(archiving, next);
    await requireWhole(folder, segment);
    await requireReadable(folder, segment);
    await tell(archiving, segment);
    files.push(segment.file);
    clicks += await empty(archiving, segment);
    onProgress?.(clicks);
    after = segment.last_seq;
  }
}

type Stretch = { readonly first_seq: number; readonly last_seq: number; readonly clicks: number };

/**
 * The next clicks that are old enough, whose books are made, and of which no endpoint is still to be told. The log's last event
 * stays as it is: backups and heads are known by it.
 */
const nextStatement: Statement = {
  name: "clicks_to_archive",
  text: `select min(seq) as first_seq, max(seq) as last_seq, count(*)::integer as clicks
           from (select e.seq
                   from program_head h
                   join event e on e.program_id = h.program_id and e.seq > $2 and e.seq < h.seq and e.seq <= h.projected_seq
                  where h.program_id = $1 and e.type = 'click_recorded' and e.dedup_key is null and e.received_at < $3
                    and e.seq <= coalesce((select min(position) from outbound_endpoint
                                            where program_id = $1 and status <> 'removed'), h.seq)
                  order by e.seq
                  limit $4) c`,
};

async function findNext({ database, programId, before, clicksPerFile = clicksPerFileDefault }: Archiving, after: number) {
  const [next] = await database.longTransaction((session) =>
    session.query<Stretch>(nextStatement, [programId, after, before, clicksPerFile]),
  );
  return next === undefined || next.clicks === 0 ? null : next;
}

const pageStatement: Statement = {
  name: "clicks_of_an_archive",
  text: `select ${keptColumns}, without_person(e.data, '{}', '{}', '{}') as data
           from event e
          where e.program_id = $1 and e.seq > $2 and e.seq <= $3 and e.type = 'click_recorded' and e.dedup_key is null
          order by e.seq
          limit $4`,
};

async function write({ database, folder, programId }: Archiving, next: Stretch): Promise<Segment> {
  const digest = createHash("sha256");
  async function* lines(): AsyncGenerator<Buffer> {
    for (let after = next.first_seq - 1; after < next.last_seq; ) {
      const values = [programId, after, next.last_seq, clicksPerPage];
      const page = await database.withSession((session) => session.query<Parameters<typeof clickLine>[0]>(pageStatement, values));
      const bytes = Buffer.from(page.map(clickLine).join(""));
      digest.update(bytes);
      yield bytes;
      after = page.length < clicksPerPage ? next.last_seq : (page.at(-1)?.seq ?? next.last_seq);
    }
  }
  const name = `clicks-${next.first_seq}-${next.last_seq}.ndjson`;
  const file = await folderWriter({ root: folder, programId, folder: null }).write(name, lines());
  return { program_id: programId, ...next, file, sha256: digest.digest("hex") };
}

/** Every line is a click of the stretch, and there are as many as there were. */
async function requireReadable(folder: string, segment: Segment): Promise<void> {
  let read = 0;
  let last = 0;
  for await (const { seq, data } of readClicks(folder, segment)) {
    if (seq <= last || typeof data.click_id !== "string") throw new Error(`${segment.file} cannot be read back at seq ${seq}`);
    last = seq;
    read += 1;
  }
  if (read !== segment.clicks || last !== segment.last_seq) throw new Error(`${segment.file} does not hold what was written`);
}

const hashStatement: Statement = {
  name: "hash_at_seq",
  text: "select encode(hash, 'hex') as hash from event where program_id = $1 and seq = $2",
};

async function tell({ database, programId, actor }: Archiving, { program_id: _, ...segment }: Segment): Promise<void> {
  const [closing] = await database.withSession((session) =>
    session.query<{ hash: string }>(hashStatement, [programId, segment.last_seq]),
  );
  if (closing === undefined) throw new Error(`program ${programId} has no event at seq ${segment.last_seq}`);
  const data: ClicksArchived = { type: "clicks_archived", ...segment, closing_hash: closing.hash };
  const event = { programId, source: "operator", dedupKey: null, isTest: false, occurredAt: null, data, by: authorText(actor) };
  const [result] = await commitBatch(
    database,
    [{ event, delivery: null, keyHash: null, keep: "always", logged: null }],
    { before: (session) => requireProgramRight(session, actor, programId, "operator") },
  );
  if (result?.kind === "failed") throw result.error;
  if (result?.kind !== "concluded") throw new Error(`an archive cannot end as ${result?.kind}`);
}

/** Answers how many rows lost their data. The file is held against the log before anything is taken out of it. */
async function empty({ ownerUrl, folder }: Archiving, segment: Segment): Promise<number> {
  const { program_id, first_seq, last_seq } = segment;
  return withClient(ownerUrl, async (client) => {
    let emptied = 0;
    for (let batch = clicksPerPage; batch === clicksPerPage; ) {
      const text = "select archive_clicks($1, $2, $3, $4) as emptied";
      if (emptied === 0) await requireWhole(folder, segment);
      const { rows } = await client.query<{ emptied: number }>(text, [program_id, first_seq, last_seq, clicksPerPage]);
      batch = rows[0]?.emptied ?? 0;
      emptied += batch;
    }
    return emptied;
  });
}
