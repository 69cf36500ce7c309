// Everything that is stored about a person, for a request of that person: the rows with the names of person-read.ts, table by table.
import type { JsonObject } from "../../core/rules/events/events.ts";
import type { PersonNames } from "./person-names.ts";
import { patternsOf } from "./person-patterns.ts";
import { type Ask, findDeliveriesOf, gatherPerson, identitiesOf, type WhichPerson } from "./person-read.ts";

/** A row that holds something of the person. */
export type FoundRow = { readonly table: string; readonly row: JsonObject };

/** Of one table; what is beyond is said, not shown. */
const rowsPerTableMax = 5_000;

/** Where a JSON field holds a name: `$6` are fields, `$7` their values. */
function namedIn(json: string): string {
  return `exists (select 1 from unnest($6::text[], $7::text[]) n (field, name)
                   where position(format('"%s": %s', n.field, to_jsonb(n.name)) in ${json}) > 0)`;
}

/** `$2` customer keys, `$3` identities, `$4` events, `$5` deliveries. */
const booksOfPerson: Readonly<Record<string, string>> = {
  event: "id = any($4::bigint[])",
  delivery: "event_id = any($5::bigint[])",
  customer: "customer_key = any($2::text[])",
  identity: "identity = any($3::text[]) or customer_key = any($2::text[])",
  click: "event_id = any($4::bigint[])",
  lead: "customer_key = any($2::text[]) or lead_id = any($4::bigint[])",
  sale: "customer_key = any($2::text[]) or sale_id = any($4::bigint[])",
  subscription: "customer_key = any($2::text[])",
  payment_reference: "customer_key = any($2::text[])",
  refund: "event_id = any($4::bigint[])",
  dispute: "event_id = any($4::bigint[])",
  commission:
    "sale_id in (select sale_id from sale where program_id = $1 and customer_key = any($2::text[])) or sale_id = any($4::bigint[])",
  flag: "sale_id in (select sale_id from sale where program_id = $1 and customer_key = any($2::text[])) or sale_id = any($4::bigint[])",
  customer_email: "customer_key = any($2::text[])",
  partner: namedIn("emails::text"),
  parked: "event_id = any($4::bigint[])",
  outcome: "event_id = any($4::bigint[])",
  manual_attribution: "payment_id = any($4::bigint[])",
  tracking_log: "event_id = any($4::bigint[])",
  outbound_message:
    "exists (select 1 from unnest($2::text[]) k where position('\"customer_key\":' || to_jsonb(k)::text in body) > 0)",
  replay_change: namedIn("concat(row_key, before, after)"),
  replay_difference: namedIn("concat(row_key, before, after)"),
  replay_program: namedIn("difference::text"),
  replay_rereading: "event_id = any($4::bigint[])",
};

/** A row of many programs shows only this one's part. `$1` is the program, `$2` and `$3` are fields and their values. */
const runsText = `
  select to_jsonb(t) as row
    from (select r.run_id, r.kind, r.started_at,
                 case when r.request -> 'program_ids' = jsonb_build_array($1::bigint) then r.result
                      else jsonb_path_query_array(r.result, '$.wrong[*] ? (@.program_id == $program)',
                                                  jsonb_build_object('program', $1::bigint)) end as result
            from replay_run r
           where r.result is not null) t
   where exists (select 1 from unnest($2::text[], $3::text[]) n (field, name)
                  where position(format('"%s": %s', n.field, to_jsonb(n.name)) in t.result::text) > 0)
   limit ${rowsPerTableMax + 1}`;

const workspaceText = "select workspace_id from program where program_id = $1";

/** `$2` are keyed hashes of the address. Apart from the partners, who are kept with the program, which may be on another machine. */
const partnersText = `select array(select partner_id from partner_email
             where program_id = $1 and email_hash = any($2::text[]) and $3::text is not null) as partner_ids`;

