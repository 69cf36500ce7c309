-- The kinds of endpoints and their credentials are true of every row.
-- Why: in a transaction of its own, so that nothing waits for the look at the rows.

alter table outbound_endpoint validate constraint an_endpoint_has_a_kind;
alter table outbound_endpoint validate constraint only_brokers_have_credentials;
