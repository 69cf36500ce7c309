// Which endpoints there is something to do for: of each program one before a second of any, and which one is chance, so that however
// many endpoints a program has, those of others are found.
import type { Statement } from "../../engine/postgres/driver/statement.ts";

/** A lease of its own is no bar: it is this process's, which is not working for the endpoint now. */
export const workStatement: Statement = {
  name: "endpoints_with_work",
  text: `select e.program_id, e.endpoint_id
           from outbound_endpoint e
           join program_head h on h.program_id = e.program_id
          where e.status = 'active'
            and (e.leased_until is null or e.leased_until < clock_timestamp() or e.leased_by = $1)
            and (e.next_attempt_at is null or e.next_attempt_at <= clock_timestamp())
            and (h.projected_seq > e.position
                 or exists (select 1 from outbound_correction c
                             where c.program_id = e.program_id and c.last_change_id > e.corrected_to)
                 or exists (select 1 from outbound_message m
                             where m.program_id = e.program_id and m.endpoint_id = e.endpoint_id
                               and m.status = 'pending' and m.next_attempt_at <= clock_timestamp()))
          order by row_number() over (partition by e.program_id order by random()), random()
          limit $2`,
};

/** What lies with its program apart from what the coordinator keeps. */
export const workSpreadStatement: Statement = {
  name: "endpoints_with_work_spread",
  text: `with free as materialized (
           select program_id, endpoint_id, position, corrected_to
             from outbound_endpoint
            where status = 'active'
              and (leased_until is null or leased_until < clock_timestamp() or leased_by = $1)
              and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
         ), due as (
           select f.program_id, f.endpoint_id
             from free f
             join program_head h on h.program_id = f.program_id and h.projected_seq > f.position
            union
           select f.program_id, f.endpoint_id
             from free f
             join outbound_correction c on c.program_id = f.program_id and c.last_change_id > f.corrected_to
            union
           select m.program_id, m.endpoint_id
             from outbound_message m
            where m.status = 'pending' and m.next_attempt_at <= clock_timestamp()
         )
         select program_id, endpoint_id
           from free
           join due using (program_id, endpoint_id)
          order by row_number() over (partition by program_id order by random()), random()
          limit $2`,
};
