-- Who changed what of keys, connections, payout recipients, partners' addresses, members, invitations, agents' keys and operators.
-- Why: the log holds what a program was told and what people decided of it, and none of these. Whoever looks into money must see who
-- moved it, and so who changed where it goes or who may move it. A change is kept by the table itself, in the transaction that makes it:
-- no way to make one leaves it out. Who made it is what that transaction says under `svc.actor`; a process of before says nothing.
-- It holds ids and no names, addresses or secrets: a row that can never be changed must not hold what somebody may ask to be forgotten.

create table access_change (
  change_id bigint generated always as identity primary key,
  -- Of a program, of a workspace, or of the installation where both are null.
  program_id bigint,
  workspace_id bigint,
  change text not null,
  -- The id of what was changed: a connection, a partner, an account, an invitation, an agent's key.
  subject text,
  detail jsonb not null default '{}',
  -- As core/author.ts writes it; null where nobody said.
  changed_by text,
  changed_at timestamptz(3) not null default clock_timestamp(),
  constraint a_change_is_of_a_program_or_a_workspace check (program_id is null or workspace_id is null)
);
create index access_changes_of_a_program on access_change (program_id, change_id);
create index access_changes_of_a_workspace on access_change (workspace_id, change_id) where workspace_id is not null;
create index access_changes_of_the_installation on access_change (change_id) where program_id is null and workspace_id is null;

create trigger access_change_is_append_only before update or delete or truncate on access_change
  for each statement execute function refuse_change_of_the_log();

create function keep_access_change(program bigint, workspace bigint, change text, subject text, detail jsonb default '{}',
                                   author text default null)
returns void language sql as $$
  insert into access_change (program_id, workspace_id, change, subject, detail, changed_by)
  values (program, workspace, change, subject, jsonb_strip_nulls(detail),
          coalesce(nullif(current_setting('svc.actor', true), ''), author));
$$;

-- ---------------------------------------------------------------------------------------------------- of a program

create function keep_key_change() returns trigger language plpgsql as $$
begin
  if new.key_hash <> old.key_hash then
    perform keep_access_change(new.program_id, null, 'key_regenerated', null);
  elsif new.rotate_by is null and old.rotate_by is not null then
    perform keep_access_change(new.program_id, null, 'key_unflagged', null);
  elsif new.rotate_by is distinct from old.rotate_by then
    perform keep_access_change(new.program_id, null, 'key_flagged', null, jsonb_build_object('rotate_by', new.rotate_by));
  end if;
  return null;
end $$;

-- A program's first key is made with it.
create trigger a_key_change_is_kept after update on program_key
  for each row execute function keep_key_change();

create function keep_connection_change() returns trigger language plpgsql as $$
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
end $$;

create trigger a_connection_change_is_kept after insert or update on connection
  for each row execute function keep_connection_change();

create function keep_api_key_change() returns trigger language plpgsql as $$
declare
  known provider_account := coalesce(new, old);
begin
  perform keep_access_change(c.program_id, null, case when tg_op = 'DELETE' then 'api_key_removed' else 'api_key_set' end,
                             c.connection_id::text, jsonb_build_object('provider', c.provider))
     from connection c
    where c.connection_id = known.connection_id;
  return null;
end $$;

create trigger a_new_api_key_is_kept after insert or delete on provider_account
  for each row execute function keep_api_key_change();
create trigger another_api_key_is_kept after update of api_key_encrypted on provider_account
  for each row when (new.api_key_encrypted <> old.api_key_encrypted) execute function keep_api_key_change();

-- What is written again with the same value is another value to whoever sees it encrypted.
create function keep_partner_change() returns trigger language plpgsql as $$
begin
  perform keep_access_change(coalesce(new.program_id, old.program_id), null,
                             tg_argv[case when tg_op = 'DELETE' then 1 else 0 end],
                             coalesce(new.partner_id, old.partner_id)::text);
  return null;
end $$;

create trigger a_recipient_change_is_kept after insert or update or delete on payout_recipient
  for each row execute function keep_partner_change('recipient_set', 'recipient_removed');
create trigger an_address_change_is_kept after insert or update or delete on partner_email
  for each row execute function keep_partner_change('partner_email_set', 'partner_email_removed');
create trigger revoked_links_are_kept after insert or update on partner_links_revoked
  for each row execute function keep_partner_change('partner_links_revoked');

-- ---------------------------------------------------------------------------------------------------- of a workspace

create function keep_member_change() returns trigger language plpgsql as $$
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
end $$;

create trigger a_member_change_is_kept after insert or update or delete on workspace_member
  for each row execute function keep_member_change();

create function keep_invitation_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(null, new.workspace::bigint, 'member_invited', new.id, jsonb_build_object('role', new.role),
                               'account:' || new.inviter_id);
  elsif new.status <> old.status then
    perform keep_access_change(null, new.workspace::bigint, 'invitation_' || new.status, new.id,
                               jsonb_build_object('role', new.role));
  end if;
  return null;
end $$;

create trigger an_invitation_change_is_kept after insert or update on workspace_invitation
  for each row execute function keep_invitation_change();

create function keep_agent_key_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(null, new.workspace_id, 'agent_key_created', new.agent_key_id::text,
                               jsonb_build_object('scopes', new.scopes));
  else
    perform keep_access_change(null, new.workspace_id, 'agent_key_revoked', new.agent_key_id::text);
  end if;
  return null;
end $$;

create trigger a_new_agent_key_is_kept after insert on agent_key
  for each row execute function keep_agent_key_change();
create trigger a_revoked_agent_key_is_kept after update of revoked_at on agent_key
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function keep_agent_key_change();

-- ---------------------------------------------------------------------------------------------------- of the installation

create function keep_operator_change() returns trigger language plpgsql as $$
begin
  perform keep_access_change(null, null, case when new.change = 'ended' then 'operator_ended' else 'operator_made' end,
                             new.user_id, '{}', case when new.change <> 'ended' then 'account:' || new.user_id end);
  return null;
end $$;

create trigger an_operator_change_is_kept after insert on operator_change
  for each row execute function keep_operator_change();

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant select, insert on access_change to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
end $$;
