create sequence event_id_seq;
create sequence program_id_seq;
create sequence tracking_line_id_seq;

CREATE OR REPLACE FUNCTION public.archive_clicks(of_program bigint, from_seq bigint, to_seq bigint, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.cancel_invitations_of_former_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update workspace_invitation set status = 'canceled'
   where workspace = old.workspace and inviter_id = old.user_id and status = 'pending';
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.check_invoice_number()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before integer;
begin
  select coalesce(max(sequence), 0) into before
    from invoice
   where program_id = new.program_id and partner_id = new.partner_id;
  if new.sequence <> before + 1 then
    raise exception 'invoice % of partner % does not follow %', new.sequence, new.partner_id, before
      using errcode = 'check_violation', constraint = 'invoice_numbers_have_no_gap';
  end if;
  return new;
end $function$
;
CREATE OR REPLACE FUNCTION public.erase_person(of_program bigint, event_ids bigint[], delivery_ids bigint[], fields text[], old_names text[], new_names text[])
 RETURNS SETOF event
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public', 'pg_temp'
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.forget_replay_changes(of_run bigint, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO '$user', 'public', 'pg_temp'
AS $function$
declare
  removed integer;
begin
  alter table replay_change disable trigger replay_change_is_append_only;
  delete from replay_change c
   using (select o.program_id, o.run_id, o.book, o.row_key
            from replay_change o
            join replay_run r on r.run_id = o.run_id and r.status in ('applied', 'done', 'discarded')
           where o.run_id = of_run
           order by o.change_id
           limit at_most) old
   where c.program_id = old.program_id and c.run_id = old.run_id and c.book = old.book and c.row_key = old.row_key;
  get diagnostics removed = row_count;
  alter table replay_change enable trigger replay_change_is_append_only;
  return removed;
end $function$
;
CREATE OR REPLACE FUNCTION public.heads_moved()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the log went on since this batch was put together' using errcode = 'SV001';
end $function$
;
CREATE OR REPLACE FUNCTION public.hold_heads(program_ids bigint[], hashes bytea[], revisions bigint[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  held integer;
begin
  select count(*) into held
    from (select h.hash = e.hash and h.revision = e.revision and h.projected_seq = h.seq as is_same
            from (select unnest(program_ids) as program_id, unnest(hashes) as hash, unnest(revisions) as revision) e
            join program_head h on h.program_id = e.program_id
           order by h.program_id
             for update of h) as locked
   where is_same;
  if held <> cardinality(program_ids) then
    raise exception 'the log went on since this batch was put together' using errcode = 'SV001';
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.is_resealing()
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce(current_setting('svc.reseals', true) = 'on'
                  and pg_has_role(current_user, (select relowner from pg_class where oid = 'hash_key'::regclass), 'usage'),
                  false)
$function$
;
CREATE OR REPLACE FUNCTION public.keep_access_change(program bigint, workspace bigint, change text, subject text, detail jsonb DEFAULT '{}'::jsonb, author text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into access_change (program_id, workspace_id, change, subject, detail, changed_by)
  values (program, workspace, change, subject, jsonb_strip_nulls(detail),
          coalesce(nullif(current_setting('svc.actor', true), ''), author));
$function$
;
CREATE OR REPLACE FUNCTION public.keep_agent_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(null, new.workspace_id, 'agent_key_created', new.agent_key_id::text,
                               jsonb_build_object('scopes', new.scopes));
  else
    perform keep_access_change(null, new.workspace_id, 'agent_key_revoked', new.agent_key_id::text);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from workspace where id = old.workspace for no key update;
  if not exists (select from workspace_member where workspace = old.workspace and role = 'owner' and id <> old.id) then
    raise exception 'workspace % would be left without an owner', old.workspace
      using errcode = 'restrict_violation', hint = 'Make somebody else an owner first.';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_api_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known provider_account := coalesce(new, old);
begin
  perform keep_access_change(c.program_id, null, case when tg_op = 'DELETE' then 'api_key_removed' else 'api_key_set' end,
                             c.connection_id::text, jsonb_build_object('provider', c.provider))
     from connection c
    where c.connection_id = known.connection_id;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_channel_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(new.program_id, null, 'channel_added', new.channel_id::text);
  elsif tg_op = 'DELETE' then
    perform keep_access_change(old.program_id, null, 'channel_removed', old.channel_id::text);
  elsif new.status = 'removed' then
    if old.status <> 'removed' then
      perform keep_access_change(new.program_id, null, 'channel_removed', new.channel_id::text);
    end if;
  elsif (new.name, new.url_encrypted, new.kinds) is distinct from (old.name, old.url_encrypted, old.kinds) then
    perform keep_access_change(new.program_id, null, 'channel_changed', new.channel_id::text, jsonb_build_object(
      'address', case when new.url_encrypted <> old.url_encrypted then true end));
  elsif new.status <> old.status and coalesce(current_setting('svc.actor', true), '') <> '' then
    perform keep_access_change(new.program_id, null,
                               case new.status when 'paused' then 'channel_paused' else 'channel_resumed' end,
                               new.channel_id::text);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_connection_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(new.program_id, null, 'connection_added', new.connection_id::text,
                               jsonb_build_object('provider', new.provider, 'livemode', new.livemode));
  elsif new.status = 'removed' then
    if old.status <> 'removed' then
      perform keep_access_change(new.program_id, null, 'connection_removed', new.connection_id::text,
                                 jsonb_build_object('provider', new.provider));
    end if;
  elsif (new.status, new.livemode, new.secrets_encrypted) is distinct from (old.status, old.livemode, old.secrets_encrypted)
        or new.client_reference is distinct from old.client_reference then
    perform keep_access_change(new.program_id, null, 'connection_changed', new.connection_id::text, jsonb_build_object(
      'provider', new.provider,
      'status', case when new.status <> old.status then new.status end,
      'livemode', case when new.livemode <> old.livemode then new.livemode end,
      'client_reference', case when new.client_reference is distinct from old.client_reference
                               then coalesce(new.client_reference, 'none') end,
      'secret_count', case when new.secrets_encrypted <> old.secrets_encrypted then cardinality(new.secrets_encrypted) end));
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_endpoint_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(new.program_id, null, 'endpoint_created', new.endpoint_id::text,
                               jsonb_build_object('kind', new.kind, 'partner_id', new.partner_id));
  elsif tg_op = 'DELETE' then
    perform keep_access_change(old.program_id, null, 'endpoint_removed', old.endpoint_id::text);
  elsif new.status = 'removed' then
    if old.status <> 'removed' then
      perform keep_access_change(new.program_id, null, 'endpoint_removed', new.endpoint_id::text);
    end if;
  elsif (new.url, new.kind, new.event_types, new.payload, new.secrets_encrypted)
        is distinct from (old.url, old.kind, old.event_types, old.payload, old.secrets_encrypted)
        or new.credentials_encrypted is distinct from old.credentials_encrypted then
    perform keep_access_change(new.program_id, null, 'endpoint_changed', new.endpoint_id::text, jsonb_build_object(
      'address', case when (new.url, new.kind) is distinct from (old.url, old.kind) then true end,
      'messages', case when (new.event_types, new.payload) is distinct from (old.event_types, old.payload) then true end,
      'secret', case when new.secrets_encrypted <> old.secrets_encrypted then true end,
      'credentials', case when new.credentials_encrypted is distinct from old.credentials_encrypted then true end));
  elsif new.status <> old.status and coalesce(current_setting('svc.actor', true), '') <> '' then
    perform keep_access_change(new.program_id, null,
                               case new.status when 'paused' then 'endpoint_paused' else 'endpoint_resumed' end,
                               new.endpoint_id::text);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_export_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(new.program_id, null, 'export_created', new.export_id::text,
                               jsonb_build_object('list', new.list, 'target', new.target));
  elsif tg_op = 'DELETE' then
    perform keep_access_change(old.program_id, null, 'export_removed', old.export_id::text);
  elsif new.status = 'removed' then
    if old.status <> 'removed' then
      perform keep_access_change(new.program_id, null, 'export_removed', new.export_id::text);
    end if;
  else
    perform keep_access_change(new.program_id, null, 'export_changed', new.export_id::text);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_first_password()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from account_credential where user_id = new.user_id and id <> new.id) then
    perform keep_sign_in_change('password_reset', new.user_id);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_identity_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change text := case when tg_op = 'INSERT' then 'identity_linked' else 'identity_unlinked' end;
  person text := case when tg_op = 'INSERT' then new.user_id else old.user_id end;
  issuer text := substr(case when tg_op = 'INSERT' then new.provider_id else old.provider_id end, length('oidc:') + 1);
begin
  perform keep_access_change(null, m.workspace_id, change, person, jsonb_build_object('issuer', issuer), 'account:' || person)
     from workspace_member m
    where m.user_id = person;
  if exists (select from operator_account where user_id = person) then
    perform keep_access_change(null, null, change, person, jsonb_build_object('issuer', issuer), 'account:' || person);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_invitation_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(null, new.workspace::bigint, 'member_invited', new.id, jsonb_build_object('role', new.role),
                               'account:' || new.inviter_id);
  elsif new.status <> old.status then
    perform keep_access_change(null, new.workspace::bigint, 'invitation_' || new.status, new.id,
                               jsonb_build_object('role', new.role));
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_invoice_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_access_change(new.program_id, null, 'invoice_erased', new.partner_id::text,
                             jsonb_build_object('number', new.number));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_key_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.key_hash <> old.key_hash then
    perform keep_access_change(new.program_id, null, 'key_regenerated', null);
  elsif new.rotate_by is null and old.rotate_by is not null then
    perform keep_access_change(new.program_id, null, 'key_unflagged', null);
  elsif new.rotate_by is distinct from old.rotate_by then
    perform keep_access_change(new.program_id, null, 'key_flagged', null, jsonb_build_object('rotate_by', new.rotate_by));
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_member_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(null, new.workspace_id, 'member_joined', new.user_id, jsonb_build_object('role', new.role));
  elsif tg_op = 'DELETE' then
    perform keep_access_change(null, old.workspace_id, 'member_removed', old.user_id, jsonb_build_object('role', old.role));
  elsif new.role <> old.role then
    perform keep_access_change(null, new.workspace_id, 'member_role_changed', new.user_id,
                               jsonb_build_object('role', new.role));
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_operator_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_access_change(null, null, case when new.change = 'ended' then 'operator_ended' else 'operator_made' end,
                             new.user_id, '{}', case when new.change <> 'ended' then 'account:' || new.user_id end);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_partner_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_access_change(coalesce(new.program_id, old.program_id), null,
                             tg_argv[case when tg_op = 'DELETE' then 1 else 0 end],
                             coalesce(new.partner_id, old.partner_id)::text);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_passkey_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_sign_in_change('passkey_added', new.user_id);
  else
    perform keep_sign_in_change('passkey_removed', old.user_id);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_password_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_sign_in_change(
    case when coalesce(current_setting('svc.actor', true), '') = '' then 'password_reset' else 'password_changed' end,
    new.user_id);
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_rail_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  known payout_rail := coalesce(new, old);
begin
  perform keep_access_change(known.program_id, null,
                             case when tg_op = 'DELETE' then 'payout_rail_removed'
                                  when tg_op = 'UPDATE' and new.credentials_encrypted = old.credentials_encrypted
                                       and new.is_sandbox = old.is_sandbox
                                    then case when new.is_chosen then 'payout_rail_chosen' else 'payout_rail_left' end
                                  else 'payout_rail_set' end,
                             known.rail, jsonb_build_object('is_sandbox', known.is_sandbox));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_second_factor_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change text := case when new.second_factor then 'second_factor_on' else 'second_factor_off' end;
begin
  -- Of each workspace that the account can open, and of the installation if it operates it.
  perform keep_access_change(null, m.workspace_id, change, new.id, '{}', 'account:' || new.id)
     from workspace_member m
    where m.user_id = new.id;
  if exists (select from operator_account where user_id = new.id) then
    perform keep_access_change(null, null, change, new.id, '{}', 'account:' || new.id);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_second_factor_requirement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_access_change(null, new.workspace_id,
    case when new.second_factor_from is null then 'second_factor_not_required' else 'second_factor_required' end, null,
    jsonb_build_object('from', new.second_factor_from));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_self_billing_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_access_change(new.program_id, null,
                             case when new.withdrawn_at is null then 'self_billing_agreed' else 'self_billing_withdrawn' end,
                             new.partner_id::text,
                             jsonb_build_object('text_version', new.text_version, 'language', new.language));
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_sign_in_change(change text, person text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform keep_access_change(null, m.workspace_id, change, person, '{}', 'account:' || person)
     from workspace_member m
    where m.user_id = person;
  if exists (select from operator_account where user_id = person) then
    perform keep_access_change(null, null, change, person, '{}', 'account:' || person);
  end if;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_tax_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform keep_access_change(old.program_id, null, 'tax_details_removed', old.partner_id::text);
  else
    perform keep_access_change(new.program_id, null, 'tax_details_set', new.partner_id::text, jsonb_build_object(
      'form', new.form, 'country', new.country, 'valid_until', new.valid_until, 'digest', new.digest));
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_token_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(null, new.workspace_id, 'token_created', new.token_id::text,
                               jsonb_build_object('role', new.role, 'scopes', new.scopes, 'expires_at', new.expires_at));
  else
    perform keep_access_change(null, new.workspace_id, 'token_revoked', new.token_id::text);
  end if;
  return null;
end $function$
;
CREATE OR REPLACE FUNCTION public.keep_young_replay_changes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.changed_at > clock_timestamp() - interval '30 days' then
    raise exception 'the table replay_change is append-only: a row is kept for at least 30 days'
      using errcode = 'restrict_violation';
  end if;
  return old;
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_change_of_an_invoice()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE'
     and (to_jsonb(new) - 'content_encrypted') = (to_jsonb(old) - 'content_encrypted')
     and (new.content_encrypted is null or (is_resealing() and old.content_encrypted is not null)) then
    return new;
  end if;
  raise exception 'an issued invoice is not changed: a credit note takes it back'
    using errcode = 'check_violation', constraint = 'an_issued_invoice_stays';
end $function$
;
CREATE OR REPLACE FUNCTION public.refuse_change_of_the_log()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  table_name text := regexp_replace(tg_table_name, '_[0-9]+$', '');
begin
  if coalesce(current_setting('svc.log_upkeep', true), '') = table_name then
    return null;
  end if;
  raise exception 'the table % is append-only: % is not allowed', table_name, lower(tg_op)
    using errcode = 'restrict_violation',
          hint = 'Correct a wrong reading by fixing the code and projecting the log again.';
end $function$
;
CREATE OR REPLACE FUNCTION public.set_aside_foreign_events(of_program bigint)
 RETURNS SETOF event_set_aside
 LANGUAGE plpgsql
AS $function$
declare
  head_seq bigint;
begin
  select h.seq into head_seq from program_head h where h.program_id = of_program for update;
  alter table event disable trigger event_is_append_only;
  alter table delivery disable trigger delivery_is_append_only;
  return query
    with events as (
           delete from event e where e.program_id = of_program and e.seq > head_seq returning e.*),
         deliveries as (
           delete from delivery d using event e
            where e.program_id = of_program and e.seq > head_seq and d.program_id = e.program_id and d.event_id = e.id
           returning d.*)
    insert into event_set_aside (program_id, seq, event, delivery)
    select e.program_id, e.seq, to_jsonb(e), to_jsonb(d)
      from events e
      left join deliveries d on d.event_id = e.id
    returning *;
  alter table event enable trigger event_is_append_only;
  alter table delivery enable trigger delivery_is_append_only;
end $function$
;
CREATE OR REPLACE FUNCTION public.with_names_replaced(doc jsonb, fields text[], old_names text[], new_names text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$
;
CREATE OR REPLACE FUNCTION public.without_person(data jsonb, fields text[], old_names text[], new_names text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
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
end $function$
;

create table access_change (
  change_id bigint generated always as identity not null,
  program_id bigint,
  workspace_id bigint,
  change text not null,
  subject text,
  detail jsonb default '{}'::jsonb not null,
  changed_by text,
  changed_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint access_change_pkey PRIMARY KEY (change_id),
  constraint a_change_is_of_a_program_or_a_workspace CHECK (((program_id IS NULL) OR (workspace_id IS NULL)))
);
CREATE INDEX access_changes_of_a_program ON public.access_change USING btree (program_id, change_id);
CREATE INDEX access_changes_of_a_workspace ON public.access_change USING btree (workspace_id, change_id) WHERE (workspace_id IS NOT NULL);
CREATE INDEX access_changes_of_the_installation ON public.access_change USING btree (change_id) WHERE ((program_id IS NULL) AND (workspace_id IS NULL));
CREATE TRIGGER access_change_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.access_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();

create table access_signature (
  signature_id bigint generated always as identity not null,
  program_id bigint,
  kind text not null,
  subject text not null,
  signed_by text not null,
  signed_at timestamp(3) with time zone not null,
  nonce text not null,
  signature text not null,
  workspace_id bigint,
  constraint access_signature_pkey PRIMARY KEY (signature_id),
  constraint a_signature_counts_once UNIQUE (signature),
  constraint a_signature_is_of_a_program_a_workspace_or_the_installation CHECK (
CASE kind
    WHEN 'member'::text THEN ((program_id IS NULL) AND (workspace_id IS NOT NULL))
    WHEN 'operator'::text THEN ((program_id IS NULL) AND (workspace_id IS NULL))
    ELSE ((program_id IS NOT NULL) AND (workspace_id IS NULL))
END),
  constraint what_is_signed_has_a_kind CHECK ((kind = ANY (ARRAY['recipient'::text, 'email'::text, 'connection'::text, 'key'::text, 'endpoint'::text, 'export'::text, 'channel'::text, 'member'::text, 'operator'::text])))
);
CREATE INDEX access_signatures_of_a_program ON public.access_signature USING btree (program_id, signed_at);
CREATE INDEX access_signatures_of_a_workspace ON public.access_signature USING btree (workspace_id, signed_at) WHERE (workspace_id IS NOT NULL);
CREATE INDEX access_signatures_of_the_installation ON public.access_signature USING btree (signed_at) WHERE ((program_id IS NULL) AND (workspace_id IS NULL));
CREATE TRIGGER access_signature_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.access_signature FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();

create table account_credential (
  id text not null,
  user_id text not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp(3) with time zone,
  refresh_token_expires_at timestamp(3) with time zone,
  scope text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint account_credential_pkey PRIMARY KEY (id),
  constraint a_credential_proves_one_account UNIQUE (provider_id, account_id),
  constraint account_credential_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE
);
CREATE INDEX credentials_of_an_account ON public.account_credential USING btree (user_id);
CREATE TRIGGER a_first_password_is_kept AFTER INSERT ON public.account_credential FOR EACH ROW WHEN ((new.password IS NOT NULL)) EXECUTE FUNCTION keep_first_password();
CREATE TRIGGER a_linked_identity_is_kept AFTER INSERT ON public.account_credential FOR EACH ROW WHEN ((new.provider_id ~~ 'oidc:%'::text)) EXECUTE FUNCTION keep_identity_change();
CREATE TRIGGER a_password_change_is_kept AFTER UPDATE OF password ON public.account_credential FOR EACH ROW WHEN ((old.password IS DISTINCT FROM new.password)) EXECUTE FUNCTION keep_password_change();
CREATE TRIGGER an_unlinked_identity_is_kept AFTER DELETE ON public.account_credential FOR EACH ROW WHEN ((old.provider_id ~~ 'oidc:%'::text)) EXECUTE FUNCTION keep_identity_change();

create table account_passkey (
  id text not null,
  user_id text not null,
  name text not null,
  public_key text not null,
  credential_id text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp(3) with time zone default now() not null,
  constraint account_passkey_pkey PRIMARY KEY (id),
  constraint a_passkey_opens_one_account UNIQUE (credential_id),
  constraint account_passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_of_an_account ON public.account_passkey USING btree (user_id);
CREATE TRIGGER a_passkey_change_is_kept AFTER INSERT OR DELETE ON public.account_passkey FOR EACH ROW EXECUTE FUNCTION keep_passkey_change();

create table account_second_factor (
  id text not null,
  user_id text not null,
  secret text not null,
  backup_codes text not null,
  verified boolean default false not null,
  failed_count integer default 0 not null,
  locked_until timestamp(3) with time zone,
  used_step bigint default 0 not null,
  constraint account_second_factor_pkey PRIMARY KEY (id),
  constraint account_second_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE,
  constraint an_account_has_one_second_factor UNIQUE (user_id)
);
CREATE INDEX second_factors_by_secret ON public.account_second_factor USING btree (secret);
CREATE INDEX second_factors_of_an_account ON public.account_second_factor USING btree (user_id);

create table account_session (
  id text not null,
  token text not null,
  user_id text not null,
  active_workspace text,
  ip_address text,
  user_agent text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint account_session_pkey PRIMARY KEY (id),
  constraint a_token_opens_one_session UNIQUE (token),
  constraint account_session_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON public.account_session USING btree (expires_at);
CREATE INDEX sessions_of_an_account ON public.account_session USING btree (user_id);

create table account_user (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null,
  image text,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  founder boolean default false not null,
  second_factor boolean default false not null,
  constraint account_user_pkey PRIMARY KEY (id),
  constraint addresses_are_kept_in_lower_case CHECK ((email = lower(email))),
  constraint an_address_has_one_account UNIQUE (email)
);
CREATE UNIQUE INDEX an_installation_has_one_founder ON public.account_user USING btree (founder) WHERE founder;
CREATE TRIGGER a_second_factor_change_is_kept AFTER UPDATE OF second_factor ON public.account_user FOR EACH ROW WHEN ((old.second_factor <> new.second_factor)) EXECUTE FUNCTION keep_second_factor_change();

create table account_verification (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint account_verification_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_by_end ON public.account_verification USING btree (expires_at);
CREATE INDEX verifications_by_identifier ON public.account_verification USING btree (identifier);

create table adjustment (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  amount_cents bigint not null,
  currency text not null,
  constraint a_payee_has_one_adjustment_of_a_sale PRIMARY KEY (program_id, sale_id, partner_id, currency),
  constraint an_adjustment_adjusts CHECK ((amount_cents <> 0))
);
CREATE INDEX adjustments_of_a_payee ON public.adjustment USING btree (program_id, partner_id, currency, sale_id) WHERE (sale_id > 0);

create table agent_key (
  agent_key_id bigint generated always as identity not null,
  workspace_id bigint not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  scopes text[] not null,
  created_at timestamp(3) with time zone default now() not null,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint agent_key_pkey PRIMARY KEY (agent_key_id),
  constraint agent_key_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id),
  constraint an_agent_key_may_do_something CHECK ((cardinality(scopes) > 0)),
  constraint an_agent_key_opens_one_workspace UNIQUE (key_hash)
);
CREATE INDEX agent_keys_of_a_workspace ON public.agent_key USING btree (workspace_id);
CREATE TRIGGER a_new_agent_key_is_kept AFTER INSERT ON public.agent_key FOR EACH ROW EXECUTE FUNCTION keep_agent_key_change();
CREATE TRIGGER a_revoked_agent_key_is_kept AFTER UPDATE OF revoked_at ON public.agent_key FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION keep_agent_key_change();

create table alarm (
  program_id bigint not null,
  alarm_id bigint generated always as identity not null,
  kind text not null,
  detail text not null,
  raised_at timestamp(3) with time zone default now() not null,
  last_seen_at timestamp(3) with time zone default now() not null,
  acknowledged_at timestamp(3) with time zone,
  acknowledged_by text,
  reason text,
  constraint alarm_pkey PRIMARY KEY (program_id, alarm_id),
  constraint who_acknowledges_says_why CHECK ((((acknowledged_at IS NULL) = (reason IS NULL)) AND ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))))
);
CREATE UNIQUE INDEX an_alarm_is_open_once ON public.alarm USING btree (program_id, kind, md5(detail)) WHERE (acknowledged_at IS NULL);

create table audit_log_position (
  program_id bigint not null,
  "position" bigint not null,
  constraint audit_log_position_pkey PRIMARY KEY (program_id)
);

create table bonus (
  program_id bigint not null,
  bonus_id text not null,
  from_event_id bigint not null,
  stopped_event_id bigint,
  definition jsonb not null,
  constraint bonus_pkey PRIMARY KEY (program_id, bonus_id)
);

create table bonus_award (
  program_id bigint not null,
  partner_id bigint not null,
  bonus_id text not null,
  period text not null,
  state text not null,
  event_id bigint,
  reached_at timestamp with time zone,
  constraint bonus_award_pkey PRIMARY KEY (program_id, partner_id, bonus_id, period)
);
CREATE INDEX bonuses_due ON public.bonus_award USING btree (program_id, partner_id) WHERE (state = 'due'::text);
CREATE INDEX bonuses_recorded ON public.bonus_award USING btree (program_id, event_id) WHERE (event_id IS NOT NULL);

create table checklist (
  program_id bigint not null,
  step text not null,
  is_test boolean not null,
  first_event_id bigint not null,
  first_seen_at timestamp(3) with time zone not null,
  constraint checklist_pkey PRIMARY KEY (program_id, step, is_test)
);

create table checkpoint (
  program_id bigint not null,
  number bigint not null,
  seq bigint not null,
  occasion text not null,
  has_books boolean not null,
  note text not null,
  made_at timestamp(3) with time zone not null,
  constraint checkpoints_are_numbered PRIMARY KEY (program_id, number),
  constraint a_checkpoint_has_an_occasion CHECK ((occasion = ANY (ARRAY['moved'::text, 'payout'::text, 'replay'::text, 'daily'::text])))
);
CREATE INDEX checkpoints_by_time ON public.checkpoint USING btree (made_at) WHERE (occasion = 'moved'::text);

create table checkpoint_delivery (
  program_id bigint not null,
  target text not null,
  sent_number bigint default 0 not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  failing_since timestamp(3) with time zone,
  fault text,
  constraint a_target_has_one_place_in_a_program PRIMARY KEY (program_id, target),
  constraint a_target_is_known CHECK ((target = ANY (ARRAY['folder'::text, 'bucket'::text, 'url'::text])))
);

create table checkpoint_place (
  program_id bigint not null,
  number bigint default 0 not null,
  seq bigint default 0 not null,
  revision bigint default 0 not null,
  made_at timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  books_at timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  access_change_id bigint default 0 not null,
  seen_changes bigint[] default '{}'::bigint[] not null,
  items jsonb default '{}'::jsonb not null,
  constraint a_program_has_one_place PRIMARY KEY (program_id)
);

create table click (
  program_id bigint not null,
  click_id text not null,
  event_id bigint not null,
  partner_id bigint not null,
  root_click_id text not null,
  current_click_id text not null,
  is_bot boolean not null,
  provisional_subject text,
  clicked_at timestamp(3) with time zone not null,
  revisits jsonb,
  sub_ids jsonb,
  signs jsonb,
  constraint click_pkey PRIMARY KEY (program_id, click_id)
);
CREATE INDEX click_by_sub_ids ON public.click USING gin (sub_ids jsonb_path_ops) WHERE (sub_ids IS NOT NULL);
CREATE INDEX clicks_of_a_partner ON public.click USING btree (partner_id, event_id) INCLUDE (is_bot);

create table closed_month (
  program_id bigint not null,
  event_id bigint not null,
  month text not null,
  totals jsonb not null,
  corrections jsonb not null,
  closed_at timestamp(3) with time zone not null,
  constraint an_event_closes_one_month PRIMARY KEY (program_id, event_id),
  constraint a_month_is_closed_once UNIQUE (program_id, month)
);

create table commission (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  amount_cents bigint not null,
  amount_at_sale_cents bigint not null,
  currency text not null,
  status text not null,
  stage text not null,
  hold_until timestamp(3) with time zone not null,
  terms jsonb,
  kind text default 'sale'::text not null,
  constraint a_sale_earns_one_commission PRIMARY KEY (program_id, sale_id),
  constraint a_commission_only_shrinks_until_it_is_paid CHECK (((stage = 'paid'::text) OR ((amount_cents >= 0) AND (amount_cents <= amount_at_sale_cents))))
);
CREATE INDEX commissions_of_month_tiers ON public.commission USING btree (program_id, sale_id) WHERE ((terms #>> '{tier,adjusted_cents}'::text[]) IS NOT NULL);
CREATE INDEX commissions_of_open_months ON public.commission USING btree (program_id, ((terms #>> '{tier,open_month}'::text[])) COLLATE "C", sale_id) WHERE ((terms #>> '{tier,open_month}'::text[]) IS NOT NULL);
CREATE INDEX commissions_of_recruiter ON public.commission USING btree (program_id, partner_id, ((sale_id - '4503599627370496'::bigint))) WHERE (kind = 'referral'::text);
CREATE INDEX commissions_of_recruiters ON public.commission USING btree (program_id, ((sale_id - '4503599627370496'::bigint))) WHERE (kind = 'referral'::text);
CREATE INDEX commissions_on_hold ON public.commission USING btree (hold_until, program_id, sale_id) WHERE ((stage = 'pending'::text) AND (status = ANY (ARRAY['pending'::text, 'refunded'::text])));
CREATE INDEX commissions_past_pending ON public.commission USING btree (program_id, status, sale_id) WHERE (status <> 'pending'::text);
CREATE INDEX commissions_to_pay ON public.commission USING btree (program_id, partner_id, currency, sale_id) WHERE ((stage = 'approved'::text) AND (status = ANY (ARRAY['approved'::text, 'refunded'::text])) AND (amount_cents > 0));
CREATE INDEX commissions_without_sale ON public.commission USING btree (program_id, sale_id) WHERE (kind <> 'sale'::text);
CREATE INDEX commissions_without_sale_of_partner ON public.commission USING btree (program_id, partner_id, sale_id) WHERE (kind <> 'sale'::text);

create table commission_forfeit (
  program_id bigint not null,
  sale_id bigint not null,
  partner_id bigint not null,
  cause text not null,
  event_id bigint not null,
  forfeited_at timestamp with time zone not null,
  constraint commission_forfeit_pkey PRIMARY KEY (program_id, sale_id, partner_id, cause)
);
CREATE INDEX commission_forfeit_partner ON public.commission_forfeit USING btree (program_id, partner_id, cause, sale_id);

create table commission_hold (
  program_id bigint not null,
  sale_id bigint not null,
  event_id bigint not null,
  reason text not null,
  partner_note text,
  held_at timestamp(3) with time zone not null,
  constraint a_commission_is_held_once PRIMARY KEY (program_id, sale_id)
);

create table connection (
  connection_id bigint generated always as identity not null,
  program_id bigint not null,
  provider text not null,
  livemode boolean not null,
  status text default 'active'::text not null,
  secrets_encrypted bytea[] not null,
  created_at timestamp(3) with time zone default now() not null,
  client_reference text,
  constraint connection_pkey PRIMARY KEY (connection_id),
  constraint a_client_reference_is_a_customer_or_a_click CHECK ((client_reference = ANY (ARRAY['customer_key'::text, 'click_id'::text]))),
  constraint a_connection_is_active_disabled_or_removed CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text, 'removed'::text]))),
  constraint a_removed_connection_keeps_no_secret CHECK (((cardinality(secrets_encrypted) >=
CASE status
    WHEN 'removed'::text THEN 0
    ELSE 1
END) AND (cardinality(secrets_encrypted) <=
CASE status
    WHEN 'removed'::text THEN 0
    ELSE 2
END)))
);
CREATE INDEX connections_of_a_program ON public.connection USING btree (program_id);
CREATE TRIGGER a_connection_change_is_kept AFTER INSERT OR UPDATE ON public.connection FOR EACH ROW WHEN ((NOT is_resealing())) EXECUTE FUNCTION keep_connection_change();

create table coupon (
  program_id bigint not null,
  name text not null,
  from_event_id bigint not null,
  code text not null,
  partner_id bigint,
  owned_from timestamp(3) with time zone not null,
  constraint a_code_changes_hands_by_an_event PRIMARY KEY (program_id, name, from_event_id)
);

create table customer (
  program_id bigint not null,
  customer_key text not null,
  partner_id bigint not null,
  click_id text,
  clicked_at timestamp(3) with time zone not null,
  is_provisional boolean not null,
  first_sale_id bigint,
  bound_at timestamp(3) with time zone not null,
  revisited_at timestamp(3) with time zone,
  other_claims jsonb,
  by_hand jsonb,
  constraint customer_pkey PRIMARY KEY (program_id, customer_key),
  constraint only_a_provisional_binding_has_claims CHECK (((other_claims IS NULL) OR is_provisional)) NOT VALID
);
CREATE INDEX customers_by_time ON public.customer USING btree (program_id, bound_at, customer_key);
CREATE INDEX customers_of_a_partner ON public.customer USING btree (partner_id, customer_key);

create table customer_email (
  program_id bigint not null,
  customer_key text not null,
  email_hash text not null,
  event_id bigint not null,
  constraint customer_email_pkey PRIMARY KEY (program_id, customer_key, email_hash)
);

create table delivery (
  program_id bigint not null,
  event_id bigint not null,
  connection_id bigint not null,
  provider text not null,
  provider_event_id text,
  provider_event_type text,
  adapter_version integer not null,
  received_at timestamp(3) with time zone not null,
  headers jsonb not null,
  body bytea not null,
  connection_livemode boolean,
  client_reference text,
  constraint a_delivery_makes_one_event PRIMARY KEY (program_id, event_id)
);
CREATE TRIGGER delivery_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.delivery FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();

create table delivery_day (
  program_id bigint not null,
  connection_id bigint not null,
  day date not null,
  deliveries bigint not null,
  longest_pause_seconds bigint not null,
  last_received_at timestamp(3) with time zone not null,
  last_event_id bigint not null,
  constraint delivery_day_pkey PRIMARY KEY (program_id, connection_id, day),
  constraint a_day_with_deliveries_has_one CHECK ((deliveries > 0)),
  constraint a_pause_is_not_negative CHECK ((longest_pause_seconds >= 0))
);

create table demo_program (
  program_id bigint not null,
  created_at timestamp with time zone default now() not null,
  removed_at timestamp with time zone,
  constraint demo_program_pkey PRIMARY KEY (program_id),
  constraint a_demo_is_removed_after_it_was_created CHECK ((removed_at >= created_at))
);

create table device_login (
  id text not null,
  device_code text not null,
  user_code text not null,
  user_id text,
  status text not null,
  client_id text,
  scope text,
  polling_interval integer,
  last_polled_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone not null,
  constraint device_login_pkey PRIMARY KEY (id),
  constraint device_login_device_code_uidx UNIQUE (device_code),
  constraint device_login_user_code_uidx UNIQUE (user_code),
  constraint device_login_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE
);
CREATE INDEX device_logins_by_end ON public.device_login USING btree (expires_at);

create table dispute (
  program_id bigint not null,
  sale_id bigint not null,
  dispute_id text not null,
  event_id bigint not null,
  amount_cents bigint not null,
  status text not null,
  received_at timestamp(3) with time zone not null,
  is_whole boolean,
  constraint dispute_pkey PRIMARY KEY (program_id, sale_id, dispute_id)
);
CREATE INDEX disputes_by_event ON public.dispute USING btree (program_id, event_id) WHERE (event_id > 0);

create table event (
  program_id bigint not null,
  seq bigint not null,
  id bigint not null,
  type text not null,
  schema_version smallint not null,
  source text not null,
  dedup_key text,
  is_test boolean not null,
  occurred_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  data jsonb not null,
  delivery_sha256 bytea,
  prev_hash bytea not null,
  hash bytea not null,
  constraint events_have_no_gaps PRIMARY KEY (program_id, seq),
  constraint an_id_names_one_event UNIQUE (program_id, id)
);
CREATE UNIQUE INDEX a_source_tells_an_event_once ON public.event USING btree (program_id, source, dedup_key) WHERE (dedup_key IS NOT NULL);
CREATE INDEX events_by_kind ON public.event USING btree (program_id, source, type, seq) WHERE (seq > 0);
CREATE INDEX events_of_a_payout ON public.event USING btree (program_id, (((data ->> 'payout_id'::text))::bigint), seq) WHERE (type = ANY (ARRAY['payout_approved'::text, 'payout_sending'::text, 'payout_progressed'::text, 'payout_recorded'::text, 'payout_failed'::text, 'payout_cancelled'::text, 'payout_returned'::text]));
CREATE INDEX imports_of_a_provider_customer ON public.event USING btree (program_id, ((data ->> 'provider_customer_id'::text)), seq) WHERE (type = ANY (ARRAY['customer_imported'::text, 'sale_imported'::text]));
CREATE INDEX readings_of_an_event ON public.event USING btree (program_id, (((data ->> 'event_id'::text))::bigint), seq) WHERE (type = ANY (ARRAY['delivery_reread'::text, 'delivery_retried'::text]));
CREATE INDEX tests_of_a_program ON public.event USING btree (program_id, seq) WHERE is_test;
CREATE TRIGGER event_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.event FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();

create table event_set_aside (
  program_id bigint not null,
  seq bigint not null,
  event jsonb not null,
  delivery jsonb,
  set_aside_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint event_set_aside_pkey PRIMARY KEY (program_id, seq, set_aside_at)
);

create table export_run (
  program_id bigint not null,
  export_id bigint not null,
  day date not null,
  status text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone default now() not null,
  leased_by text,
  leased_until timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  file text,
  row_count bigint,
  byte_count bigint,
  fault text,
  constraint export_run_pkey PRIMARY KEY (program_id, export_id, day),
  constraint an_export_run_has_a_status CHECK ((status = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
  constraint an_export_that_is_done_says_what_it_wrote CHECK (((status = 'done'::text) = (file IS NOT NULL))),
  constraint an_export_that_runs_has_a_lease CHECK (((status = 'running'::text) = (leased_until IS NOT NULL)))
);
CREATE INDEX export_runs_by_day ON public.export_run USING btree (day);
CREATE INDEX exports_to_write ON public.export_run USING btree (next_attempt_at) WHERE (status = ANY (ARRAY['waiting'::text, 'running'::text]));

create table export_schedule (
  program_id bigint not null,
  export_id bigint generated always as identity not null,
  list text not null,
  format text not null,
  target text not null,
  folder text,
  endpoint text,
  bucket text,
  region text,
  prefix text,
  access_key_id text,
  secret_encrypted bytea,
  status text default 'active'::text not null,
  first_day date default ((clock_timestamp() AT TIME ZONE 'UTC'::text))::date not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint export_schedule_pkey PRIMARY KEY (program_id, export_id),
  constraint a_bucket_has_an_address CHECK (((target = 's3'::text) = ((endpoint IS NOT NULL) AND (bucket IS NOT NULL) AND (region IS NOT NULL)))),
  constraint an_active_bucket_has_a_secret CHECK (((target <> 's3'::text) OR ((status = 'active'::text) = (secret_encrypted IS NOT NULL)))),
  constraint an_export_has_a_format CHECK ((format = ANY (ARRAY['csv'::text, 'ndjson'::text]))),
  constraint an_export_has_a_status CHECK ((status = ANY (ARRAY['active'::text, 'removed'::text]))),
  constraint an_export_has_a_target CHECK ((target = ANY (ARRAY['folder'::text, 's3'::text])))
);
CREATE TRIGGER an_export_change_is_kept AFTER INSERT OR DELETE OR UPDATE ON public.export_schedule FOR EACH ROW WHEN ((NOT is_resealing())) EXECUTE FUNCTION keep_export_change();

create table flag (
  program_id bigint not null,
  sale_id bigint not null,
  kind text not null,
  partner_id bigint not null,
  choice text not null,
  evidence jsonb not null,
  event_id bigint not null,
  flagged_at timestamp with time zone not null,
  resolved_as text,
  resolved_event_id bigint,
  resolved_at timestamp with time zone,
  constraint flag_pkey PRIMARY KEY (program_id, sale_id, kind, partner_id)
);
CREATE INDEX flags_of_event ON public.flag USING btree (program_id, event_id);
CREATE INDEX flags_of_partner ON public.flag USING btree (program_id, partner_id, sale_id);
CREATE INDEX flags_open ON public.flag USING btree (program_id, sale_id, kind) WHERE (resolved_as IS NULL);

create table hash_key (
  purpose text not null,
  key_encrypted bytea not null,
  made_at timestamp(3) with time zone default now() not null,
  constraint hash_key_pkey PRIMARY KEY (purpose),
  constraint a_hash_key_has_a_purpose CHECK ((purpose = ANY (ARRAY['email'::text, 'reference'::text, 'idempotency'::text])))
);

create table idempotency_key (
  caller text not null,
  key text not null,
  fingerprint text not null,
  made_ids bigint[] not null,
  answer text,
  claimed_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint idempotency_key_pkey PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_by_age ON public.idempotency_key USING btree (claimed_at);

create table identity (
  program_id bigint not null,
  identity text not null,
  partner_id bigint not null,
  click_id text,
  clicked_at timestamp(3) with time zone not null,
  customer_key text,
  revisited_at timestamp(3) with time zone,
  constraint identity_pkey PRIMARY KEY (program_id, identity)
);
CREATE INDEX customers_without_key ON public.identity USING btree (program_id, COALESCE(revisited_at, clicked_at), identity) WHERE ((customer_key IS NULL) AND (identity ~~ 'payer:%'::text));

create table import_partner (
  program_id bigint not null,
  tool text not null,
  external_id text not null,
  partner_id bigint not null,
  constraint a_tools_partner_is_one_of_ours PRIMARY KEY (program_id, tool, external_id)
);

create table import_run (
  import_id bigint generated always as identity not null,
  program_id bigint not null,
  tool text not null,
  is_applied boolean not null,
  status text default 'running'::text not null,
  started_by text not null,
  started_at timestamp(3) with time zone default now() not null,
  updated_at timestamp(3) with time zone default now() not null,
  finished_at timestamp(3) with time zone,
  report jsonb not null,
  constraint import_run_pkey PRIMARY KEY (import_id),
  constraint an_import_runs_or_has_ended CHECK ((status = ANY (ARRAY['running'::text, 'finished'::text, 'failed'::text]))),
  constraint an_import_that_ended_says_when CHECK (((status = 'running'::text) = (finished_at IS NULL)))
);
CREATE INDEX imports_of_a_program ON public.import_run USING btree (program_id, import_id);

create table invoice (
  program_id bigint not null,
  partner_id bigint not null,
  sequence integer not null,
  number text not null,
  kind text not null,
  payout_id bigint not null,
  corrects integer,
  currency text not null,
  net_cents bigint not null,
  vat_cents bigint not null,
  gross_cents bigint not null,
  vat_treatment text not null,
  issued_at timestamp(3) with time zone default clock_timestamp() not null,
  content_encrypted bytea,
  constraint invoice_pkey PRIMARY KEY (program_id, partner_id, sequence),
  constraint a_credit_note_corrects_an_invoice CHECK (((kind = 'credit_note'::text) = (corrects IS NOT NULL))),
  constraint a_payout_has_one_document_of_a_kind UNIQUE (program_id, payout_id, kind),
  constraint a_vat_treatment_is_known CHECK ((vat_treatment = ANY (ARRAY['reverse_charge'::text, 'domestic'::text, 'outside_eu'::text, 'not_charged'::text]))),
  constraint an_invoice_kind_is_known CHECK ((kind = ANY (ARRAY['invoice'::text, 'credit_note'::text]))),
  constraint an_invoice_number_is_given_once UNIQUE (program_id, number),
  constraint vat_and_net_are_gross CHECK (((net_cents + vat_cents) = gross_cents))
);
CREATE TRIGGER an_invoice_erasure_is_kept AFTER UPDATE ON public.invoice FOR EACH ROW WHEN (((new.content_encrypted IS NULL) AND (old.content_encrypted IS NOT NULL))) EXECUTE FUNCTION keep_invoice_erasure();
CREATE TRIGGER an_issued_invoice_stays BEFORE DELETE OR UPDATE ON public.invoice FOR EACH ROW EXECUTE FUNCTION refuse_change_of_an_invoice();
CREATE TRIGGER invoice_numbers_have_no_gap BEFORE INSERT ON public.invoice FOR EACH ROW EXECUTE FUNCTION check_invoice_number();

create table job_lease (
  name text not null,
  holder text not null,
  epoch bigint not null,
  expires_at timestamp(3) with time zone not null,
  constraint job_lease_pkey PRIMARY KEY (name)
);

create table job_run (
  job text not null,
  cron text not null,
  due_at timestamp(3) with time zone not null,
  constraint job_run_pkey PRIMARY KEY (job)
);

create table lead (
  program_id bigint not null,
  subject text not null,
  event_name text not null,
  lead_id bigint not null,
  click_id text,
  partner_id bigint not null,
  customer_key text,
  is_provisional boolean not null,
  reported_at timestamp(3) with time zone not null,
  constraint lead_pkey PRIMARY KEY (program_id, subject, event_name)
);
CREATE INDEX leads_by_id ON public.lead USING btree (program_id, lead_id);
CREATE INDEX leads_of_a_click ON public.lead USING btree (program_id, click_id, lead_id) WHERE (lead_id > 0);
CREATE INDEX leads_of_a_partner ON public.lead USING btree (partner_id, lead_id);

create table line_correction (
  program_id bigint not null,
  event_id bigint not null,
  line_event_id bigint not null,
  sale_id bigint not null,
  kind text not null,
  commission_currency text not null,
  month text not null,
  corrects text,
  corrected_at timestamp(3) with time zone not null,
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
  constraint an_event_corrects_a_line_once PRIMARY KEY (program_id, event_id, line_event_id, sale_id, kind, commission_currency),
  constraint a_corrected_line_was_or_is CHECK (((was_partner_id IS NOT NULL) OR (now_partner_id IS NOT NULL))),
  constraint line_correction_kind_check CHECK ((kind = ANY (ARRAY['sale'::text, 'change'::text, 'taken_back'::text, 'restated'::text])))
);
CREATE INDEX corrections_of_a_line ON public.line_correction USING btree (line_event_id, sale_id, kind, commission_currency, event_id);

create table mail_count (
  counted text not null,
  period text not null,
  begins_at timestamp(3) with time zone not null,
  mails integer not null,
  constraint mail_count_pkey PRIMARY KEY (counted, period, begins_at),
  constraint a_count_has_mails CHECK ((mails > 0)),
  constraint mails_are_counted_by_hour_or_day CHECK ((period = ANY (ARRAY['hour'::text, 'day'::text])))
);
CREATE INDEX mail_counts_by_time ON public.mail_count USING btree (begins_at);

create table manual_attribution (
  program_id bigint not null,
  payment_id bigint not null,
  event_id bigint not null,
  state text not null,
  given jsonb,
  evidence jsonb,
  hidden jsonb,
  reports jsonb not null,
  decided_at timestamp(3) with time zone,
  constraint a_payment_is_decided_by_hand_once PRIMARY KEY (program_id, payment_id),
  constraint what_is_given_is_given_to_somebody CHECK (((state = 'given'::text) = (given IS NOT NULL)))
);

create table notice (
  program_id bigint not null,
  notice_id bigint generated always as identity not null,
  kind text not null,
  cause text not null,
  facts jsonb not null,
  found_at timestamp(3) with time zone default now() not null,
  constraint notice_pkey PRIMARY KEY (program_id, notice_id),
  constraint a_cause_is_told_once UNIQUE (program_id, kind, cause)
);
CREATE INDEX notices_by_time ON public.notice USING btree (found_at);

create table notice_channel (
  program_id bigint not null,
  channel_id bigint generated always as identity not null,
  name text not null,
  url_encrypted bytea,
  host text not null,
  kinds text[] not null,
  status text default 'active'::text not null,
  paused_because text,
  created_at timestamp(3) with time zone default now() not null,
  constraint notice_channel_pkey PRIMARY KEY (program_id, channel_id),
  constraint a_channel_has_a_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'removed'::text]))),
  constraint a_removed_channel_keeps_no_address CHECK (((status = 'removed'::text) = (url_encrypted IS NULL))),
  constraint what_is_paused_says_why CHECK (((status = 'paused'::text) = (paused_because IS NOT NULL)))
);
CREATE INDEX active_notice_channels ON public.notice_channel USING btree (program_id, channel_id) WHERE (status = 'active'::text);
CREATE TRIGGER a_channel_change_is_kept AFTER INSERT OR DELETE OR UPDATE ON public.notice_channel FOR EACH ROW WHEN ((NOT is_resealing())) EXECUTE FUNCTION keep_channel_change();

create table notice_choice (
  program_id bigint not null,
  user_id text not null,
  kind text not null,
  is_on boolean not null,
  chosen_at timestamp(3) with time zone default now() not null,
  constraint notice_choice_pkey PRIMARY KEY (program_id, user_id, kind),
  constraint notice_choice_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE
);
CREATE INDEX notice_choices_of_an_account ON public.notice_choice USING btree (user_id);

create table notice_letter (
  program_id bigint not null,
  notice_id bigint not null,
  recipient text not null,
  status text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone default now() not null,
  leased_until timestamp(3) with time zone,
  fault text,
  ended_at timestamp(3) with time zone,
  constraint notice_letter_pkey PRIMARY KEY (program_id, notice_id, recipient),
  constraint a_letter_has_a_status CHECK ((status = ANY (ARRAY['pending'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unclear'::text, 'dropped'::text]))),
  constraint only_what_is_sent_now_has_a_lease CHECK (((status = 'sending'::text) = (leased_until IS NOT NULL))),
  constraint what_has_ended_says_when CHECK (((status = ANY (ARRAY['pending'::text, 'sending'::text])) = (ended_at IS NULL)))
);
CREATE INDEX letters_being_sent ON public.notice_letter USING btree (leased_until) WHERE (status = 'sending'::text);
CREATE INDEX letters_to_send ON public.notice_letter USING btree (next_attempt_at) WHERE (status = 'pending'::text);

create table operator_account (
  user_id text not null,
  since timestamp(3) with time zone default clock_timestamp() not null,
  constraint operator_account_pkey PRIMARY KEY (user_id),
  constraint operator_account_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE
);

create table operator_change (
  change_id bigint generated always as identity not null,
  user_id text not null,
  email text not null,
  change text not null,
  changed_at timestamp(3) with time zone default clock_timestamp() not null,
  constraint operator_change_pkey PRIMARY KEY (change_id),
  constraint an_operator_is_made_or_ended CHECK ((change = ANY (ARRAY['first_account'::text, 'link'::text, 'ended'::text])))
);
CREATE TRIGGER an_operator_change_is_kept AFTER INSERT ON public.operator_change FOR EACH ROW EXECUTE FUNCTION keep_operator_change();
CREATE TRIGGER operator_change_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.operator_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();

create table operator_link (
  link_id bigint generated always as identity not null,
  secret_hash bytea not null,
  only_first boolean not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  used_by text,
  constraint operator_link_pkey PRIMARY KEY (link_id),
  constraint operator_link_secret_hash_key UNIQUE (secret_hash)
);

create table outbound_attempt (
  program_id bigint not null,
  endpoint_id bigint not null,
  message_no bigint not null,
  attempt_no bigint generated always as identity not null,
  attempted_at timestamp(3) with time zone not null,
  milliseconds integer not null,
  status_code integer,
  fault text,
  response text,
  next_attempt_at timestamp(3) with time zone,
  constraint outbound_attempt_pkey PRIMARY KEY (program_id, endpoint_id, message_no, attempt_no)
);
CREATE INDEX attempts_by_time ON public.outbound_attempt USING btree (attempted_at);

create table outbound_correction (
  program_id bigint not null,
  run_id bigint not null,
  seq bigint not null,
  first_change_id bigint not null,
  last_change_id bigint not null,
  constraint outbound_correction_pkey PRIMARY KEY (program_id, last_change_id)
);
CREATE INDEX corrections_of_a_run ON public.outbound_correction USING btree (run_id);

create table outbound_endpoint (
  program_id bigint not null,
  endpoint_id bigint generated always as identity not null,
  partner_id bigint,
  kind text default 'webhook'::text not null,
  url text not null,
  description text,
  event_types text[] not null,
  payload text default 'full'::text not null,
  secrets_encrypted bytea[] not null,
  old_secret_until timestamp(3) with time zone,
  status text default 'active'::text not null,
  paused_because text,
  paused_at timestamp(3) with time zone,
  "position" bigint not null,
  failing_since timestamp(3) with time zone,
  failures integer default 0 not null,
  last_delivered_at timestamp(3) with time zone,
  next_attempt_at timestamp(3) with time zone,
  leased_by text,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  corrected_to bigint default 0 not null,
  credentials_encrypted bytea,
  constraint outbound_endpoint_pkey PRIMARY KEY (program_id, endpoint_id),
  constraint an_endpoint_has_a_kind CHECK ((kind = ANY (ARRAY['webhook'::text, 'nats'::text, 'sqs'::text, 'postback_get'::text, 'postback_post'::text]))),
  constraint an_endpoint_has_a_payload CHECK ((payload = ANY (ARRAY['thin'::text, 'full'::text]))),
  constraint an_endpoint_has_a_status CHECK ((status = ANY (ARRAY['active'::text, 'paused'::text, 'removed'::text]))),
  constraint an_endpoint_has_at_most_two_secrets CHECK ((cardinality(secrets_encrypted) <= 2)),
  constraint only_brokers_have_credentials CHECK (((credentials_encrypted IS NULL) OR (kind = ANY (ARRAY['nats'::text, 'sqs'::text])))),
  constraint what_is_paused_says_why CHECK (((status = 'paused'::text) = (paused_because IS NOT NULL)))
);
CREATE INDEX active_endpoints ON public.outbound_endpoint USING btree (program_id, endpoint_id) WHERE (status = 'active'::text);
CREATE TRIGGER a_new_endpoint_is_kept AFTER INSERT OR DELETE ON public.outbound_endpoint FOR EACH ROW EXECUTE FUNCTION keep_endpoint_change();
CREATE TRIGGER an_endpoint_change_is_kept AFTER UPDATE OF url, kind, event_types, payload, secrets_encrypted, credentials_encrypted, status ON public.outbound_endpoint FOR EACH ROW WHEN ((NOT is_resealing())) EXECUTE FUNCTION keep_endpoint_change();

create table outbound_message (
  program_id bigint not null,
  endpoint_id bigint not null,
  message_no bigint generated always as identity not null,
  message_id text not null,
  type text not null,
  subject text not null,
  seq bigint,
  body text not null,
  status text default 'pending'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp(3) with time zone default now() not null,
  made_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  constraint outbound_message_pkey PRIMARY KEY (program_id, endpoint_id, message_no),
  constraint a_message_has_a_status CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))),
  constraint a_message_is_made_once_for_an_endpoint UNIQUE (program_id, endpoint_id, message_id),
  constraint what_is_pending_has_not_ended CHECK (((status = 'pending'::text) = (ended_at IS NULL)))
);
CREATE INDEX messages_by_end ON public.outbound_message USING btree (ended_at) WHERE (status <> 'pending'::text);
CREATE INDEX messages_to_send ON public.outbound_message USING btree (program_id, endpoint_id, message_no) WHERE (status = 'pending'::text);

create table outcome (
  program_id bigint not null,
  event_id bigint not null,
  outcome text not null,
  reason text,
  refers_to bigint,
  detail jsonb,
  constraint outcome_pkey PRIMARY KEY (program_id, event_id)
);
CREATE INDEX events_that_need_an_operator ON public.outcome USING btree (program_id, outcome, event_id) WHERE (outcome = ANY (ARRAY['failed'::text, 'parked'::text]));
CREATE INDEX events_that_were_set_aside ON public.outcome USING btree (program_id, outcome, event_id) WHERE (outcome = ANY (ARRAY['ignored'::text, 'duplicate'::text, 'expired'::text]));
CREATE INDEX outcomes_by_reference ON public.outcome USING btree (program_id, refers_to, event_id) WHERE (refers_to > 0);

create table parked (
  program_id bigint not null,
  wait_key text not null,
  event_id bigint not null,
  constraint parked_pkey PRIMARY KEY (program_id, wait_key, event_id)
);

create table partner (
  program_id bigint not null,
  partner_id bigint not null,
  name text not null,
  code text not null,
  status text not null,
  joined_at timestamp(3) with time zone not null,
  group_moves jsonb,
  ban jsonb,
  accepted jsonb,
  emails jsonb,
  recruited_by bigint,
  recruited_event_id bigint,
  alike jsonb,
  constraint partner_pkey PRIMARY KEY (program_id, partner_id)
);
CREATE INDEX recruits ON public.partner USING btree (program_id, recruited_by) WHERE (recruited_by IS NOT NULL);

create table partner_activity (
  program_id bigint not null,
  partner_id bigint not null,
  sale_days jsonb,
  lead_times jsonb,
  constraint partner_activity_pkey PRIMARY KEY (program_id, partner_id)
);

create table partner_address (
  program_id bigint not null,
  partner_id bigint not null,
  digest text not null,
  seen_at timestamp(3) with time zone default now() not null,
  constraint partner_address_pkey PRIMARY KEY (program_id, partner_id, digest)
);
CREATE INDEX partner_addresses_by_digest ON public.partner_address USING btree (program_id, digest);
CREATE INDEX partner_addresses_by_time ON public.partner_address USING btree (seen_at);

create table partner_application (
  application_id bigint generated always as identity not null,
  program_id bigint not null,
  name text not null,
  code text not null,
  email_hash text not null,
  email_encrypted bytea not null,
  status text default 'pending'::text not null,
  partner_id bigint,
  applied_at timestamp(3) with time zone default now() not null,
  decided_at timestamp(3) with time zone,
  group_id text,
  language text,
  recruited_by bigint,
  answers_encrypted bytea,
  constraint partner_application_pkey PRIMARY KEY (application_id),
  constraint an_address_applies_once UNIQUE (program_id, email_hash),
  constraint an_application_has_a_status CHECK ((status = ANY (ARRAY['pending'::text, 'approved'::text, 'declined'::text]))),
  constraint what_is_approved_has_a_partner CHECK (((status = 'approved'::text) = (partner_id IS NOT NULL))),
  constraint what_is_decided_has_a_time CHECK (((status = 'pending'::text) = (decided_at IS NULL)))
);
CREATE INDEX partner_applications_by_address ON public.partner_application USING btree (email_hash);

create table partner_code (
  code text not null,
  program_id bigint not null,
  partner_id bigint not null,
  is_near_another boolean default false not null,
  constraint partner_code_pkey PRIMARY KEY (code)
);
CREATE UNIQUE INDEX a_partner_code_is_unique_whatever_its_case ON public.partner_code USING btree (lower((code COLLATE "C"))) WHERE (NOT is_near_another);

create table partner_email (
  program_id bigint not null,
  partner_id bigint not null,
  email_hash text not null,
  email_encrypted bytea not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint a_partner_has_one_address PRIMARY KEY (program_id, partner_id),
  constraint an_address_is_one_partner_of_a_program UNIQUE (program_id, email_hash)
);
CREATE INDEX partner_emails_by_address ON public.partner_email USING btree (email_hash);
CREATE TRIGGER an_address_change_is_kept AFTER INSERT OR DELETE OR UPDATE ON public.partner_email FOR EACH ROW WHEN ((NOT is_resealing())) EXECUTE FUNCTION keep_partner_change('partner_email_set', 'partner_email_removed');

create table partner_group (
  program_id bigint not null,
  group_id text not null,
  from_event_id bigint not null,
  settings jsonb not null,
  constraint partner_group_pkey PRIMARY KEY (program_id, group_id, from_event_id)
);

create table partner_links_revoked (
  program_id bigint not null,
  partner_id bigint not null,
  made_before timestamp(3) with time zone not null,
  constraint partner_links_revoked_pkey PRIMARY KEY (program_id, partner_id)
);
CREATE TRIGGER revoked_links_are_kept AFTER INSERT OR UPDATE ON public.partner_links_revoked FOR EACH ROW EXECUTE FUNCTION keep_partner_change('partner_links_revoked');

create table partner_policy (
  program_id bigint not null,
  holder text not null,
  product_id text not null,
  from_event_id bigint not null,
  commission jsonb,
  constraint partner_policy_pkey PRIMARY KEY (program_id, holder, product_id, from_event_id)
);

create table partner_session (
  digest text not null,
  email_hash text not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  constraint partner_session_pkey PRIMARY KEY (digest)
);
CREATE INDEX partner_sessions_by_time ON public.partner_session USING btree (expires_at);

create table partner_sign_in_link (
  digest text not null,
  email_hash text not null,
  sign_up_encrypted bytea,
  expires_at timestamp(3) with time zone not null,
  constraint partner_sign_in_link_pkey PRIMARY KEY (digest)
);
CREATE INDEX partner_sign_in_links_by_time ON public.partner_sign_in_link USING btree (expires_at);

create table partner_tax (
  program_id bigint not null,
  partner_id bigint not null,
  form text not null,
  country text not null,
  signed_on date not null,
  valid_until date,
  details_encrypted bytea not null,
  digest text not null,
  given_at timestamp(3) with time zone default clock_timestamp() not null,
  vat_status text,
  vat_checked_at timestamp(3) with time zone,
  vat_attempts integer default 0 not null,
  constraint partner_tax_pkey PRIMARY KEY (program_id, partner_id),
  constraint a_tax_form_is_known CHECK ((form = ANY (ARRAY['w9'::text, 'w8ben'::text, 'w8bene'::text]))),
  constraint a_vat_status_is_known CHECK ((vat_status = ANY (ARRAY['unchecked'::text, 'valid'::text, 'invalid'::text])))
);
CREATE INDEX vat_ids_to_check ON public.partner_tax USING btree (vat_checked_at NULLS FIRST) WHERE (vat_status = 'unchecked'::text);
CREATE TRIGGER a_tax_change_is_kept AFTER INSERT OR DELETE ON public.partner_tax FOR EACH ROW EXECUTE FUNCTION keep_tax_change();
CREATE TRIGGER other_tax_details_are_kept AFTER UPDATE OF digest ON public.partner_tax FOR EACH ROW EXECUTE FUNCTION keep_tax_change();

create table payment_alias (
  program_id bigint not null,
  alias text not null,
  payment_id bigint not null,
  constraint a_name_means_one_payment PRIMARY KEY (program_id, alias)
);

create table payment_reference (
  program_id bigint not null,
  reference text not null,
  event_id bigint not null,
  customer_key text,
  click_id text,
  amount_cents bigint,
  currency text,
  product_id text,
  paid_cents bigint not null,
  counted_sale_ids jsonb not null,
  constraint a_reference_names_one_order PRIMARY KEY (program_id, reference)
);

create table payout (
  program_id bigint not null,
  payout_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  amount_cents bigint not null,
  item_count integer not null,
  status text not null,
  method text,
  reference text,
  created_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  withdrawn_at timestamp(3) with time zone,
  exported_at timestamp(3) with time zone,
  approvals jsonb,
  rail text,
  attempt integer,
  rail_id text,
  sending_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  rail_fee_cents bigint,
  rail_fee_currency text,
  exchange_rate text,
  constraint payout_pkey PRIMARY KEY (program_id, payout_id),
  constraint payout_status_check CHECK ((status = ANY (ARRAY['created'::text, 'sending'::text, 'sent'::text, 'unclaimed'::text, 'paid'::text, 'failed'::text, 'cancelled'::text, 'returned'::text])))
);
CREATE INDEX payouts_by_currency ON public.payout USING btree (program_id, currency, payout_id) WHERE (payout_id > 0);
CREATE INDEX payouts_by_status ON public.payout USING btree (program_id, status, payout_id) WHERE (payout_id > 0);
CREATE INDEX payouts_of_a_partner ON public.payout USING btree (partner_id, payout_id);
CREATE INDEX payouts_to_approve ON public.payout USING btree (program_id, payout_id) WHERE ((status = 'created'::text) AND (approvals IS NOT NULL));

create table payout_attempt (
  program_id bigint not null,
  payout_id bigint not null,
  attempt integer not null,
  rail text not null,
  key text not null,
  is_sandbox boolean not null,
  committed_at timestamp(3) with time zone default now() not null,
  first_request_at timestamp(3) with time zone,
  is_uncertain boolean default false not null,
  unclear_since timestamp(3) with time zone,
  fault text,
  fault_count integer default 0 not null,
  rail_id text,
  next_look_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  constraint payout_attempt_pkey PRIMARY KEY (program_id, payout_id, attempt)
);
CREATE INDEX attempts_by_rail_id ON public.payout_attempt USING btree (program_id, rail_id) WHERE (rail_id IS NOT NULL);
CREATE INDEX attempts_to_look_at ON public.payout_attempt USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX unclear_attempts ON public.payout_attempt USING btree (unclear_since) WHERE (unclear_since IS NOT NULL);

create table payout_item (
  program_id bigint not null,
  sale_id bigint not null,
  payout_id bigint not null,
  partner_id bigint not null,
  currency text not null,
  amount_cents bigint not null,
  status text not null,
  constraint a_payout_pays_once_for_a_sale PRIMARY KEY (program_id, sale_id, payout_id),
  constraint payout_item_status_check CHECK ((status = ANY (ARRAY['created'::text, 'paid'::text, 'cancelled'::text, 'returned'::text])))
);
CREATE INDEX items_of_a_payout ON public.payout_item USING btree (payout_id, sale_id);

create table payout_rail (
  program_id bigint not null,
  rail text not null,
  is_chosen boolean default false not null,
  is_sandbox boolean not null,
  credentials_encrypted bytea not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint payout_rail_pkey PRIMARY KEY (program_id, rail),
  constraint payout_rail_is_known CHECK ((rail = ANY (ARRAY['paypal'::text, 'stripe'::text, 'wise'::text])))
);
CREATE UNIQUE INDEX one_rail_is_chosen ON public.payout_rail USING btree (program_id) WHERE is_chosen;
CREATE TRIGGER a_rail_change_is_kept AFTER INSERT OR DELETE OR UPDATE ON public.payout_rail FOR EACH ROW WHEN ((NOT is_resealing())) EXECUTE FUNCTION keep_rail_change();

create table payout_recipient (
  program_id bigint not null,
  partner_id bigint not null,
  recipient_encrypted bytea not null,
  updated_at timestamp(3) with time zone default now() not null,
  constraint a_partner_is_paid_in_one_place PRIMARY KEY (program_id, partner_id)
);
CREATE TRIGGER a_recipient_change_is_kept AFTER INSERT OR DELETE OR UPDATE ON public.payout_recipient FOR EACH ROW WHEN ((NOT is_resealing())) EXECUTE FUNCTION keep_partner_change('recipient_set', 'recipient_removed');

create table payout_request (
  program_id bigint not null,
  payout_id bigint not null,
  request_id bigint generated always as identity not null,
  attempt integer not null,
  kind text not null,
  began_at timestamp(3) with time zone default now() not null,
  ended_at timestamp(3) with time zone,
  exchanges jsonb default '[]'::jsonb not null,
  conclusion text,
  constraint payout_request_pkey PRIMARY KEY (program_id, payout_id, request_id)
);

create table payout_run (
  program_id bigint not null,
  month text not null,
  currency text not null,
  group_id text not null,
  started_at timestamp(3) with time zone not null,
  ended_at timestamp(3) with time zone,
  after_partner_id bigint not null,
  payouts bigint not null,
  amount_cents text not null,
  left_out bigint not null,
  constraint a_month_is_run_once PRIMARY KEY (program_id, month, currency, group_id)
);

create table platform_fee (
  program_id bigint not null,
  sale_id bigint not null,
  amount_cents bigint not null,
  amount_at_sale_cents bigint not null,
  currency text not null,
  removed_by bigint,
  taken_by_word_cents bigint,
  kept_against_word_cents bigint,
  words jsonb,
  constraint a_sale_costs_one_fee PRIMARY KEY (program_id, sale_id),
  constraint a_fee_only_shrinks CHECK (((amount_cents >= 0) AND (amount_cents <= amount_at_sale_cents))),
  constraint a_word_takes_or_is_kept_against CHECK (((taken_by_word_cents IS NULL) OR (kept_against_word_cents IS NULL))),
  constraint words_say_what_they_took CHECK (((words IS NULL) = ((taken_by_word_cents IS NULL) AND (kept_against_word_cents IS NULL))))
);
CREATE INDEX fees_by_word ON public.platform_fee USING btree (program_id, sale_id) WHERE (words IS NOT NULL);

create table policy (
  program_id bigint not null,
  product_id text not null,
  from_event_id bigint not null,
  commission jsonb,
  constraint policy_pkey PRIMARY KEY (program_id, product_id, from_event_id)
);

create table program (
  program_id bigint not null,
  workspace_id bigint not null,
  name text not null,
  status text not null,
  created_at timestamp(3) with time zone not null,
  closed_until timestamp(3) with time zone,
  owns_coupons boolean default false not null,
  uses_terms boolean default false not null,
  has_forfeits boolean default false not null,
  agreement jsonb,
  uses_bonuses boolean default false not null,
  constraint program_pkey PRIMARY KEY (program_id)
);
CREATE INDEX programs_of_a_workspace ON public.program USING btree (workspace_id, program_id);

create table program_head (
  program_id bigint not null,
  seq bigint default 0 not null,
  hash bytea not null,
  received_at timestamp(3) with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  projected_seq bigint default 0 not null,
  projector_version integer not null,
  revision bigint default 0 not null,
  constraint program_head_pkey PRIMARY KEY (program_id),
  constraint books_never_run_ahead_of_the_log CHECK ((projected_seq <= seq))
);

create table program_key (
  program_id bigint not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp(3) with time zone default now() not null,
  flagged_at timestamp(3) with time zone,
  rotate_by timestamp(3) with time zone,
  constraint program_key_pkey PRIMARY KEY (program_id),
  constraint a_deadline_comes_after_its_flag CHECK ((rotate_by > flagged_at)),
  constraint a_flag_has_a_deadline CHECK (((flagged_at IS NULL) = (rotate_by IS NULL))),
  constraint a_key_opens_one_program UNIQUE (key_hash)
);
CREATE INDEX flagged_program_keys ON public.program_key USING btree (program_id) WHERE (flagged_at IS NOT NULL);
CREATE TRIGGER a_key_change_is_kept AFTER UPDATE ON public.program_key FOR EACH ROW EXECUTE FUNCTION keep_key_change();

create table program_key_caller (
  program_id bigint not null,
  key_hash bytea not null,
  address text not null,
  client text not null,
  calls bigint not null,
  last_called_at timestamp(3) with time zone not null,
  constraint program_key_caller_pkey PRIMARY KEY (program_id, key_hash, address, client),
  constraint a_caller_has_calls CHECK ((calls > 0))
);
CREATE INDEX program_key_callers_by_time ON public.program_key_caller USING btree (last_called_at);

create table program_key_use (
  program_id bigint not null,
  key_hash bytea not null,
  day date not null,
  calls bigint not null,
  last_used_at timestamp(3) with time zone not null,
  constraint program_key_use_pkey PRIMARY KEY (program_id, key_hash, day),
  constraint a_day_of_use_has_calls CHECK ((calls > 0))
);
CREATE INDEX program_key_use_by_day ON public.program_key_use USING btree (day);

create table program_settings (
  program_id bigint not null,
  from_event_id bigint not null,
  settings jsonb not null,
  constraint program_settings_pkey PRIMARY KEY (program_id, from_event_id)
);
CREATE INDEX settings_with_payout_schedules ON public.program_settings USING btree (program_id, from_event_id) WHERE (settings ? 'payout_schedules'::text);

create table provider_account (
  connection_id bigint not null,
  api_key_encrypted bytea not null,
  api_key_set_at timestamp(3) with time zone default now() not null,
  reconciled_until timestamp(3) with time zone,
  claimed_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  fault text,
  endpoint_id text,
  connecting_since timestamp(3) with time zone,
  constraint provider_account_pkey PRIMARY KEY (connection_id),
  constraint an_account_belongs_to_its_connection FOREIGN KEY (connection_id) REFERENCES connection(connection_id) ON DELETE CASCADE
);
CREATE TRIGGER a_new_api_key_is_kept AFTER INSERT OR DELETE ON public.provider_account FOR EACH ROW EXECUTE FUNCTION keep_api_key_change();
CREATE TRIGGER another_api_key_is_kept AFTER UPDATE OF api_key_encrypted ON public.provider_account FOR EACH ROW WHEN (((new.api_key_encrypted <> old.api_key_encrypted) AND (NOT is_resealing()))) EXECUTE FUNCTION keep_api_key_change();

create table provider_discount (
  program_id bigint not null,
  discount_id bigint generated always as identity not null,
  partner_id bigint not null,
  connection_id bigint not null,
  group_id text,
  code text,
  codes_tried integer default 0 not null,
  terms jsonb not null,
  key text not null,
  author text,
  status text default 'making'::text not null,
  provider_id text,
  is_active boolean default false not null,
  fault text,
  fault_count integer default 0 not null,
  failing_since timestamp(3) with time zone,
  created_at timestamp(3) with time zone default now() not null,
  next_look_at timestamp(3) with time zone,
  leased_until timestamp(3) with time zone,
  constraint provider_discount_pkey PRIMARY KEY (program_id, discount_id),
  constraint a_discount_has_a_status CHECK ((status = ANY (ARRAY['making'::text, 'made'::text, 'removed'::text, 'failed'::text])))
);
CREATE INDEX discounts_of_a_partner ON public.provider_discount USING btree (program_id, partner_id);
CREATE INDEX discounts_to_look_at ON public.provider_discount USING btree (next_look_at) WHERE (next_look_at IS NOT NULL);
CREATE INDEX failing_discounts ON public.provider_discount USING btree (failing_since) WHERE (failing_since IS NOT NULL);
CREATE UNIQUE INDEX one_discount_has_a_code ON public.provider_discount USING btree (program_id, upper(code)) WHERE ((code IS NOT NULL) AND (status = ANY (ARRAY['making'::text, 'made'::text])));

create table refund (
  program_id bigint not null,
  sale_id bigint not null,
  refund_key text not null,
  event_id bigint not null,
  amount_cents bigint not null,
  has_failed boolean not null,
  reason text,
  source text not null,
  received_at timestamp(3) with time zone not null,
  failed_event_id bigint,
  call_event_id bigint,
  provider_cents bigint,
  constraint refund_pkey PRIMARY KEY (program_id, sale_id, refund_key)
);
CREATE INDEX refunds_by_event ON public.refund USING btree (program_id, event_id, sale_id) WHERE (event_id > 0);

create table refused_delivery (
  program_id bigint not null,
  connection_id bigint not null,
  hour timestamp(3) with time zone not null,
  deliveries bigint not null,
  last_fault text not null,
  constraint refused_delivery_pkey PRIMARY KEY (program_id, connection_id, hour)
);
CREATE INDEX refused_deliveries_by_hour ON public.refused_delivery USING btree (hour);

create table replay_change (
  program_id bigint not null,
  run_id bigint not null,
  change_id bigint generated always as identity not null,
  book text not null,
  row_key jsonb not null,
  before jsonb,
  after jsonb,
  changed_at timestamp(3) with time zone default now() not null,
  constraint replay_change_pkey PRIMARY KEY (program_id, run_id, book, row_key),
  constraint a_change_changes_something CHECK ((before IS DISTINCT FROM after)),
  constraint replay_change_run_id_fkey FOREIGN KEY (run_id) REFERENCES replay_run(run_id)
);
CREATE INDEX changes_of_a_run ON public.replay_change USING btree (run_id, change_id);
CREATE TRIGGER replay_change_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.replay_change FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_the_log();
CREATE TRIGGER young_replay_changes_are_kept BEFORE DELETE ON public.replay_change FOR EACH ROW EXECUTE FUNCTION keep_young_replay_changes();

create table replay_difference (
  run_id bigint not null,
  program_id bigint not null,
  row_number integer not null,
  book text not null,
  row_key jsonb not null,
  before jsonb,
  after jsonb,
  constraint replay_difference_pkey PRIMARY KEY (run_id, program_id, row_number),
  constraint replay_difference_run_id_fkey FOREIGN KEY (run_id) REFERENCES replay_run(run_id)
);

create table replay_program (
  program_id bigint not null,
  run_id bigint not null,
  status text not null,
  compared_seq bigint,
  difference_hash text,
  difference jsonb,
  deliveries_read bigint,
  constraint replay_program_pkey PRIMARY KEY (program_id, run_id),
  constraint replay_program_run_id_fkey FOREIGN KEY (run_id) REFERENCES replay_run(run_id),
  constraint replay_program_status_check CHECK ((status = ANY (ARRAY['chosen'::text, 'planned'::text, 'applied'::text])))
);
CREATE INDEX programs_of_a_run ON public.replay_program USING btree (run_id, program_id);

create table replay_rereading (
  program_id bigint not null,
  run_id bigint not null,
  event_id bigint not null,
  source text not null,
  rereading jsonb not null,
  constraint replay_rereading_pkey PRIMARY KEY (program_id, run_id, event_id),
  constraint replay_rereading_run_id_fkey FOREIGN KEY (run_id) REFERENCES replay_run(run_id)
);

create table replay_run (
  run_id bigint generated always as identity not null,
  kind text not null,
  status text not null,
  request jsonb not null,
  projector_version integer not null,
  code_digest text not null,
  plan_hash text,
  started_at timestamp(3) with time zone default now() not null,
  planned_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  asked_by text,
  applied_by text,
  apply_reason text,
  step text,
  step_done bigint,
  step_total bigint,
  progress_at timestamp(3) with time zone,
  fault text,
  result jsonb,
  sends_corrections boolean default false not null,
  constraint replay_run_pkey PRIMARY KEY (run_id),
  constraint a_step_is_known CHECK ((step = ANY (ARRAY['reading'::text, 'building'::text, 'comparing'::text, 'checking'::text]))),
  constraint replay_run_kind_check CHECK ((kind = ANY (ARRAY['replay'::text, 'verify'::text, 'as_of'::text, 'forecast'::text]))),
  constraint replay_run_status_check CHECK ((status = ANY (ARRAY['building'::text, 'planned'::text, 'applying'::text, 'applied'::text, 'done'::text, 'discarded'::text])))
);

create table restatement (
  program_id bigint not null,
  event_id bigint not null,
  sale_id bigint not null,
  month text not null,
  transaction_id text not null,
  restated_at timestamp(3) with time zone not null,
  was_partner_id bigint,
  was_currency text,
  was_amount_cents bigint,
  was_fee_cents bigint,
  was_commission_currency text,
  was_commission_cents bigint,
  now_partner_id bigint,
  now_currency text,
  now_amount_cents bigint,
  now_fee_cents bigint,
  now_commission_currency text,
  now_commission_cents bigint,
  was_tier_cents bigint default 0 not null,
  constraint an_event_restates_a_sale_once PRIMARY KEY (program_id, event_id, sale_id),
  constraint what_is_restated_is_another CHECK (((was_partner_id IS NOT NULL) OR (now_partner_id IS NOT NULL)))
);
CREATE INDEX restatements_of_a_sale ON public.restatement USING btree (sale_id, event_id);
CREATE INDEX restatements_of_month_tiers ON public.restatement USING btree (program_id, sale_id) WHERE (was_tier_cents <> 0);

create table sale (
  program_id bigint not null,
  sale_id bigint not null,
  transaction_id text not null,
  amount_cents bigint not null,
  tax_cents bigint,
  refunded_cents bigint not null,
  currency text not null,
  status text not null,
  reason text,
  source text not null,
  provider text,
  provider_payment_id text,
  customer_key text,
  partner_id bigint not null,
  click_id text,
  clicked_at timestamp(3) with time zone,
  sale_type text not null,
  is_recurring boolean not null,
  subscription_id text,
  subscription_interval text,
  product_id text,
  evidence text,
  chain_transfer jsonb,
  occurred_at timestamp(3) with time zone,
  received_at timestamp(3) with time zone not null,
  revisited_at timestamp(3) with time zone,
  payment_reference text,
  collected jsonb,
  coupon_code text,
  imported jsonb,
  verified_by bigint,
  constraint sale_pkey PRIMARY KEY (program_id, sale_id),
  constraint a_sale_is_never_negative CHECK ((amount_cents >= 0)) NOT VALID,
  constraint no_more_goes_back_than_came_in CHECK (((refunded_cents >= 0) AND (refunded_cents <= amount_cents)))
);
CREATE INDEX imported_sales ON public.sale USING btree (program_id, sale_id) WHERE (imported IS NOT NULL);
CREATE INDEX sales_of_a_click ON public.sale USING btree (program_id, click_id, sale_id) WHERE (sale_id > 0);
CREATE INDEX sales_of_a_customer ON public.sale USING btree (program_id, customer_key, sale_id) WHERE (customer_key IS NOT NULL);
CREATE INDEX sales_of_a_partner ON public.sale USING btree (partner_id, sale_id);
CREATE INDEX sales_of_a_subscription ON public.sale USING btree (program_id, subscription_id, sale_id) WHERE (subscription_id IS NOT NULL);
CREATE INDEX sales_that_went_back ON public.sale USING btree (program_id, status, sale_id) WHERE (status <> 'recorded'::text);
CREATE INDEX sales_to_look_up_on_a_chain ON public.sale USING btree (received_at, program_id, sale_id) WHERE (evidence = 'merchant_asserted'::text);
CREATE INDEX sales_with_evidence ON public.sale USING btree (program_id, evidence, sale_id) WHERE (evidence IS NOT NULL);

create table sale_change (
  program_id bigint not null,
  sale_id bigint not null,
  event_id bigint not null,
  refunded_cents bigint not null,
  commission_cents bigint not null,
  fee_cents bigint not null,
  changed_at timestamp(3) with time zone not null,
  transaction_id text not null,
  partner_id bigint not null,
  currency text not null,
  commission_currency text not null,
  constraint an_event_changes_a_sale_once PRIMARY KEY (program_id, sale_id, event_id, commission_currency),
  constraint a_change_changes_an_amount CHECK (((refunded_cents <> 0) OR (commission_cents <> 0) OR (fee_cents <> 0)))
);
CREATE INDEX changes_by_time ON public.sale_change USING btree (program_id, event_id);

create table schema_migration (
  version integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migration_pkey PRIMARY KEY (version)
);

create table secrets_unbound (
  since timestamp(3) with time zone default now() not null
);

create table self_billing (
  program_id bigint not null,
  partner_id bigint not null,
  text_version integer not null,
  language text not null,
  agreed_at timestamp(3) with time zone default clock_timestamp() not null,
  withdrawn_at timestamp(3) with time zone,
  constraint self_billing_pkey PRIMARY KEY (program_id, partner_id)
);
CREATE TRIGGER a_self_billing_change_is_kept AFTER INSERT OR UPDATE ON public.self_billing FOR EACH ROW EXECUTE FUNCTION keep_self_billing_change();

create table subscription (
  program_id bigint not null,
  subscription_id text not null,
  partner_id bigint not null,
  click_id text,
  clicked_at timestamp(3) with time zone not null,
  customer_key text,
  first_sale_id bigint,
  began_with_renewal boolean not null,
  started_at timestamp(3) with time zone not null,
  commission jsonb,
  revisited_at timestamp(3) with time zone,
  product_id text,
  subscription_interval text,
  terms jsonb,
  payments jsonb,
  constraint subscription_pkey PRIMARY KEY (program_id, subscription_id)
);

create table term_total (
  program_id bigint not null,
  holder text not null,
  period text not null,
  subject text not null,
  currency text not null,
  sales_cents text not null,
  sales bigint not null,
  customers bigint not null,
  commission_cents text not null,
  constraint term_total_pkey PRIMARY KEY (program_id, holder, period, subject, currency)
);

create table tracking_log (
  program_id bigint not null,
  line_id bigint not null,
  logged_at timestamp(3) with time zone not null,
  call text not null,
  is_test boolean not null,
  code text,
  message text not null,
  transaction_id text,
  event_id bigint,
  constraint tracking_log_pkey PRIMARY KEY (program_id, line_id)
);
CREATE INDEX lines_by_age ON public.tracking_log USING btree (logged_at);
CREATE INDEX lines_by_call ON public.tracking_log USING btree (program_id, call, line_id);
CREATE INDEX lines_by_code ON public.tracking_log USING btree (program_id, code, line_id) WHERE (code IS NOT NULL);

create table verification (
  program_id bigint not null,
  chain_seq bigint not null,
  chain_hash bytea not null,
  checked_at timestamp(3) with time zone not null,
  books_checked_at timestamp(3) with time zone,
  chain_fault text,
  books_fault text,
  constraint verification_pkey PRIMARY KEY (program_id)
);

create table workspace (
  workspace_id bigint generated always as identity not null,
  name text not null,
  created_at timestamp(3) with time zone default now() not null,
  id text generated always as ((workspace_id)::text) stored not null,
  slug text default (gen_random_uuid())::text not null,
  logo text,
  metadata text,
  second_factor_from timestamp(3) with time zone,
  constraint workspace_pkey PRIMARY KEY (workspace_id),
  constraint a_slug_names_one_workspace UNIQUE (slug),
  constraint a_workspace_is_one_organization UNIQUE (id)
);
CREATE TRIGGER a_second_factor_requirement_is_kept AFTER UPDATE OF second_factor_from ON public.workspace FOR EACH ROW WHEN ((old.second_factor_from IS DISTINCT FROM new.second_factor_from)) EXECUTE FUNCTION keep_second_factor_requirement();

create table workspace_invitation (
  id text not null,
  workspace text not null,
  email text not null,
  role text not null,
  status text not null,
  inviter_id text,
  expires_at timestamp(3) with time zone not null,
  created_at timestamp(3) with time zone default now() not null,
  constraint workspace_invitation_pkey PRIMARY KEY (id),
  constraint an_invitation_ends_once CHECK ((status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'canceled'::text]))),
  constraint an_invitation_has_a_role CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'finance'::text, 'support'::text, 'viewer'::text]))),
  constraint workspace_invitation_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES account_user(id) ON DELETE CASCADE,
  constraint workspace_invitation_workspace_fkey FOREIGN KEY (workspace) REFERENCES workspace(id)
);
CREATE INDEX invitations_of_a_workspace ON public.workspace_invitation USING btree (workspace);
CREATE INDEX invitations_of_an_address ON public.workspace_invitation USING btree (email);
CREATE TRIGGER an_invitation_change_is_kept AFTER INSERT OR UPDATE ON public.workspace_invitation FOR EACH ROW EXECUTE FUNCTION keep_invitation_change();

create table workspace_member (
  id text not null,
  workspace text not null,
  workspace_id bigint generated always as ((workspace)::bigint) stored not null,
  user_id text not null,
  role text not null,
  created_at timestamp(3) with time zone default now() not null,
  by_issuer boolean default false not null,
  constraint workspace_member_pkey PRIMARY KEY (id),
  constraint a_member_has_a_role CHECK ((role = ANY (ARRAY['owner'::text, 'member'::text, 'finance'::text, 'support'::text, 'viewer'::text]))),
  constraint an_account_joins_a_workspace_once UNIQUE (user_id, workspace_id),
  constraint workspace_member_user_id_fkey FOREIGN KEY (user_id) REFERENCES account_user(id) ON DELETE CASCADE,
  constraint workspace_member_workspace_fkey FOREIGN KEY (workspace) REFERENCES workspace(id)
);
CREATE INDEX members_of_a_workspace ON public.workspace_member USING btree (workspace);
CREATE TRIGGER a_member_change_is_kept AFTER INSERT OR DELETE OR UPDATE ON public.workspace_member FOR EACH ROW EXECUTE FUNCTION keep_member_change();
CREATE TRIGGER a_workspace_keeps_an_owner_who_leaves BEFORE DELETE ON public.workspace_member FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER a_workspace_keeps_an_owner_who_steps_back BEFORE UPDATE OF role ON public.workspace_member FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (new.role <> 'owner'::text))) EXECUTE FUNCTION keep_an_owner();
CREATE TRIGGER invitations_end_with_an_owner_who_leaves AFTER DELETE ON public.workspace_member FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION cancel_invitations_of_former_owner();
CREATE TRIGGER invitations_end_with_an_owner_who_steps_back AFTER UPDATE OF role ON public.workspace_member FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (new.role <> 'owner'::text))) EXECUTE FUNCTION cancel_invitations_of_former_owner();

