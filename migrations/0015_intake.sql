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

-- ---------------------------------------------------------------------------------------------------- rows that are not ours

-- A row of the log behind its head was never part of it: somebody with the right to insert put it there, and the next event finds
-- its place taken. Only the owner takes it out, and it is kept here.
create table event_set_aside (
  program_id bigint not null,
  seq bigint not null,
  event jsonb not null,
  delivery jsonb,
  set_aside_at timestamptz(3) not null default clock_timestamp(),
  primary key (program_id, seq, set_aside_at)
);

create function set_aside_foreign_events(of_program bigint) returns setof event_set_aside language plpgsql as $$
declare
  head_seq bigint;
begin
  select h.seq into head_seq from program_head h where h.program_id = of_program for update;
  alter table event disable trigger event_is_append_only;
  alter table delivery disable trigger delivery_is_append_only;
  return query
    with events as (
           delete from event e where e.program_id = of_program and e.seq > head_seq returning e.*),
         deliveries as (
           delete from delivery d using event e
            where e.program_id = of_program and e.seq > head_seq and d.program_id = e.program_id and d.event_id = e.id
           returning d.*)
    insert into event_set_aside (program_id, seq, event, delivery)
    select e.program_id, e.seq, to_jsonb(e), to_jsonb(d)
      from events e
      left join deliveries d on d.event_id = e.id
    returning *;
  alter table event enable trigger event_is_append_only;
  alter table delivery enable trigger delivery_is_append_only;
end $$;
revoke execute on function set_aside_foreign_events(bigint) from public;
