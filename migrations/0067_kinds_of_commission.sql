-- The kind of each commission: so far all were earned by a sale.
-- Why: a commission may also be earned by a lead. Its row is kept under its own id, which is the id of no sale, and statements state it
-- and its corrections without a sale's currency and amount.

alter table commission add column kind text not null default 'sale';

-- Few rows: each is of a month that was closed before it was corrected.
alter table restatement drop constraint what_is_restated_is_another;
-- squawk-ignore constraint-missing-not-valid
alter table restatement add constraint what_is_restated_is_another check (was_partner_id is not null or now_partner_id is not null);
alter table line_correction drop constraint a_corrected_line_was_or_is;
-- squawk-ignore constraint-missing-not-valid
alter table line_correction add constraint a_corrected_line_was_or_is check (was_partner_id is not null or now_partner_id is not null);
