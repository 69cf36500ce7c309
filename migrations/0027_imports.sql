-- A program that another tool ran is taken over: its sales stand in the books as history. `imported` says what the tool said a sale
-- earned; null is every other sale.
-- `import_run` is no book: it says who imported which file, and what became of its lines.

alter table sale add column imported jsonb;

create table import_run (
  import_id bigint generated always as identity primary key,
  program_id bigint not null,
  tool text not null,
  is_applied boolean not null,
  status text not null default 'running',
  started_by text not null,
  started_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3),
  report jsonb not null,
  constraint an_import_runs_or_has_ended check (status in ('running', 'finished', 'failed')),
  constraint an_import_that_ended_says_when check ((status = 'running') = (finished_at is null))
);

-- Which partner of ours a tool's own id means.
create table import_partner (
  program_id bigint not null,
  tool text not null,
  external_id text not null,
  partner_id bigint not null,
  constraint a_tools_partner_is_one_of_ours primary key (program_id, tool, external_id)
);

create index imports_of_a_program on import_run (program_id, import_id);

do $$
begin
  grant select, insert, update on import_run to svc_service;
  grant select, insert on import_partner to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the imports: the service will run as %', current_user;
end $$;
