create sequence event_id_seq;
create sequence program_id_seq;
create sequence tracking_line_id_seq;

CREATE OR REPLACE FUNCTION public.refuse_change_of_the_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the table % is append-only: % is not allowed', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation',
          hint = 'Correct a wrong reading by fixing the code and projecting the log again.';
end $function$
;

create table adjustment (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  amount_cents bigint not null,
  currency text not null,
  constraint adjustment_pkey PRIMARY KEY (program_id, sale_id),
  constraint an_adjustment_only_takes_off CHECK ((amount_cents <= 0))
);

create table checklist (
  program_id bigint not null,
  step text not null,
  is_test boolean not null,
  first_event_id bigint not null,
  first_seen_at timestamp(3) with time zone not null,
  constraint checklist_pkey PRIMARY KEY (program_id, step, is_test)
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
  clicked_at timestamp(3) with time zone not null,
  constraint click_pkey PRIMARY KEY (program_id, click_id)
);

create table commission (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  amount_cents bigint not null,
  amount_at_sale_cents bigint not null,
  currency text not null,
  status text not null,
  stage text not null,
  hold_until timestamp(3) with time zone not null,
  constraint a_sale_earns_one_commission PRIMARY KEY (program_id, sale_id),
  constraint a_commission_only_shrinks CHECK (((amount_cents >= 0) AND (amount_cents <= amount_at_sale_cents)))
);

create table connection (
  connection_id bigint generated always as identity not null,
  program_id bigint not null,
  provider text not null,
  livemode boolean not null,
  status text default 'active'::text not null,
  secrets_encrypted bytea[] not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint connection_pkey PRIMARY KEY (connection_id),
  constraint connection_secrets_encrypted_check CHECK (((cardinality(secrets_encrypted) >= 1) AND (cardinality(secrets_encrypted) <= 2))),
  constraint connection_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text])))
);
CREATE INDEX connections_of_a_program ON public.connection USING btree (program_id);

create table customer (
  program_id bigint not null,
  customer_key text not null,
  partner_id bigint not null,
  click_id text not null,
  clicked_at timestamp(3) with time zone not null,
  is_provisional boolean not null,
  first_sale_id bigint,
  bound_at timestamp(3) with time zone not null,
  constraint customer_pkey PRIMARY KEY (program_id, customer_key)
);

create table delivery (
  program_id bigint not null,
  event_id bigint not null,
  connection_id bigint not null,
  provider text not null,
  provider_event_id text,
  provider_event_type text,
  adapter_version integer not null,
  received_at timestamp(3) with time zone not null,
  headers jsonb not null,
  body bytea not null,
  constraint a_delivery_makes_one_event PRIMARY KEY (program_id, event_id)
);
CREATE TRIGGER delivery_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.delivery FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();

create table dispute (
  program_id bigint not null,
  sale_id bigint not null,
  dispute_id text not null,
  event_id bigint not null,
  amount_cents bigint not null,
  status text not null,
  received_at timestamp(3) with time zone not null,
  constraint dispute_pkey PRIMARY KEY (program_id, sale_id, dispute_id)
);

create table event (
  program_id bigint not null,
  seq bigint not null,
  id bigint not null,
  type text not null,
  schema_version smallint not null,
  source text not null,
  dedup_key text,
  is_test boolean not null,
  occurred_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  data jsonb not null,
  delivery_sha256 bytea,
  prev_hash bytea not null,
  hash bytea not null,
  constraint events_have_no_gaps PRIMARY KEY (program_id, seq),
  constraint an_id_names_one_event UNIQUE (program_id, id)
);
CREATE UNIQUE INDEX a_source_tells_an_event_once ON public.event USING btree (program_id, source, dedup_key) WHERE (dedup_key IS NOT NULL);
CREATE TRIGGER event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();

create table identity (
  program_id bigint not null,
  identity text not null,
  partner_id bigint not null,
  click_id text not null,
  clicked_at timestamp(3) with time zone not null,
  customer_key text,
  constraint identity_pkey PRIMARY KEY (program_id, identity)
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
  reported_at timestamp(3) with time zone not null,
  constraint lead_pkey PRIMARY KEY (program_id, subject, event_name)
);

create table outcome (
  program_id bigint not null,
  event_id bigint not null,
  outcome text not null,
  reason text,
  refers_to bigint,
  detail jsonb,
  constraint outcome_pkey PRIMARY KEY (program_id, event_id)
);
CREATE INDEX events_that_need_an_operator ON public.outcome USING btree (program_id, outcome, event_id) WHERE (outcome = ANY (ARRAY['failed'::text, 'parked'::text]));

create table parked (
  program_id bigint not null,
  wait_key text not null,
  event_id bigint not null,
  constraint parked_pkey PRIMARY KEY (program_id, wait_key, event_id)
);

create table partner (
  program_id bigint not null,
  partner_id bigint not null,
  name text not null,
  code text not null,
  status text not null,
  joined_at timestamp(3) with time zone not null,
  constraint partner_pkey PRIMARY KEY (program_id, partner_id)
);

create table partner_code (
  code text not null,
  program_id bigint not null,
  partner_id bigint not null,
  constraint partner_code_pkey PRIMARY KEY (code)
);

create table payment_alias (
  program_id bigint not null,
  alias text not null,
  payment_id bigint not null,
  constraint a_name_means_one_payment PRIMARY KEY (program_id, alias)
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
  constraint a_reference_names_one_order PRIMARY KEY (program_id, reference)
);

