-- Bonuses: what a program offers, and what partners have reached.
-- Why: a partner may earn a fixed amount once its sales have reached something. All of this is empty in a program without bonuses, so that
-- its books do not change.

alter table program add column uses_bonuses boolean not null default false;

create table bonus (
  program_id bigint not null,
  bonus_id text not null,
  from_event_id bigint not null,
  stopped_event_id bigint,
  definition jsonb not null,
  constraint bonus_pkey primary key (program_id, bonus_id)
);

create table bonus_award (
  program_id bigint not null,
  partner_id bigint not null,
  bonus_id text not null,
  -- A month (UTC), or lifetime.
  period text not null,
  state text not null,
  -- The event that it was recorded by, under whose id its commission is.
  event_id bigint,
  reached_at timestamptz,
  constraint bonus_award_pkey primary key (program_id, partner_id, bonus_id, period)
);
-- Those that are reached and not recorded yet, of all programs; and which bonus a commission is.
create index bonuses_due on bonus_award (program_id, partner_id) where state = 'due';
create index bonuses_recorded on bonus_award (program_id, event_id) where event_id is not null;

do $$
begin
  grant select, insert, update, delete on bonus, bonus_award to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the bonuses: the service will run as %', current_user;
end $$;
