-- Who set where a program's messages, exports and notices go, as a line of `access_change` like that of a connection.
-- Why: an owner who leaves takes along what an endpoint of theirs is sent, and nothing showed who had made it. Tables keep their own changes,
-- so that no way to make one leaves it out. A pause is kept where a person made it; the service pauses what does not answer by itself.
-- What reads data out (a link to a partner's page, a person's export, a downloaded list) changes no row: the service writes its line.

create function keep_endpoint_change() returns trigger language plpgsql as $$
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
        is distinct from (old.url, old.kind, old.event_types, old.payload, old.secrets_encrypted) then
    perform keep_access_change(new.program_id, null, 'endpoint_changed', new.endpoint_id::text, jsonb_build_object(
      'address', case when (new.url, new.kind) is distinct from (old.url, old.kind) then true end,
      'messages', case when (new.event_types, new.payload) is distinct from (old.event_types, old.payload) then true end,
      'secret', case when new.secrets_encrypted <> old.secrets_encrypted then true end));
  elsif new.status <> old.status and coalesce(current_setting('svc.actor', true), '') <> '' then
    perform keep_access_change(new.program_id, null,
                               case new.status when 'paused' then 'endpoint_paused' else 'endpoint_resumed' end,
                               new.endpoint_id::text);
  end if;
  return null;
end $$;

create trigger a_new_endpoint_is_kept after insert or delete on outbound_endpoint
  for each row execute function keep_endpoint_change();
-- Not of the columns that each message moves.
create trigger an_endpoint_change_is_kept after update of url, kind, event_types, payload, secrets_encrypted, status on outbound_endpoint
  for each row when (not is_resealing()) execute function keep_endpoint_change();

create function keep_export_change() returns trigger language plpgsql as $$
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
end $$;

create trigger an_export_change_is_kept after insert or update or delete on export_schedule
  for each row when (not is_resealing()) execute function keep_export_change();

create function keep_channel_change() returns trigger language plpgsql as $$
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
end $$;

create trigger a_channel_change_is_kept after insert or update or delete on notice_channel
  for each row when (not is_resealing()) execute function keep_channel_change();