create table workspace_token (
  token_id bigint generated always as identity not null,
  workspace_id bigint not null,
  name text not null,
  token_hash bytea not null,
  last_four text not null,
  role text not null,
  scopes text[] not null,
  created_by text not null,
  created_at timestamp(3) with time zone default now() not null,
  expires_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  constraint workspace_token_pkey PRIMARY KEY (token_id),
  constraint a_token_ends CHECK (((expires_at > created_at) AND (expires_at <= (created_at + '367 days'::interval)))),
  constraint a_token_is_no_owner CHECK ((role = ANY (ARRAY['member'::text, 'finance'::text, 'support'::text, 'viewer'::text]))),
  constraint a_token_may_do_something CHECK ((cardinality(scopes) > 0)),
  constraint a_token_neither_manages_nor_approves CHECK ((NOT (scopes && ARRAY['people'::text, 'settings'::text, 'terms'::text, 'log'::text, 'personal_data'::text, 'payout_rules'::text, 'payout_approvals'::text]))),
  constraint a_token_opens_one_workspace UNIQUE (token_hash),
  constraint workspace_token_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspace(workspace_id)
);
CREATE INDEX tokens_of_a_workspace ON public.workspace_token USING btree (workspace_id, token_id);
CREATE TRIGGER a_new_token_is_kept AFTER INSERT ON public.workspace_token FOR EACH ROW EXECUTE FUNCTION keep_token_change();
CREATE TRIGGER a_revoked_token_is_kept AFTER UPDATE OF revoked_at ON public.workspace_token FOR EACH ROW WHEN (((old.revoked_at IS NULL) AND (new.revoked_at IS NOT NULL))) EXECUTE FUNCTION keep_token_change();

