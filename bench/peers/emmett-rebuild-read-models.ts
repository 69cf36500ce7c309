// Read models for Emmett over the events of a mixed log: click, customer, sale, commission, platform fee, and the names of payments,
// without which its refunds find nothing. They have the same counts and sums as our books. Everything else is left out, in Emmett's favor:
// settings and policies (the rates are constants), leads, subscriptions, attribution windows, parked payments, outcomes, the checklist,
// what each refund changed, and any check for repeated calls. Tables are unlogged, as our shadow books are.

export const readModels = `
  drop schema if exists read_model cascade;
  create schema read_model;
  create unlogged table read_model.click (
    program_id bigint, click_id text, event_id bigint not null, partner_id bigint not null, root_click_id text not null,
    current_click_id text not null, clicked_at timestamptz not null, primary key (program_id, click_id));
  create unlogged table read_model.customer (
    program_id bigint, customer_key text, partner_id bigint not null, click_id text not null, bound_at timestamptz not null,
    primary key (program_id, customer_key));
  create unlogged table read_model.sale (
    program_id bigint, sale_id bigint, transaction_id text not null, amount_cents bigint not null,
    refunded_cents bigint not null, currency text not null, status text not null, source text not null,
    customer_key text not null, partner_id bigint not null, click_id text not null, received_at timestamptz not null,
    primary key (program_id, sale_id));
  create unlogged table read_model.commission (
    program_id bigint, sale_id bigint, partner_id bigint not null, amount_cents bigint not null,
    amount_at_sale_cents bigint not null, currency text not null, status text not null, primary key (program_id, sale_id));
  create unlogged table read_model.platform_fee (
    program_id bigint, sale_id bigint, amount_cents bigint not null, amount_at_sale_cents bigint not null,
    currency text not null, primary key (program_id, sale_id));
  create unlogged table read_model.payment_alias (
    program_id bigint, alias text, payment_id bigint not null, primary key (program_id, alias))`;

/** Prepared once a connection, and one round trip an event. */
export type Prepared = { readonly name: string; readonly text: string };

/** $1 program, $2 click, $3 event, $4 partner, $5 time. */
export const firstClick: Prepared = {
  name: "first_click",
  text: "insert into read_model.click values ($1, $2, $3, $4, $2, $2, $5)",
};

/** And $6, the click before it: of the same partner that one stays, of another it is superseded. */
export const laterClick: Prepared = {
  name: "later_click",
  text: `with added as (
           insert into read_model.click
           select $1, $2, $3, $4, root_click_id, $2, $5
             from read_model.click
            where program_id = $1 and click_id = $6 and partner_id <> $4
           returning root_click_id)
         update read_model.click c
            set current_click_id = $2
           from added
          where c.program_id = $1 and c.click_id = added.root_click_id`,
};

/** $1 program, $2 customer, $3 click as it was sent, $4 time. */
export const lead: Prepared = {
  name: "lead",
  text: `insert into read_model.customer
         select $1, $2, current.partner_id, current.click_id, $4
           from read_model.click sent
           join read_model.click root on root.program_id = $1 and root.click_id = sent.root_click_id
           join read_model.click current on current.program_id = $1 and current.click_id = root.current_click_id
          where sent.program_id = $1 and sent.click_id = $3
         on conflict do nothing`,
};

/** $1 program, $2 event, $3 transaction, $4 amount, $5 currency, $6 source, $7 customer, $8 time, $9 names of the payment. */
export const sale: Prepared = {
  name: "sale",
  text: `with sold as (
           insert into read_model.sale
           select $1, $2, $3, $4, 0, $5, 'recorded', $6, $7, partner_id, click_id, $8
             from read_model.customer
            where program_id = $1 and customer_key = $7
           returning partner_id),
         earned as (
           insert into read_model.commission
           select $1, $2, partner_id, ($4 * 2 * 2000 + 10000) / 20000, ($4 * 2 * 2000 + 10000) / 20000, $5, 'pending' from sold),
         charged as (
           insert into read_model.platform_fee
           select $1, $2, ($4 * 2 * 350 + 10000) / 20000, ($4 * 2 * 350 + 10000) / 20000, $5 from sold)
         insert into read_model.payment_alias
         select $1, alias, $2 from sold, unnest($9::text[]) alias
         on conflict do nothing`,
};

/** $1 program, $2 names of the payment, $3 amount. */
export const refund: Prepared = {
  name: "refund",
  text: `with reduced as (
           update read_model.sale s
              set refunded_cents = least(s.amount_cents, s.refunded_cents + $3), status = 'refunded'
             from (select payment_id from read_model.payment_alias where program_id = $1 and alias = any($2::text[]) limit 1) p
            where s.program_id = $1 and s.sale_id = p.payment_id
           returning s.sale_id, s.amount_cents, s.refunded_cents),
         deducted as (
           update read_model.commission c
              set amount_cents = c.amount_at_sale_cents
                                 - (2 * c.amount_at_sale_cents * r.refunded_cents + r.amount_cents) / (2 * r.amount_cents),
                  status = 'refunded'
             from reduced r
            where c.program_id = $1 and c.sale_id = r.sale_id)
         update read_model.platform_fee f
            set amount_cents = f.amount_at_sale_cents
                               - (2 * f.amount_at_sale_cents * r.refunded_cents + r.amount_cents) / (2 * r.amount_cents)
           from reduced r
          where f.program_id = $1 and f.sale_id = r.sale_id`,
};

/** $1 program, $2 names of the payment. */
export const dispute: Prepared = {
  name: "dispute",
  text: `with disputed as (
           update read_model.sale s
              set status = 'disputed'
             from (select payment_id from read_model.payment_alias where program_id = $1 and alias = any($2::text[]) limit 1) p
            where s.program_id = $1 and s.sale_id = p.payment_id
           returning s.sale_id)
         update read_model.commission c
            set status = 'held'
           from disputed d
          where c.program_id = $1 and c.sale_id = d.sale_id`,
};
