-- Endpoints that are message brokers: a NATS server or an SQS queue, with the credentials that it asks for.
-- Why: messages went to addresses by HTTP alone. Credentials are encrypted like other secrets; a change of them is kept as a change of the
-- endpoint. Without brokers no column is filled.

alter table outbound_endpoint add column credentials_encrypted bytea;
alter table outbound_endpoint drop constraint an_endpoint_has_a_kind;
alter table outbound_endpoint add constraint an_endpoint_has_a_kind
  check (kind in ('webhook', 'nats', 'sqs', 'postback_get', 'postback_post')) not valid;
alter table outbound_endpoint add constraint only_brokers_have_credentials
  check (credentials_encrypted is null or kind in ('nats', 'sqs')) not valid;

create or replace function keep_endpoint_change() returns trigger language plpgsql as $$
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
end $$;

drop trigger an_endpoint_change_is_kept on outbound_endpoint;
create trigger an_endpoint_change_is_kept
  after update of url, kind, event_types, payload, secrets_encrypted, credentials_encrypted, status on outbound_endpoint
  for each row when (not is_resealing()) execute function keep_endpoint_change();
