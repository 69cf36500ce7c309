-- Whether a dispute named no amount, and so is of the whole payment. Null where it named one: when a provider's report replaces the amount
-- that a call had said, only a dispute of the whole payment follows it.
alter table dispute add column is_whole boolean;
