-- The log, its heads, and the books.
-- Why: the log (event, delivery) is the only truth and can only grow; everything under "books" is derived from it and may be
-- thrown away and projected again. Every key starts with program_id: the program is the tenant, the stream and the shard.
-- Directories (workspace, program_key, partner_code, connection) are neither: they are looked up before a program is known.

-- ---------------------------------------------------------------------------------------------------- directories

create table workspace (
  workspace_id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz(3) not null default now()
);

create sequence program_id_seq;

-- One key a program, kept only as a digest. Replaced in place when it is regenerated: the old one stops at that commit.
create table program_key (
  program_id bigint primary key,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamptz(3) not null default now(),
  constraint a_key_opens_one_program unique (key_hash)
);

-- The `aff` code in a link is unique in the installation: a click carries nothing else.
create table partner_code (
  code text primary key,
  program_id bigint not null,
  partner_id bigint not null
);

create table connection (
  connection_id bigint generated always as identity primary key,
  program_id bigint not null,
  provider text not null,
  livemode boolean not null,
  status text not null default 'active' check (status in ('active', 'disabled')),
  secrets_encrypted bytea[] not null check (cardinality(secrets_encrypted) between 1 and 2),
  created_at timestamptz(3) not null default now()
);
create index connections_of_a_program on connection (program_id);

-- ---------------------------------------------------------------------------------------------------- the log

create sequence event_id_seq;

-- Appending locks this row, takes the next seq and the chain's hash, and moves both: order without gaps, and no holes of
-- transactions in flight for a reader. projected_seq says how far the books are; live they move together.
create table program_head (
  program_id bigint primary key,
  seq bigint not null default 0,
  hash bytea not null,
  received_at timestamptz(3) not null default 'epoch',
  projected_seq bigint not null default 0,
  projector_version integer not null,
  constraint books_never_run_ahead_of_the_log check (projected_seq <= seq)
);
create index heads_whose_books_are_behind on program_head (program_id) where projected_seq < seq;

create table event (
  program_id bigint not null,
  seq bigint not null,
  id bigint not null,
  type text not null,
  schema_version smallint not null,
  source text not null,
  dedup_key text,
  is_test boolean not null,
  occurred_at timestamptz(3),
  received_at timestamptz(3) not null,
  data jsonb not null,
  delivery_sha256 bytea,
  prev_hash bytea not null,
  hash bytea not null,
  constraint events_have_no_gaps primary key (program_id, seq),
  constraint an_id_names_one_event unique (program_id, id)
);
create unique index a_source_tells_an_event_once on event (program_id, source, dedup_key) where dedup_key is not null;

-- The exact bytes a provider sent. The chain covers them by their digest, so that they can be erased without breaking it.
create table delivery (
  program_id bigint not null,
  event_id bigint not null,
  connection_id bigint not null,
  provider text not null,
  provider_event_id text,
  provider_event_type text,
  adapter_version integer not null,
  received_at timestamptz(3) not null,
  headers jsonb not null,
  body bytea not null,
  constraint a_delivery_makes_one_event primary key (program_id, event_id)
);

create function refuse_change_of_the_log() returns trigger language plpgsql as $$
begin
  raise exception 'the table % is append-only: % is not allowed', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation',
          hint = 'Correct a wrong reading by fixing the code and projecting the log again.';
end $$;

create trigger event_is_append_only before update or delete or truncate on event
  for each statement execute function refuse_change_of_the_log();
create trigger delivery_is_append_only before update or delete or truncate on delivery
  for each statement execute function refuse_change_of_the_log();

-- ---------------------------------------------------------------------------------------------------- tracking log

-- One line for each call that was refused or made in test mode. Calls that were recorded are events and need no second line.
create table tracking_log (
  program_id bigint not null,
  line_id bigint not null,
  logged_at timestamptz(3) not null,
  call text not null,
  is_test boolean not null,
  code text,
  message text not null,
  transaction_id text,
  event_id bigint,
  primary key (program_id, line_id)
);
create sequence tracking_line_id_seq;
create index lines_by_age on tracking_log (logged_at);

-- ---------------------------------------------------------------------------------------------------- books

create table program (
  program_id bigint primary key,
  workspace_id bigint not null,
  name text not null,
  status text not null,
  created_at timestamptz(3) not null
);

create table program_settings (
  program_id bigint not null,
  from_event_id bigint not null,
  settings jsonb not null,
  primary key (program_id, from_event_id)
);

create table policy (
  program_id bigint not null,
  product_id text not null,
  from_event_id bigint not null,
  commission jsonb,
  primary key (program_id, product_id, from_event_id)
);

create table partner (
  program_id bigint not null,
  partner_id bigint not null,
  name text not null,
  code text not null,
  status text not null,
  joined_at timestamptz(3) not null,
  primary key (program_id, partner_id)
);

create table click (
  program_id bigint not null,
  click_id text not null,
  event_id bigint not null,
  partner_id bigint not null,
  root_click_id text not null,
  current_click_id text not null,
  is_bot boolean not null,
  provisional_subject text,
  clicked_at timestamptz(3) not null,
  primary key (program_id, click_id)
);

create table customer (
  program_id bigint not null,
  customer_key text not null,
  partner_id bigint not null,
  click_id text not null,
  clicked_at timestamptz(3) not null,
  is_provisional boolean not null,
  first_sale_id bigint,
  bound_at timestamptz(3) not null,
  primary key (program_id, customer_key)
);

