-- Bans of partners, and the commissions that a ban reversed.
-- Why: a banned partner's links and codes earn nothing, and what it was not paid yet may be reversed and brought back. All of this is null
-- or empty in a program that bans no partner, so that its books do not change.

alter table program add column has_forfeits boolean not null default false;
alter table partner add column ban jsonb;

create table commission_forfeit (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  -- Why nothing of the partner's commission of the sale is due.
  cause text not null,
  event_id bigint not null,
  forfeited_at timestamptz not null,
  constraint commission_forfeit_pkey primary key (program_id, sale_id, partner_id, cause)
);
-- The partners whose commissions a ban reversed are found by it.
create index commission_forfeit_partner on commission_forfeit (program_id, partner_id, cause, sale_id);

do $$
begin
  grant select, insert, update, delete on commission_forfeit to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the commissions that bans reverse: the service will run as %', current_user;
end $$;
