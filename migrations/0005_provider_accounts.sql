-- What a connection needs to ask its provider for what was not delivered, and the look-ups of deliveries by what became of them.
-- Why: a webhook that was never delivered leaves no trace here; only the provider can tell of it. Asking takes an API key, which
-- is kept apart from the signing secrets: it is read by one job and by nothing that answers a request.

create table provider_account (
  connection_id bigint primary key,
  api_key_encrypted bytea not null,
  api_key_set_at timestamptz(3) not null default now(),
  -- Everything the provider made up to here was asked for; null until a first run has ended.
  reconciled_until timestamptz(3),
  -- When a process last took this account's turn in the schedule, so that the others leave it alone.
  claimed_at timestamptz(3),
  -- When the provider was last asked to the end or in vain, and why in vain, in words.
  finished_at timestamptz(3),
  fault text,
  constraint an_account_belongs_to_its_connection foreign key (connection_id)
    references connection on delete cascade
);

-- Beside events_that_need_an_operator, and disjoint from it: no event is in both, so none is written to two of them.
create index events_that_were_set_aside on outcome (program_id, outcome, event_id)
  where outcome in ('ignored', 'duplicate', 'expired');

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on provider_account to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not set up: the service will run as %', current_user;
end $$;
