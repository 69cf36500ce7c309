-- A batch may be read for and folded before its programs' heads are locked. It is committed only if nothing happened since:
-- hold_heads says so under the lock, in the round trip that writes the batch.

-- Raised by whatever changes what a batch reads without appending an event: a replay that is applied, books that catch up with
-- their log, a key that is replaced.
alter table program_head add column revision bigint not null default 0;

-- Locks the heads in the order every writer locks them in, and refuses the transaction unless each is what it was taken for.
create function hold_heads(program_ids bigint[], hashes bytea[], revisions bigint[])
returns void language plpgsql as $$
declare
  held integer;
begin
  select count(*) into held
    from (select h.hash = e.hash and h.revision = e.revision and h.projected_seq = h.seq as is_same
            from (select unnest(program_ids) as program_id, unnest(hashes) as hash, unnest(revisions) as revision) e
            join program_head h on h.program_id = e.program_id
           order by h.program_id
             for update of h) as locked
   where is_same;
  if held <> cardinality(program_ids) then
    raise exception 'the log went on since this batch was put together' using errcode = 'SV001';
  end if;
end $$;
