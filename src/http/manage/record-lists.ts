// The lists of what a program recorded: its log, sales, commissions, fees, refunds, customers, clicks and leads, with the
// filters of each. The command line has the same lists under the same names.
import { z } from "zod";
import { evidences } from "../../core/rows.ts";
import { type ClickLine, listClicks } from "../../queries/clicks.ts";
import { type CommissionLine, listCommissions } from "../../queries/commissions.ts";
import { type CustomerLine, listCustomers } from "../../queries/customers.ts";
import { type EventLine, listEvents } from "../../queries/events.ts";
import { type FeeLine, listFees } from "../../queries/fees.ts";
import { type LeadLine, listLeads } from "../../queries/leads.ts";
import { listRefunds, type RefundLine } from "../../queries/refunds.ts";
import { listSales, type SaleLine } from "../../queries/sales.ts";
import { id, oneOf, text } from "./fields.ts";
import type { ProgramList } from "./list-route.ts";

const partner_id = id.optional();
const time = z.iso
  .datetime({ offset: true, error: "must be an ISO 8601 time with an offset, such as 2026-01-31T00:00:00Z" })
  .transform((given) => new Date(given))
  .optional();

/** Keeps each list's own types together while it is written down. */
function listOf<Row extends object>() {
  return <Shape extends z.ZodRawShape>(list: Omit<ProgramList<Shape, Row>, "right">): ProgramList<Shape, Row> => ({
    ...list,
    right: "member",
  });
}

export const eventList = listOf<EventLine>()({
  name: "events",
  filters: {
    type: text.optional(),
    source: text.optional(),
    outcome: oneOf(["recorded", "duplicate", "expired", "parked", "ignored", "failed", "pending"]).optional(),
    is_test: oneOf(["true", "false"]).optional(),
  },
  columns: {
    event_id: true,
    seq: true,
    type: true,
    source: true,
    is_test: true,
    received_at: true,
    occurred_at: true,
    outcome: true,
    reason: true,
    refers_to: true,
    detail: true,
    provider_event_type: true,
    provider_event_id: true,
    data: true,
  },
  read: (db, programId, page, { is_test: isTest, ...filter }) =>
    listEvents(db, programId, page, { ...filter, isTest: isTest === undefined ? undefined : isTest === "true" }),
});

export const saleList = listOf<SaleLine>()({
  name: "sales",
  filters: {
    status: oneOf(["recorded", "disputed", "refunded", "reversed"]).optional(),
    evidence: oneOf(evidences).optional(),
    partner_id,
    customer_key: text.optional(),
    subscription_id: text.optional(),
    from: time,
    before: time,
  },
  columns: {
    sale_id: true,
    received_at: true,
    occurred_at: true,
    transaction_id: true,
    amount_cents: true,
    tax_cents: true,
    refunded_cents: true,
    currency: true,
    status: true,
    reason: true,
    customer_key: true,
    partner_id: true,
    click_id: true,
    clicked_at: true,
    source: true,
    provider: true,
    provider_payment_id: true,
    sale_type: true,
    is_recurring: true,
    subscription_id: true,
    subscription_interval: true,
    product_id: true,
    evidence: true,
  },
  read: (db, programId, page, { partner_id: partnerId, ...given }) =>
    listSales(db, programId, page, {
      partnerId,
      customerKey: given.customer_key,
      subscriptionId: given.subscription_id,
      status: given.status,
      evidence: given.evidence,
      from: given.from,
      before: given.before,
    }),
});

export const commissionList = listOf<CommissionLine>()({
  name: "commissions",
  filters: {
    status: oneOf(["pending", "approved", "paid", "held", "refunded", "reversed"]).optional(),
    partner_id,
  },
  columns: {
    commission_id: true,
    sale_id: true,
    partner_id: true,
    amount_cents: true,
    amount_at_sale_cents: true,
    currency: true,
    status: true,
    stage: true,
    hold_until: true,
    adjustment_cents: true,
    refunded_cents: true,
  },
  read: (db, programId, page, { status, partner_id: partnerId }) =>
    listCommissions(db, programId, page, { status, partnerId }),
});

export const feeList = listOf<FeeLine>()({
  name: "fees",
  filters: {},
  columns: { fee_id: true, sale_id: true, amount_cents: true, amount_at_sale_cents: true, currency: true },
  read: (db, programId, page) => listFees(db, programId, page),
});

export const refundList = listOf<RefundLine>()({
  name: "refunds",
  filters: { sale_id: id.optional() },
  columns: {
    event_id: true,
    sale_id: true,
    refund_key: true,
    amount_cents: true,
    has_failed: true,
    reason: true,
    source: true,
    received_at: true,
  },
  read: (db, programId, page, { sale_id: saleId }) => listRefunds(db, programId, page, { saleId }),
});

export const customerList = listOf<CustomerLine>()({
  name: "customers",
  filters: { partner_id },
  columns: {
    customer_key: true,
    partner_id: true,
    click_id: true,
    clicked_at: true,
    is_provisional: true,
    first_sale_id: true,
    bound_at: true,
  },
  read: (db, programId, page, { partner_id: partnerId }) => listCustomers(db, programId, page, { partnerId }),
});

export const clickList = listOf<ClickLine>()({
  name: "clicks",
  filters: { partner_id },
  columns: {
    click_id: true,
    event_id: true,
    seq: true,
    partner_id: true,
    root_click_id: true,
    is_bot: true,
    clicked_at: true,
  },
  read: (db, programId, page, { partner_id: partnerId }) => listClicks(db, programId, page, { partnerId }),
});

export const leadList = listOf<LeadLine>()({
  name: "leads",
  filters: { partner_id, customer_key: text.optional() },
  columns: {
    lead_id: true,
    customer_key: true,
    click_id: true,
    partner_id: true,
    event_name: true,
    is_provisional: true,
    reported_at: true,
  },
  read: (db, programId, page, { partner_id: partnerId, customer_key: customerKey }) =>
    listLeads(db, programId, page, { partnerId, customerKey }),
});
