-- The agreement that partners of a program accept: its newest version, and the version that each partner accepted.
-- Why: an owner may pay only partners who accepted it. Both are null in a program without an agreement, so that its books do not change.

alter table program add column agreement jsonb;
alter table partner add column accepted jsonb;
