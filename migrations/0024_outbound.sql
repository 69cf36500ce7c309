-- What goes out: endpoints of brands and partners, the messages made for them, and every attempt to send one.
-- Why: the log is the outbox. An endpoint has a position over its program's seq; messages are made from there on and in a bounded
-- number at a time, so an endpoint that is dead costs its position and nothing that grows. Nothing here is written when an event is
-- recorded: a program without endpoints has no rows here, and nobody looks at it.

create table outbound_endpoint (
  program_id bigint not null,
  endpoint_id bigint generated always as identity,
  -- Null is the brand's own; else only what is about this partner's sales goes there.
  partner_id bigint,
  kind text not null default 'webhook',
  url text not null,
  description text,
  event_types text[] not null,
  payload text not null default 'full',
  secrets_encrypted bytea[] not null,
  old_secret_until timestamptz(3),
  status text not null default 'active',
  paused_because text,
  paused_at timestamptz(3),
  position bigint not null,
  failing_since timestamptz(3),
  failures integer not null default 0,
  last_delivered_at timestamptz(3),
  next_attempt_at timestamptz(3),
  leased_by text,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint outbound_endpoint_pkey primary key (program_id, endpoint_id),
  constraint an_endpoint_has_a_kind check (kind in ('webhook', 'postback_get', 'postback_post')),
  constraint an_endpoint_has_a_payload check (payload in ('thin', 'full')),
  constraint an_endpoint_has_a_status check (status in ('active', 'paused', 'removed')),
  constraint what_is_paused_says_why check ((status = 'paused') = (paused_because is not null)),
  constraint an_endpoint_has_at_most_two_secrets check (cardinality(secrets_encrypted) <= 2)
);
create index active_endpoints on outbound_endpoint (program_id, endpoint_id) where status = 'active';

create table outbound_message (
  program_id bigint not null,
  endpoint_id bigint not null,
  message_no bigint generated always as identity,
  -- The same however often it is made or sent: by it a receiver drops doubles.
  message_id text not null,
  type text not null,
  -- What it is about: messages about one thing go out one after the other.
  subject text not null,
  -- Null for what is no event of the log.
  seq bigint,
  body text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  made_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  constraint outbound_message_pkey primary key (program_id, endpoint_id, message_no),
  constraint a_message_is_made_once_for_an_endpoint unique (program_id, endpoint_id, message_id),
  constraint a_message_has_a_status check (status in ('pending', 'delivered', 'failed')),
  constraint what_is_pending_has_not_ended check ((status = 'pending') = (ended_at is null))
);
create index messages_to_send on outbound_message (program_id, endpoint_id, message_no) where status = 'pending';
create index messages_by_end on outbound_message (ended_at) where status <> 'pending';

create table outbound_attempt (
  program_id bigint not null,
  endpoint_id bigint not null,
  message_no bigint not null,
  attempt_no bigint generated always as identity,
  attempted_at timestamptz(3) not null,
  milliseconds integer not null,
  status_code integer,
  fault text,
  response text,
  next_attempt_at timestamptz(3),
  constraint outbound_attempt_pkey primary key (program_id, endpoint_id, message_no, attempt_no)
);
create index attempts_by_time on outbound_attempt (attempted_at);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on outbound_endpoint, outbound_message, outbound_attempt to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given what goes out: the service will run as %', current_user;
end $$;
