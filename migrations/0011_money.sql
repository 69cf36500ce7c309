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
