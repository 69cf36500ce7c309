// Where the service holds something of a person: found by the brand's customer key, by the e-mail, or by both. The same statements for
// whoever reads and for whoever erases, so that what an export shows is what an erasure takes.
import type { JsonObject } from "../../core/rules/events/events.ts";
import { identityOf } from "../../core/rules/fold/keys.ts";

/** Runs a statement where it is asked: in a snapshot, or in the transaction that erases. */
export type Ask = <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;

/** Who is meant. The address itself is only looked for in deliveries; everywhere else its keyed hashes stand. */
export type WhichPerson = {
  readonly programId: number;
  readonly customerKey: string | null;
  readonly email: string | null;
  /** By each secret that may have made them. */
  readonly emailHashes: readonly string[];
};

/** Every name the person is known by in a program. */
export type PersonNames = {
  readonly customer_keys: readonly string[];
  readonly email_hashes: readonly string[];
  /** Customer ids of providers. */
  readonly payers: readonly string[];
  readonly click_ids: readonly string[];
  /** Names of the person's payments: what else was told of them is the person's too. */
  readonly aliases: readonly string[];
};

type Identities = { readonly customer_keys: string[]; readonly identities: string[] };

const identitiesText = `
  with customers as (
    select $2::text as customer_key where $2::text is not null
     union
    select customer_key from identity where program_id = $1 and identity = any($3::text[]) and customer_key is not null)
  select array(select customer_key from customers order by 1) as customer_keys,
         array(select identity from identity
                where program_id = $1 and customer_key in (select customer_key from customers) order by 1) as identities`;

const linksText = `
  with direct as (
    select click_id from customer where program_id = $1 and customer_key = any($2::text[])
     union select click_id from lead where program_id = $1 and customer_key = any($2)
     union select click_id from sale where program_id = $1 and customer_key = any($2)
     union select click_id from subscription where program_id = $1 and customer_key = any($2)
     union select click_id from payment_reference where program_id = $1 and customer_key = any($2)
     union select click_id from identity where program_id = $1 and identity = any($3::text[])),
  roots as (
    select root_click_id from click where program_id = $1 and click_id in (select click_id from direct)),
  payments as (
    select sale_id as id from sale where program_id = $1 and customer_key = any($2)
     union
    select payment_id from manual_attribution
     where program_id = $1 and hidden -> 'sale' ->> 'customer_key' = any($2))
  select array(select click_id from direct where click_id is not null
                union
               select click_id from click
                where program_id = $1 and root_click_id in (select root_click_id from roots)
                order by 1) as click_ids,
         array(select alias from payment_alias
                where program_id = $1 and payment_id in (select id from payments)
                order by 1) as aliases`;

export async function findNames(ask: Ask, which: WhichPerson): Promise<PersonNames> {
  const { programId, customerKey, emailHashes } = which;
  const asked = emailHashes.map(identityOf.email);
  const [found] = await ask<Identities>("person_identities", identitiesText, [programId, customerKey, asked]);
  const customer_keys = found?.customer_keys ?? [];
  const identities = [...new Set([...asked, ...(found?.identities ?? [])])];
  const [links] = await ask<Pick<PersonNames, "click_ids" | "aliases">>("person_links", linksText, [
    programId,
    customer_keys,
    identities,
  ]);
  return {
    customer_keys,
    email_hashes: behind(identities, identityOf.email("")),
    payers: behind(identities, identityOf.payer("")),
    click_ids: links?.click_ids ?? [],
    aliases: links?.aliases ?? [],
  };
}

function behind(identities: readonly string[], prefix: string): string[] {
  return identities.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
}

/** A stretch of the log: behind the first, up to and with the second. */
export type Stretch = { readonly fromSeq: number; readonly toSeq: number };

const payerOf = (data: string): string => `
       ${data} ->> 'customer_key' = any($4::text[]) or ${data} ->> 'email_hash' = any($5::text[])
    or ${data} ->> 'provider_customer_id' = any($6::text[]) or ${data} ->> 'click_id' = any($7::text[])`;

