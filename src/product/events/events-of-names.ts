// The events that a payment, a customer, a click or a partner has to do with, by what the books keep of each: every part goes by an
// index, however long the log is. What only repeats a payment is found by the outcome that says so.
import { type Kysely, type RawBuilder, sql } from "kysely";
import { identityOf, subjectOf, waitFor } from "../../core/rules/fold/keys.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import { isOfPartner } from "../partners/condition.ts";

type Ids = RawBuilder<{ id: number }>;

/** By any of the payment's names: its first report, its repetitions and pending events, and later changes. */
export function eventsOfTransaction(programId: number, transactionId: string): Ids {
  const payments = sql<{ id: number }>`
    select payment_id as id from payment_alias where program_id = ${programId} and alias = ${transactionId}`;
  return sql`${eventsOfPayments(programId, payments)} union ${waitingFor(programId, waitFor.payment(transactionId))}`;
}

/** Its leads, the clicks of these, and its payments. */
export function eventsOfCustomer(programId: number, customerKey: string): Ids {
  const payments = sql<{ id: number }>`
    select sale_id as id from sale where program_id = ${programId} and customer_key = ${customerKey} and sale_id > 0`;
  const leads = sql`
    select lead_id as id, click_id
      from lead
     where program_id = ${programId} and subject = ${subjectOf.customer(customerKey)}`;
  const clicks = sql`
    select click_id from (${leads}) lead
     union
    select click_id from customer where program_id = ${programId} and customer_key = ${customerKey}`;
  return sql`
    ${eventsOfPayments(programId, payments)}
     union
    select id from (${leads}) lead
     union
    ${repeating(programId, sql`select id from (${leads}) lead`)}
     union
    select c.event_id
      from (${clicks}) named
      join click c on c.program_id = ${programId} and c.click_id = named.click_id
     union
    ${waitingFor(programId, waitFor.customer(customerKey))}`;
}

/**
 * Of a customer known only by the provider's id: no book holds its sales by that id. An import's events name it, and the others are among
 * the sales of the click, or otherwise of the partner, that it is bound by.
 */
export function paymentsOfProviderCustomer(programId: number, providerCustomerId: string): Ids {
  const whose = sql`
    from identity i
    join sale s on s.program_id = ${programId} and s.customer_key is null and s.imported is null`;
  const isTheirs = sql`
    i.program_id = ${programId} and i.identity = ${identityOf.payer(providerCustomerId)} and s.sale_id > 0
      and exists (select 1 from event_as_read e
                   where e.program_id = ${programId} and e.id = s.sale_id
                     and e.data -> 'payer' ->> 'provider_customer_id' = ${providerCustomerId})`;
  return sql`
    select id from (${importsOf(programId, providerCustomerId)}) imported
     union
    select s.sale_id ${whose} and s.click_id = i.click_id where ${isTheirs}
     union
    select s.sale_id ${whose} and s.click_id is null and s.partner_id = i.partner_id where i.click_id is null and ${isTheirs}`;
}

export function eventsOfProviderCustomer(programId: number, providerCustomerId: string): Ids {
  const payments = paymentsOfProviderCustomer(programId, providerCustomerId);
  return sql`
    ${eventsOfPayments(programId, payments)}
     union
    ${importsOf(programId, providerCustomerId)}
     union
    select c.event_id
      from identity i
      join click c on c.program_id = ${programId} and c.click_id = i.click_id
     where i.program_id = ${programId} and i.identity = ${identityOf.payer(providerCustomerId)}
     union
    ${waitingFor(programId, waitFor.identity(identityOf.payer(providerCustomerId)))}`;
}

/** As the index `imports_of_a_provider_customer` has them. */
function importsOf(programId: number, providerCustomerId: string): Ids {
  return sql`
    select id
      from event
     where program_id = ${programId} and type in ('customer_imported', 'sale_imported')
       and data ->> 'provider_customer_id' = ${providerCustomerId}`;
}

