-- Money's life after a commission: approval, payouts, what is taken off or owed when the rules or a refund say otherwise later,
-- and the pages on which a partner sees it.
-- Why: what was paid is an observed fact and stays in the books as it was, so the books now hold it by payout and sale. An
-- adjustment is what the rules say less what was paid; it may be owed as well as taken off, and a corrected rule may give a sale
-- that was paid to another partner, so a sale can have one for each partner and currency.

-- ---------------------------------------------------------------------------------------------------- books

alter table adjustment
  drop constraint an_adjustment_only_takes_off,
  drop constraint adjustment_pkey,
  add constraint a_payee_has_one_adjustment_of_a_sale primary key (program_id, sale_id, partner_id, currency),
  add constraint an_adjustment_adjusts check (amount_cents <> 0);

-- A paid commission is what was paid, whatever the rules say now.
alter table commission
  drop constraint a_commission_only_shrinks,
  add constraint a_commission_only_shrinks_until_it_is_paid
    check (stage = 'paid' or amount_cents between 0 and amount_at_sale_cents);

create table payout (
  program_id bigint not null,
  payout_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  amount_cents bigint not null,
  item_count integer not null,
  status text not null check (status in ('created', 'paid', 'cancelled', 'returned')),
  method text,
  reference text,
  created_at timestamptz(3) not null,
  paid_at timestamptz(3),
  withdrawn_at timestamptz(3),
  primary key (program_id, payout_id)
);

create table payout_item (
  program_id bigint not null,
  sale_id bigint not null,
  payout_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  amount_cents bigint not null,
  status text not null check (status in ('created', 'paid', 'cancelled', 'returned')),
  constraint a_payout_pays_once_for_a_sale primary key (program_id, sale_id, payout_id)
);

-- Statements count what came later in the month it came in: a month that is over stays as it was.
create table sale_change (
  program_id bigint not null,
  sale_id bigint not null,
  event_id bigint not null,
  refunded_cents bigint not null,
  commission_cents bigint not null,
  fee_cents bigint not null,
  changed_at timestamptz(3) not null,
  constraint an_event_changes_a_sale_once primary key (program_id, sale_id, event_id),
  constraint a_change_changes_an_amount check (refunded_cents <> 0 or commission_cents <> 0 or fee_cents <> 0)
);

-- What is owed and in no payout that waits to be paid: what the next payout may hold.
create view owed as
  select o.program_id, o.partner_id, o.currency, o.sale_id, o.amount_cents, o.kind
    from (
           select program_id, partner_id, currency, sale_id, amount_cents, 'commission' as kind
             from commission
            where stage = 'approved' and status in ('approved', 'refunded') and amount_cents > 0
           union all
           select program_id, partner_id, currency, sale_id, amount_cents, 'adjustment' as kind
             from adjustment
         ) o
   where not exists (
           select from payout_item i
            where i.program_id = o.program_id
              and i.sale_id = o.sale_id
              and i.partner_id = o.partner_id
              and i.currency = o.currency
              and i.status = 'created'
         );

-- ---------------------------------------------------------------------------------------------------- indexes

-- For the job that approves: over all programs, those whose hold is over first.
create index commissions_on_hold on commission (hold_until, program_id, sale_id)
  where stage = 'pending' and status in ('pending', 'refunded');
create index commissions_to_pay on commission (program_id, partner_id, currency, sale_id)
  where stage = 'approved' and status in ('approved', 'refunded') and amount_cents > 0;
create index changes_by_time on sale_change (program_id, event_id);

-- Ids of partners and payouts are of the whole installation. These indexes do not begin with the program, since ingest looks rows
-- up by program and sale, and while a table is new the planner takes any index that begins so: seen to cost seconds.
create index items_of_a_payout on payout_item (payout_id, sale_id);
create index payouts_of_a_partner on payout (partner_id, payout_id);
create index commissions_of_a_partner on commission (partner_id, sale_id);
create index clicks_of_a_partner on click (partner_id, event_id);
create index leads_of_a_partner on lead (partner_id, lead_id);

-- ---------------------------------------------------------------------------------------------------- directories

-- Where a partner's payouts go. Somebody's name and address: encrypted, and never in the log, which cannot forget.
create table payout_recipient (
  program_id bigint not null,
  partner_id bigint not null,
  recipient_encrypted bytea not null,
  updated_at timestamptz(3) not null default now(),
  constraint a_partner_is_paid_in_one_place primary key (program_id, partner_id)
);

-- Links to a partner's page that were made before this time no longer open it.
create table partner_links_revoked (
  program_id bigint not null,
  partner_id bigint not null,
  made_before timestamptz(3) not null,
  primary key (program_id, partner_id)
);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on payout, payout_item, sale_change, payout_recipient, partner_links_revoked
    to svc_service;
  grant select on owed to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the payouts: the service will run as %', current_user;
end $$;
