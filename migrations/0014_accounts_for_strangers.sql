-- What strangers can do with accounts, and what a copy of this database opens.
-- Why: whoever read the tables of accounts (a backup, a replica, an injection somewhere) held every open session. Session tokens and
-- the codes of device logins are kept as SHA-256 digests from here on; they are random, so a digest cannot be guessed back. Sessions
-- that are open go on: their digest is put in place of their token. A process of the release before this one that still runs finds
-- none of them any more and makes sessions this release does not find: those people sign in again.

update account_session set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');
update device_login set device_code = encode(sha256(convert_to(device_code, 'UTF8')), 'hex'),
                        user_code = encode(sha256(convert_to(user_code, 'UTF8')), 'hex');

-- ---------------------------------------------------------------------------------------------------- the first account

-- Of twelve first sign-ups at once all twelve found the installation empty. Whoever is let in as the first says so in the row, and
-- the index lets one such row in: the others wait for its transaction and then find an installation that is not empty.
alter table account_user
  add column founder boolean not null default false;
create unique index an_installation_has_one_founder on account_user (founder) where founder;

-- ---------------------------------------------------------------------------------------------------- invitations

-- An invitation counts while its inviter is an owner. Losing the role or leaving ends what the owner had handed out, in the same
-- transaction; the service looks again when an invitation is used, for one that was written at that very moment.
create function cancel_invitations_of_former_owner() returns trigger language plpgsql as $$
begin
  update workspace_invitation set status = 'canceled'
   where workspace = old.workspace and inviter_id = old.user_id and status = 'pending';
  return null;
end $$;

create trigger invitations_end_with_an_owner_who_leaves after delete on workspace_member
  for each row when (old.role = 'owner') execute function cancel_invitations_of_former_owner();
create trigger invitations_end_with_an_owner_who_steps_back after update of role on workspace_member
  for each row when (old.role = 'owner' and new.role <> 'owner') execute function cancel_invitations_of_former_owner();

update workspace_invitation i set status = 'canceled'
 where status = 'pending'
   and inviter_id is not null
   and not exists (select from workspace_member m
                    where m.workspace = i.workspace and m.user_id = i.inviter_id and m.role = 'owner');

-- Null says that the operator invited, so the invitations of a removed account go with it instead of becoming the operator's.
alter table workspace_invitation
  drop constraint workspace_invitation_inviter_id_fkey,
  add constraint workspace_invitation_inviter_id_fkey foreign key (inviter_id) references account_user on delete cascade;

-- ---------------------------------------------------------------------------------------------------- mail

-- How many mails went to an address, or were caused by a workspace, in an hour or a day (UTC): counted here and not in the processes,
-- so that neither a restart nor a second process doubles a limit. An address is kept as its keyed hash.
create table mail_count (
  counted text not null,
  period text not null,
  begins_at timestamptz(3) not null,
  mails integer not null,
  primary key (counted, period, begins_at),
  constraint mails_are_counted_by_hour_or_day check (period in ('hour', 'day')),
  constraint a_count_has_mails check (mails > 0)
);
create index mail_counts_by_time on mail_count (begins_at);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on mail_count to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the mail counts: the service will run as %', current_user;
end $$;
