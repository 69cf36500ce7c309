-- A batch may be put together before its programs' heads are locked, from books that were read before. It is committed only if
-- nothing happened since: these say so under the lock, in the same round trip that writes the batch.

-- Raised by whatever changes books without appending an event: a replay that is applied, books that catch up with their log.
alter table program_head add column books_version bigint not null default 0;

-- Locks the heads in the order every writer locks them in, and refuses the transaction unless each is what it was taken for.
create function hold_heads(program_ids bigint[], seqs bigint[], hashes bytea[], books_versions bigint[])
returns void language plpgsql as $$
declare
  held integer;
begin
  select count(*) into held
    from (select h.program_id
            from unnest(program_ids, seqs, hashes, books_versions) as e(program_id, seq, hash, books_version)
            join program_head h on h.program_id = e.program_id
           where h.seq = e.seq and h.hash = e.hash and h.books_version = e.books_version and h.projected_seq = h.seq
           order by h.program_id
             for update of h) as locked;
  if held <> cardinality(program_ids) then
    raise exception 'the log went on since this batch was put together' using errcode = 'SV001';
  end if;
end $$;

-- Refuses the transaction unless every key still opens its program, flagged as it was taken for.
create function hold_keys(key_hashes bytea[], program_ids bigint[], flag_times timestamptz[], deadlines timestamptz[])
returns void language plpgsql as $$
declare
  held integer;
begin
  select count(*) into held
    from unnest(key_hashes, program_ids, flag_times, deadlines) as e(key_hash, program_id, flagged_at, rotate_by)
    join program_key k on k.key_hash = e.key_hash and k.program_id = e.program_id
    join program p on p.program_id = k.program_id and p.status = 'active'
   where k.flagged_at is not distinct from e.flagged_at and k.rotate_by is not distinct from e.rotate_by;
  if held <> cardinality(key_hashes) then
    raise exception 'a key changed since this batch was put together' using errcode = 'SV001';
  end if;
end $$;
