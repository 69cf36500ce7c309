-- What a click shows that may flag what it earns, in a book of its own. Most clicks show nothing.
-- Why: every sale of a program that looks at clicks loaded its whole click for this one column, and now asks a table that is nearly empty.
-- A process of the release before answers 503 to clicks from here on, until it is replaced; their callers repeat them.

create table click_sign (
  program_id bigint not null,
  click_id text not null,
  signs jsonb not null,
  constraint click_sign_pkey primary key (program_id, click_id)
);

insert into click_sign (program_id, click_id, signs)
select program_id, click_id, signs from click where signs is not null;

-- squawk-ignore ban-drop-column
alter table click drop column signs;

do $$
begin
  grant select, insert, update, delete on click_sign to svc_service;
exception
  when insufficient_privilege or undefined_object then
    raise notice 'role svc_service was not given the signs of clicks: the service will run as %', current_user;
end $$;
