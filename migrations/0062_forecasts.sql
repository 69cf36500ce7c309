-- A run of a new kind: the books under other terms than were set, built and dropped (decision 0137).
-- The table has a row for each run by a person: all of it is read in a moment.
alter table replay_run
  drop constraint replay_run_kind_check,
  -- squawk-ignore constraint-missing-not-valid
  add constraint replay_run_kind_check check (kind in ('replay', 'verify', 'as_of', 'forecast'));
