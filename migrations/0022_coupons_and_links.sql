-- Partners own discount codes, links are marked with sub-ids, and what a code earned has no click.
-- Why: a sale by an influencer's code has no click, and networks tell their placements apart by sub-ids. The books of a program that
-- uses neither stay as they are. A process of the release before looks for no code: give codes to partners when none runs any more.

create table coupon (
  program_id bigint not null,
  name text not null,
  from_event_id bigint not null,
  code text not null,
  partner_id bigint,
  owned_from timestamptz(3) not null,
  constraint a_code_changes_hands_by_an_event primary key (program_id, name, from_event_id)
);

alter table program add column owns_coupons boolean not null default false;
alter table click add column sub_ids jsonb;
alter table sale add column coupon_code text;
alter table customer alter column click_id drop not null;
alter table identity alter column click_id drop not null;
alter table subscription alter column click_id drop not null;
alter table lead alter column click_id drop not null;

-- Clicks without a sub-id, nearly all of them, are not in it.
create index click_by_sub_ids on click using gin (sub_ids jsonb_path_ops) where sub_ids is not null;

do $$
begin
  grant select, insert, update, delete on coupon to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the discount codes: the service will run as %', current_user;
end $$;