const namesOf = (data: string): string => `
       ${payerOf(data)} or ${payerOf(`${data} -> 'payer'`)}
    or ${data} -> 'click_ids' ?| $7::text[]
    or ${data} ->> 'transaction_id' = any($8::text[])
    or exists (select 1 from jsonb_array_elements(case jsonb_typeof(${data} -> 'aliases') when 'array' then ${data} -> 'aliases' end) a
                where a ->> 'value' = any($8))`;

const eventsText = `
  select e.id
    from event e
   where e.program_id = $1 and e.seq > $2 and e.seq <= $3
     and (${namesOf("e.data")} or (e.data ? 'reading' and (${namesOf("(e.data -> 'reading')")})))
   order by e.seq`;

/** The events of a stretch that name the person, or a click or a payment of theirs. Reads the whole stretch: the log has no such index. */
export async function findEventsOf(
  ask: Ask,
  programId: number,
  names: PersonNames,
  { fromSeq, toSeq }: Stretch,
): Promise<number[]> {
  const { customer_keys, email_hashes, payers, click_ids, aliases } = names;
  const values = [programId, fromSeq, toSeq, customer_keys, email_hashes, payers, click_ids, aliases];
  const rows = await ask<{ id: number }>("person_events", eventsText, values);
  return rows.map(({ id }) => id);
}

/** Shorter names would be found in bytes that are somebody else's. */
const soughtInBytesMin = 6;
/**
 * Up to so many names are looked for one by one. Each takes 1 µs of a delivery of 1.4 kB; cutting that at its quotes takes 16, however
 * many names its pieces are looked up among.
 */
const soughtOneByOneMax = 16;

/**
 * `$5` and `$6` are names in quotes, as JSON writes them; those of `$5` hold none within. Each delivery is fetched by its event, and its
 * bytes are looked at behind that: without statistics, as in a new installation, PostgreSQL would look at all bytes for each event.
 */
const deliveriesText = `
  select d.event_id as id
    from event e
   cross join lateral (select d.event_id, d.body
                         from delivery d
                        where d.program_id = $1 and d.event_id = e.id
                       offset 0) d
   where e.program_id = $1 and e.seq > $2 and e.seq <= $3
     and (d.event_id = any($4::bigint[])
          or (cardinality($5::text[]) > 0
              and exists (select 1 from string_to_table(encode(d.body, 'escape'), '"') as piece
                           where piece in (select encode(convert_to(substr(sought, 2, length(sought) - 2), 'UTF8'), 'escape')
                                             from unnest($5::text[]) as sought)))
          or exists (select 1 from unnest($6::text[]) as sought where position(convert_to(sought, 'UTF8') in d.body) > 0))
   order by d.event_id`;

/** Deliveries behind those events, and those whose bytes hold a name of the person though nothing was read from them. */
export async function findDeliveriesOf(
  ask: Ask,
  { programId, email }: WhichPerson,
  { names, eventIds, fromSeq, toSeq }: Stretch & { readonly names: PersonNames; readonly eventIds: readonly number[] },
): Promise<number[]> {
  const own = names.payers.map((payer) => payer.slice(payer.indexOf(":") + 1));
  const addresses = email === null ? [] : [email, email.toLowerCase()];
  const sought = [...own, ...addresses, ...names.customer_keys].filter((name) => name.length >= soughtInBytesMin);
  const quoted = [...new Set(sought)].map((name) => JSON.stringify(name));
  const isMany = quoted.length > soughtOneByOneMax;
  const pieces = isMany ? quoted.filter((name) => !name.slice(1, -1).includes('"')) : [];
  const others = isMany ? quoted.filter((name) => name.slice(1, -1).includes('"')) : quoted;
  const values = [programId, fromSeq, toSeq, eventIds, pieces, others];
  const rows = await ask<{ id: number }>("person_deliveries", deliveriesText, values);
  return rows.map(({ id }) => id);
}

/** A row that holds something of the person. */
export type FoundRow = { readonly table: string; readonly row: JsonObject };

