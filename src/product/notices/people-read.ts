// The recipients of a program's notices: the members of its workspace and operators, with confirmed addresses, each by their own choice or
// the kind's default; and the program's channels.
import { type Kysely, sql } from "kysely";
import { isNoticeKind, isOnByDefault, type NoticeKind, type Standing } from "../../core/vocabulary/notice-kinds.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

export type NoticePerson = Standing & {
  readonly user_id: string;
  readonly email: string;
  readonly is_proven: boolean;
  /** By kind; what is not here was never chosen. */
  readonly choices: Readonly<Record<string, boolean>>;
};

type Which = { readonly userId: string } | { readonly email: string } | "everybody";

export async function findNoticePeople(
  db: Kysely<Tables>,
  programId: number,
  which: Which,
): Promise<readonly NoticePerson[]> {
  const userId = which !== "everybody" && "userId" in which ? which.userId : null;
  const email = which !== "everybody" && "email" in which ? which.email.trim().toLowerCase() : null;
  const { rows } = await sql<NoticePerson>`
    with standing as (
      select m.user_id, m.role
        from program p
        join workspace_member m on m.workspace_id = p.workspace_id
       where p.program_id = ${programId}
       union all
      select o.user_id, null
        from operator_account o
    ), person as (
      select user_id, max(role) as role
        from standing
       group by user_id
    )
    select u.id as user_id, u.email, u.email_verified as is_proven, person.role,
           exists (select 1 from operator_account o where o.user_id = u.id) as "isOperator",
           coalesce((select jsonb_object_agg(c.kind, c.is_on)
                       from notice_choice c
                      where c.program_id = ${programId} and c.user_id = u.id), '{}') as choices
      from person
      join account_user u on u.id = person.user_id
     where (${userId}::text is null or u.id = ${userId}) and (${email}::text is null or u.email = ${email})
     order by u.id`.execute(db);
  return rows;
}

export function wants(person: NoticePerson, kind: NoticeKind): boolean {
  const chosen = Object.hasOwn(person.choices, kind) ? person.choices[kind] : undefined;
  return chosen ?? isOnByDefault(kind, person);
}

type ChannelRow = { readonly channel_id: number; readonly kinds: readonly string[] };

/** As letters name them. */
export const recipientOf = {
  account: (userId: string): string => `account:${userId}`,
  channel: (channelId: number): string => `channel:${channelId}`,
};

/** Without a mail server no one gets a mail, and nothing waits for one. */
export async function findRecipients(
  db: Kysely<Tables>,
  programId: number,
  kind: NoticeKind,
  sendsMail: boolean,
): Promise<string[]> {
  const people = sendsMail ? await findNoticePeople(db, programId, "everybody") : [];
  const { rows: channels } = await sql<ChannelRow>`
    select channel_id, kinds
      from notice_channel
     where program_id = ${programId} and status = 'active'
     order by channel_id`.execute(db);
  return [
    ...people
      .filter((person) => person.is_proven && wants(person, kind))
      .map((one) => recipientOf.account(one.user_id)),
    ...channels
      .filter(({ kinds }) => kinds.filter(isNoticeKind).includes(kind))
      .map((channel) => recipientOf.channel(channel.channel_id)),
  ];
}
