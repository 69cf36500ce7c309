-- How many deliveries of a program a replay read again; null until it has read them all. A replay that was interrupted does not read
-- them a second time: books that it had built would not hold what is found then.
alter table replay_program add column deliveries_read bigint;
