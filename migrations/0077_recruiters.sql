-- Who recruited a partner, and what is held of a recruiter's earlier payouts.
-- Why: a program may pay a partner a share of what partners earn that it recruited. Null in a program that notes no recruiters, so that
-- its books do not change. A recruiter's commission has the sale's id in a range of its own, from 2^52 on, and is held with the sale's.
-- And what an open flag holds of a commission that was paid before is in no payout either.

alter table partner add column recruited_by bigint, add column recruited_event_id bigint;

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
                       and s.sale_id = a.sale_id % 4503599627370496
                       and (s.status = 'disputed' or s.evidence = 'chain_contradicted')
                    union all
                    select from commission_hold h
                     where h.program_id = a.program_id
                       and h.sale_id in (a.sale_id, a.sale_id % 4503599627370496)
                    union all
                    select from flag g
                     where g.program_id = a.program_id
                       and g.sale_id = a.sale_id
                       and g.partner_id = a.partner_id
                       and g.choice = 'hold'
                       and g.resolved_as is null
                    union all
                    select from flag g
                      join sale s on s.program_id = g.program_id and s.sale_id = g.sale_id and s.partner_id = g.partner_id
                     where a.sale_id >= 4503599627370496
                       and g.program_id = a.program_id
                       and g.sale_id = a.sale_id % 4503599627370496
                       and g.choice = 'hold'
                       and g.resolved_as is null
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

-- By whose join link a person applied.
alter table partner_application add column recruited_by bigint;
