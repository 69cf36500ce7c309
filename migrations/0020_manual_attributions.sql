-- A payment is given to a partner by hand, or taken from one: such a sale has no click, and the decision stands beside the books it
-- is laid over. A process of the release before reads such a sale like any other.

alter table sale
  alter column click_id drop not null,
  alter column clicked_at drop not null;

create table manual_attribution (
  program_id bigint not null,
  payment_id bigint not null,
  event_id bigint not null,
  state text not null,
  given jsonb,
  evidence jsonb,
  hidden jsonb,
  reports jsonb not null,
  constraint a_payment_is_decided_by_hand_once primary key (program_id, payment_id),
  constraint what_is_given_is_given_to_somebody check ((state = 'given') = (given is not null))
);

do $$
begin
  grant select, insert, update, delete on manual_attribution to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the attributions by hand: the service will run as %', current_user;
end $$;
