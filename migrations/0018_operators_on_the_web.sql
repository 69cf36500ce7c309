-- Accounts that operate the installation, the one-time link that makes one, and replays that are asked for over HTTP.
-- Why: what an operator does was done on the command line alone, by whoever reaches the database. An account may be an operator now;
-- it is made one by the first sign-up of an empty installation, or by a link that only the machine prints. A dry run that goes on
-- behind an answer says in its row how far it is and what it found, so that every process can show it.

-- ---------------------------------------------------------------------------------------------------- operators

create table operator_account (
  user_id text primary key references account_user on delete cascade,
  since timestamptz(3) not null default clock_timestamp()
);

-- Who became an operator or ceased to be one, how and when: kept when the account is gone.
create table operator_change (
  change_id bigint generated always as identity primary key,
  user_id text not null,
  email text not null,
  change text not null,
  changed_at timestamptz(3) not null default clock_timestamp(),
  constraint an_operator_is_made_or_ended check (change in ('first_account', 'link', 'ended'))
);

create trigger operator_change_is_append_only before update or delete or truncate on operator_change
  for each statement execute function refuse_change_of_the_log();

-- A link is known by the digest of its secret. One that a start of the service printed counts only while there is no operator.
create table operator_link (
  link_id bigint generated always as identity primary key,
  secret_hash bytea not null unique,
  only_first boolean not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  used_by text
);

-- ---------------------------------------------------------------------------------------------------- replays behind an answer

alter table replay_run
  -- The account; null for the command line.
  add column asked_by text,
  add column applied_by text,
  add column apply_reason text,
  -- What is being done, and how far it is: of 'reading' no total is known.
  add column step text,
  add column step_done bigint,
  add column step_total bigint,
  add column progress_at timestamptz(3),
  -- Why it did not come to its end, in words; null where nothing is wrong.
  add column fault text,
  -- Of a verification, and of books as they were.
  add column result jsonb,
  add constraint a_step_is_known check (step in ('reading', 'building', 'comparing', 'checking'));

-- The rows a plan would change, as they were compared: at most so many for each program as the code says. Gone with the plan.
create table replay_difference (
  run_id bigint not null references replay_run,
  program_id bigint not null,
  row_number integer not null,
  book text not null,
  row_key jsonb not null,
  before jsonb,
  after jsonb,
  primary key (run_id, program_id, row_number)
);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  -- A lock of a row needs the right to update it.
  grant select, insert, update, delete on operator_account to svc_service;
  grant select, insert on operator_change to svc_service;
  grant select, insert, update, delete on operator_link to svc_service;
  grant select, insert, delete on replay_difference to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
end $$;
