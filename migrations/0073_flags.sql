-- Flags of commissions: what looks wrong about one, and what a person decided about it.
-- Why: a program may have a partner's own purchases, forbidden ads and banned sites looked for. All of this is null or empty in a program
-- that looks for nothing, so that its books do not change.

alter table partner add column emails jsonb;
alter table click add column signs jsonb;

create table flag (
  program_id bigint not null,
  -- The commission's id; of a refused sale, which has none, the sale's.
  sale_id bigint not null,
  kind text not null,
  partner_id bigint not null,
  choice text not null,
  evidence jsonb not null,
  event_id bigint not null,
  flagged_at timestamptz not null,
  resolved_as text,
  resolved_event_id bigint,
  resolved_at timestamptz,
  constraint flag_pkey primary key (program_id, sale_id, kind, partner_id)
);
-- Those that wait for a person, all together and by partner, and what an event raised.
create index flags_open on flag (program_id, sale_id, kind) where resolved_as is null;
create index flags_of_partner on flag (program_id, partner_id, sale_id);
create index flags_of_event on flag (program_id, event_id);

-- Addresses of customers, as keyed hashes, that lead to another customer in `identity`.
create table customer_email (
  program_id bigint not null,
  customer_key text not null,
  email_hash text not null,
  event_id bigint not null,
  constraint customer_email_pkey primary key (program_id, customer_key, email_hash)
);

do $$
begin
  grant select, insert, update, delete on flag, customer_email to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the flags: the service will run as %', current_user;
end $$;
