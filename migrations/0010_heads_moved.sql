-- A batch moves its programs' heads in one statement, which finds each of them to be what the batch was folded for or refuses the
-- transaction: hold_heads, which locked them by a statement of its own, is not called any more. It stays for a process of the
-- release before this one that still writes while a newer one starts.

create function heads_moved() returns void language plpgsql as $$
begin
  raise exception 'the log went on since this batch was put together' using errcode = 'SV001';
end $$;
