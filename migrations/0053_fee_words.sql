-- What of a platform fee only the brand's word took off, or would have: a call's refund that no provider reported, or a decision by hand
-- that took the sale from its partner, of a payment that a provider verified. All of it is null on every other fee.
-- A fee of a sale that was taken away stays in the book and names the decision (removed_by).
alter table platform_fee
  add column removed_by bigint,
  add column taken_by_word_cents bigint,
  add column kept_against_word_cents bigint,
  add column words jsonb,
  add constraint a_word_takes_or_is_kept_against
    check (taken_by_word_cents is null or kept_against_word_cents is null) not valid,
  add constraint words_say_what_they_took
    check ((words is null) = (taken_by_word_cents is null and kept_against_word_cents is null)) not valid;

-- What a provider reported of a refund that a call under the same id said more of; null on every other refund.
alter table refund add column provider_cents bigint;

-- When a decision by hand was received: the month its word belongs to.
alter table manual_attribution add column decided_at timestamptz(3);
