-- Self-billing invoices and credit notes: which partners agreed to them, and the documents.
-- Why: an invoice says permanently what it said when it was issued. Its content is encrypted and never changed; its number follows the one
-- before it in the partner's series. The content can be erased, once it need not be kept any more: number and amounts stay.

-- Of each partner that ever agreed. Locked while a document is issued, so that numbers have neither gaps nor duplicates.
create table self_billing (
  program_id bigint not null,
  partner_id bigint not null,
  text_version integer not null,
  -- The language it was read in, which its documents have.
  language text not null,
  agreed_at timestamptz(3) not null default clock_timestamp(),
  withdrawn_at timestamptz(3),
  constraint self_billing_pkey primary key (program_id, partner_id)
);

create table invoice (
  program_id bigint not null,
  partner_id bigint not null,
  sequence integer not null,
  number text not null,
  kind text not null,
  payout_id bigint not null,
  -- The sequence of the invoice that a credit note takes back.
  corrects integer,
  currency text not null,
  -- Of a credit note below zero.
  net_cents bigint not null,
  vat_cents bigint not null,
  gross_cents bigint not null,
  vat_treatment text not null,
  issued_at timestamptz(3) not null default clock_timestamp(),
  -- Null once it was erased.
  content_encrypted bytea,
  constraint invoice_pkey primary key (program_id, partner_id, sequence),
  constraint an_invoice_number_is_given_once unique (program_id, number),
  constraint a_payout_has_one_document_of_a_kind unique (program_id, payout_id, kind),
  constraint an_invoice_kind_is_known check (kind in ('invoice', 'credit_note')),
  constraint a_credit_note_corrects_an_invoice check ((kind = 'credit_note') = (corrects is not null)),
  constraint a_vat_treatment_is_known check (vat_treatment in ('reverse_charge', 'domestic', 'outside_eu', 'not_charged')),
  constraint vat_and_net_are_gross check (net_cents + vat_cents = gross_cents)
);

create function keep_self_billing_change() returns trigger language plpgsql as $$
begin
  perform keep_access_change(new.program_id, null,
                             case when new.withdrawn_at is null then 'self_billing_agreed' else 'self_billing_withdrawn' end,
                             new.partner_id::text,
                             jsonb_build_object('text_version', new.text_version, 'language', new.language));
  return null;
end $$;

create trigger a_self_billing_change_is_kept after insert or update on self_billing
  for each row execute function keep_self_billing_change();

create function check_invoice_number() returns trigger language plpgsql as $$
declare
  before integer;
begin
  select coalesce(max(sequence), 0) into before
    from invoice
   where program_id = new.program_id and partner_id = new.partner_id;
  if new.sequence <> before + 1 then
    raise exception 'invoice % of partner % does not follow %', new.sequence, new.partner_id, before
      using errcode = 'check_violation', constraint = 'invoice_numbers_have_no_gap';
  end if;
  return new;
end $$;

create trigger invoice_numbers_have_no_gap before insert on invoice
  for each row execute function check_invoice_number();

create function refuse_change_of_an_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
     and (to_jsonb(new) - 'content_encrypted') = (to_jsonb(old) - 'content_encrypted')
     and (new.content_encrypted is null or (is_resealing() and old.content_encrypted is not null)) then
    return new;
  end if;
  raise exception 'an issued invoice is not changed: a credit note takes it back'
    using errcode = 'check_violation', constraint = 'an_issued_invoice_stays';
end $$;

create trigger an_issued_invoice_stays before update or delete on invoice
  for each row execute function refuse_change_of_an_invoice();

create function keep_invoice_erasure() returns trigger language plpgsql as $$
begin
  perform keep_access_change(new.program_id, null, 'invoice_erased', new.partner_id::text,
                             jsonb_build_object('number', new.number));
  return null;
end $$;

create trigger an_invoice_erasure_is_kept after update on invoice
  for each row when (new.content_encrypted is null and old.content_encrypted is not null)
  execute function keep_invoice_erasure();

do $$
begin
  grant select, insert, update on self_billing, invoice to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given invoices: the service will run as %', current_user;
end $$;
