// Anything by its name: an id, a payment, a customer, a click, a partner, a provider's own id of a delivery or a dispute, the
// reference a payout was paid with, an e-mail address by the keyed hash it is kept as. Names are looked up by the keys of the books; only partners' names are searched through.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { connectableProviders } from "../../../adapters/names.ts";
import { identityOf, waitFor } from "../../core/rules/fold/keys.ts";
import { cents, currencyOf, id, words, wordsOrNull } from "../../core/vocabulary/fields.ts";
import { byPlacement } from "../../engine/postgres/by-placement.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";

/** In all, and of each kind. */
export const hitsMax = 20;
/** Of programs that are searched at once, by id. */
export const searchedProgramsMax = 100;

const hitKinds = [
  "program",
  "partner",
  "sale",
  "payment",
  "customer",
  "provider_customer",
  "subscription",
  "click",
  "lead",
  "payout",
  "dispute",
  "event",
] as const;

export const hit = z.strictObject({
  kind: z.enum(hitKinds).meta({
    description:
      "The kind of result; payment: one without a sale; provider_customer: a customer known only by the provider's id",
  }),
  id: words(
    "Its own name: a number, a customer_key, a provider_customer_id, a click's id, a subscription's id; of a dispute the event that reported it",
  ),
  program_id: id("The program it is in"),
  title: words("Its label: a name, a payment, a type"),
  detail: wordsOrNull("Details that identify it, such as a code, a status or a reason"),
  amount_cents: cents("The amount of a sale or a payout").nullable(),
  currency: currencyOf("Of the amount").nullable(),
});

export type Hit = z.output<typeof hit>;

export type Sought = {
  readonly text: string;
  /** Null where the text is no e-mail address. */
  readonly emailHash: string | null;
  /** The same for callers who may see partners' addresses. */
  readonly partnerEmailHash: string | null;
};

/** Those of these programs, the likeliest first. */
export async function findHits(db: Kysely<Tables>, programIds: readonly number[], sought: Sought): Promise<Hit[]> {
  const partnerIds = await findPartnersOfEmail(db, programIds, sought.partnerEmailHash);
  const found = await findRanked(db, programIds, { ...sought, partnerIds });
  return found.slice(0, hitsMax).map(({ rank: _, ...line }) => line);
}

type Ranked = Hit & { readonly rank: number };
type SoughtHere = Sought & { readonly partnerIds: readonly number[] };

/** Where programs lie on several machines, each is asked for its own. */
function findRanked(db: Kysely<Tables>, programIds: readonly number[], sought: SoughtHere): Promise<readonly Ranked[]> {
  return byPlacement(db, {
    together: () => selectHits(db, sql`any(${programIds}::bigint[])`, sought),
    apart: async () => {
      const found: Ranked[] = [];
      for (const programId of programIds) found.push(...(await selectHits(db, sql`${programId}`, sought)));
      return found.sort((a, b) => a.rank - b.rank || a.program_id - b.program_id);
    },
  });
}

async function findPartnersOfEmail(
  db: Kysely<Tables>,
  programIds: readonly number[],
  emailHash: string | null,
): Promise<number[]> {
  if (emailHash === null || programIds.length === 0) return [];
  const rows = await db
    .selectFrom("partner_email")
    .select("partner_id")
    .where("program_id", "in", programIds)
    .where("email_hash", "=", emailHash)
    .execute();
  return rows.map((row) => row.partner_id);
}

