-- Exports by the day: lists of a program written as files to a folder of the operator's, or to a bucket.
-- Why: whoever keeps books elsewhere takes files and asks for none. A day of a schedule is a row, claimed by whoever writes its file, so
-- that several processes write it once and a day that failed is made up later. A file is there whole or not at all.

create table export_schedule (
  program_id bigint not null,
  export_id bigint generated always as identity,
  list text not null,
  format text not null,
  target text not null,
  -- Below the program's own folder; null is that folder itself.
  folder text,
  endpoint text,
  bucket text,
  region text,
  prefix text,
  access_key_id text,
  secret_encrypted bytea,
  status text not null default 'active',
  first_day date not null default (clock_timestamp() at time zone 'UTC')::date,
  created_at timestamptz(3) not null default now(),
  constraint export_schedule_pkey primary key (program_id, export_id),
  constraint an_export_has_a_format check (format in ('csv', 'ndjson')),
  constraint an_export_has_a_target check (target in ('folder', 's3')),
  constraint an_export_has_a_status check (status in ('active', 'removed')),
  constraint a_bucket_has_an_address check ((target = 's3') = (endpoint is not null and bucket is not null and region is not null)),
  constraint an_active_bucket_has_a_secret check (target <> 's3' or (status = 'active') = (secret_encrypted is not null))
);

create table export_run (
  program_id bigint not null,
  export_id bigint not null,
  day date not null,
  status text not null default 'waiting',
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  leased_by text,
  leased_until timestamptz(3),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  file text,
  row_count bigint,
  byte_count bigint,
  fault text,
  constraint export_run_pkey primary key (program_id, export_id, day),
  constraint an_export_run_has_a_status check (status in ('waiting', 'running', 'done', 'failed')),
  constraint an_export_that_runs_has_a_lease check ((status = 'running') = (leased_until is not null)),
  constraint an_export_that_is_done_says_what_it_wrote check ((status = 'done') = (file is not null))
);
create index exports_to_write on export_run (next_attempt_at) where status in ('waiting', 'running');
create index export_runs_by_day on export_run (day);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on export_schedule, export_run to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the exports: the service will run as %', current_user;
end $$;
