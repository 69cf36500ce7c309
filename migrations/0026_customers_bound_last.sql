-- The customers of a program in the order in which they were bound, for the list that shows who came last first.
-- Why: their key is the brand's own id of them, and nothing else led to the newest. Times only grow, so a new row goes to the index's end.
-- Outside a transaction.
create index concurrently if not exists customers_by_time on customer (program_id, bound_at, customer_key);
