-- Functions that run with the owner's rights look for temporary tables last. PostgreSQL looks for them first where a search path does not
-- name them: whoever may call such a function could put a table of theirs, with triggers, in the place of ours.
alter function forget_replay_changes(bigint, integer) set search_path = "$user", public, pg_temp;
alter function erase_person(bigint, bigint[], bigint[], text[], text[], text[]) set search_path = "$user", public, pg_temp;
