// Loads archived clicks into the shadow schema, so that a replay reads the complete log.

import {
  ArchiveFault,
  readClicks,
  requireWhole,
  type Segment,
  type SegmentRow,
  segmentOf,
  segmentsText,
} from "../log/click-archive.ts";
import type { withClient } from "../postgres/database.ts";
import { ReplayRefused } from "./replay-refused.ts";

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

const clicksAtOnce = 5_000;

const programsQuery = "select program_id from replay_program where run_id = $1 and program_id <> all($2::bigint[])";

export async function findSegmentsOfRun(
  client: Client,
  runId: number,
  withoutProgramIds: readonly number[],
): Promise<Segment[]> {
  const programs = await client.query<{ program_id: number }>(programsQuery, [runId, withoutProgramIds]);
  const { rows } = await client.query<SegmentRow>(segmentsText, [programs.rows.map(({ program_id }) => program_id)]);
  return rows.map(segmentOf);
}

/** Into the shadow's table for them, in the transaction that makes the shadow, whose books are all it sees from then on. Refuses the replay where a file is missing, or is not the one that the log speaks of. */
export async function bringArchivedClicks(
  client: Client,
  schema: string,
  segments: readonly Segment[],
  folder: string | null,
): Promise<void> {
  await client.query(`set local search_path to ${schema}`);
  await client.query("truncate archived_click");
  try {
    for (const segment of segments) {
      await requireWhole(folder, segment);
      const page: string[] = [];
      const bring = async (): Promise<void> => {
        const clicks = `[${page.splice(0).join(",")}]`;
        await client.query(
          "insert into archived_click select $1, seq, data from json_to_recordset($2::json) as c (seq bigint, data jsonb)",
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
  await client.query("analyze archived_click");
}