create table platform_fee (
  program_id bigint not null,
  sale_id bigint not null,
  amount_cents bigint not null,
  amount_at_sale_cents bigint not null,
  currency text not null,
  constraint a_sale_costs_one_fee PRIMARY KEY (program_id, sale_id),
  constraint a_fee_only_shrinks CHECK (((amount_cents >= 0) AND (amount_cents <= amount_at_sale_cents)))
);

create table policy (
  program_id bigint not null,
  product_id text not null,
  from_event_id bigint not null,
  commission jsonb,
  constraint policy_pkey PRIMARY KEY (program_id, product_id, from_event_id)
);

create table program (
  program_id bigint not null,
  workspace_id bigint not null,
  name text not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  constraint program_pkey PRIMARY KEY (program_id)
);

create table program_head (
  program_id bigint not null,
  seq bigint default 0 not null,
  hash bytea not null,
  received_at timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  projected_seq bigint default 0 not null,
  projector_version integer not null,
  constraint program_head_pkey PRIMARY KEY (program_id),
  constraint books_never_run_ahead_of_the_log CHECK ((projected_seq <= seq))
);
CREATE INDEX heads_whose_books_are_behind ON public.program_head USING btree (program_id) WHERE (projected_seq < seq);

create table program_key (
  program_id bigint not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint program_key_pkey PRIMARY KEY (program_id),
  constraint a_key_opens_one_program UNIQUE (key_hash)
);

create table program_settings (
  program_id bigint not null,
  from_event_id bigint not null,
  settings jsonb not null,
  constraint program_settings_pkey PRIMARY KEY (program_id, from_event_id)
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
  received_at timestamp(3) with time zone not null,
  constraint refund_pkey PRIMARY KEY (program_id, sale_id, refund_key)
);

create table sale (
  program_id bigint not null,
  sale_id bigint not null,
  transaction_id text not null,
  amount_cents bigint not null,
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
  clicked_at timestamp(3) with time zone not null,
  sale_type text not null,
  is_recurring boolean not null,
  subscription_id text,
  subscription_interval text,
  product_id text,
  evidence text,
  chain_transfer jsonb,
  occurred_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  constraint sale_pkey PRIMARY KEY (program_id, sale_id),
  constraint no_more_goes_back_than_came_in CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents))),
  constraint sale_amount_cents_check CHECK ((amount_cents > 0))
);
CREATE INDEX sales_to_look_up_on_a_chain ON public.sale USING btree (received_at, program_id, sale_id) WHERE (evidence = 'merchant_asserted'::text);

create table schema_migration (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (version)
);

create table subscription (
  program_id bigint not null,
  subscription_id text not null,
  partner_id bigint not null,
  click_id text not null,
  clicked_at timestamp(3) with time zone not null,
  customer_key text,
  first_sale_id bigint,
  began_with_renewal boolean not null,
  started_at timestamp(3) with time zone not null,
  commission jsonb,
  constraint subscription_pkey PRIMARY KEY (program_id, subscription_id)
);

create table tracking_log (
  program_id bigint not null,
  line_id bigint not null,
  logged_at timestamp(3) with time zone not null,
  call text not null,
  is_test boolean not null,
  code text,
  message text not null,
  transaction_id text,
  event_id bigint,
  constraint tracking_log_pkey PRIMARY KEY (program_id, line_id)
);
CREATE INDEX lines_by_age ON public.tracking_log USING btree (logged_at);

create table workspace (
  workspace_id bigint generated always as identity not null,
  name text not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint workspace_pkey PRIMARY KEY (workspace_id)
);

grant delete, insert, select, update on adjustment to svc_service;
grant delete, insert, select, update on checklist to svc_service;
grant delete, insert, select, update on click to svc_service;
grant delete, insert, select, update on commission to svc_service;
grant delete, insert, select, update on connection to svc_service;
grant select, usage on sequence connection_connection_id_seq to svc_service;
grant delete, insert, select, update on customer to svc_service;
grant insert, select on delivery to svc_service;
grant delete, insert, select, update on dispute to svc_service;
grant insert, select on event to svc_service;
grant select, usage on sequence event_id_seq to svc_service;
grant delete, insert, select, update on identity to svc_service;
grant delete, insert, select, update on lead to svc_service;
grant delete, insert, select, update on outcome to svc_service;
grant delete, insert, select, update on parked to svc_service;
grant delete, insert, select, update on partner to svc_service;
grant delete, insert, select, update on partner_code to svc_service;
grant delete, insert, select, update on payment_alias to svc_service;
grant delete, insert, select, update on payment_reference to svc_service;
grant delete, insert, select, update on platform_fee to svc_service;
grant delete, insert, select, update on policy to svc_service;
grant delete, insert, select, update on program to svc_service;
grant insert, select, update on program_head to svc_service;
grant select, usage on sequence program_id_seq to svc_service;
grant insert, select, update on program_key to svc_service;
grant delete, insert, select, update on program_settings to svc_service;
grant delete, insert, select, update on refund to svc_service;
grant delete, insert, select, update on sale to svc_service;
grant delete, insert, select, update on subscription to svc_service;
grant select, usage on sequence tracking_line_id_seq to svc_service;
grant delete, insert, select, update on tracking_log to svc_service;
grant delete, insert, select, update on workspace to svc_service;
grant select, usage on sequence workspace_workspace_id_seq to svc_service;
