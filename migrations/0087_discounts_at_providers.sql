-- Discount codes that are made at a payment provider: what each gives, and what is still to be done there.
-- Why: the key of each is committed before the provider is called, so that a crash finds the same code again and never makes a second
-- one. Whose a code is stays in the log and the books. Older processes make none, and leave those of banned partners active.

create table provider_discount (
  program_id bigint not null,
  discount_id bigint not null generated always as identity,
  partner_id bigint not null,
  connection_id bigint not null,
  -- The group that asked for it; null where a person did.
  group_id text,
  -- Null until one is chosen for a partner of a group.
  code text,
  -- How many codes were tried before it.
  codes_tried integer not null default 0,
  terms jsonb not null,
  -- Kept with the code at the provider: by it we know our own.
  key text not null,
  -- As an event keeps it; null where a group asked.
  author text,
  status text not null default 'making',
  -- What the provider calls it.
  provider_id text,
  -- As the provider last answered.
  is_active boolean not null default false,
  fault text,
  fault_count integer not null default 0,
  failing_since timestamptz(3),
  created_at timestamptz(3) not null default now(),
  next_look_at timestamptz(3),
  leased_until timestamptz(3),
  constraint provider_discount_pkey primary key (program_id, discount_id),
  constraint a_discount_has_a_status check (status in ('making', 'made', 'removed', 'failed'))
);
create unique index one_discount_has_a_code on provider_discount (program_id, upper(code))
  where code is not null and status in ('making', 'made');
create index discounts_of_a_partner on provider_discount (program_id, partner_id);
create index discounts_to_look_at on provider_discount (next_look_at) where next_look_at is not null;
create index failing_discounts on provider_discount (failing_since) where failing_since is not null;

do $$
begin
  grant select, insert, update, delete on provider_discount to svc_service;
  grant usage, select on sequence provider_discount_discount_id_seq to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the discounts at providers: the service will run as %', current_user;
end $$;