create view event_as_read as
 SELECT e.program_id,
    e.seq,
    e.id,
    e.source,
    e.received_at,
        CASE
            WHEN r.id IS NULL THEN e.is_test
            ELSE (r.data ->> 'is_test'::text)::boolean
        END AS is_test,
        CASE
            WHEN r.id IS NULL THEN e.occurred_at
            ELSE ((r.data ->> 'occurred_at'::text))::timestamp(3) with time zone
        END AS occurred_at,
        CASE
            WHEN r.id IS NULL THEN e.type
            ELSE (r.data -> 'reading'::text) ->> 'type'::text
        END AS type,
        CASE
            WHEN r.id IS NULL THEN e.schema_version
            ELSE (r.data ->> 'schema_version'::text)::smallint
        END AS schema_version,
        CASE
            WHEN r.id IS NULL THEN e.data
            ELSE (r.data -> 'reading'::text) - 'type'::text
        END AS data,
        CASE
            WHEN r.id IS NOT NULL AND (EXISTS ( SELECT
               FROM event t
              WHERE t.program_id = e.program_id AND (t.type = ANY (ARRAY['delivery_reread'::text, 'delivery_retried'::text])) AND t.type = 'delivery_retried'::text AND ((t.data ->> 'event_id'::text)::bigint) = e.id)) THEN e.type
            ELSE NULL::text
        END AS failed_as
   FROM event e
     LEFT JOIN LATERAL ( SELECT r_1.id,
            r_1.data
           FROM event r_1
          WHERE r_1.program_id = e.program_id AND (r_1.type = ANY (ARRAY['delivery_reread'::text, 'delivery_retried'::text])) AND ((r_1.data ->> 'event_id'::text)::bigint) = e.id
          ORDER BY r_1.seq DESC
         LIMIT 1) r ON true;
