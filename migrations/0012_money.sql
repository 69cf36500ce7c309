-- What the books must know so that one refund told twice counts once, and a paid order is right after two transfers turn out to
-- be one: columns of rows there are, filled from what the log says, so that a replay finds them as they are.

-- When a refund was first said to have failed, and which call told of it: a provider's refund stands for one call.
alter table refund
  add column failed_event_id bigint,
  add column call_event_id bigint;

update refund set call_event_id = event_id where source = 'api';

update refund r
   set call_event_id = r.event_id
  from event e
 where r.source <> 'api'
   and e.program_id = r.program_id
   and e.id = r.event_id
   and e.type = 'refund_reported';

update refund r
   set failed_event_id = f.event_id
  from (select program_id, 'id:' || (data ->> 'refund_id') as refund_key, min(id) as event_id
          from event_as_read
         where type = 'refund_failed'
         group by 1, 2) f
 where r.has_failed
   and f.program_id = r.program_id
   and f.refund_key = r.refund_key;

-- The order a sale counts towards: from the sale to its order, as the order knows its sales.
alter table sale add column payment_reference text;

update sale s
   set payment_reference = c.reference
  from (select r.program_id, r.reference, counted.sale_id::bigint as sale_id
          from payment_reference r
         cross join lateral jsonb_array_elements_text(r.counted_sale_ids) counted(sale_id)) c
 where s.program_id = c.program_id
   and s.sale_id = c.sale_id;

-- A sale under an open dispute, or one its chain contradicts, is held whole: what is owed for it beside what was paid waits as
-- well. What is to be taken off for it is taken off all the same.
create or replace view owed as
  select o.program_id, o.partner_id, o.currency, o.sale_id, o.amount_cents, o.kind
    from (
           select program_id, partner_id, currency, sale_id, amount_cents, 'commission' as kind
             from commission
            where stage = 'approved' and status in ('approved', 'refunded') and amount_cents > 0
           union all
           select a.program_id, a.partner_id, a.currency, a.sale_id, a.amount_cents, 'adjustment' as kind
             from adjustment a
            where a.amount_cents < 0
               or not exists (
                    select from sale s
                     where s.program_id = a.program_id
                       and s.sale_id = a.sale_id
                       and (s.status = 'disputed' or s.evidence = 'chain_contradicted')
                  )
         ) o
   where not exists (
           select from payout_item i
            where i.program_id = o.program_id
              and i.sale_id = o.sale_id
              and i.partner_id = o.partner_id
              and i.currency = o.currency
              and i.status = 'created'
         );

-- ---------------------------------------------------------------------------------------------------- closed months

-- A month is closed on its third day after by an event that holds its sums. What is learnt of it later stands in the month it was
-- learnt in: so a change says itself what the sale was, and a sale that turned out to be another is kept as it was stated.
alter table program add column closed_until timestamptz(3);

create table closed_month (
  program_id bigint not null,
  event_id bigint not null,
  month text not null,
  totals jsonb not null,
  corrections jsonb not null,
  closed_at timestamptz(3) not null,
  constraint an_event_closes_one_month primary key (program_id, event_id),
  constraint a_month_is_closed_once unique (program_id, month)
);

create table restatement (
  program_id bigint not null,
  event_id bigint not null,
  sale_id bigint not null,
  month text not null,
  transaction_id text not null,
  restated_at timestamptz(3) not null,
  was_partner_id bigint,
  was_currency text,
  was_amount_cents bigint,
  was_fee_cents bigint,
  was_commission_currency text,
  was_commission_cents bigint,
  now_partner_id bigint,
  now_currency text,
  now_amount_cents bigint,
  now_fee_cents bigint,
  now_commission_currency text,
  now_commission_cents bigint,
  constraint an_event_restates_a_sale_once primary key (program_id, event_id, sale_id),
  constraint what_is_restated_is_another check (was_currency is not null or now_currency is not null)
);
-- Not with the program first, for the reason given in 0004.
create index restatements_of_a_sale on restatement (sale_id, event_id);

alter table sale_change
  add column transaction_id text,
  add column partner_id bigint,
  add column currency text,
  add column commission_currency text;

update sale_change c
   set transaction_id = s.transaction_id,
       partner_id = s.partner_id,
       currency = s.currency,
       commission_currency = coalesce((select o.currency
                                         from commission o
                                        where o.program_id = s.program_id
                                          and o.sale_id = s.sale_id), '')
  from sale s
 where s.program_id = c.program_id
   and s.sale_id = c.sale_id;

alter table sale_change
  alter column transaction_id set not null,
  alter column partner_id set not null,
  alter column currency set not null,
  alter column commission_currency set not null,
  drop constraint an_event_changes_a_sale_once,
  add constraint an_event_changes_a_sale_once primary key (program_id, sale_id, event_id, commission_currency);

do $$
begin
  grant select, insert, update, delete on closed_month, restatement to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the closed months: the service will run as %', current_user;
end $$;
