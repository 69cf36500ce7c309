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
