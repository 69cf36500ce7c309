-- A payout whose money comes back is announced by sale as well, as `commission.returned`. Who asked for what payouts pay by sale gets
-- that too: such an endpoint would otherwise count as paid what came back.

update outbound_endpoint
   set event_types = event_types || '{commission.returned}'::text[]
 where 'commission.paid' = any(event_types);
