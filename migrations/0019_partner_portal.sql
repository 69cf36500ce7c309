-- The partner portal: partners who sign in by a mailed link, and people who ask to become partners.
-- Why: none of this may stand in the log. Addresses are people's, and the log can never forget them; and whoever only asks to become a
-- partner is a stranger, who must not be able to fill a program's log. An address is kept twice: as its keyed hash, by which it is
-- found, and encrypted, so that mail can be sent to it and its brand can read it. What opens something is kept as its digest.

-- Who may sign in as a partner. One address is one partner of a program, and may be a partner of many programs.
create table partner_email (
  program_id bigint not null,
  partner_id bigint not null,
  email_hash text not null,
  email_encrypted bytea not null,
  updated_at timestamptz(3) not null default now(),
  constraint a_partner_has_one_address primary key (program_id, partner_id),
  constraint an_address_is_one_partner_of_a_program unique (program_id, email_hash)
);
create index partner_emails_by_address on partner_email (email_hash);

-- Somebody whose mailbox is proven asks to become a partner. Approving it is what makes the partner, by an event of the log.
create table partner_application (
  application_id bigint generated always as identity primary key,
  program_id bigint not null,
  name text not null,
  code text not null,
  email_hash text not null,
  email_encrypted bytea not null,
  status text not null default 'pending',
  partner_id bigint,
  applied_at timestamptz(3) not null default now(),
  decided_at timestamptz(3),
  constraint an_address_applies_once unique (program_id, email_hash),
  constraint an_application_has_a_status check (status in ('pending', 'approved', 'declined')),
  constraint what_is_approved_has_a_partner check ((status = 'approved') = (partner_id is not null)),
  constraint what_is_decided_has_a_time check ((status = 'pending') = (decided_at is null))
);
create index partner_applications_by_address on partner_application (email_hash);

-- Links that were mailed. Using one removes it. Of a sign-up it holds the name, the code and the address, encrypted: a program hears
-- nothing of them until the link proves the mailbox.
create table partner_sign_in_link (
  digest text primary key,
  email_hash text not null,
  sign_up_encrypted bytea,
  expires_at timestamptz(3) not null
);
create index partner_sign_in_links_by_time on partner_sign_in_link (expires_at);

create table partner_session (
  digest text primary key,
  email_hash text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index partner_sessions_by_time on partner_session (expires_at);

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on partner_email, partner_application, partner_sign_in_link, partner_session to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the partner portal: the service will run as %', current_user;
end $$;
