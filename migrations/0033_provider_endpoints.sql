-- What was made at a provider by its API key: the webhook endpoint of a connection, and the connections that are being made so.
-- Why: whoever removes a connection wants its endpoint gone there too, and a process that ends between making an endpoint and
-- storing its secret must leave a trace, by which the next attempt makes it again instead of a second one.
-- Older processes leave both alone; to them a connection that is not finished is one whose deliveries are never proven.

alter table provider_account
  add column endpoint_id text,
  -- Set until the endpoint's secret is stored; meanwhile claimed_at says since when somebody is on it.
  add column connecting_since timestamptz(3);
