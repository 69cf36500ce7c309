-- Reporting tools see what only the brand's word took off a fee, as the list of fees shows it; columns are added at the end of the view.
create or replace view svc_reports.fees as
select program_id, sale_id as fee_id, sale_id, currency, amount_cents, amount_at_sale_cents,
       taken_by_word_cents, kept_against_word_cents, removed_by
  from platform_fee;
