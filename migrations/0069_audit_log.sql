-- How far the audit entries of each program were written to the standard output, where AUDIT_LOG asks for it.
-- Why: an entry is written again rather than lost when a process ends between writing it and noting that it was. Older processes write none.

create table audit_log_position (
  -- 0: changes of access, which are kept next to the log.
  program_id bigint not null,
  position bigint not null,
  constraint audit_log_position_pkey primary key (program_id)
);

do $$
begin
  grant select, insert, update on audit_log_position to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the positions of the audit log: the service will run as %', current_user;
end $$;
