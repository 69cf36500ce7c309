-- A second factor for accounts (codes of an authenticator app, with recovery codes), and workspaces that require one.
-- Why: a password alone opens payouts to whoever learns it. The accounts library reads and writes the new table, so its columns are those it
-- needs. `used_step` is ours: a code that was used once opens nothing again. Values are encrypted with SVC_SECRET_KEYS by the library.

alter table account_user add column second_factor boolean not null default false;

create table account_second_factor (
  id text primary key,
  user_id text not null references account_user on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_count integer not null default 0,
  locked_until timestamptz(3),
  -- The newest time step (30 s each) of which a code was used.
  used_step bigint not null default 0,
  constraint an_account_has_one_second_factor unique (user_id)
);
-- The library asks for it.
create index second_factors_by_secret on account_second_factor (secret);
create index second_factors_of_an_account on account_second_factor (user_id);

-- From this time on, members without a second factor have no right in the workspace. Null: none is required.
alter table workspace add column second_factor_from timestamptz(3);

create function keep_second_factor_change() returns trigger language plpgsql as $$
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
end $$;

create trigger a_second_factor_change_is_kept after update of second_factor on account_user
  for each row when (old.second_factor <> new.second_factor) execute function keep_second_factor_change();

create function keep_second_factor_requirement() returns trigger language plpgsql as $$
begin
  perform keep_access_change(null, new.workspace_id,
    case when new.second_factor_from is null then 'second_factor_not_required' else 'second_factor_required' end, null,
    jsonb_build_object('from', new.second_factor_from));
  return null;
end $$;

create trigger a_second_factor_requirement_is_kept after update of second_factor_from on workspace
  for each row when (old.second_factor_from is distinct from new.second_factor_from)
  execute function keep_second_factor_requirement();

do $$
begin
  grant select, insert, update, delete on account_second_factor to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given second factors: the service will run as %', current_user;
end $$;