/** `$2` are keyed hashes of the address, `$3` the address, `$4` the program's workspace, `$5` partners. */
const accountsOfPerson: Readonly<Record<string, string>> = {
  partner: "select p.* from partner p where p.program_id = $1 and p.partner_id = any($5::bigint[])",
  partner_application: `select application_id, program_id, name, code, email_hash, status, recruited_by, applied_at, decided_at, answers_encrypted
              from partner_application
             where program_id = $1 and email_hash = any($2::text[]) and $3::text is not null`,
  account_user: `select u.id, u.name, u.email, u.created_at, m.role
               from workspace_member m
               join account_user u on u.id = m.user_id
             where m.workspace_id = $4 and u.email = lower($3::text)`,
  workspace_invitation: `select i.email, i.role, i.status, i.created_at, i.expires_at
               from workspace_invitation i
             where i.workspace = $4::bigint::text and i.email = lower($3::text)`,
};

export type FoundPerson = {
  readonly names: PersonNames;
  /** Names in the person's events that another customer uses too. */
  readonly shared: readonly string[];
  readonly rows: readonly FoundRow[];
  readonly isComplete: boolean;
};

/** Everything of the person, as it is stored; a delivery's bytes as text. */
export async function findPerson(ask: Ask, which: WhichPerson): Promise<FoundPerson> {
  const { programId, email, emailHashes } = which;
  const person = await gatherPerson(ask, which, Number.MAX_SAFE_INTEGER);
  const { names, shared, eventIds } = person;
  const deliveryIds = await findDeliveriesOf(ask, which, { ...person, fromSeq: 0 });
  const identities = identitiesOf(names);
  const patterns = patternsOf(names, (_, name) => name);
  const [fields, values] = [patterns.map(({ field }) => field), patterns.map(({ from }) => from)];
  const rows: FoundRow[] = [];
  let isComplete = true;
  const take = (table: string, found: readonly { row: JsonObject }[]): void => {
    if (found.length > rowsPerTableMax) isComplete = false;
    rows.push(...found.slice(0, rowsPerTableMax).map(({ row }) => ({ table, row: shown(table, row) })));
  };
  for (const [table, condition] of Object.entries(booksOfPerson)) {
    const column =
      table === "delivery" ? "to_jsonb(t) || jsonb_build_object('body', encode(t.body, 'base64'))" : "to_jsonb(t)";
    // Each parameter is named, so that each has a type for any condition.
    const text = `
      select ${column} as row
        from ${table} t
       where program_id = $1 and (${condition})
         and num_nulls($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) = 0
       limit ${rowsPerTableMax + 1}`;
    take(
      table,
      await ask(`person_in_${table}`, text, [
        programId,
        names.customer_keys,
        identities,
        eventIds,
        deliveryIds,
        fields,
        values,
      ]),
    );
  }
  take("replay_run", await ask("person_in_replay_run", runsText, [programId, fields, values]));
  const [program] = await ask<{ workspace_id: number }>("workspace_of_program", workspaceText, [programId]);
  const [partners] = await ask<{ partner_ids: number[] }>("partners_by_email", partnersText, [
    programId,
    emailHashes,
    email,
  ]);
  for (const [table, select] of Object.entries(accountsOfPerson)) {
    // Each parameter is named, so that each has a type for any select.
    const text = `
      select to_jsonb(t) as row from (${select}) t
       where num_nulls($1::bigint, $2::text[], $4::bigint, $5::bigint[]) = 0 and num_nulls($3::text) <= 1
       limit ${rowsPerTableMax + 1}`;
    const values = [programId, emailHashes, email, program?.workspace_id ?? 0, partners?.partner_ids ?? []];
    take(table, await ask(`person_in_${table}`, text, values));
  }
  return { names, shared, rows, isComplete };
}

function shown(table: string, row: JsonObject): JsonObject {
  if (table !== "delivery" || typeof row.body !== "string") return row;
  return { ...row, body: Buffer.from(row.body, "base64").toString() };
}
