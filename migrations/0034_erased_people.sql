-- A person may ask to be forgotten, and the log is for good. What is erased of a row is named fields of people and nothing else, by one
-- function that can do no more; the row keeps its hash, and an event of the log says what the row is from then on (decision 0080).

-- The log's tables refuse every change but that of a function of ours, which says so for its own statements. Nobody gains a right by
-- the setting: a role still needs one to change the table.
create or replace function refuse_change_of_the_log() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('svc.log_upkeep', true), '') = tg_table_name then
    return null;
  end if;
  raise exception 'the table % is append-only: % is not allowed', tg_table_name, lower(tg_op)
    using errcode = 'restrict_violation',
          hint = 'Correct a wrong reading by fixing the code and projecting the log again.';
end $$;

-- The same document with people's names replaced wherever a field of theirs has one of them as its whole value.
create function with_names_replaced(doc jsonb, fields text[], old_names text[], new_names text[]) returns jsonb
  language plpgsql immutable as $$
declare
  text_of_doc text := doc::text;
begin
  if doc is null then
    return null;
  end if;
  for place in 1 .. cardinality(fields) loop
    text_of_doc := replace(text_of_doc, format('"%s": %s', fields[place], to_jsonb(old_names[place])),
                           format('"%s": %s', fields[place], to_jsonb(new_names[place])));
  end loop;
  return text_of_doc::jsonb;
end $$;

-- What is left of an event's data: without what a browser or a brand's call said beside what the books need.
create function without_person(data jsonb, fields text[], old_names text[], new_names text[]) returns jsonb
  language plpgsql immutable as $$
declare
  left_over jsonb := data;
  field text;
begin
  foreach field in array array['affiliate_url', 'page_url', 'page_title', 'referrer_url', 'session_id', 'visitor_id', 'user_agent',
                               'screen_resolution', 'viewport_size', 'language', 'timezone', 'additional_data', 'line_items'] loop
    if left_over ? field then
      left_over := jsonb_set(left_over, array[field], 'null');
    end if;
  end loop;
  return with_names_replaced(left_over, fields, old_names, new_names);
end $$;

-- Answers the rows of the log that are others now, as they are now. Names can only become names of nobody.
create function erase_person(of_program bigint, event_ids bigint[], delivery_ids bigint[],
                             fields text[], old_names text[], new_names text[]) returns setof event
  language plpgsql security definer set search_path = "$user", public as $$
begin
  if exists (select from unnest(new_names) n where n !~ '^((customer|identity|identity:email|identity:payer|email|payer):)?erased:[0-9a-f]{32}$')
     or exists (select from unnest(fields) f
                 where f not in ('customer_key', 'email_hash', 'provider_customer_id', 'subject', 'wait_key', 'identity',
                                 'provisional_subject')) then
    raise exception 'a person can only be erased' using errcode = 'restrict_violation';
  end if;
  perform set_config('svc.log_upkeep', 'delivery', true);
  update delivery set body = '', headers = '{}'
   where program_id = of_program and event_id = any(delivery_ids) and body <> '';
  perform set_config('svc.log_upkeep', 'replay_change', true);
  update replay_change
     set row_key = with_names_replaced(row_key, fields, old_names, new_names),
         before = with_names_replaced(before, fields, old_names, new_names),
         after = with_names_replaced(after, fields, old_names, new_names)
   where program_id = of_program
     and (row_key, before, after) is distinct from
         (with_names_replaced(row_key, fields, old_names, new_names), with_names_replaced(before, fields, old_names, new_names),
          with_names_replaced(after, fields, old_names, new_names));
  perform set_config('svc.log_upkeep', 'event', true);
  return query
    update event e set data = without_person(e.data, fields, old_names, new_names)
     where e.program_id = of_program and e.id = any(event_ids)
       and e.data is distinct from without_person(e.data, fields, old_names, new_names)
    returning e.*;
  perform set_config('svc.log_upkeep', '', true);
end $$;
revoke execute on function erase_person(bigint, bigint[], bigint[], text[], text[], text[]) from public;

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant execute on function erase_person(bigint, bigint[], bigint[], text[], text[], text[]) to svc_service;
  grant update on replay_difference to svc_service;
end $$;
