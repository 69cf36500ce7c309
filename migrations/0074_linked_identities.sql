-- Which identity at an OIDC issuer opens an account, kept as other changes of access are: in each workspace that the account can open, and of
-- the installation if it operates it.
-- Why: who links or unlinks one decides who gets in, and until now it left no line. Passwords and their resets stay out of the list.

create function keep_identity_change() returns trigger language plpgsql as $$
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
end $$;

create trigger a_linked_identity_is_kept after insert on account_credential
  for each row when (new.provider_id like 'oidc:%') execute function keep_identity_change();
create trigger an_unlinked_identity_is_kept after delete on account_credential
  for each row when (old.provider_id like 'oidc:%') execute function keep_identity_change();
