// Finds everything about a person: by the brand's customer key, by the e-mail, or by both. Exports and erasures use the same statements, so
// that an export shows what an erasure takes.
import { identityOf } from "../../core/rules/fold/keys.ts";
import {
  countOf,
  type Naming,
  noNames,
  type PersonInLog,
  type PersonNames,
  personIn,
  together,
  without,
} from "./person-names.ts";

/** Runs a statement where it is asked: in a snapshot, or in the transaction that erases. */
export type Ask = <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>;

/** The requested person. The address itself is only searched in deliveries; all other places have its keyed hashes. */
export type WhichPerson = {
  readonly programId: number;
  readonly customerKey: string | null;
  readonly email: string | null;
  /** By each secret that may have made them. */
  readonly emailHashes: readonly string[];
};

type Identities = { readonly customer_keys: string[]; readonly identities: string[] };

const identitiesText = `
  with customers as (
    select unnest($2::text[]) as customer_key
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
     union select click_id from identity where program_id = $1 and identity = any($3::text[])
     union select click_id from sale where program_id = $1 and sale_id = any($4::bigint[])),
  roots as (
    select root_click_id from click where program_id = $1 and click_id in (select click_id from direct)),
  payments as (
    select sale_id as id from sale where program_id = $1 and customer_key = any($2)
     union
    select sale_id from sale where program_id = $1 and sale_id = any($4)
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

type Found = Pick<PersonInLog, "names" | "eventIds">;

/** The books' data about the requested person, with the result of the search. */
async function namesInBooks(ask: Ask, which: WhichPerson, { names, eventIds }: Found): Promise<PersonNames> {
  const { programId, customerKey, emailHashes } = which;
  const keys = [...names.customer_keys, ...(customerKey === null ? [] : [customerKey])];
  const asked = emailHashes.map(identityOf.email);
  const [found] = await ask<Identities>("person_identities", identitiesText, [programId, keys, asked]);
  const customer_keys = found?.customer_keys ?? [];
  const identities = found?.identities ?? [];
  const all = [...new Set([...asked, ...identitiesOf(names), ...identities])];
  const values = [programId, customer_keys, all, eventIds];
  const [links] = await ask<Pick<PersonNames, "click_ids" | "aliases">>("person_links", linksText, values);
  return {
    customer_keys,
    email_hashes: behind(identities, identityOf.email("")),
    payers: behind(identities, identityOf.payer("")),
    click_ids: links?.click_ids ?? [],
    aliases: links?.aliases ?? [],
  };
}

/** As `identity.identity`. */
export function identitiesOf({ email_hashes, payers }: PersonNames): string[] {
  return [...email_hashes.map(identityOf.email), ...payers.map(identityOf.payer)];
}

function behind(identities: readonly string[], prefix: string): string[] {
  return identities.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
}

const ownersText = `
  select identity, customer_key
    from identity
   where program_id = $1 and identity = any($2::text[]) and customer_key is not null`;

/** Whose the books say these names are, which no event may say: a call named the customer, and a provider the names. */
async function ownersInBooks(ask: Ask, programId: number, names: PersonNames): Promise<Naming[]> {
  const values = [programId, identitiesOf(names)];
  const owners = await ask<{ identity: string; customer_key: string }>("person_owners", ownersText, values);
  return owners.map(({ identity, customer_key }) => ({
    ...noNames,
    id: 0,
    is_claim: false,
    customer_keys: [customer_key],
    email_hashes: behind([identity], identityOf.email("")),
    payers: behind([identity], identityOf.payer("")),
  }));
}

/** A range of the log: after the first, up to and including the second. */
export type LogRange = { readonly fromSeq: number; readonly toSeq: number };

const payerOf = (data: string): string => `
       ${data} ->> 'customer_key' = any($4::text[]) or ${data} ->> 'email_hash' = any($5::text[])
    or ${data} ->> 'provider_customer_id' = any($6::text[]) or ${data} ->> 'click_id' = any($7::text[])`;

const namesOf = (data: string): string => `
       ${payerOf(data)} or ${payerOf(`${data} -> 'payer'`)}
    or ${data} -> 'click_ids' ?| $7::text[]
    or ${data} ->> 'transaction_id' = any($8::text[])
    or exists (select 1 from jsonb_array_elements(case jsonb_typeof(${data} -> 'aliases') when 'array' then ${data} -> 'aliases' end) a
                where a ->> 'value' = any($8))`;

/** Each place of a row in which a payer is named. */
const holders = "jsonb_build_array(e.data, e.data -> 'payer', e.data -> 'reading', e.data -> 'reading' -> 'payer')";

const valuesOf = (...paths: readonly string[]): string =>
  paths.map((path) => `jsonb_path_query_array(h.holders, '$[*].${path} ? (@ != null)')`).join(" || ");

const namingsText = `
  select e.id, e.source = 'browser' as is_claim,
         ${valuesOf("customer_key")} as customer_keys,
         ${valuesOf("email_hash")} as email_hashes,
         ${valuesOf("provider_customer_id")} as payers,
         ${valuesOf("click_id", "click_ids[*]")} as click_ids,
         ${valuesOf("transaction_id", "aliases[*].value")} as aliases
    from event e
   cross join lateral (select ${holders} as holders) h
   where e.program_id = $1 and e.seq > $2 and e.seq <= $3
     and (${namesOf("e.data")} or (e.data ? 'reading' and (${namesOf("(e.data -> 'reading')")})))
   order by e.seq`;

/** The events of a range that carry one of the names. Reads the whole range: the log has no such index. */
function findNamings(ask: Ask, programId: number, names: PersonNames, { fromSeq, toSeq }: LogRange): Promise<Naming[]> {
  const { customer_keys, email_hashes, payers, click_ids, aliases } = names;
  const values = [programId, fromSeq, toSeq, customer_keys, email_hashes, payers, click_ids, aliases];
  return ask<Naming>("person_events", namingsText, values);
}

export type GatheredPerson = PersonInLog & {
  readonly toSeq: number;
  /** Names that the log was read for, and the events that carry one of them. */
  readonly looked: PersonNames;
  readonly namings: ReadonlyMap<number, Naming>;
};

/**
 * The person's names and events up to `toSeq`. It reads the log once for the names that the books know, and again for those that its events
 * add. With `before` only later events are read; `onNew` then receives each name for which the whole log must be read.
 */
export async function gatherPerson(
  ask: Ask,
  which: WhichPerson,
  toSeq: number,
  { before, onNew }: { readonly before?: GatheredPerson; readonly onNew?: () => void } = {},
): Promise<GatheredPerson> {
  const { programId, emailHashes } = which;
  const namings = new Map(before?.namings);
  const look = async (names: PersonNames, fromSeq: number): Promise<void> => {
    for (const naming of await findNamings(ask, programId, names, { fromSeq, toSeq })) namings.set(naming.id, naming);
  };
  let looked = before?.looked ?? noNames;
  if (before !== undefined) await look(looked, before.toSeq);
  let found: PersonInLog = { names: noNames, sought: noNames, eventIds: [], shared: [] };
  for (;;) {
    const known = await namesInBooks(ask, which, found);
    const owners = await ownersInBooks(ask, programId, found.sought);
    const next = personIn({ emailHashes, known }, [...owners, ...namings.values()]);
    const added = without(next.sought, looked);
    const isSettled = countOf(added) === 0 && countOf(next.sought) === countOf(found.sought);
    if (isSettled && next.eventIds.length === found.eventIds.length) return { ...next, toSeq, looked, namings };
    found = next;
    if (countOf(added) === 0) continue;
    if (before !== undefined) onNew?.();
    await look(added, 0);
    looked = together(looked, added);
  }
}

/** Shorter names would match bytes of other people. */
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
  { names, eventIds, fromSeq, toSeq }: LogRange & { readonly names: PersonNames; readonly eventIds: readonly number[] },
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
