-- A change that a caller repeats after a time-out is made once, and when a payout's file was made.
-- Why: a client that heard nothing cannot know whether its program, partner, connection or payouts were made. It names the call by
-- a key of its own; the key is written in the transaction of the change, so that neither exists without the other, and a repeat
-- hears the same answer for a day. None of this is the log. When a file for a payment tool was made is: a payout that is cancelled
-- after that may be paid all the same.

-- ---------------------------------------------------------------------------------------------------- repeats

create table idempotency_key (
  -- Who sent it; another caller's key is another key.
  caller text not null,
  key text not null,
  -- A keyed hash of the call and its body: a body may hold secrets.
  fingerprint text not null,
  -- What the call made.
  made_ids bigint[] not null,
  -- As it was sent; null when the process ended between the change and its answer, which is then made from what it made.
  answer text,
  claimed_at timestamptz(3) not null default clock_timestamp(),
  primary key (caller, key)
);
create index idempotency_keys_by_age on idempotency_key (claimed_at);

-- ---------------------------------------------------------------------------------------------------- exports

alter table payout add column exported_at timestamptz(3);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant select, insert, update, delete on idempotency_key to svc_service;
end $$;

-- ---------------------------------------------------------------------------------------------------- what is forgotten

-- The trace of a replay may be forgotten when it is old; until then it is as append-only as it was.
drop trigger replay_change_is_append_only on replay_change;
create trigger replay_change_is_never_changed before update or truncate on replay_change
  for each statement execute function refuse_change_of_the_log();

create function keep_young_replay_changes() returns trigger language plpgsql as $$
begin
  if old.changed_at > clock_timestamp() - interval '30 days' then
    raise exception 'the trace of a replay is kept for at least 30 days' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger young_replay_changes_are_kept before delete on replay_change
  for each row execute function keep_young_replay_changes();

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant delete on replay_change, replay_program, replay_run to svc_service;
end $$;
