-- Which provider's report replaced the amount that a call had said. Null on every sale whose amount nobody replaced, so it costs nothing
-- there, and books that have no such sale stay as they were.
alter table sale add column verified_by bigint;