export function eventsOfClick(programId: number, clickId: string): Ids {
  const payments = sql<{ id: number }>`
    select sale_id as id from sale where program_id = ${programId} and click_id = ${clickId} and sale_id > 0`;
  return sql`
    ${eventsOfPayments(programId, payments)}
     union
    select event_id from click where program_id = ${programId} and click_id = ${clickId}
     union
    select lead_id from lead where program_id = ${programId} and click_id = ${clickId} and lead_id > 0
     union
    ${waitingFor(programId, waitFor.click(clickId))}`;
}

/** Each payment's first report, its repetitions, and later changes of its sale. */
export function eventsOfPayments(programId: number, payments: Ids): Ids {
  const ofSale = (book: string, column: string) => sql`
    select b.${sql.ref(column)}
      from (${payments}) payment
      join ${sql.table(book)} b on b.program_id = ${programId} and b.sale_id = payment.id
     where b.${sql.ref(column)} is not null`;
  return sql`
    select id from (${payments}) payment
     union
    ${repeating(programId, payments)}
     union
    ${ofSale("refund", "event_id")}
     union
    ${ofSale("refund", "failed_event_id")}
     union
    ${ofSale("refund", "call_event_id")}
     union
    ${ofSale("dispute", "event_id")}
     union
    ${ofSale("sale_change", "event_id")}
     union
    ${ofSale("payout_item", "payout_id")}`;
}

/** What repeats one of these, was settled by it or belongs to it. */
function repeating(programId: number, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select o.event_id
      from (${ids}) known
      join outcome o on o.program_id = ${programId} and o.refers_to = known.id and o.refers_to > 0`;
}

function waitingFor(programId: number, key: string): RawBuilder<unknown> {
  return sql`select event_id from parked where program_id = ${programId} and wait_key = ${key}`;
}

/** The books whose rows are a partner's, by the event that made each. */
const partnersBooks = [
  ["click", "event_id"],
  ["lead", "lead_id"],
  ["sale", "sale_id"],
  ["payout", "payout_id"],
] as const;

/** Whether an event made a click, a lead, a sale or a payout of the partner. */
export function isOfPartnersBooks(
  programId: number,
  partnerId: number,
  eventId: RawBuilder<number>,
): RawBuilder<unknown> {
  const looks = partnersBooks.map(
    ([book, column]) =>
      sql`exists (select 1 from ${sql.table(book)}
                   where program_id = ${programId} and partner_id = ${partnerId} and ${sql.ref(column)} = ${eventId})`,
  );
  return sql`(${sql.join(looks, sql` or `)})`;
}

type IdRange = { readonly afterId: RawBuilder<number>; readonly beforeId: RawBuilder<number>; readonly rows: number };

/**
 * The first of a partner's events, as `e`, that fulfil the condition, in the order of the log: from each of the partner's books as
 * many as are asked for. The partner itself is asked for in the program.
 */
export function eventsOfPartner(
  db: Kysely<Tables>,
  { programId, partnerId }: { readonly programId: number; readonly partnerId: number },
  { afterId, beforeId, rows }: IdRange,
  { condition, order }: { readonly condition: RawBuilder<unknown>; readonly order: RawBuilder<unknown> },
): RawBuilder<{ seq: number }> {
  const parts = partnersBooks.map(
    ([book, column]) => sql`
    (select e.seq
       from ${sql.table(book)} b
      cross join lateral (
            select e.seq
              from event e
             where e.program_id = ${programId} and e.id = b.${sql.ref(column)} and ${condition}
            offset 0
            ) e
      where ${isOfPartner(db, programId, partnerId)} and b.${sql.ref(column)} > ${afterId} and b.${sql.ref(column)} < ${beforeId}
      order by b.${sql.ref(column)} ${order}
      limit ${rows})`,
  );
  return sql`select seq from (${sql.join(parts, sql` union all `)}) hit order by seq ${order} limit ${rows}`;
}
