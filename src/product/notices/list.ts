// The notices of a program, newest first, with their delivery; and its notice channels. Addresses are not included.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { count, id, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { noticeKinds } from "../../core/vocabulary/notice-kinds.ts";
import { type Filter, keyset, numberKey, type Page, type PageRequest } from "../../core/vocabulary/page.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { letterOf } from "./letter.ts";
import { noticeFacts } from "./notice-facts.ts";

const kinds = [...noticeKinds, "test"] as const;

export const noticeLine = z.strictObject({
  notice_id: id("The notice"),
  kind: z.enum(kinds).meta({ description: "Its kind; test: a test notice" }),
  title: words("Its subject"),
  found_at: time("When it was found"),
  recipient_count: count("People and channels it is for"),
  sent_count: count("How many of them it was sent to"),
  waiting_count: count("How many it is still to be sent to"),
  failed_count: count("How many it was not sent to, or with an unknown result"),
  fault: wordsOrNull("Why the newest try failed; null where none did"),
});
export type NoticeLine = z.output<typeof noticeLine>;

export const noticeFilters = { kind: oneOf(kinds, "Only of this kind").optional() };

type Row = Omit<NoticeLine, "title"> & { readonly facts: unknown; readonly program_name: string };

const newestFirst = keyset("notices", numberKey);
const behindAll = Number.MAX_SAFE_INTEGER;

export async function listNotices(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
  { kind }: Filter<typeof noticeFilters> = {},
): Promise<Page<NoticeLine>> {
  const [before] = newestFirst.after(request, [behindAll]);
  const { rows } = await sql<Row>`
    select n.notice_id, n.kind, n.facts, n.found_at, p.name as program_name, l.*
      from notice n
      join program p on p.program_id = n.program_id
     cross join lateral (
           select count(*) as recipient_count,
                  count(*) filter (where status = 'sent') as sent_count,
                  count(*) filter (where status in ('pending', 'sending')) as waiting_count,
                  count(*) filter (where status in ('failed', 'unclear')) as failed_count,
                  (array_agg(fault order by attempts desc) filter (where fault is not null))[1] as fault
             from notice_letter
            where program_id = ${programId} and notice_id = n.notice_id
           ) l
     where n.program_id = ${programId} and n.notice_id < ${before} and (${kind ?? null}::text is null or n.kind = ${kind ?? null})
     order by n.notice_id desc
     limit ${request.limit + 1}`.execute(db);
  const lines = rows.map(({ facts, program_name, ...row }) => ({
    ...row,
    title: titleOf(facts, programId, program_name),
  }));
  return newestFirst.page(lines, request, (notice) => [notice.notice_id]);
}

function titleOf(facts: unknown, programId: number, programName: string): string {
  const read = noticeFacts.safeParse(facts).data;
  return read === undefined ? "" : letterOf(read, { programId, programName }).title;
}

export const channelStatuses = ["active", "paused"] as const;

export const channelLine = z.strictObject({
  channel_id: id("The channel"),
  name: words("Its name here"),
  host: words("Where it is; its address is a secret and never shown"),
  kinds: z.array(z.enum(noticeKinds)).readonly().meta({ description: "The messages it receives" }),
  status: z.enum(channelStatuses).meta({ description: "A paused channel receives nothing" }),
  paused_because: wordsOrNull("Why it is paused"),
  created_at: time("When it was added"),
});
export type ChannelLine = z.output<typeof channelLine>;

const byChannelId = keyset("notice-channels", numberKey);

export async function listChannels(
  db: Kysely<Tables>,
  programId: number,
  request: PageRequest,
): Promise<Page<ChannelLine>> {
  const [after] = byChannelId.after(request, [0]);
  const rows = await selectChannels(db, programId)
    .where("channel_id", ">", after)
    .orderBy("channel_id")
    .limit(request.limit + 1)
    .execute();
  return byChannelId.page(rows, request, (channel) => [channel.channel_id]);
}

export async function findChannel(
  db: Kysely<Tables>,
  programId: number,
  channelId: number,
): Promise<ChannelLine | undefined> {
  return selectChannels(db, programId).where("channel_id", "=", channelId).executeTakeFirst();
}

function selectChannels(db: Kysely<Tables>, programId: number) {
  return db
    .selectFrom("notice_channel")
    .select(["channel_id", "name", "host", "kinds", "status", "paused_because", "created_at"])
    .where("program_id", "=", programId)
    .where("status", "!=", "removed")
    .$narrowType<{ status: "active" | "paused" }>();
}
