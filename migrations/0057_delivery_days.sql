-- What each connection received a day, and its longest pause between two deliveries.
-- Why: a provider that disables or deletes its webhook endpoint sends nothing more and says nothing. Only the silence shows it, and how long
-- a silence is normal differs by connection. Read from the log once an hour; older processes write none.

create table delivery_day (
  program_id bigint not null,
  connection_id bigint not null,
  day date not null,
  deliveries bigint not null,
  -- Of the pauses that ended on this day; of a first delivery there is none.
  longest_pause_seconds bigint not null,
  last_received_at timestamptz(3) not null,
  last_event_id bigint not null,
  constraint delivery_day_pkey primary key (program_id, connection_id, day),
  constraint a_day_with_deliveries_has_one check (deliveries > 0),
  constraint a_pause_is_not_negative check (longest_pause_seconds >= 0)
);

do $$
begin
  grant select, insert, update, delete on delivery_day to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given delivery days: the service will run as %', current_user;
end $$;
