-- Signed checkpoints of programs' logs, and alarms that stay until somebody has looked into them.
-- Why: the chain has no key, so whoever owns the database can rewrite an event and every hash behind it. A checkpoint says where a log
-- stood, is signed with a key that is not in the database, and is given away: to a folder, a bucket, an address, a brand. What is here
-- is a copy for lists, and what is still to be given away; nobody is asked to believe it.
-- Nothing here is written when an event is recorded. Older processes make no checkpoints and leave these tables alone.

create table checkpoint (
  program_id bigint not null,
  number bigint not null,
  seq bigint not null,
  occasion text not null,
  has_books boolean not null,
  -- As it was signed.
  note text not null,
  made_at timestamptz(3) not null,
  constraint checkpoints_are_numbered primary key (program_id, number),
  constraint a_checkpoint_has_an_occasion check (occasion in ('moved', 'payout', 'replay', 'daily'))
);

create index checkpoints_by_time on checkpoint (made_at) where occasion = 'moved';

-- Where the next one goes on, and what one process holds while it makes it.
create table checkpoint_place (
  program_id bigint not null,
  number bigint not null default 0,
  seq bigint not null default 0,
  revision bigint not null default 0,
  made_at timestamptz(3) not null default '1970-01-01 00:00:00+00',
  books_at timestamptz(3) not null default '1970-01-01 00:00:00+00',
  access_change_id bigint not null default 0,
  -- Changes that were on record already, of those that were made just before: others may have been committed since.
  seen_changes bigint[] not null default '{}',
  -- Digests of what stands outside the log, one by one, to say which of them changed: the newest checkpoint has their digest.
  items jsonb not null default '{}',
  constraint a_program_has_one_place primary key (program_id)
);

-- How far a program's checkpoints were given away, to each place by itself.
create table checkpoint_delivery (
  program_id bigint not null,
  target text not null,
  sent_number bigint not null default 0,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default '1970-01-01 00:00:00+00',
  failing_since timestamptz(3),
  fault text,
  constraint a_target_has_one_place_in_a_program primary key (program_id, target),
  constraint a_target_is_known check (target in ('folder', 'bucket', 'url'))
);

create table alarm (
  program_id bigint not null,
  alarm_id bigint generated always as identity,
  kind text not null,
  detail text not null,
  raised_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  acknowledged_at timestamptz(3),
  acknowledged_by text,
  reason text,
  constraint alarm_pkey primary key (program_id, alarm_id),
  constraint who_acknowledges_says_why check (
    (acknowledged_at is null) = (reason is null) and (acknowledged_at is null) = (acknowledged_by is null))
);

create unique index an_alarm_is_open_once on alarm (program_id, kind, md5(detail)) where acknowledged_at is null;

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant select, insert, delete on checkpoint to svc_service;
  grant select, insert, update on checkpoint_place, checkpoint_delivery, alarm to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
end $$;
