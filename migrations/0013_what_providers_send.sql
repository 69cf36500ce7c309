-- What providers really send: amounts that are exact only in their parts, and references a brand gives a meaning.
-- Why: since 2025-03-31 a Stripe invoice's amount holds what was paid elsewhere, and Creem tells some charges by their price
-- alone. Such a sale keeps what its amount follows from, so that later tellings correct it in any order. One that was paid
-- outside the provider altogether is worth nothing and stays listed. Sales from before are as they were told: null.
alter table sale
  add column collected jsonb,
  drop constraint sale_amount_cents_check,
  add constraint a_sale_is_never_negative check (amount_cents >= 0) not valid;

-- Dodo names product and interval when a subscription begins, and not with its payments.
alter table subscription
  add column product_id text,
  add column subscription_interval text;

-- What Stripe's `client_reference_id` means here, chosen by the brand: buyers can write it into a payment link. It is kept with
-- each delivery, since the choice may change later and a delivery must read the same.
alter table connection
  add column client_reference text,
  add constraint a_client_reference_is_a_customer_or_a_click check (client_reference in ('customer_key', 'click_id'));
alter table delivery add column client_reference text;
