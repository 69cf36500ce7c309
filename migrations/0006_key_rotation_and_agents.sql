-- A program key that must be replaced by a date, who still uses it, and the keys of agents.
-- Why: a key that leaked, or is only old, is not switched off from one moment to the next: until its deadline every answer says
-- so, and from then on it is refused. The flag stands on the key's own row, which the transaction that records a call reads
-- anyway, so it counts from the first call after it. An agent's key belongs to a workspace and not to a person: it says what it
-- may do itself. None of this is the log: it is looked up, never replayed.

-- ---------------------------------------------------------------------------------------------------- rotation

-- Regenerating replaces the row's values and clears the flag.
alter table program_key
  add column flagged_at timestamptz(3),
  add column rotate_by timestamptz(3),
  add constraint a_flag_has_a_deadline check ((flagged_at is null) = (rotate_by is null)),
  add constraint a_deadline_comes_after_its_flag check (rotate_by > flagged_at);
create index flagged_program_keys on program_key (program_id) where flagged_at is not null;

-- How often a key was shown on each day (UTC), counted in the processes and added up here every few seconds. By the key and not
-- by its program, so that a new key starts with nothing.
create table program_key_use (
  program_id bigint not null,
  key_hash bytea not null,
  day date not null,
  calls bigint not null,
  last_used_at timestamptz(3) not null,
  primary key (program_id, key_hash, day),
  constraint a_day_of_use_has_calls check (calls > 0)
);
create index program_key_use_by_day on program_key_use (day);

-- ---------------------------------------------------------------------------------------------------- agents

-- Made and revoked by the operator. A revoked key's row stays, so that whoever still shows it hears why it is refused.
create table agent_key (
  agent_key_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspace,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  -- To the minute: it is not written for every call.
  last_used_at timestamptz(3),
  constraint an_agent_key_opens_one_workspace unique (key_hash),
  constraint an_agent_key_may_do_something check (cardinality(scopes) > 0)
);
create index agent_keys_of_a_workspace on agent_key (workspace_id);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on program_key_use to svc_service;
  grant select, insert, update on agent_key to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the keys of agents: the service will run as %', current_user;
end $$;