/** Of one table; what is beyond is said, not shown. */
const rowsPerTableMax = 5_000;

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
  parked: "event_id = any($4::bigint[])",
  outcome: "event_id = any($4::bigint[])",
  manual_attribution: "payment_id = any($4::bigint[])",
  tracking_log: "event_id = any($4::bigint[])",
  outbound_message:
    "exists (select 1 from unnest($2::text[]) k where position('\"customer_key\":' || to_jsonb(k)::text in body) > 0)",
  replay_change:
    "exists (select 1 from unnest($2::text[]) k where position('\"customer_key\": ' || to_jsonb(k)::text in concat(row_key, before, after)) > 0)",
  replay_difference:
    "exists (select 1 from unnest($2::text[]) k where position('\"customer_key\": ' || to_jsonb(k)::text in concat(row_key, before, after)) > 0)",
};

const workspaceText = "select workspace_id from program where program_id = $1";

/** `$2` are keyed hashes of the address. Apart from the partners, who are kept with the program, which may be on another machine. */
const partnersText = `select array(select partner_id from partner_email
             where program_id = $1 and email_hash = any($2::text[]) and $3::text is not null) as partner_ids`;

/** `$2` are keyed hashes of the address, `$3` the address, `$4` the program's workspace, `$5` partners. */
const accountsOfPerson: Readonly<Record<string, string>> = {
  partner: "select p.* from partner p where p.program_id = $1 and p.partner_id = any($5::bigint[])",
  partner_application: `select application_id, program_id, name, code, status, applied_at, decided_at from partner_application
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
  readonly rows: readonly FoundRow[];
  readonly isComplete: boolean;
};

/** Everything of the person, as it is stored; a delivery's bytes as text. */
export async function findPerson(ask: Ask, which: WhichPerson): Promise<FoundPerson> {
  const { programId, email, emailHashes } = which;
  const names = await findNames(ask, which);
  const all = { fromSeq: 0, toSeq: Number.MAX_SAFE_INTEGER };
  const eventIds = await findEventsOf(ask, programId, names, all);
  const deliveryIds = await findDeliveriesOf(ask, which, { ...all, names, eventIds });
  const identities = identitiesOf(names);
  const rows: FoundRow[] = [];
  let isComplete = true;
  const take = (table: string, found: readonly { row: JsonObject }[]): void => {
    if (found.length > rowsPerTableMax) isComplete = false;
    rows.push(...found.slice(0, rowsPerTableMax).map(({ row }) => ({ table, row: shown(table, row) })));
  };
  for (const [table, condition] of Object.entries(booksOfPerson)) {
    const column =
      table === "delivery" ? "to_jsonb(t) || jsonb_build_object('body', encode(t.body, 'base64'))" : "to_jsonb(t)";
    // Each parameter is named, so that each has a type whatever the condition names.
    const text = `
      select ${column} as row
        from ${table} t
       where program_id = $1 and (${condition})
         and num_nulls($2::text[], $3::text[], $4::bigint[], $5::bigint[]) = 0
       limit ${rowsPerTableMax + 1}`;
    take(
      table,
      await ask(`person_in_${table}`, text, [programId, names.customer_keys, identities, eventIds, deliveryIds]),
    );
  }
  const [program] = await ask<{ workspace_id: number }>("workspace_of_program", workspaceText, [programId]);
  const [partners] = await ask<{ partner_ids: number[] }>("partners_by_email", partnersText, [
    programId,
    emailHashes,
    email,
  ]);
  for (const [table, select] of Object.entries(accountsOfPerson)) {
    // Each parameter is named, so that each has a type whatever the select names.
    const text = `
      select to_jsonb(t) as row from (${select}) t
       where num_nulls($1::bigint, $2::text[], $4::bigint, $5::bigint[]) = 0 and num_nulls($3::text) <= 1
       limit ${rowsPerTableMax + 1}`;
    const values = [programId, emailHashes, email, program?.workspace_id ?? 0, partners?.partner_ids ?? []];
    take(table, await ask(`person_in_${table}`, text, values));
  }
  return { names, rows, isComplete };
}

function identitiesOf({ email_hashes, payers }: PersonNames): string[] {
  return [...email_hashes.map(identityOf.email), ...payers.map(identityOf.payer)];
}

function shown(table: string, row: JsonObject): JsonObject {
  if (table !== "delivery" || typeof row.body !== "string") return row;
  return { ...row, body: Buffer.from(row.body, "base64").toString() };
}
