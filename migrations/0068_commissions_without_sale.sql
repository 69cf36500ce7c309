-- Outside a transaction.
-- The few commissions without a sale are found by program and by partner.
create index concurrently if not exists commissions_without_sale on commission (program_id, sale_id) where kind <> 'sale';
create index concurrently if not exists commissions_without_sale_of_partner on commission (program_id, partner_id, sale_id)
  where kind <> 'sale';