create view owed as
 SELECT program_id,
    partner_id,
    currency,
    sale_id,
    amount_cents,
    kind
   FROM ( SELECT commission.program_id,
            commission.partner_id,
            commission.currency,
            commission.sale_id,
            commission.amount_cents,
            'commission'::text AS kind
           FROM commission
          WHERE commission.stage = 'approved'::text AND (commission.status = ANY (ARRAY['approved'::text, 'refunded'::text])) AND commission.amount_cents > 0
        UNION ALL
         SELECT a.program_id,
            a.partner_id,
            a.currency,
            a.sale_id,
            a.amount_cents,
            'adjustment'::text AS kind
           FROM adjustment a
          WHERE a.amount_cents < 0 OR NOT (EXISTS ( SELECT
                   FROM sale s
                  WHERE s.program_id = a.program_id AND s.sale_id = (a.sale_id % '4503599627370496'::bigint) AND (s.status = 'disputed'::text OR s.evidence = 'chain_contradicted'::text)
                UNION ALL
                 SELECT
                   FROM commission_hold h
                  WHERE h.program_id = a.program_id AND (h.sale_id = ANY (ARRAY[a.sale_id, a.sale_id % '4503599627370496'::bigint]))
                UNION ALL
                 SELECT
                   FROM flag g
                  WHERE g.program_id = a.program_id AND g.sale_id = a.sale_id AND g.partner_id = a.partner_id AND g.choice = 'hold'::text AND g.resolved_as IS NULL
                UNION ALL
                 SELECT
                   FROM flag g
                     JOIN sale s ON s.program_id = g.program_id AND s.sale_id = g.sale_id AND s.partner_id = g.partner_id
                  WHERE a.sale_id >= '4503599627370496'::bigint AND g.program_id = a.program_id AND g.sale_id = (a.sale_id % '4503599627370496'::bigint) AND g.choice = 'hold'::text AND g.resolved_as IS NULL))) o
  WHERE NOT (EXISTS ( SELECT
           FROM payout_item i
          WHERE i.program_id = o.program_id AND i.sale_id = o.sale_id AND i.partner_id = o.partner_id AND i.currency = o.currency AND i.status = 'created'::text));

