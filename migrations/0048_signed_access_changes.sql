-- What the service signed of changes next to the log: where payouts go, partners' e-mails, programs' keys, connections.
-- Why: a line in access_change names whomever `svc.actor` says, and everybody who may write to the database can set that. A signature is made
-- with a key that is not in the database, covers what the row says from then on, and is checked by each checkpoint and by
-- `svc verify --against` (decision 0105). Rows from before have none: they are accepted as of the first checkpoint that
-- says that changes are signed. It holds digests and ids; no content.
create table access_signature (
  signature_id bigint generated always as identity primary key,
  program_id bigint not null,
  kind text not null,
  -- The partner or the connection; `program` for its key.
  subject text not null,
  -- As core/vocabulary/author.ts writes it.
  signed_by text not null,
  signed_at timestamptz(3) not null,
  nonce text not null,
  signature text not null,
  constraint what_is_signed_has_a_kind check (kind in ('recipient', 'email', 'connection', 'key')),
  -- An older one cannot be put in again as the newest.
  constraint a_signature_counts_once unique (signature)
);
create index access_signatures_of_a_program on access_signature (program_id, signed_at);

create trigger access_signature_is_append_only before update or delete or truncate on access_signature
  for each statement execute function refuse_change_of_the_log();

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  grant select, insert on access_signature to svc_service;
  execute format('grant usage, select on all sequences in schema %I to svc_service', current_schema());
end $$;
