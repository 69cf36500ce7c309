-- Flags of partners: who looks like whom, how often a partner's sales are refunded, and how fast its leads come.
-- Why: a program may have them looked for. All of this is null or empty in a program that looks for none of it, so that its books do not
-- change. Addresses that partners signed in from are no book: they are kept for 30 days, as keyed digests, next to the log.

alter table partner add column alike jsonb;

create table partner_activity (
  program_id bigint not null,
  partner_id bigint not null,
  sale_days jsonb,
  lead_times jsonb,
  constraint partner_activity_pkey primary key (program_id, partner_id)
);

create table partner_address (
  program_id bigint not null,
  partner_id bigint not null,
  digest text not null,
  seen_at timestamptz(3) not null default now(),
  constraint partner_address_pkey primary key (program_id, partner_id, digest)
);
create index partner_addresses_by_time on partner_address (seen_at);
create index partner_addresses_by_digest on partner_address (program_id, digest);

do $$
begin
  grant select, insert, update, delete on partner_activity, partner_address to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the activity of partners: the service will run as %', current_user;
end $$;
