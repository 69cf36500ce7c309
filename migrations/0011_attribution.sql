-- Who earned, told apart more finely: a visit by the same partner restarts a click's window, and several clicks may claim one customer.
-- Why: the window counts from the newest visit, but a click earns nothing for a payment received before it was recorded, so both times
-- are kept; and what only a browser said is settled by the customer's name alone only while one click claims that customer.
-- All columns are null where nothing of this happened, so the books of the release before are right as they stand. Adding them
-- rewrites no table.

alter table click add column revisits jsonb;
alter table customer add column revisited_at timestamptz(3), add column other_claims jsonb;
alter table identity add column revisited_at timestamptz(3);
alter table subscription add column revisited_at timestamptz(3);
alter table sale add column revisited_at timestamptz(3);

alter table customer add constraint only_a_provisional_binding_has_claims check (other_claims is null or is_provisional) not valid;

-- One row for each version of a program's settings. The events of the release before are read the same way.
update program_settings
   set settings = settings || '{"lead_settlement": "customer"}'
 where not settings ? 'lead_settlement';
