-- To whom decisions by hand bind a customer, over what the evidence says (`evidence`: the row without them; null where there is none).
-- Null on every customer whose first sale nobody decided about.
alter table customer add column by_hand jsonb;
