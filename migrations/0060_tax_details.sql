-- Tax details of partners, encrypted, next to the log.
-- Why: who pays partners must know who they are for the tax office, and must be able to forget it. The log can forget nothing, so it holds
-- none of this: every change leaves a line in access_change, which cannot be changed, with the form, the country, how long it is good and a
-- keyed digest of what was given.

create table partner_tax (
  program_id bigint not null,
  partner_id bigint not null,
  form text not null,
  country text not null,
  signed_on date not null,
  -- Null where it does not end.
  valid_until date,
  details_encrypted bytea not null,
  digest text not null,
  given_at timestamptz(3) not null default clock_timestamp(),
  -- Of the VAT id: null where none was given.
  vat_status text,
  vat_checked_at timestamptz(3),
  vat_attempts integer not null default 0,
  constraint partner_tax_pkey primary key (program_id, partner_id),
  constraint a_tax_form_is_known check (form in ('w9', 'w8ben', 'w8bene')),
  constraint a_vat_status_is_known check (vat_status in ('unchecked', 'valid', 'invalid'))
);
create index vat_ids_to_check on partner_tax (vat_checked_at nulls first) where vat_status = 'unchecked';

create function keep_tax_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform keep_access_change(old.program_id, null, 'tax_details_removed', old.partner_id::text);
  else
    perform keep_access_change(new.program_id, null, 'tax_details_set', new.partner_id::text, jsonb_build_object(
      'form', new.form, 'country', new.country, 'valid_until', new.valid_until, 'digest', new.digest));
  end if;
  return null;
end $$;

create trigger a_tax_change_is_kept after insert or delete on partner_tax
  for each row execute function keep_tax_change();
-- Not for another encryption of the same, nor for an answer about a VAT id.
create trigger other_tax_details_are_kept after update of digest on partner_tax
  for each row execute function keep_tax_change();

do $$
begin
  grant select, insert, update, delete on partner_tax to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given tax details: the service will run as %', current_user;
end $$;
