// The books of a mixed log by set-wise SQL alone, a statement a book: what rebuilding costs when nothing is done but to move
// the rows. It gives the very rows the fold gives, and is held against them, but only for the log of mixed-log.ts: it knows
// that chains of clicks have two links, that nothing parked is ever settled, that no sale has more than one refund and no
// rule was ever changed. It could not be used live, and it is no model of the fold.

/** In this order; $1 is the programs. Plain names of books are those to be built, `log` is the table of events. */
export function bookStatements(log: string): readonly string[] {
  return [
    program(log),
    programSettings(log),
    partner(log),
    click(log),
    lead(log),
    paymentAlias(log),
    parked(log),
    refund(log),
    dispute(log),
    sale(log),
    customer,
    subscription(log),
    commission,
    platformFee,
    saleChange,
    outcome(log),
    checklist(log),
  ];
}

function eventsOf(log: string, ...types: readonly string[]): string {
  const list = types.map((type) => `'${type}'`).join(", ");
  return `(select * from ${log} where program_id = any($1::bigint[]) and type in (${list}))`;
}

/** A program's first event is that it was created. */
const program = (log: string): string => `
  insert into program (program_id, workspace_id, name, status, created_at)
  select program_id, (data ->> 'workspace_id')::bigint, data ->> 'name', 'active', received_at
    from ${log} where program_id = any($1::bigint[]) and seq = 1`;

const programSettings = (log: string): string => `
  insert into program_settings (program_id, from_event_id, settings)
  select program_id, id, data -> 'settings'
    from ${log} where program_id = any($1::bigint[]) and seq = 1`;

const partner = (log: string): string => `
  insert into partner (program_id, partner_id, name, code, status, joined_at)
  select program_id, id, data ->> 'name', data ->> 'code', 'active', received_at
    from ${eventsOf(log, "partner_joined")} e`;

/** A click on a link of another partner supersedes the one before it; of the same partner, the earlier one stays. */
const click = (log: string): string => `
  insert into click (program_id, click_id, event_id, partner_id, root_click_id, current_click_id, is_bot, clicked_at)
  with recorded as materialized (
    select program_id, id, received_at,
           data ->> 'click_id' as click_id,
           (data ->> 'partner_id')::bigint as partner_id,
           data ->> 'existing_click_id' as existing_click_id
      from ${eventsOf(log, "click_recorded")} e),
  later as materialized (
    select l.program_id, l.id, l.click_id, l.existing_click_id as root_click_id
      from recorded l
      join recorded r on r.program_id = l.program_id and r.click_id = l.existing_click_id
     where r.partner_id <> l.partner_id)
  select c.program_id, c.click_id, c.id, c.partner_id,
         coalesce(own.root_click_id, c.click_id), coalesce(next.click_id, c.click_id), false, c.received_at
    from recorded c
    left join later own on own.program_id = c.program_id and own.id = c.id
    left join later next on next.program_id = c.program_id and next.root_click_id = c.click_id
   where c.existing_click_id is null or own.id is not null`;

const lead = (log: string): string => `
  insert into lead (program_id, subject, event_name, lead_id, click_id, partner_id, customer_key, is_provisional, reported_at)
  select e.program_id, 'customer:' || (e.data ->> 'customer_key'), coalesce(e.data ->> 'event_name', ''), e.id,
         current.click_id, current.partner_id, e.data ->> 'customer_key', false, e.received_at
    from ${eventsOf(log, "lead_reported")} e
    join click sent on sent.program_id = e.program_id and sent.click_id = e.data -> 'click_ids' ->> 0
    join click root on root.program_id = sent.program_id and root.click_id = sent.root_click_id
    join click current on current.program_id = root.program_id and current.click_id = root.current_click_id`;

const paymentAlias = (log: string): string => `
  insert into payment_alias (program_id, alias, payment_id)
  select program_id, data ->> 'transaction_id', id
    from ${eventsOf(log, "sale_reported", "payment_succeeded")} e
   union all
  select program_id, named.alias ->> 'value', id
    from ${eventsOf(log, "payment_succeeded")} e
   cross join jsonb_array_elements(data -> 'aliases') as named (alias)
   where named.alias ->> 'value' <> data ->> 'transaction_id'`;

