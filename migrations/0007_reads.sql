-- Indexes for what people page through and look for, and fewer of those that ingest has to keep up.
-- Why: a log of millions must be read as fast as a new one: a page is found by an index, in the order it is shown in, whatever it
-- is filtered by. Ids of events grow with time within a program, so whatever is asked by time is found by id, and four indexes by
-- time or of a second column are no longer needed. On balance a click keeps as many indexes as before, a lead and a sale called
-- in one more, a payment of a subscription two more.
-- Measured in a program with 1,000,000 of 10,000,000 events; the rows of the other programs stand between its own.

-- ---------------------------------------------------------------------------------------------------- dropped

-- A stretch of time is a stretch of ids, and those are the primary key.
drop index sales_by_time;
-- The same, by leads_by_id.
drop index leads_by_time;
-- Clicks of a program are those of its partners, below.
drop index clicks_by_time;
-- A commission's partner is its sale's.
drop index commissions_of_a_partner;

-- ---------------------------------------------------------------------------------------------------- the log

-- Where an index of the log or of a book begins with the program, its condition is one that only reading queries state: to the
-- planner a new table is small, and it would take any index that begins so for the look-ups of ingest.

-- Events by who told them and of what. Without it a page of a rare type read all of the program: 1.8 s, and 2.7 s for the
-- deliveries of one provider.
create index events_by_kind on event (program_id, source, type, seq) where seq > 0;
create index tests_of_a_program on event (program_id, seq) where is_test;

-- ---------------------------------------------------------------------------------------------------- books

-- With is_bot, so that clicks are counted from the index alone.
drop index clicks_of_a_partner;
create index clicks_of_a_partner on click (partner_id, event_id) include (is_bot);
create index customers_of_a_partner on customer (partner_id, customer_key);

create index sales_of_a_partner on sale (partner_id, sale_id);
create index sales_of_a_customer on sale (program_id, customer_key, sale_id) where customer_key is not null;
create index sales_of_a_subscription on sale (program_id, subscription_id, sale_id) where subscription_id is not null;
-- Ordinary sales are in neither of these.
create index sales_that_went_back on sale (program_id, status, sale_id) where status <> 'recorded';
create index sales_with_evidence on sale (program_id, evidence, sale_id) where evidence is not null;

-- Pending ones are found among commissions_on_hold, so that a new commission is written to no further index.
create index commissions_past_pending on commission (program_id, status, sale_id) where status <> 'pending';
create index adjustments_of_a_payee on adjustment (program_id, partner_id, currency, sale_id) where sale_id > 0;

create index refunds_by_event on refund (program_id, event_id, sale_id) where event_id > 0;
create index disputes_by_event on dispute (program_id, event_id) where event_id > 0;

create index payouts_by_status on payout (program_id, status, payout_id) where payout_id > 0;
create index payouts_by_currency on payout (program_id, currency, payout_id) where payout_id > 0;

create index programs_of_a_workspace on program (workspace_id, program_id);

-- ---------------------------------------------------------------------------------------------------- tracking log

create index lines_by_call on tracking_log (program_id, call, line_id);
create index lines_by_code on tracking_log (program_id, code, line_id) where code is not null;
