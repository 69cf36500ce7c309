-- The service signs more of what people change next to the log: where messages, exports and notices go, who belongs to a workspace, who
-- operates the installation; and that something was removed.
-- Why: a person who may write to the database could send a program's data elsewhere, or make themselves an owner, and `svc verify --against`
-- found nothing. A member is of a workspace and an operator of the installation, so a signature need not be of a program (decision 0109).
-- The table has a row for each change by a person: all of it is read in a moment.
alter table access_signature
  -- squawk-ignore ban-drop-not-null
  alter column program_id drop not null,
  add column workspace_id bigint,
  drop constraint what_is_signed_has_a_kind,
  -- squawk-ignore constraint-missing-not-valid
  add constraint what_is_signed_has_a_kind check (
    kind in ('recipient', 'email', 'connection', 'key', 'endpoint', 'export', 'channel', 'member', 'operator')),
  -- squawk-ignore constraint-missing-not-valid
  add constraint a_signature_is_of_a_program_a_workspace_or_the_installation check (
    case kind
      when 'member' then program_id is null and workspace_id is not null
      when 'operator' then program_id is null and workspace_id is null
      else program_id is not null and workspace_id is null
    end);
-- squawk-ignore require-concurrent-index-creation
create index access_signatures_of_a_workspace on access_signature (workspace_id, signed_at) where workspace_id is not null;
-- squawk-ignore require-concurrent-index-creation
create index access_signatures_of_the_installation on access_signature (signed_at) where program_id is null and workspace_id is null;
