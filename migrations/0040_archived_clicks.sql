-- Old clicks may leave the log for a file (decision 0081): a row keeps its place, time, hashes and the click's id, and loses all else. Only
-- the database's owner does it, only for clicks that an event of the log says are archived, and whose books are made.
create function archive_clicks(of_program bigint, from_seq bigint, to_seq bigint, at_most integer) returns integer
  language plpgsql as $$
declare
  archived integer;
begin
  if not exists (select from event a
                  where a.program_id = of_program and a.source = 'operator' and a.type = 'clicks_archived' and a.seq > to_seq
                    and (a.data ->> 'first_seq')::bigint <= from_seq and (a.data ->> 'last_seq')::bigint >= to_seq)
     or not exists (select from program_head h where h.program_id = of_program and h.projected_seq >= to_seq) then
    raise exception 'no event says that these clicks are archived' using errcode = 'restrict_violation';
  end if;
  perform set_config('svc.log_upkeep', 'event', true);
  update event e set data = jsonb_build_object('click_id', e.data -> 'click_id')
   where e.program_id = of_program
     and e.seq in (select c.seq
                     from event c
                    where c.program_id = of_program and c.seq >= from_seq and c.seq <= to_seq
                      and c.type = 'click_recorded' and c.dedup_key is null
                      and c.data <> jsonb_build_object('click_id', c.data -> 'click_id')
                    order by c.seq
                    limit at_most);
  get diagnostics archived = row_count;
  perform set_config('svc.log_upkeep', '', true);
  return archived;
end $$;
revoke execute on function archive_clicks(bigint, bigint, bigint, integer) from public;
