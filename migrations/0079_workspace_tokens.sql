-- Tokens of workspaces, for continuous integration and reporting tools: each has a role, scopes and an end, and belongs to no person.
-- Why: a machine that used a person's session had all of the person's rights and ended with the person. Only the token's SHA-256 digest is
-- kept. A revoked token's row stays, for the name in what it did.

create table workspace_token (
  token_id bigint generated always as identity primary key,
  workspace_id bigint not null references workspace,
  name text not null,
  token_hash bytea not null,
  last_four text not null,
  -- The most that its scopes may be. Never owner: a token manages no people, keys or settings.
  role text not null,
  -- Rights of the role, one by one.
  scopes text[] not null,
  -- As core/vocabulary/author.ts writes it.
  created_by text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- To the minute: it is not written for every call.
  last_used_at timestamptz(3),
  constraint a_token_opens_one_workspace unique (token_hash),
  constraint a_token_is_no_owner check (role in ('member', 'finance', 'support', 'viewer')),
  constraint a_token_may_do_something check (cardinality(scopes) > 0),
  constraint a_token_neither_manages_nor_approves check (
    not scopes && array['people', 'settings', 'terms', 'log', 'personal_data', 'payout_rules', 'payout_approvals']),
  constraint a_token_ends check (expires_at > created_at and expires_at <= created_at + interval '367 days')
);
create index tokens_of_a_workspace on workspace_token (workspace_id, token_id);

create function keep_token_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform keep_access_change(null, new.workspace_id, 'token_created', new.token_id::text,
                               jsonb_build_object('role', new.role, 'scopes', new.scopes, 'expires_at', new.expires_at));
  else
    perform keep_access_change(null, new.workspace_id, 'token_revoked', new.token_id::text);
  end if;
  return null;
end $$;

create trigger a_new_token_is_kept after insert on workspace_token
  for each row execute function keep_token_change();
create trigger a_revoked_token_is_kept after update of revoked_at on workspace_token
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function keep_token_change();

do $$
begin
  grant select, insert, update on workspace_token to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given tokens of workspaces: the service will run as %', current_user;
end $$;
