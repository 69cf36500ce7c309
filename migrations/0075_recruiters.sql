-- Who recruited a partner.
-- Why: a program may pay a partner a share of what partners earn that it recruited. Null in a program that notes no recruiters, so that
-- its books do not change.

alter table partner add column recruited_by bigint, add column recruited_event_id bigint;