async function selectHits(
  db: Kysely<Tables>,
  programs: RawBuilder<unknown>,
  { text, emailHash, partnerIds }: SoughtHere,
): Promise<Ranked[]> {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
  const here = sql`program_id = ${programs}`;
  const identity = emailHash === null ? null : identityOf.email(emailHash);
  // As providers write it, or behind the provider's name, as it is kept.
  const payers = [text, ...connectableProviders.map((provider) => `${provider}:${text}`)].map(identityOf.payer);
  const waiting = identity === null ? null : waitFor.identity(identity);
  const { rows } = await sql<Ranked>`
    with payment as (
      select program_id, payment_id as id from payment_alias where ${here} and alias = ${text}
       union
      select program_id, event_id from parked where ${here} and wait_key = ${waiting}::text
    ), person as (
      select program_id, customer_key from customer where ${here} and customer_key = ${text}
       union
      select program_id, customer_key
        from identity
       where ${here} and identity = any(${[...payers, ...(identity === null ? [] : [identity])]}::text[]) and customer_key is not null
    ), numbered as (
      select program_id, id, type
        from event
       where ${here} and id = ${number}::bigint
       union
      select program_id, id, type
        from event
       where ${here} and source = any(${connectableProviders}::text[]) and dedup_key in (${text}, ${`test:${text}`})
    )
    select rank, kind, id, program_id, title, detail, amount_cents, currency
      from (
             select 1 as rank, 'program' as kind, program_id::text as id, program_id, name as title, status as detail,
                    null::bigint as amount_cents, null::text as currency
               from program
              where ${here} and (program_id = ${number}::bigint or position(lower(${text}) in lower(name)) > 0)
             union all
             (select 2, 'partner', partner_id::text, program_id, name, code, null, null
                from partner
               where ${here} and (partner_id = ${number}::bigint or position(lower(${text}) in lower(name)) > 0
                                  or position(lower(${text}) in lower(code)) > 0
                                  or partner_id = any(${partnerIds}::bigint[]))
               order by lower(code) <> lower(${text}), partner_id
               limit ${hitsMax})
             union all
             select 3, 'sale', s.sale_id::text, s.program_id, s.transaction_id, s.status, s.amount_cents, s.currency
               from (select program_id, id from payment union select program_id, id from numbered) named
               join sale s on s.program_id = ${programs} and s.program_id = named.program_id and s.sale_id = named.id
             union all
             select 4, 'payment', p.id::text, p.program_id, ${text}, o.reason, null, null
               from payment p
               left join outcome o on o.program_id = ${programs} and o.program_id = p.program_id and o.event_id = p.id
              where not exists (select 1 from sale s
                                 where s.program_id = ${programs} and s.program_id = p.program_id and s.sale_id = p.id)
             union all
             select 5, 'customer', customer_key, program_id, customer_key, null, null, null from person
             union all
             select 5, 'provider_customer', substr(identity, ${identityOf.payer("").length + 1}::int), program_id,
                    substr(identity, ${identityOf.payer("").length + 1}::int), null, null, null
               from identity
              where ${here} and identity = any(${payers}::text[]) and customer_key is null
             union all
             select 6, 'subscription', subscription_id, program_id, subscription_id, customer_key, null, null
               from subscription
              where ${here} and subscription_id = ${text}
             union all
             select 7, 'click', click_id, program_id, click_id, null, null, null
               from click
              where ${here} and click_id = ${text}
             union all
             select 8, 'lead', l.lead_id::text, l.program_id, coalesce(l.customer_key, l.click_id), l.event_name, null, null
               from lead l
              where ${here} and l.lead_id = ${number}::bigint and l.lead_id > 0
             union all
             (select 9, 'payout', payout_id::text, program_id, 'Payout ' || payout_id, status, amount_cents, currency
                from payout
               where ${here} and (payout_id = ${number}::bigint or reference = ${text})
               order by payout_id desc
               limit ${hitsMax})
             union all
             select 10, 'dispute', d.event_id::text, d.program_id, d.dispute_id, d.status, d.amount_cents, s.currency
               from dispute d
               join sale s on s.program_id = ${programs} and s.program_id = d.program_id and s.sale_id = d.sale_id
              where d.program_id = ${programs} and d.dispute_id = ${text}
             union all
             select 11, 'event', id::text, program_id, type, null, null, null from numbered
           ) found
     order by rank, program_id, id
     limit ${hitsMax}`.execute(db);
  return rows;
}
