// Brings archived clicks beside the shadow books, so that a replay reads the log as it was before they left it.
import type { withClient } from "../db/database.ts";
import { ArchiveFault, readClicks, requireWhole, type Segment } from "../log/click-archive.ts";
import { ReplayRefused } from "./replay-refused.ts";

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

const clicksAtOnce = 5_000;

const segmentsQuery = `
  select e.program_id, (e.data ->> 'first_seq')::bigint as first_seq, (e.data ->> 'last_seq')::bigint as last_seq,
         (e.data ->> 'clicks')::bigint as clicks, e.data ->> 'file' as file, e.data ->> 'sha256' as sha256
    from replay_program p
    join event e on e.program_id = p.program_id and e.source = 'operator' and e.type = 'clicks_archived' and e.seq > 0
   where p.run_id = $1 and p.program_id <> all($2::bigint[])
   order by e.program_id, e.seq`;

export async function findSegmentsOfRun(
  client: Client,
  runId: number,
  withoutProgramIds: readonly number[],
): Promise<Segment[]> {
  const { rows } = await client.query<Segment>(segmentsQuery, [runId, withoutProgramIds]);
  return rows.map((row) => ({
    ...row,
    program_id: Number(row.program_id),
    first_seq: Number(row.first_seq),
    last_seq: Number(row.last_seq),
    clicks: Number(row.clicks),
  }));
}

/** Refuses the replay where a file is missing, or is not the one that the log speaks of. */
export async function bringArchivedClicks(
  client: Client,
  schema: string,
  segments: readonly Segment[],
  folder: string | null,
): Promise<void> {
  const table = `${schema}.archived_click`;
  await client.query(
    `create unlogged table if not exists ${table} (program_id bigint, seq bigint, data jsonb not null, primary key (program_id, seq))`,
  );
  await client.query(`truncate ${table}`);
  try {
    for (const segment of segments) {
      await requireWhole(folder, segment);
      const page: string[] = [];
      const bring = async (): Promise<void> => {
        const clicks = `[${page.splice(0).join(",")}]`;
        await client.query(
          `insert into ${table} select $1, seq, data from json_to_recordset($2::json) as c (seq bigint, data jsonb)`,
          [segment.program_id, clicks],
        );
      };
      for await (const click of readClicks(folder, segment)) {
        page.push(JSON.stringify({ seq: click.seq, data: click.data }));
        if (page.length === clicksAtOnce) await bring();
      }
      await bring();
    }
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    throw new ReplayRefused(error.message, { cause: error });
  }
  await client.query(`analyze ${table}`);
}
