-- Approvals of payouts by a second person, and payouts on a schedule.
-- Why: a program may require two people for each payout, and may have payouts created each month. A run is named by its program, month,
-- currency and group and is committed with its payouts, so that it happens once, whichever process makes it.

-- Null where one person is enough, so that books of other programs do not change.
alter table payout add column approvals jsonb;

-- Payouts and settings are few: both indexes are made in a moment.
-- squawk-ignore require-concurrent-index-creation
create index payouts_to_approve on payout (program_id, payout_id) where status = 'created' and approvals is not null;
-- squawk-ignore require-concurrent-index-creation
create index settings_with_payout_schedules on program_settings (program_id, from_event_id) where settings ? 'payout_schedules';

create table payout_run (
  program_id bigint not null,
  month text not null,
  currency text not null,
  -- Empty for every group without a schedule of its own.
  group_id text not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- The last partner that was looked at: a run of very many is made in parts.
  after_partner_id bigint not null,
  payouts bigint not null,
  amount_cents text not null,
  left_out bigint not null,
  constraint a_month_is_run_once primary key (program_id, month, currency, group_id)
);

do $$
begin
  grant select, insert, update, delete on payout_run to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given payout runs: the service will run as %', current_user;
end $$;
