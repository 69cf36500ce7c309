-- A delivery that failed is taken up by an event of its own, `delivery_retried`, and counts there: everything that came since stays
-- what it was answered as. At the delivery's own place in the log it stays failed, and `failed_as` says what it was read as then.
-- Whatever it is read as later, that counts where it was taken up.

-- Retries are looked for like rereadings.
create index readings_of_an_event on event (program_id, ((data ->> 'event_id')::bigint), seq)
  where type in ('delivery_reread', 'delivery_retried');
drop index rereadings_of_an_event;

create or replace view event_as_read as
  select e.program_id, e.seq, e.id, e.source, e.received_at,
         case when r.id is null then e.is_test else (r.data ->> 'is_test')::boolean end as is_test,
         case when r.id is null then e.occurred_at else (r.data ->> 'occurred_at')::timestamptz(3) end as occurred_at,
         case when r.id is null then e.type else r.data -> 'reading' ->> 'type' end as type,
         case when r.id is null then e.schema_version else (r.data ->> 'schema_version')::smallint end as schema_version,
         case when r.id is null then e.data else (r.data -> 'reading') - 'type' end as data,
         case when r.id is not null
               and exists (select from event t
                            where t.program_id = e.program_id
                              and t.type in ('delivery_reread', 'delivery_retried')
                              and t.type = 'delivery_retried'
                              and (t.data ->> 'event_id')::bigint = e.id)
              then e.type end as failed_as
    from event e
    left join lateral (
           select r.id, r.data
             from event r
            where r.program_id = e.program_id
              and r.type in ('delivery_reread', 'delivery_retried')
              and (r.data ->> 'event_id')::bigint = e.id
            order by r.seq desc
            limit 1
         ) r on true;
