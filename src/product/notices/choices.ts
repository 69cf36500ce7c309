// A person's choice of notices about a program. Everyone chooses for themselves; an operator may choose for any recipient.
import { type Actor, requireProgramRight } from "../../access/permission.ts";
import type { NoticeKind } from "../../core/vocabulary/notice-kinds.ts";
import type { Database } from "../../engine/postgres/database.ts";
import type { Statement } from "../../engine/postgres/driver/statement.ts";

const chooseStatement: Statement = {
  name: "choose_notices",
  text: `insert into notice_choice (program_id, user_id, kind, is_on)
         select $1, $2, c.kind, c.is_on
           from (select distinct * from unnest($3::text[], $4::boolean[]) as named(kind, is_on)) c
          order by c.kind
         on conflict (program_id, user_id, kind) do update set is_on = excluded.is_on, chosen_at = now()`,
};

export type Choosing = {
  readonly programId: number;
  readonly userId: string;
  readonly on: readonly NoticeKind[];
  readonly off: readonly NoticeKind[];
};

export async function chooseNotices(
  database: Database,
  { programId, userId, on, off }: Choosing,
  actor: Actor,
): Promise<void> {
  await database.transaction(async (session) => {
    const isOwn = actor.kind === "account" && actor.accountId === userId;
    await requireProgramRight(session, actor, programId, isOwn ? "read" : "operator");
    const values = [programId, userId, [...on, ...off], [...on.map(() => true), ...off.map(() => false)]];
    await session.query(chooseStatement, values);
  });
}
