-- Corrections of a replay as messages: that the rows one changed in a program are told to its endpoints, and how far each was told.
-- Why: the rows stand in `replay_change` already, and as with the log messages are made from there behind the commit, a bounded number
-- at a time. What is written with the replay is one row for a program, however many rows it changed.

create table outbound_correction (
  program_id bigint not null,
  run_id bigint not null,
  -- The end of the program's log when its books were corrected: what the log says up to there is told before, the rest behind.
  seq bigint not null,
  first_change_id bigint not null,
  last_change_id bigint not null,
  constraint outbound_correction_pkey primary key (program_id, last_change_id)
);
create index corrections_of_a_run on outbound_correction (run_id);

alter table outbound_endpoint add column corrected_to bigint not null default 0;
alter table replay_run add column sends_corrections boolean not null default false;

do $$
begin
  grant select, insert, delete on outbound_correction to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given corrections: the service will run as %', current_user;
end $$;
