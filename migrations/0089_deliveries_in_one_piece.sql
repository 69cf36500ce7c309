-- A delivery's bytes stay in its row, compressed, as long as they fit a page.
-- Why: LZ4 leaves of most deliveries a little more than a quarter of a page, from where on PostgreSQL moves the bytes to a table of their own:
-- one more row and index entry to write with each delivery and to find with each reading. All columns of text say the same, or they would be
-- moved first. Deliveries kept before stay as they are.
do $$
begin
  alter table delivery
    alter column body set storage main,
    alter column headers set storage main,
    alter column provider set storage main,
    alter column provider_event_id set storage main,
    alter column provider_event_type set storage main;
exception
  when feature_not_supported then
    raise notice 'this server changes no storage of a distributed table: the bytes of deliveries are kept as before';
end $$;
