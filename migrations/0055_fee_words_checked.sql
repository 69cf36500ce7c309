-- The constraints of 0053 are validated, and the fees that the operator's alarm looks at have an index.
-- Why: on a large book both take time, during which fees are to be written.
-- Outside a transaction.
alter table platform_fee validate constraint a_word_takes_or_is_kept_against;
alter table platform_fee validate constraint words_say_what_they_took;
create index concurrently if not exists fees_by_word on platform_fee (program_id, sale_id) where words is not null;
