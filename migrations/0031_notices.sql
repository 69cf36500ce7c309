-- What people are told of a program, by mail and in chat channels.
-- Why: who must act has to hear of it without looking. A notice is a row that its cause makes once, whatever number of processes find
-- it; each recipient of it is a row that whoever sends it claims first. Nothing here is written when an event is recorded: a job reads
-- what is there. Rows hold ids of accounts and no addresses.

-- What somebody chose of one kind of notice; where there is no row, the kind's own default holds.
create table notice_choice (
  program_id bigint not null,
  user_id text not null,
  kind text not null,
  is_on boolean not null,
  chosen_at timestamptz(3) not null default now(),
  constraint notice_choice_pkey primary key (program_id, user_id, kind),
  constraint notice_choice_user_id_fkey foreign key (user_id) references account_user (id) on delete cascade
);
create index notice_choices_of_an_account on notice_choice (user_id);

create table notice_channel (
  program_id bigint not null,
  channel_id bigint generated always as identity,
  name text not null,
  -- The address is a secret: whoever has it can write to the channel.
  url_encrypted bytea,
  host text not null,
  kinds text[] not null,
  status text not null default 'active',
  paused_because text,
  created_at timestamptz(3) not null default now(),
  constraint notice_channel_pkey primary key (program_id, channel_id),
  constraint a_channel_has_a_status check (status in ('active', 'paused', 'removed')),
  constraint a_removed_channel_keeps_no_address check ((status = 'removed') = (url_encrypted is null)),
  constraint what_is_paused_says_why check ((status = 'paused') = (paused_because is not null))
);

create index active_notice_channels on notice_channel (program_id, channel_id) where status = 'active';

create table notice (
  program_id bigint not null,
  notice_id bigint generated always as identity,
  kind text not null,
  -- What it follows from, so that it is told once.
  cause text not null,
  facts jsonb not null,
  found_at timestamptz(3) not null default now(),
  constraint notice_pkey primary key (program_id, notice_id),
  constraint a_cause_is_told_once unique (program_id, kind, cause)
);
create index notices_by_time on notice (found_at);

create table notice_letter (
  program_id bigint not null,
  notice_id bigint not null,
  -- account:<id> or channel:<id>
  recipient text not null,
  status text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  leased_until timestamptz(3),
  fault text,
  ended_at timestamptz(3),
  constraint notice_letter_pkey primary key (program_id, notice_id, recipient),
  constraint a_letter_has_a_status check (status in ('pending', 'sending', 'sent', 'failed', 'unclear', 'dropped')),
  constraint only_what_is_sent_now_has_a_lease check ((status = 'sending') = (leased_until is not null)),
  constraint what_has_ended_says_when check ((status in ('pending', 'sending')) = (ended_at is null))
);
create index letters_to_send on notice_letter (next_attempt_at) where status = 'pending';
create index letters_being_sent on notice_letter (leased_until) where status = 'sending';

-- ---------------------------------------------------------------------------------------------------- the service's role

do $$
begin
  grant select, insert, update, delete on notice_choice, notice_channel, notice, notice_letter to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the notices: the service will run as %', current_user;
end $$;