/** A payment without a partner waits under each of its names. */
const parked = (log: string): string => `
  insert into parked (program_id, wait_key, event_id)
  select program_id, 'payment:' || (data ->> 'transaction_id'), id
    from ${eventsOf(log, "payment_succeeded")} e
   where data -> 'payer' ->> 'customer_key' is null
   union
  select program_id, 'payment:' || (named.alias ->> 'value'), id
    from ${eventsOf(log, "payment_succeeded")} e
   cross join jsonb_array_elements(data -> 'aliases') as named (alias)
   where data -> 'payer' ->> 'customer_key' is null`;

const refund = (log: string): string => `
  insert into refund (program_id, sale_id, refund_key, event_id, amount_cents, has_failed, reason, source, received_at,
                      call_event_id)
  select e.program_id, a.payment_id, coalesce('id:' || e.refund_id, 'amount:' || e.amount_cents), e.id, e.amount_cents,
         false, e.reason, e.source, e.received_at, case e.type when 'refund_reported' then e.id end
    from (select program_id, id, type, source, received_at,
                 data ->> 'refund_id' as refund_id,
                 coalesce(data ->> 'refund_amount_cents', data ->> 'amount_cents')::bigint as amount_cents,
                 coalesce(data ->> 'refund_reason', data ->> 'reason') as reason,
                 coalesce(data ->> 'transaction_id', data -> 'aliases' -> 0 ->> 'value') as alias
            from ${eventsOf(log, "refund_reported", "payment_refunded")} e) e
    join payment_alias a on a.program_id = e.program_id and a.alias = e.alias`;

const dispute = (log: string): string => `
  insert into dispute (program_id, sale_id, dispute_id, event_id, amount_cents, is_whole, status, received_at)
  select e.program_id, a.payment_id, e.data ->> 'dispute_id', e.id, (paid.data ->> 'amount_cents')::bigint, true, 'open',
         e.received_at
    from ${eventsOf(log, "dispute_opened")} e
    join payment_alias a on a.program_id = e.program_id and a.alias = e.data -> 'aliases' -> 0 ->> 'value'
    join ${log} paid on paid.program_id = a.program_id and paid.id = a.payment_id`;

const sale = (log: string): string => `
  insert into sale (program_id, sale_id, transaction_id, amount_cents, tax_cents, refunded_cents, currency, status, source,
                    provider, provider_payment_id, customer_key, partner_id, click_id, clicked_at, sale_type, is_recurring,
                    subscription_id, subscription_interval, product_id, occurred_at, received_at)
  select e.program_id, e.id, e.transaction_id, e.amount_cents, e.tax_cents, coalesce(r.amount_cents, 0), e.currency,
         case when d.sale_id is not null then 'disputed' when r.sale_id is not null then 'refunded' else 'recorded' end,
         e.source, e.provider, e.provider_payment_id, e.customer_key, l.partner_id, l.click_id, c.clicked_at,
         case when e.subscription_id is null then 'payment' else 'subscription' end, e.is_recurring,
         e.subscription_id, e.subscription_interval, e.product_id, e.occurred_at, e.received_at
    from (select program_id, id, source, occurred_at, received_at,
                 data ->> 'transaction_id' as transaction_id,
                 (data ->> 'amount_cents')::bigint as amount_cents,
                 (data ->> 'tax_cents')::bigint as tax_cents,
                 data ->> 'currency' as currency,
                 case when type = 'payment_succeeded' then source else data ->> 'provider' end as provider,
                 case when type = 'payment_succeeded' then data ->> 'transaction_id'
                      else data ->> 'provider_payment_id' end as provider_payment_id,
                 coalesce(data ->> 'customer_key', data -> 'payer' ->> 'customer_key') as customer_key,
                 (data ->> 'is_recurring')::boolean as is_recurring,
                 data ->> 'subscription_id' as subscription_id,
                 data ->> 'subscription_interval' as subscription_interval,
                 data ->> 'product_id' as product_id
            from ${eventsOf(log, "sale_reported", "payment_succeeded")} e) e
    join lead l on l.program_id = e.program_id and l.subject = 'customer:' || e.customer_key
    join click c on c.program_id = l.program_id and c.click_id = l.click_id
    left join refund r on r.program_id = e.program_id and r.sale_id = e.id
    left join dispute d on d.program_id = e.program_id and d.sale_id = e.id`;

const customer = `
  insert into customer (program_id, customer_key, partner_id, click_id, clicked_at, is_provisional, first_sale_id, bound_at)
  select l.program_id, l.customer_key, l.partner_id, l.click_id, c.clicked_at, false, s.first_sale_id, l.reported_at
    from lead l
    join click c on c.program_id = l.program_id and c.click_id = l.click_id
    left join (select program_id, customer_key, min(sale_id) as first_sale_id
                 from sale where program_id = any($1::bigint[]) group by 1, 2) s
      on s.program_id = l.program_id and s.customer_key = l.customer_key
   where l.program_id = any($1::bigint[])`;

