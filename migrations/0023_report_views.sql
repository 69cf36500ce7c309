-- Views for reporting tools, in a schema of their own, and a role that sees nothing else.
-- Why: whoever wants figures in Metabase or a warehouse read the books' own tables, whose shape is ours to change. These views keep
-- their columns (docs/reports.md); a column may be added at the end.

create schema svc_reports;

create view svc_reports.programs as
select program_id, workspace_id, name, status, created_at
  from program;

create view svc_reports.partners as
select program_id, partner_id, name, code, status, joined_at
  from partner;

create view svc_reports.clicks as
select program_id, click_id, event_id, partner_id, clicked_at,
       sub_ids ->> 'sub1' as sub1, sub_ids ->> 'sub2' as sub2, sub_ids ->> 'sub3' as sub3, sub_ids ->> 'sub4' as sub4,
       sub_ids ->> 'sub5' as sub5
  from click
 where not is_bot;

create view svc_reports.customers as
select program_id, customer_key, partner_id, click_id, clicked_at, bound_at, is_provisional, first_sale_id
  from customer;

create view svc_reports.sales as
select s.program_id, s.sale_id, s.transaction_id, s.received_at, s.occurred_at, s.partner_id, s.customer_key, s.click_id, s.currency,
       s.amount_cents, s.tax_cents, s.refunded_cents, s.status, s.reason, s.source, s.provider, s.provider_payment_id, s.sale_type,
       s.is_recurring, s.subscription_id, s.subscription_interval, s.product_id, s.coupon_code
  from sale s;

create view svc_reports.commissions as
select program_id, sale_id as commission_id, sale_id, partner_id, currency, amount_cents, amount_at_sale_cents, status, stage, hold_until
  from commission;

create view svc_reports.adjustments as
select program_id, sale_id, partner_id, currency, amount_cents
  from adjustment;

create view svc_reports.fees as
select program_id, sale_id as fee_id, sale_id, currency, amount_cents, amount_at_sale_cents
  from platform_fee;

create view svc_reports.refunds as
select program_id, sale_id, event_id, refund_key, amount_cents, has_failed, reason, source, received_at
  from refund;

create view svc_reports.disputes as
select program_id, sale_id, event_id, dispute_id, amount_cents, status, received_at
  from dispute;

create view svc_reports.payouts as
select program_id, payout_id, partner_id, currency, amount_cents, item_count, status, method, reference, created_at, paid_at
  from payout;

create view svc_reports.payout_items as
select program_id, payout_id, sale_id, partner_id, currency, amount_cents, status
  from payout_item;

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_reader') then
    create role svc_reader nologin;
  end if;
  grant usage on schema svc_reports to svc_reader, svc_service;
  grant select on all tables in schema svc_reports to svc_reader, svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_reader was not set up: give a role of your own usage on schema svc_reports and select on its views';
end $$;
