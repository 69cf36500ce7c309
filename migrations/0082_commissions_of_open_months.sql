-- Outside a transaction.
-- Commissions that wait for their month to close, oldest first: a job looks each minute whether one of a closed month is among them.
create index concurrently if not exists commissions_of_open_months
  on commission (program_id, sale_id) where (terms #>> '{tier,is_open}') = 'true';
