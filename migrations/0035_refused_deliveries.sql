-- How many deliveries a connection refused for their signature, by the hour.
-- Why: a wrong secret loses every payment of a provider, and nobody but a graph said so. Of such a delivery nothing is kept, so it is
-- counted. Older processes count none.

create table refused_delivery (
  program_id bigint not null,
  connection_id bigint not null,
  hour timestamptz(3) not null,
  deliveries bigint not null,
  last_fault text not null,
  constraint refused_delivery_pkey primary key (program_id, connection_id, hour)
);
create index refused_deliveries_by_hour on refused_delivery (hour);

do $$
begin
  grant select, insert, update, delete on refused_delivery to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given refused deliveries: the service will run as %', current_user;
end $$;
