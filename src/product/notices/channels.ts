// Changes of a program's notice channels by its owners. A channel's URL is a secret and stored encrypted: anyone with it can post there.
import { claimOnce, keepMadeIds, type Once } from "../../access/idempotency.ts";
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import { placeIn } from "../../access/secrets/sealed-places.ts";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { type PlaceSigner, signPlace } from "../../access/signed/signed-places.ts";
import type { NoticeKind } from "../../core/vocabulary/notice-kinds.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";
import { nextId } from "../../engine/postgres/next-id.ts";
import { recipientOf } from "./people-read.ts";

export const channelsPerProgramMax = 20;
/** Of a program: each is a request to a third party's server. */
export const channelTestsPerHour = 20;

/** Held while channels are counted, so that two at once cannot both be the last one. */
const lockProgramStatement: Statement = {
  name: "lock_program_for_channel",
  text: "select program_id from program where program_id = $1 for no key update",
};

const countStatement: Statement = {
  name: "count_notice_channels",
  text: "select count(*) as channels from notice_channel where program_id = $1 and status <> 'removed'",
};

const addStatement: Statement = {
  name: "add_notice_channel",
  text: `insert into notice_channel (program_id, name, url_encrypted, host, kinds, channel_id)
         overriding system value
         values ($1, $2, $3, $4, $5::text[], $6)
         returning channel_id`,
};

const updateStatement: Statement = {
  name: "update_notice_channel",
  text: `update notice_channel
            set name = coalesce($3, name),
                url_encrypted = coalesce($4, url_encrypted),
                host = coalesce($5, host),
                kinds = coalesce($6::text[], kinds),
                status = coalesce($7, status),
                paused_because = case coalesce($7, status)
                                   when 'paused' then coalesce(paused_because, 'It was paused by hand.')
                                 end
          where program_id = $1 and channel_id = $2 and status <> 'removed'
         returning channel_id`,
};

const removeStatement: Statement = {
  name: "remove_notice_channel",
  text: `update notice_channel
            set status = 'removed', paused_because = null, url_encrypted = null
          where program_id = $1 and channel_id = $2 and status <> 'removed'
         returning channel_id`,
};

const countTestsStatement: Statement = {
  name: "count_notice_tests",
  text: `select count(*) as tests
           from notice
          where program_id = $1 and kind = 'test' and found_at > now() - interval '1 hour'`,
};

const testStatement: Statement = {
  name: "test_notice_channel",
  text: `with channel as (
           select channel_id, name
             from notice_channel
            where program_id = $1 and channel_id = $2 and status <> 'removed'
         ), made as (
           insert into notice (program_id, kind, cause, facts)
           select $1::bigint, 'test', gen_random_uuid()::text, jsonb_build_object('kind', 'test', 'channel', channel.name)
             from channel
           returning notice_id
         )
         insert into notice_letter (program_id, notice_id, recipient)
         select $1::bigint, notice_id, $3
           from made
         returning notice_id`,
};

export type ChannelAddress = { readonly url: string };

export type NewChannel = ChannelAddress & {
  readonly programId: number;
  readonly name: string;
  readonly kinds: readonly NoticeKind[];
};

/** Undefined when there is no such program; `full` where there are as many as may be. */
export async function addChannel(
  database: Database,
  secrets: Pick<Secrets, "encrypt"> & PlaceSigner,
  channel: NewChannel,
  actor: Actor,
  once: Once | null = null,
): Promise<number | "full" | undefined> {
  const { programId, name, url, kinds } = channel;
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    await claimOnce(session, once);
    const [program] = await session.query(lockProgramStatement, [programId]);
    if (program === undefined) return undefined;
    const [row] = await session.query<{ channels: number }>(countStatement, [programId]);
    if ((row?.channels ?? 0) >= channelsPerProgramMax) return "full";
    const channelId = await nextId(session, "notice_channel");
    const sealed = secrets.encrypt(placeIn("notice_channel", programId, channelId), url);
    const values = [programId, name, sealed, new URL(url).host, kinds, channelId];
    const [made] = await session.query<{ channel_id: number }>(addStatement, values);
    if (made === undefined) return undefined;
    keepMadeIds(session, once, [made.channel_id]);
    await signPlace(session, secrets, "channel", { programId, id: made.channel_id }, actor);
    return made.channel_id;
  });
}

type Which = { readonly programId: number; readonly channelId: number };

export type ChannelChange = Which & {
  readonly name: string | null;
  readonly url: string | null;
  readonly kinds: readonly NoticeKind[] | null;
  readonly status: "active" | "paused" | null;
};

/** False when the program has no such channel; so below. */
export async function updateChannel(
  database: Database,
  secrets: Pick<Secrets, "encrypt"> & PlaceSigner,
  { programId, channelId, name, url, kinds, status }: ChannelChange,
  actor: Actor,
): Promise<boolean> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const place = placeIn("notice_channel", programId, channelId);
    const address = url === null ? [null, null] : [secrets.encrypt(place, url), new URL(url).host];
    const rows = await session.query(updateStatement, [programId, channelId, name, ...address, kinds, status]);
    if (rows.length > 0) await signPlace(session, secrets, "channel", { programId, id: channelId }, actor);
    return rows.length > 0;
  });
}

export async function removeChannel(
  database: Database,
  secrets: PlaceSigner,
  { programId, channelId }: Which,
  actor: Actor,
): Promise<boolean> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    const removed = await session.query(removeStatement, [programId, channelId]);
    if (removed.length > 0) await signPlace(session, secrets, "channel", { programId, id: channelId }, actor);
    return removed.length > 0;
  });
}

/** Answers the notice's id; undefined when there is no such channel, `full` where it was tried as often as may be. */
export async function testChannel(
  database: Database,
  { programId, channelId }: Which,
  actor: Actor,
): Promise<number | "full" | undefined> {
  return database.transaction(async (session) => {
    await requireProgramRight(session, actor, programId, "settings");
    await session.query(lockProgramStatement, [programId]);
    const [row] = await session.query<{ tests: number }>(countTestsStatement, [programId]);
    if ((row?.tests ?? 0) >= channelTestsPerHour) return "full";
    const values = [programId, channelId, recipientOf.channel(channelId)];
    const [made] = await session.query<{ notice_id: number }>(testStatement, values);
    return made?.notice_id;
  });
}
