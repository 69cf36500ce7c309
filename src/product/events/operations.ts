// The lists of what a program recorded: its log, sales, commissions, fees, refunds, customers, clicks and leads. Their filters and rows are
// defined next to each query.
import { auditFilters, auditLine, listAudit } from "../audit/audit-list.ts";
import { feeFilters, feeLine, listFees } from "../commissions/fees-list.ts";
import { commissionFilters, commissionLine, listCommissions } from "../commissions/list.ts";
import { clickFilters, clickLine, listClicks } from "../customers/clicks-list.ts";
import { leadFilters, leadLine, listLeads } from "../customers/leads-list.ts";
import { customerFilters, customerLine, listCustomers } from "../customers/list.ts";
import { defineProgramList } from "../operation/list-operation.ts";
import { inProgram, type Operation } from "../operation/operation.ts";
import { refuseFields } from "../operation/refusal.ts";
import { millisecondsPerDay } from "../reads/days.ts";
import { listSales, saleFilters, saleLine } from "../sales/list.ts";
import { listRefunds, refundFilters, refundLine } from "../sales/refunds-list.ts";
import { type EventFilter, eventFilters, eventLine, listEvents } from "./list.ts";

const path = "/programs/:program_id";

/** Amounts have no index: every event of the range is read. */
const amountDaysMax = 92;

export const operations: readonly Operation[] = [
  defineProgramList({
    name: "events.list",
    description:
      "The program's log in order, with each event's outcome, including test events. To follow new events, poll with after_seq set to the last seq you received.",
    access: inProgram("read"),
    tool: { name: "list_events", scope: "events:read" },
    http: { method: "get", path: `${path}/events` },
    row: eventLine,
    table: [
      "event_id",
      "seq",
      "received_at",
      "source",
      "type",
      "provider_event_type",
      "is_test",
      "outcome",
      "reason",
      "refers_to",
    ],
    filters: eventFilters,
    example: "events list --program 1 --outcome failed",
    read: (db, programId, page, filter, { now }) => {
      refuseEndlessAmount(filter, now());
      return listEvents(db, programId, page, filter);
    },
  }),
  defineProgramList({
    name: "audit.list",
    description:
      "Changes that people and agents made of the program, in the order of its log. Older changes have no author. Changes of keys, connections, recipients and people are in access-changes.list.",
    access: inProgram("read"),
    tool: { name: "list_changes", scope: "programs:read" },
    http: { method: "get", path: `${path}/audit` },
    row: auditLine,
    table: ["event_id", "changed_at", "type", "by_kind", "by_name", "summary"],
    filters: auditFilters,
    example: "audit list --program 1 --order newest",
    read: listAudit,
  }),
  defineProgramList({
    name: "sales.list",
    description: "In the order of the log, each with the amounts paid and refunded, and its partner.",
    access: inProgram("read"),
    tool: { name: "list_sales", scope: "events:read" },
    http: { method: "get", path: `${path}/sales` },
    row: saleLine,
    table: [
      "sale_id",
      "received_at",
      "transaction_id",
      "amount_cents",
      "refunded_cents",
      "currency",
      "status",
      "customer_key",
      "partner_id",
      "source",
      "subscription_id",
    ],
    filters: saleFilters,
    example: "sales list --program 1 --status refunded",
    read: listSales,
  }),
  defineProgramList({
    name: "commissions.list",
    description: "Partners' commissions. Amounts are integers in the currency's smallest unit.",
    access: inProgram("read"),
    tool: { name: "list_commissions", scope: "commissions:read" },
    http: { method: "get", path: `${path}/commissions` },
    row: commissionLine,
    table: [
      "commission_id",
      "sale_id",
      "partner_id",
      "amount_cents",
      "amount_at_sale_cents",
      "currency",
      "status",
      "hold_until",
      "held_because",
      "adjustment_cents",
      "refunded_cents",
    ],
    filters: commissionFilters,
    example: "commissions list --program 1 --partner 2",
    read: listCommissions,
  }),
  defineProgramList({
    name: "fees.list",
    description:
      "Platform fees that the program owes the operator. Each fee of a payment that its provider verified names what only the brand's word took off, or would have.",
    access: inProgram("read"),
    tool: { name: "list_fees", scope: "commissions:read" },
    http: { method: "get", path: `${path}/fees` },
    row: feeLine,
    table: [
      "fee_id",
      "sale_id",
      "amount_cents",
      "amount_at_sale_cents",
      "currency",
      "taken_by_word_cents",
      "kept_against_word_cents",
    ],
    filters: feeFilters,
    example: "fees list --program 1 --by word",
    read: listFees,
  }),
  defineProgramList({
    name: "refunds.list",
    description: "Refunds reported by calls and by providers. One refund that both reported is one row.",
    access: inProgram("read"),
    tool: { name: "list_refunds", scope: "events:read" },
    http: { method: "get", path: `${path}/refunds` },
    row: refundLine,
    table: ["event_id", "received_at", "sale_id", "amount_cents", "has_failed", "reason", "source", "refund_key"],
    filters: refundFilters,
    example: "refunds list --program 1",
    read: listRefunds,
  }),
  defineProgramList({
    name: "customers.list",
    description:
      "Each with its partner and click. Customers known only by a provider's id, as after many imports, come last.",
    access: inProgram("read"),
    tool: { name: "list_customers", scope: "events:read" },
    http: { method: "get", path: `${path}/customers` },
    row: customerLine,
    table: [
      "customer_key",
      "provider_customer_id",
      "partner_id",
      "click_id",
      "clicked_at",
      "is_provisional",
      "first_sale_id",
      "bound_at",
    ],
    filters: customerFilters,
    example: "customers list --program 1",
    read: listCustomers,
  }),
  defineProgramList({
    name: "clicks.list",
    description: "On affiliate links, bots among them.",
    access: inProgram("read"),
    tool: { name: "list_clicks", scope: "events:read" },
    http: { method: "get", path: `${path}/clicks` },
    row: clickLine,
    table: ["event_id", "clicked_at", "click_id", "partner_id", "is_bot"],
    filters: clickFilters,
    example: "clicks list --program 1 --partner 2",
    read: listClicks,
  }),
  defineProgramList({
    name: "leads.list",
    description: "Signups and other steps before a sale, as they were reported.",
    access: inProgram("read"),
    tool: { name: "list_leads", scope: "events:read" },
    http: { method: "get", path: `${path}/leads` },
    row: leadLine,
    table: ["lead_id", "reported_at", "customer_key", "partner_id", "click_id", "event_name", "is_provisional"],
    filters: leadFilters,
    example: "leads list --program 1",
    read: listLeads,
  }),
];

function refuseEndlessAmount({ amount_cents, from, before }: EventFilter, nowMilliseconds: number): void {
  if (amount_cents === undefined) return;
  if (from === undefined) throw refuseFields([{ field: "from", message: "is required with amount_cents." }]);
  const end = before?.getTime() ?? nowMilliseconds;
  if (end - from.getTime() <= amountDaysMax * millisecondsPerDay) return;
  const message = `must be at most ${amountDaysMax} days before the end with amount_cents.`;
  throw refuseFields([{ field: "from", message }]);
}
