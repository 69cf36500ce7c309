-- Payouts by the API of a payment provider: what a payout keeps of it, a program's providers, and each attempt with its requests.
-- Why: the key of a request is committed before the request goes out, so that a crash repeats the same payment and never a second one.

alter table payout add column rail text;
alter table payout add column attempt integer;
alter table payout add column rail_id text;
alter table payout add column sending_at timestamptz(3);
alter table payout add column sent_at timestamptz(3);
alter table payout add column rail_fee_cents bigint;
alter table payout add column rail_fee_currency text;
alter table payout add column exchange_rate text;
alter table payout drop constraint payout_status_check;
-- Payouts are few: all of them are read in a moment.
-- squawk-ignore constraint-missing-not-valid
alter table payout add constraint payout_status_check check (
  status in ('created', 'sending', 'sent', 'unclaimed', 'paid', 'failed', 'cancelled', 'returned'));

-- A program's providers. The chosen one pays; the others still answer for what they were handed.
create table payout_rail (
  program_id bigint not null,
  rail text not null,
  is_chosen boolean not null default false,
  is_sandbox boolean not null,
  credentials_encrypted bytea not null,
  updated_at timestamptz(3) not null default now(),
  constraint payout_rail_pkey primary key (program_id, rail),
  constraint payout_rail_is_known check (rail in ('paypal', 'stripe', 'wise'))
);
create unique index one_rail_is_chosen on payout_rail (program_id) where is_chosen;

create function keep_rail_change() returns trigger language plpgsql as $$
declare
  known payout_rail := coalesce(new, old);
begin
  perform keep_access_change(known.program_id, null,
                             case when tg_op = 'DELETE' then 'payout_rail_removed'
                                  when tg_op = 'UPDATE' and new.credentials_encrypted = old.credentials_encrypted
                                       and new.is_sandbox = old.is_sandbox
                                    then case when new.is_chosen then 'payout_rail_chosen' else 'payout_rail_left' end
                                  else 'payout_rail_set' end,
                             known.rail, jsonb_build_object('is_sandbox', known.is_sandbox));
  return null;
end $$;
create trigger a_rail_change_is_kept after insert or delete or update on payout_rail
  for each row when (not is_resealing()) execute function keep_rail_change();

create table payout_attempt (
  program_id bigint not null,
  payout_id bigint not null,
  attempt integer not null,
  rail text not null,
  key text not null,
  is_sandbox boolean not null,
  committed_at timestamptz(3) not null default now(),
  -- When the first request that could pay went out. The key is not repeated once the provider may have forgotten it.
  first_request_at timestamptz(3),
  -- Set before each request that could pay; false again only after an answer that says what became of it.
  is_uncertain boolean not null default false,
  -- Since when it is not known what became of it, and why.
  unclear_since timestamptz(3),
  fault text,
  fault_count integer not null default 0,
  -- What the provider calls it.
  rail_id text,
  next_look_at timestamptz(3),
  leased_until timestamptz(3),
  constraint payout_attempt_pkey primary key (program_id, payout_id, attempt)
);
create index attempts_to_look_at on payout_attempt (next_look_at) where next_look_at is not null;
create index unclear_attempts on payout_attempt (unclear_since) where unclear_since is not null;
create index attempts_by_rail_id on payout_attempt (program_id, rail_id) where rail_id is not null;

-- What was sent and answered, without secrets and with names and addresses masked.
create table payout_request (
  program_id bigint not null,
  payout_id bigint not null,
  request_id bigint not null generated always as identity,
  attempt integer not null,
  kind text not null,
  began_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  exchanges jsonb not null default '[]',
  conclusion text,
  constraint payout_request_pkey primary key (program_id, payout_id, request_id)
);

do $$
begin
  grant select, insert, update, delete on payout_rail, payout_attempt, payout_request to svc_service;
  grant usage, select on sequence payout_request_request_id_seq to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given payout rails: the service will run as %', current_user;
end $$;
