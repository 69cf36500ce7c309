-- Who calls with a program's key: address and program, so that whoever must replace it finds what still uses the old one.
-- Why: until now calls were counted and nobody could be named. A few lines a key, written beside the counts every few seconds.

create table program_key_caller (
  program_id bigint not null,
  key_hash bytea not null,
  address text not null,
  client text not null,
  calls bigint not null,
  last_called_at timestamptz(3) not null,
  constraint program_key_caller_pkey primary key (program_id, key_hash, address, client),
  constraint a_caller_has_calls check (calls > 0)
);
create index program_key_callers_by_time on program_key_caller (last_called_at);

do $$
begin
  grant select, insert, update, delete on program_key_caller to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the callers of keys: the service will run as %', current_user;
end $$;
