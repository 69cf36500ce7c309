-- Customers of whom only a provider's id is known are listed beside those of the brand, in the order of time, and the story of one finds
-- what an import said of them.
-- Why: no book holds them by a key. The indexes hold no row of a customer with a key of the brand, and no event but of imports.
-- Outside a transaction.
create index concurrently if not exists customers_without_key on identity (program_id, coalesce(revisited_at, clicked_at), identity) where customer_key is null and identity like 'payer:%';
create index concurrently if not exists imports_of_a_provider_customer on event (program_id, (data ->> 'provider_customer_id'), seq) where type in ('customer_imported', 'sale_imported');
