-- Groups of partners, terms for a partner or a group, and the totals that tiers and caps read.
-- Why: a sale earns by its partner's terms, else its group's, its product's or its program's. All of this is null or empty in a program
-- that does not use it, so that its books do not change.

alter table program add column uses_terms boolean not null default false;
alter table partner add column group_moves jsonb;
alter table subscription add column terms jsonb;
alter table subscription add column payments jsonb;
alter table commission add column terms jsonb;

-- The group that the application asks for; null for the default group.
alter table partner_application add column group_id text;

create table partner_group (
  program_id bigint not null,
  group_id text not null,
  from_event_id bigint not null,
  settings jsonb not null,
  constraint partner_group_pkey primary key (program_id, group_id, from_event_id)
);

create table partner_policy (
  program_id bigint not null,
  holder text not null,
  -- Empty for all products.
  product_id text not null,
  from_event_id bigint not null,
  -- Null from the event that removed them.
  commission jsonb,
  constraint partner_policy_pkey primary key (program_id, holder, product_id, from_event_id)
);

create table term_total (
  program_id bigint not null,
  holder text not null,
  period text not null,
  subject text not null,
  currency text not null,
  -- Sums in decimal digits: they may be larger than any number that JSON holds exactly.
  sales_cents text not null,
  sales bigint not null,
  customers bigint not null,
  commission_cents text not null,
  constraint term_total_pkey primary key (program_id, holder, period, subject, currency)
);

do $$
begin
  grant select, insert, update, delete on partner_group, partner_policy, term_total to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given groups and terms: the service will run as %', current_user;
end $$;
