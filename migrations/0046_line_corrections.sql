-- A closed month keeps its lines whatever a replay makes of its sales: what a line was, and what the books say of it since, by the event
-- that was recorded when the replay was applied.

create table line_correction (
  program_id bigint not null,
  event_id bigint not null,
  line_event_id bigint not null,
  sale_id bigint not null,
  kind text not null check (kind in ('sale', 'change', 'taken_back', 'restated')),
  commission_currency text not null,
  month text not null,
  corrects text,
  corrected_at timestamptz(3) not null,
  was_transaction_id text,
  was_partner_id bigint,
  was_currency text,
  was_amount_cents bigint,
  was_fee_cents bigint,
  was_commission_cents bigint,
  now_transaction_id text,
  now_partner_id bigint,
  now_currency text,
  now_amount_cents bigint,
  now_fee_cents bigint,
  now_commission_cents bigint,
  constraint an_event_corrects_a_line_once
    primary key (program_id, event_id, line_event_id, sale_id, kind, commission_currency),
  constraint a_corrected_line_was_or_is check (was_currency is not null or now_currency is not null)
);
-- Not with the program first, for the reason given in 0004.
create index corrections_of_a_line on line_correction (line_event_id, sale_id, kind, commission_currency, event_id);

do $$
begin
  grant select, insert, update, delete on line_correction to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the corrections of lines: the service will run as %', current_user;
end $$;
