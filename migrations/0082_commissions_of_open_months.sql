-- Outside a transaction.
-- Commissions that wait for their month to close, by that month: a job looks each minute whether one of a closed month is among them.
create index concurrently if not exists commissions_of_open_months
  on commission (program_id, ((terms #>> '{tier,open_month}') collate "C"), sale_id)
  where (terms #>> '{tier,open_month}') is not null;