create table lead (
  program_id bigint not null,
  subject text not null,
  event_name text not null,
  lead_id bigint not null,
  click_id text not null,
  partner_id bigint not null,
  customer_key text,
  is_provisional boolean not null,
  reported_at timestamptz(3) not null,
  primary key (program_id, subject, event_name)
);

create table identity (
  program_id bigint not null,
  identity text not null,
  partner_id bigint not null,
  click_id text not null,
  clicked_at timestamptz(3) not null,
  customer_key text,
  primary key (program_id, identity)
);

create table subscription (
  program_id bigint not null,
  subscription_id text not null,
  partner_id bigint not null,
  click_id text not null,
  clicked_at timestamptz(3) not null,
  customer_key text,
  first_sale_id bigint,
  began_with_renewal boolean not null,
  started_at timestamptz(3) not null,
  commission jsonb,
  primary key (program_id, subscription_id)
);

create table payment_alias (
  program_id bigint not null,
  alias text not null,
  payment_id bigint not null,
  constraint a_name_means_one_payment primary key (program_id, alias)
);

create table payment_reference (
  program_id bigint not null,
  reference text not null,
  event_id bigint not null,
  customer_key text,
  click_id text,
  amount_cents bigint,
  currency text,
  product_id text,
  paid_cents bigint not null,
  counted_sale_ids jsonb not null,
  constraint a_reference_names_one_order primary key (program_id, reference)
);

create table sale (
  program_id bigint not null,
  sale_id bigint not null,
  transaction_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  tax_cents bigint,
  refunded_cents bigint not null,
  currency text not null,
  status text not null,
  reason text,
  source text not null,
  provider text,
  provider_payment_id text,
  customer_key text,
  partner_id bigint not null,
  click_id text not null,
  clicked_at timestamptz(3) not null,
  sale_type text not null,
  is_recurring boolean not null,
  subscription_id text,
  subscription_interval text,
  product_id text,
  evidence text,
  chain_transfer jsonb,
  occurred_at timestamptz(3),
  received_at timestamptz(3) not null,
  primary key (program_id, sale_id),
  constraint no_more_goes_back_than_came_in check (refunded_cents between 0 and amount_cents)
);
create index sales_to_look_up_on_a_chain on sale (received_at, program_id, sale_id) where evidence = 'merchant_asserted';

create table commission (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  amount_cents bigint not null,
  amount_at_sale_cents bigint not null,
  currency text not null,
  status text not null,
  stage text not null,
  hold_until timestamptz(3) not null,
  constraint a_sale_earns_one_commission primary key (program_id, sale_id),
  constraint a_commission_only_shrinks check (amount_cents between 0 and amount_at_sale_cents)
);

create table adjustment (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  amount_cents bigint not null,
  currency text not null,
  primary key (program_id, sale_id),
  constraint an_adjustment_only_takes_off check (amount_cents <= 0)
);

create table platform_fee (
  program_id bigint not null,
  sale_id bigint not null,
  amount_cents bigint not null,
  amount_at_sale_cents bigint not null,
  currency text not null,
  constraint a_sale_costs_one_fee primary key (program_id, sale_id),
  constraint a_fee_only_shrinks check (amount_cents between 0 and amount_at_sale_cents)
);

create table refund (
  program_id bigint not null,
  sale_id bigint not null,
  refund_key text not null,
  event_id bigint not null,
  amount_cents bigint not null,
  has_failed boolean not null,
  reason text,
  source text not null,
  received_at timestamptz(3) not null,
  primary key (program_id, sale_id, refund_key)
);

create table dispute (
  program_id bigint not null,
  sale_id bigint not null,
  dispute_id text not null,
  event_id bigint not null,
  amount_cents bigint not null,
  status text not null,
  received_at timestamptz(3) not null,
  primary key (program_id, sale_id, dispute_id)
);

create table parked (
  program_id bigint not null,
  wait_key text not null,
  event_id bigint not null,
  primary key (program_id, wait_key, event_id)
);

-- An event without a row here is plainly recorded: only what needs explaining is kept.
create table outcome (
  program_id bigint not null,
  event_id bigint not null,
  outcome text not null,
  reason text,
  refers_to bigint,
  detail jsonb,
  primary key (program_id, event_id)
);
create index events_that_need_an_operator on outcome (program_id, outcome, event_id)
  where outcome in ('failed', 'parked');

create table checklist (
  program_id bigint not null,
  step text not null,
  is_test boolean not null,
  first_event_id bigint not null,
  first_seen_at timestamptz(3) not null,
  primary key (program_id, step, is_test)
);

-- ---------------------------------------------------------------------------------------------------- the service's role

-- Append-only is a fact, not a habit: the service may read and add to the log and nothing else. Where the migrating user may
-- not create roles (a managed database), the trigger above still says so, and the service runs as that user.
do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    create role svc_service nologin;
  end if;
  execute format('grant svc_service to %I', current_user);
  execute format('grant usage on schema %I to svc_service', current_schema());
  grant select, insert on event, delivery to svc_service;
  grant select, insert, update on program_head, program_key to svc_service;
  grant select, insert, update, delete on workspace, partner_code, connection, tracking_log,
    program, program_settings, policy, partner, click, customer, lead, identity, subscription, payment_alias, payment_reference, sale,
    commission, adjustment, platform_fee, refund, dispute, parked, outcome, checklist to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege then
    raise notice 'role svc_service was not set up: the service will run as %', current_user;
end $$;
