-- Demo programs: complete programs of invented partners and sales, to look around in before a program of one's own is filled. Their log and
-- books are as any program's, so nothing in them is changed or deleted: a demo that is removed is hidden, and says since when.

create table demo_program (
  program_id bigint primary key,
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  constraint a_demo_is_removed_after_it_was_created check (removed_at >= created_at)
);

do $$
begin
  if not exists (select from pg_roles where rolname = 'svc_service') then
    return;
  end if;
  -- A lock of a row needs the right to update it.
  grant select, insert, update on demo_program to svc_service;
end $$;
