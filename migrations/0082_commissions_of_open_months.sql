-- Outside a transaction.
-- Commissions that wait for their month to close, by that month: a job looks each minute whether one of a closed month is among them. And
-- those that a month's tier changed, which a statement lists. All three are empty where no terms pay whole months.
create index concurrently if not exists commissions_of_open_months
  on commission (program_id, ((terms #>> '{tier,open_month}') collate "C"), sale_id)
  where (terms #>> '{tier,open_month}') is not null;
create index concurrently if not exists commissions_of_month_tiers
  on commission (program_id, sale_id) where (terms #>> '{tier,adjusted_cents}') is not null;
create index concurrently if not exists restatements_of_month_tiers
  on restatement (program_id, sale_id) where was_tier_cents <> 0;
