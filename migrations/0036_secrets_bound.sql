-- Encrypted values are bound to their place and say which secret made them, and the keys of hashes are kept, so that a secret can be
-- retired.
-- Why: whoever may write to the database could put one row's ciphertext into another; and hashes of addresses in the log were made
-- with the oldest secret, which therefore could never be taken out of SVC_SECRET_KEYS.
-- See docs/decisions/0078-a-secret-can-be-retired.md.

-- What hashes addresses, references and calls: random, or of the oldest secret where hashes were made before. The service makes it
-- once and never changes it; `svc secrets rotate` encrypts it anew, as the database's owner.
create table hash_key (
  purpose text not null,
  key_encrypted bytea not null,
  made_at timestamptz(3) not null default now(),
  constraint hash_key_pkey primary key (purpose),
  constraint a_hash_key_has_a_purpose check (purpose in ('email', 'reference', 'idempotency'))
);

-- A row: values are written as releases before this one read them, since such processes may still run here. `svc secrets rotate`
-- takes it away.
create table secrets_unbound (
  since timestamptz(3) not null default now()
);
insert into secrets_unbound (since)
select now()
 where exists (select from program) or exists (select from account_user);

-- Encrypting a value anew changes nothing that anybody set, so it is no change to keep. Only the database's owner can say so, who
-- could disable these triggers as well.
create function is_resealing() returns boolean language sql stable as $$
  select coalesce(current_setting('svc.reseals', true) = 'on'
                  and pg_has_role(current_user, (select relowner from pg_class where oid = 'hash_key'::regclass), 'usage'),
                  false)
$$;

create or replace trigger a_connection_change_is_kept after insert or update on connection
  for each row when (not is_resealing()) execute function keep_connection_change();
create or replace trigger another_api_key_is_kept after update of api_key_encrypted on provider_account
  for each row when (new.api_key_encrypted <> old.api_key_encrypted and not is_resealing())
  execute function keep_api_key_change();
create or replace trigger a_recipient_change_is_kept after insert or update or delete on payout_recipient
  for each row when (not is_resealing()) execute function keep_partner_change('recipient_set', 'recipient_removed');
create or replace trigger an_address_change_is_kept after insert or update or delete on partner_email
  for each row when (not is_resealing())
  execute function keep_partner_change('partner_email_set', 'partner_email_removed');

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert on hash_key to svc_service;
  grant select on secrets_unbound to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the keys of hashes: the service will run as %', current_user;
end $$;
