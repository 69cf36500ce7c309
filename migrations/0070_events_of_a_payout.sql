-- The events of one payout: who approved it, when it was handed to its payment provider, and how it ended.
-- Why: a payout is found again by its id, which is in the data of these few events. Without the index each look read all of them.
-- Outside a transaction.
create index concurrently if not exists events_of_a_payout on event (program_id, ((data ->> 'payout_id')::bigint), seq) where type in ('payout_approved', 'payout_sending', 'payout_progressed', 'payout_recorded', 'payout_failed', 'payout_cancelled', 'payout_returned');
