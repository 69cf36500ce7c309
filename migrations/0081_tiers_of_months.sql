-- What a tier added to a sale when its month was closed, where a statement keeps the sale as it was.
-- Why: tiers may pay a whole month by the step that it reached. A statement shows that as a line of its own, also of a sale that turned out
-- to be another since.

alter table restatement add column was_tier_cents bigint not null default 0;