grant insert, select on access_change to svc_service;
grant select, usage on sequence access_change_change_id_seq to svc_service;
grant insert, select on access_signature to svc_service;
grant select, usage on sequence access_signature_signature_id_seq to svc_service;
grant delete, insert, select, update on account_credential to svc_service;
grant delete, insert, select, update on account_passkey to svc_service;
grant delete, insert, select, update on account_second_factor to svc_service;
grant delete, insert, select, update on account_session to svc_service;
grant delete, insert, select, update on account_user to svc_service;
grant delete, insert, select, update on account_verification to svc_service;
grant delete, insert, select, update on adjustment to svc_service;
grant insert, select, update on agent_key to svc_service;
grant select, usage on sequence agent_key_agent_key_id_seq to svc_service;
grant insert, select, update on alarm to svc_service;
grant select, usage on sequence alarm_alarm_id_seq to svc_service;
grant insert, select, update on audit_log_position to svc_service;
grant delete, insert, select, update on bonus to svc_service;
grant delete, insert, select, update on bonus_award to svc_service;
grant delete, insert, select, update on checklist to svc_service;
grant delete, insert, select on checkpoint to svc_service;
grant insert, select, update on checkpoint_delivery to svc_service;
grant insert, select, update on checkpoint_place to svc_service;
grant delete, insert, select, update on click to svc_service;
grant delete, insert, select, update on closed_month to svc_service;
grant delete, insert, select, update on commission to svc_service;
grant delete, insert, select, update on commission_forfeit to svc_service;
grant delete, insert, select, update on commission_hold to svc_service;
grant delete, insert, select, update on connection to svc_service;
grant select, usage on sequence connection_connection_id_seq to svc_service;
grant delete, insert, select, update on coupon to svc_service;
grant delete, insert, select, update on customer to svc_service;
grant delete, insert, select, update on customer_email to svc_service;
grant insert, select on delivery to svc_service;
grant delete, insert, select, update on delivery_day to svc_service;
grant insert, select, update on demo_program to svc_service;
grant delete, insert, select, update on device_login to svc_service;
grant delete, insert, select, update on dispute to svc_service;
grant insert, select on event to svc_service;
grant select on event_as_read to svc_service;
grant select, usage on sequence event_id_seq to svc_service;
grant select on event_set_aside to svc_service;
grant delete, insert, select, update on export_run to svc_service;
grant delete, insert, select, update on export_schedule to svc_service;
grant select, usage on sequence export_schedule_export_id_seq to svc_service;
grant delete, insert, select, update on flag to svc_service;
grant insert, select on hash_key to svc_service;
grant delete, insert, select, update on idempotency_key to svc_service;
grant delete, insert, select, update on identity to svc_service;
grant insert, select on import_partner to svc_service;
grant insert, select, update on import_run to svc_service;
grant select, usage on sequence import_run_import_id_seq to svc_service;
grant insert, select, update on invoice to svc_service;
grant insert, select, update on job_lease to svc_service;
grant insert, select, update on job_run to svc_service;
grant delete, insert, select, update on lead to svc_service;
grant delete, insert, select, update on line_correction to svc_service;
grant delete, insert, select, update on mail_count to svc_service;
grant delete, insert, select, update on manual_attribution to svc_service;
grant delete, insert, select, update on notice to svc_service;
grant delete, insert, select, update on notice_channel to svc_service;
grant select, usage on sequence notice_channel_channel_id_seq to svc_service;
grant delete, insert, select, update on notice_choice to svc_service;
grant delete, insert, select, update on notice_letter to svc_service;
grant select, usage on sequence notice_notice_id_seq to svc_service;
grant delete, insert, select, update on operator_account to svc_service;
grant insert, select on operator_change to svc_service;
grant select, usage on sequence operator_change_change_id_seq to svc_service;
grant delete, insert, select, update on operator_link to svc_service;
grant select, usage on sequence operator_link_link_id_seq to svc_service;
grant delete, insert, select, update on outbound_attempt to svc_service;
grant select, usage on sequence outbound_attempt_attempt_no_seq to svc_service;
grant delete, insert, select on outbound_correction to svc_service;
grant delete, insert, select, update on outbound_endpoint to svc_service;
grant select, usage on sequence outbound_endpoint_endpoint_id_seq to svc_service;
grant delete, insert, select, update on outbound_message to svc_service;
grant select, usage on sequence outbound_message_message_no_seq to svc_service;
grant delete, insert, select, update on outcome to svc_service;
grant select on owed to svc_service;
grant delete, insert, select, update on parked to svc_service;
grant delete, insert, select, update on partner to svc_service;
grant delete, insert, select, update on partner_activity to svc_service;
grant delete, insert, select, update on partner_address to svc_service;
grant delete, insert, select, update on partner_application to svc_service;
grant select, usage on sequence partner_application_application_id_seq to svc_service;
grant delete, insert, select, update on partner_code to svc_service;
grant delete, insert, select, update on partner_email to svc_service;
grant delete, insert, select, update on partner_group to svc_service;
grant delete, insert, select, update on partner_links_revoked to svc_service;
grant delete, insert, select, update on partner_policy to svc_service;
grant delete, insert, select, update on partner_session to svc_service;
grant delete, insert, select, update on partner_sign_in_link to svc_service;
grant delete, insert, select, update on partner_tax to svc_service;
grant delete, insert, select, update on payment_alias to svc_service;
grant delete, insert, select, update on payment_reference to svc_service;
grant delete, insert, select, update on payout to svc_service;
grant delete, insert, select, update on payout_attempt to svc_service;
grant delete, insert, select, update on payout_item to svc_service;
grant delete, insert, select, update on payout_rail to svc_service;
grant delete, insert, select, update on payout_recipient to svc_service;
grant delete, insert, select, update on payout_request to svc_service;
grant select, usage on sequence payout_request_request_id_seq to svc_service;
grant delete, insert, select, update on payout_run to svc_service;
grant delete, insert, select, update on platform_fee to svc_service;
grant delete, insert, select, update on policy to svc_service;
grant delete, insert, select, update on program to svc_service;
grant insert, select, update on program_head to svc_service;
grant select, usage on sequence program_id_seq to svc_service;
grant insert, select, update on program_key to svc_service;
grant delete, insert, select, update on program_key_caller to svc_service;
grant delete, insert, select, update on program_key_use to svc_service;
grant delete, insert, select, update on program_settings to svc_service;
grant delete, insert, select, update on provider_account to svc_service;
grant delete, insert, select, update on provider_discount to svc_service;
grant select, usage on sequence provider_discount_discount_id_seq to svc_service;
grant delete, insert, select, update on refund to svc_service;
grant delete, insert, select, update on refused_delivery to svc_service;
grant insert, select on replay_change to svc_service;
grant select, usage on sequence replay_change_change_id_seq to svc_service;
grant delete, insert, select, update on replay_difference to svc_service;
grant delete, insert, select, update on replay_program to svc_service;
grant delete, insert, select on replay_rereading to svc_service;
grant delete, insert, select, update on replay_run to svc_service;
grant select, usage on sequence replay_run_run_id_seq to svc_service;
grant delete, insert, select, update on restatement to svc_service;
grant delete, insert, select, update on sale to svc_service;
grant delete, insert, select, update on sale_change to svc_service;
grant select on secrets_unbound to svc_service;
grant insert, select, update on self_billing to svc_service;
grant delete, insert, select, update on subscription to svc_service;
grant delete, insert, select, update on term_total to svc_service;
grant select, usage on sequence tracking_line_id_seq to svc_service;
grant delete, insert, select, update on tracking_log to svc_service;
grant insert, select, update on verification to svc_service;
grant delete, insert, select, update on workspace to svc_service;
grant delete, insert, select, update on workspace_invitation to svc_service;
grant delete, insert, select, update on workspace_member to svc_service;
grant insert, select, update on workspace_token to svc_service;
grant select, usage on sequence workspace_token_token_id_seq to svc_service;
grant select, usage on sequence workspace_workspace_id_seq to svc_service;
