-- Outside a transaction.
-- The heads of logs lose the index of those whose books are behind.
-- Why: each batch updates its head, and the index's condition names columns that change with it. So no update stayed on its page without a
-- new entry in the primary key, and dead versions waited for autovacuum. The one reader looks once a minute, at one row for each program.
-- Older processes read the same rows without it.

drop index concurrently if exists heads_whose_books_are_behind;
