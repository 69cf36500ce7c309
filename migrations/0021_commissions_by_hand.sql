-- Somebody holds a commission by hand until it is released. The hold stands beside the commission, which may be reckoned anew meanwhile:
-- so it outlives refunds, corrections and payouts that come back. What is owed beside what was paid for such a sale waits as well.

create table commission_hold (
  program_id bigint not null,
  sale_id bigint not null,
  event_id bigint not null,
  reason text not null,
  partner_note text,
  held_at timestamptz(3) not null,
  constraint a_commission_is_held_once primary key (program_id, sale_id)
);

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
                    union all
                    select from commission_hold h
                     where h.program_id = a.program_id
                       and h.sale_id = a.sale_id
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

do $$
begin
  grant select, insert, update, delete on commission_hold to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the commissions held by hand: the service will run as %', current_user;
end $$;
