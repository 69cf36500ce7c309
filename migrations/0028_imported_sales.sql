-- The sales that were imported, for what leaves history out. The index is empty where nothing was: it costs nothing there.
-- Outside a transaction.
create index concurrently if not exists imported_sales on sale (program_id, sale_id) where imported is not null;
