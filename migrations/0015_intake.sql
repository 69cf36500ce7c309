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

-- The trace of a replay may be forgotten when it is old, by a function that removes no other. For everybody else, the owner too, it
-- is as append-only as it was; a young row is kept from the function as well.
create function keep_young_replay_changes() returns trigger language plpgsql as $$
begin
  if old.changed_at > clock_timestamp() - interval '30 days' then
    raise exception 'the table replay_change is append-only: a row is kept for at least 30 days'
      using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger young_replay_changes_are_kept before delete on replay_change
  for each row execute function keep_young_replay_changes();

create function forget_replay_changes(of_run bigint, at_most integer) returns integer
  language plpgsql security definer set search_path from current as $$
declare
  removed integer;
begin
  alter table replay_change disable trigger replay_change_is_append_only;
  delete from replay_change c
   using (select o.program_id, o.run_id, o.book, o.row_key
            from replay_change o
            join replay_run r on r.run_id = o.run_id and r.status in ('applied', 'done', 'discarded')
           where o.run_id = of_run
           order by o.change_id
           limit at_most) old
   where c.program_id = old.program_id and c.run_id = old.run_id and c.book = old.book and c.row_key = old.row_key;
  get diagnostics removed = row_count;
  alter table replay_change enable trigger replay_change_is_append_only;
  return removed;
end $$;
revoke execute on function forget_replay_changes(bigint, integer) from public;

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant delete on replay_program, replay_run to svc_service;
  grant execute on function forget_replay_changes(bigint, integer) to svc_service;
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

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant select on event_set_aside to svc_service;
end $$;
