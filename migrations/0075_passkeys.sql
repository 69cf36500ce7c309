-- Passkeys of accounts (WebAuthn), and lines among the changes of access for passkeys and passwords.
-- Why: a passkey opens an account and counts as its second factor, so who adds or removes one leaves a trace, as who changes a password does.
-- The accounts library reads and writes the new table, so its columns are those it needs. It holds public keys: what signs stays with the
-- person.

create table account_passkey (
  id text primary key,
  user_id text not null references account_user on delete cascade,
  name text not null,
  public_key text not null,
  credential_id text not null,
  -- How often the authenticator says that it has signed; 0 where it does not count.
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  -- The model of the authenticator, where it says so.
  aaguid text,
  created_at timestamptz(3) not null default now(),
  constraint a_passkey_opens_one_account unique (credential_id)
);
create index passkeys_of_an_account on account_passkey (user_id);

-- Of each workspace that the account can open, and of the installation if it operates it.
create function keep_sign_in_change(change text, person text) returns void language plpgsql as $$
begin
  perform keep_access_change(null, m.workspace_id, change, person, '{}', 'account:' || person)
     from workspace_member m
    where m.user_id = person;
  if exists (select from operator_account where user_id = person) then
    perform keep_access_change(null, null, change, person, '{}', 'account:' || person);
  end if;
end $$;

create function keep_passkey_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform keep_sign_in_change('passkey_added', new.user_id);
  else
    perform keep_sign_in_change('passkey_removed', old.user_id);
  end if;
  return null;
end $$;

create trigger a_passkey_change_is_kept after insert or delete on account_passkey
  for each row execute function keep_passkey_change();

-- A change is made by a person who is signed in. A reset comes from a link in a mail, with nobody signed in.
create function keep_password_change() returns trigger language plpgsql as $$
begin
  perform keep_sign_in_change(
    case when coalesce(current_setting('svc.actor', true), '') = '' then 'password_reset' else 'password_changed' end,
    new.user_id);
  return null;
end $$;

create trigger a_password_change_is_kept after update of password on account_credential
  for each row when (old.password is distinct from new.password) execute function keep_password_change();

-- Who only signed in through an issuer gets a first password by a reset. That of a sign-up is no change.
create function keep_first_password() returns trigger language plpgsql as $$
begin
  if exists (select from account_credential where user_id = new.user_id and id <> new.id) then
    perform keep_sign_in_change('password_reset', new.user_id);
  end if;
  return null;
end $$;

create trigger a_first_password_is_kept after insert on account_credential
  for each row when (new.password is not null) execute function keep_first_password();

do $$
begin
  grant select, insert, update, delete on account_passkey to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given passkeys: the service will run as %', current_user;
end $$;
