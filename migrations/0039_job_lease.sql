-- Which process runs the scheduled jobs, and which of their due times have been run.
-- Why: every process ran every job. A lease that is a plain row, with an epoch that rises whenever another process takes it, lets one
-- run them for all, and a due time that was not run to its end is the next holder's. Older processes go on running theirs as before.

create table job_lease (
  name text not null,
  holder text not null,
  epoch bigint not null,
  expires_at timestamptz(3) not null,
  constraint job_lease_pkey primary key (name)
);

create table job_run (
  job text not null,
  cron text not null,
  -- The next time to be run; from there on, nothing was.
  due_at timestamptz(3) not null,
  constraint job_run_pkey primary key (job)
);

do $$
begin
  grant select, insert, update on job_lease, job_run to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the jobs: the service will run as %', current_user;
end $$;
