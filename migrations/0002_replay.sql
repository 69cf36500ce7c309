-- Replays: what was planned, what it would change, and every row it changed.
-- Why: books can be projected again from the log at any time; what such a replay changes is money, so the run, the code that
-- made it and each row before and after are kept for ever, in tables the service can only add to where it matters.
-- The books a replay builds stand in a schema of its own (svc_replay_<run>), made by the one who runs it and dropped after.

create table replay_run (
  run_id bigint generated always as identity primary key,
  kind text not null check (kind in ('replay', 'verify', 'as_of')),
  status text not null check (status in ('building', 'planned', 'applying', 'applied', 'done', 'discarded')),
  -- What was asked for, as given.
  request jsonb not null,
  -- The rules and adapters that made it: a plan is applied by the code that made it or not at all.
  projector_version integer not null,
  code_digest text not null,
  plan_hash text,
  started_at timestamptz(3) not null default now(),
  planned_at timestamptz(3),
  finished_at timestamptz(3)
);

-- One line for each program of a run: how far its books are built, and what is different in them.
create table replay_program (
  program_id bigint not null,
  run_id bigint not null references replay_run,
  status text not null check (status in ('chosen', 'planned', 'applied')),
  -- The event up to which the difference was taken.
  compared_seq bigint,
  difference_hash text,
  difference jsonb,
  primary key (program_id, run_id)
);
create index programs_of_a_run on replay_program (run_id, program_id);

-- What today's adapter says of a stored delivery, where that is not what the log says of it. Becomes an event when applied.
create table replay_rereading (
  program_id bigint not null,
  run_id bigint not null references replay_run,
  event_id bigint not null,
  source text not null,
  rereading jsonb not null,
  primary key (program_id, run_id, event_id)
);

-- Every row of the books a replay changed: the trace of a correction.
create table replay_change (
  program_id bigint not null,
  run_id bigint not null references replay_run,
  change_id bigint generated always as identity,
  book text not null,
  row_key jsonb not null,
  before jsonb,
  after jsonb,
  changed_at timestamptz(3) not null default now(),
  primary key (program_id, run_id, book, row_key),
  constraint a_change_changes_something check (before is distinct from after)
);

create index changes_of_a_run on replay_change (run_id, change_id);

create trigger replay_change_is_append_only before update or delete or truncate on replay_change
  for each statement execute function refuse_change_of_the_log();

-- The newest reading of a delivery counts, at the place in the log where the delivery stands.
create index rereadings_of_an_event on event (program_id, ((data ->> 'event_id')::bigint), seq)
  where type = 'delivery_reread';

-- The log as it is read today: every event at its place, a delivery with its newest reading. The log's own row never changes.
create view event_as_read as
  select e.program_id, e.seq, e.id, e.source, e.received_at,
         case when r.id is null then e.is_test else (r.data ->> 'is_test')::boolean end as is_test,
         case when r.id is null then e.occurred_at else (r.data ->> 'occurred_at')::timestamptz(3) end as occurred_at,
         case when r.id is null then e.type else r.data -> 'reading' ->> 'type' end as type,
         case when r.id is null then e.schema_version else (r.data ->> 'schema_version')::smallint end as schema_version,
         case when r.id is null then e.data else (r.data -> 'reading') - 'type' end as data
    from event e
    left join lateral (
           select r.id, r.data
             from event r
            where r.program_id = e.program_id
              and r.type = 'delivery_reread'
              and (r.data ->> 'event_id')::bigint = e.id
            order by r.seq desc
            limit 1
         ) r on true;

-- Whether its connection was for live deliveries when it came: that may be changed since. Null for deliveries before this.
alter table delivery add column connection_livemode boolean;

-- What the service last found when it checked a program by itself: how far its chain was followed, and whether its books agree.
create table verification (
  program_id bigint primary key,
  chain_seq bigint not null,
  chain_hash bytea not null,
  checked_at timestamptz(3) not null,
  books_checked_at timestamptz(3),
  -- What the last check found, in words; null where all was well.
  chain_fault text,
  books_fault text
);

do $$
begin
  grant select, insert, update on replay_run, replay_program, verification to svc_service;
  grant select, insert, delete on replay_rereading to svc_service;
  grant select on event_as_read to svc_service;
  grant select, insert on replay_change to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not set up: the service will run as %', current_user;
end $$;
