// What a person who leaves a workspace has set there and what still works: where data goes, links to partners' pages, keys they were shown.
// It is found by the lines that say who set it, so what was set before those were kept is not in it.
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { id, oneOf, time, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

const leftBehindKinds = [
  ...["endpoint", "export", "channel", "connection"],
  ...["partner_link", "program_key", "agent_key", "token"],
] as const;
type LeftBehindKind = (typeof leftBehindKinds)[number];

export const leftBehindLine = z.strictObject({
  kind: oneOf(leftBehindKinds, "What it is"),
  program_id: id("The program it is of").nullable().meta({ description: "Null where it is of the whole workspace" }),
  program_name: wordsOrNull("What the program is called"),
  subject_id: wordsOrNull(
    "The endpoint, export, channel, connection, partner, agent key or token; null for the program's key",
  ),
  set_at: time("When they last set it"),
  summary: words("What to review, in a sentence"),
});

export type LeftBehind = z.output<typeof leftBehindLine>;

type Row = {
  readonly kind: LeftBehindKind;
  readonly program_id: number | null;
  readonly subject: string | null;
  readonly set_at: Date;
};

export async function readLeftBehind(
  db: Kysely<Tables>,
  workspaceId: number,
  accountId: string,
): Promise<LeftBehind[]> {
  // On their own machines, where programs are spread.
  const programs = await db
    .selectFrom("program")
    .select(["program_id", "name"])
    .where("workspace_id", "=", workspaceId)
    .execute();
  const names = new Map(programs.map(({ program_id, name }) => [program_id, name]));
  const { rows } = await sql<Row>`
    with own as (
      select program_id, workspace_id, change, subject, changed_at, detail
        from access_change
       where changed_by = ${`account:${accountId}`}
         and (program_id = any(${[...names.keys()]}::bigint[]) or workspace_id = ${workspaceId})
    )
    select 'endpoint' as kind, o.program_id, o.subject, max(o.changed_at) as set_at
      from own o
      join outbound_endpoint e on e.program_id = o.program_id and e.endpoint_id::text = o.subject and e.status <> 'removed'
     where o.change in ('endpoint_created', 'endpoint_changed') group by 2, 3
     union all
    select 'export', o.program_id, o.subject, max(o.changed_at)
      from own o
      join export_schedule e on e.program_id = o.program_id and e.export_id::text = o.subject and e.status <> 'removed'
     where o.change in ('export_created', 'export_changed') group by 2, 3
     union all
    select 'channel', o.program_id, o.subject, max(o.changed_at)
      from own o
      join notice_channel c on c.program_id = o.program_id and c.channel_id::text = o.subject and c.status <> 'removed'
     where o.change in ('channel_added', 'channel_changed') group by 2, 3
     union all
    select 'connection', o.program_id, o.subject, max(o.changed_at)
      from own o
      join connection c on c.program_id = o.program_id and c.connection_id::text = o.subject and c.status <> 'removed'
     where o.change in ('connection_added', 'connection_changed', 'api_key_set') group by 2, 3
     union all
    select 'partner_link', o.program_id, o.subject, max(o.changed_at)
      from own o
     where o.change = 'partner_link_made' and (o.detail ->> 'expires_at')::timestamptz > clock_timestamp()
       and not exists (select 1 from partner_links_revoked r
                        where r.program_id = o.program_id and r.partner_id::text = o.subject and r.made_before >= o.changed_at)
     group by 2, 3
     union all
    select 'program_key', o.program_id, null, max(o.changed_at)
      from own o
     where o.change = 'key_regenerated'
       and not exists (select 1 from access_change a
                        where a.program_id = o.program_id and a.change = 'key_regenerated' and a.changed_at > o.changed_at)
     group by 2
     union all
    select 'agent_key', null, o.subject, max(o.changed_at)
      from own o
      join agent_key k on k.workspace_id = o.workspace_id and k.agent_key_id::text = o.subject and k.revoked_at is null
     where o.change = 'agent_key_created' group by 3
     union all
    select 'token', null, o.subject, max(o.changed_at)
      from own o
      join workspace_token t on t.workspace_id = o.workspace_id and t.token_id::text = o.subject
                            and t.revoked_at is null and t.expires_at > now()
     where o.change = 'token_created' group by 3
     order by program_id nulls last, kind, subject`.execute(db);
  return rows.map(({ kind, program_id, subject, set_at }) => ({
    kind,
    program_id,
    program_name: program_id === null ? null : (names.get(program_id) ?? null),
    subject_id: subject,
    set_at,
    summary: sentences[kind](subject ?? ""),
  }));
}

const sentences: { readonly [Kind in LeftBehindKind]: (subject: string) => string } = {
  endpoint: (subject) => `Endpoint ${subject} still sends messages to an address that they set.`,
  export: (subject) => `Export ${subject} still writes to a place that they set.`,
  channel: (subject) => `Notice channel ${subject} still gets notices at an address that they set.`,
  connection: (subject) => `Connection ${subject} still takes deliveries with a secret or key that they set.`,
  partner_link: (subject) => `A link that they made still opens the page of partner ${subject}.`,
  program_key: () => "The program's key was shown to them: replace it.",
  token: (subject) => `Token ${subject} was shown to them and still works.`,
  agent_key: (subject) => `Agent key ${subject} was shown to them and still works.`,
};
