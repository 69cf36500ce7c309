-- Where programs are spread over machines (Citus), a machine has its part of a table under a name with a number behind, and hears of what is
-- set by `set local` alone. What may change the log for people's sake and for old clicks works there too; a machine's part of an update
-- takes functions that are immutable alone, which `jsonb_build_object` is not.

create or replace function refuse_change_of_the_log() returns trigger language plpgsql as $$
declare
  table_name text := regexp_replace(tg_table_name, '_[0-9]+$', '');
begin
  if coalesce(current_setting('svc.log_upkeep', true), '') = table_name then
    return null;
  end if;
  raise exception 'the table % is append-only: % is not allowed', table_name, lower(tg_op)
    using errcode = 'restrict_violation',
          hint = 'Correct a wrong reading by fixing the code and projecting the log again.';
end $$;

create or replace function erase_person(of_program bigint, event_ids bigint[], delivery_ids bigint[],
                             fields text[], old_names text[], new_names text[]) returns setof event
  language plpgsql security definer set search_path = "$user", public, pg_temp as $$
begin
  if exists (select from unnest(new_names) n where n !~ '^((customer|identity|identity:email|identity:payer|email|payer):)?erased:[0-9a-f]{32}$')
     or exists (select from unnest(fields) f
                 where f not in ('customer_key', 'email_hash', 'provider_customer_id', 'subject', 'wait_key', 'identity',
                                 'provisional_subject')) then
    raise exception 'a person can only be erased' using errcode = 'restrict_violation';
  end if;
  set local svc.log_upkeep = 'delivery';
  update delivery set body = '', headers = '{}'
   where program_id = of_program and event_id = any(delivery_ids) and body <> '';
  set local svc.log_upkeep = 'replay_change';
  update replay_change
     set row_key = with_names_replaced(row_key, fields, old_names, new_names),
         before = with_names_replaced(before, fields, old_names, new_names),
         after = with_names_replaced(after, fields, old_names, new_names)
   where program_id = of_program
     and (row_key, before, after) is distinct from
         (with_names_replaced(row_key, fields, old_names, new_names), with_names_replaced(before, fields, old_names, new_names),
          with_names_replaced(after, fields, old_names, new_names));
  set local svc.log_upkeep = 'event';
  return query
    update event e set data = without_person(e.data, fields, old_names, new_names)
     where e.program_id = of_program and e.id = any(event_ids)
       and e.data is distinct from without_person(e.data, fields, old_names, new_names)
    returning e.*;
  set local svc.log_upkeep = '';
end $$;

create or replace function archive_clicks(of_program bigint, from_seq bigint, to_seq bigint, at_most integer) returns integer
  language plpgsql as $$
declare
  archived integer;
begin
  if not exists (select from event a
                  where a.program_id = of_program and a.source = 'operator' and a.type = 'clicks_archived' and a.seq > to_seq
                    and (a.data ->> 'first_seq')::bigint <= from_seq and (a.data ->> 'last_seq')::bigint >= to_seq)
     or not exists (select from program_head h where h.program_id = of_program and h.projected_seq >= to_seq) then
    raise exception 'no event says that these clicks are archived' using errcode = 'restrict_violation';
  end if;
  set local svc.log_upkeep = 'event';
  update event e set data = jsonb_set('{}', '{click_id}', coalesce(e.data -> 'click_id', 'null'))
   where e.program_id = of_program
     and e.seq in (select c.seq
                     from event c
                    where c.program_id = of_program and c.seq >= from_seq and c.seq <= to_seq
                      and c.type = 'click_recorded' and c.dedup_key is null
                      and c.data <> jsonb_set('{}', '{click_id}', coalesce(c.data -> 'click_id', 'null'))
                    order by c.seq
                    limit at_most);
  get diagnostics archived = row_count;
  set local svc.log_upkeep = '';
  return archived;
end $$;