const subscription = (log: string): string => `
  insert into subscription (program_id, subscription_id, partner_id, click_id, clicked_at, customer_key, first_sale_id,
                            began_with_renewal, started_at, commission)
  select s.program_id, s.subscription_id, s.partner_id, s.click_id, s.clicked_at, s.customer_key, s.sale_id,
         false, s.received_at, p.settings -> 'commission'
    from ${eventsOf(log, "subscription_started")} e
    join sale s on s.program_id = e.program_id and s.subscription_id = e.data ->> 'subscription_id' and not s.is_recurring
    join program_settings p on p.program_id = s.program_id`;

const roundedShare = (amount: string, numerator: string, denominator: string): string =>
  `(2 * ${amount} * ${numerator} + ${denominator}) / (2 * ${denominator})`;

const commission = `
  insert into commission (program_id, sale_id, partner_id, amount_cents, amount_at_sale_cents, currency, status, stage,
                          hold_until)
  select s.program_id, s.sale_id, s.partner_id,
         a.at_sale - ${roundedShare("a.at_sale", "s.refunded_cents", "s.amount_cents")}, a.at_sale, s.currency,
         case s.status when 'disputed' then 'held' when 'refunded' then 'refunded' else 'pending' end, 'pending',
         s.received_at + make_interval(hours => 24 * (p.settings ->> 'hold_period_days')::integer)
    from sale s
    join program_settings p on p.program_id = s.program_id
   cross join lateral (
     select ${roundedShare("s.amount_cents", "(p.settings -> 'commission' ->> 'rate_bps')::bigint", "10000")} as at_sale) a
   where s.program_id = any($1::bigint[])`;

const platformFee = `
  insert into platform_fee (program_id, sale_id, amount_cents, amount_at_sale_cents, currency)
  select s.program_id, s.sale_id,
         a.at_sale - ${roundedShare("a.at_sale", "s.refunded_cents", "s.amount_cents")}, a.at_sale, s.currency
    from sale s
    join program_settings p on p.program_id = s.program_id
   cross join lateral (
     select ${roundedShare("s.amount_cents", "(p.settings ->> 'platform_fee_bps')::bigint", "10000")} as at_sale) a
   where s.program_id = any($1::bigint[])`;

const saleChange = `
  insert into sale_change (program_id, sale_id, event_id, transaction_id, partner_id, currency, refunded_cents,
                           commission_currency, commission_cents, fee_cents, changed_at)
  select r.program_id, r.sale_id, r.event_id, s.transaction_id, s.partner_id, s.currency, r.amount_cents,
         c.currency, c.amount_cents - c.amount_at_sale_cents, f.amount_cents - f.amount_at_sale_cents, r.received_at
    from refund r
    join sale s on s.program_id = r.program_id and s.sale_id = r.sale_id
    join commission c on c.program_id = r.program_id and c.sale_id = r.sale_id
    join platform_fee f on f.program_id = r.program_id and f.sale_id = r.sale_id
   where r.program_id = any($1::bigint[])`;

const outcome = (log: string): string => `
  insert into outcome (program_id, event_id, outcome, reason, refers_to)
  select e.program_id, e.id, 'duplicate', null, c.event_id
    from ${eventsOf(log, "click_recorded")} e
    join click c on c.program_id = e.program_id and c.click_id = e.data ->> 'existing_click_id'
   where c.partner_id = (e.data ->> 'partner_id')::bigint
   union all
  select e.program_id, e.id, 'parked', 'no_attribution', null
    from ${eventsOf(log, "payment_succeeded")} e
   where e.data -> 'payer' ->> 'customer_key' is null`;

const checklist = (log: string): string => `
  insert into checklist (program_id, step, is_test, first_event_id, first_seen_at)
  select first.program_id, first.step, false, e.id, e.received_at
    from (select program_id, 'click' as step, min(event_id) as event_id from click group by 1
           union all
          select program_id, 'lead', min(lead_id) from lead group by 1
           union all
          select program_id, 'sale', min(sale_id) from sale group by 1
           union all
          select program_id, 'webhook', min(id) from ${log} e where program_id = any($1::bigint[]) and source = 'stripe' group by 1
         ) first
    join ${log} e on e.program_id = first.program_id and e.id = first.event_id
   where first.program_id = any($1::bigint[])`;
