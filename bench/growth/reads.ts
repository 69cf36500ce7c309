// Every list a brand, an operator or a partner pages through, with its filters, at its beginning, in its middle and at its end,
// and the reports: as they are asked for, of the largest program and of an ordinary one.
import type { Client } from "pg";
import { openSecrets } from "../../src/access/secrets/secrets.ts";
import { type Page, type PageRequest, pageRowsDefault } from "../../src/core/vocabulary/page.ts";
import { listFees } from "../../src/product/commissions/fees-list.ts";
import { listCommissions } from "../../src/product/commissions/list.ts";
import { listClicks } from "../../src/product/customers/clicks-list.ts";
import { listLeads } from "../../src/product/customers/leads-list.ts";
import { listCustomers } from "../../src/product/customers/list.ts";
import { findDeliveriesByProviderId } from "../../src/product/deliveries/detail-read.ts";
import { listDeliveries } from "../../src/product/deliveries/list.ts";
import { listParked } from "../../src/product/deliveries/parked-list.ts";
import { listEvents } from "../../src/product/events/list.ts";
import { listPartners } from "../../src/product/partners/list.ts";
import { findPartnerBalances } from "../../src/product/payouts/balances-read.ts";
import { listPayoutItems, listPayouts } from "../../src/product/payouts/list.ts";
import { writePartnerToken } from "../../src/product/portal/token.ts";
import { openPartnerViews } from "../../src/product/portal/view-read.ts";
import { type PartnerLists, partnerListNames } from "../../src/product/portal/view-rows.ts";
import { listPrograms } from "../../src/product/programs/list.ts";
import { listTrackingLog } from "../../src/product/programs/tracking-log-list.ts";
import { listDisputes } from "../../src/product/sales/disputes-list.ts";
import { listSales } from "../../src/product/sales/list.ts";
import { listRefunds } from "../../src/product/sales/refunds-list.ts";
import type { Db, Read } from "./read.ts";
import { reportsOf } from "./report-reads.ts";
import { benchSecretKey } from "./year.ts";

const millisecondsPerDay = 86_400_000;
const recentDays = 30;

/** Tables that no page may read from end to end. */
export const tablesThatGrow: readonly string[] = [
  "event",
  "delivery",
  "click",
  "lead",
  "customer",
  "identity",
  "subscription",
  "payment_alias",
  "sale",
  "commission",
  "platform_fee",
  "payout_item",
  "outcome",
  "parked",
  "tracking_log",
];

/** What is asked for by name, taken from the program itself. */
type Names = {
  readonly partnerId: number;
  readonly quietPartnerId: number;
  readonly customerKey: string;
  readonly subscriptionId: string;
  readonly saleId: number;
  readonly payoutId: number;
  readonly providerEventId: string;
};

type List = {
  readonly name: string;
  /** Where the middle and the end are: the list's key over its rows. */
  readonly keys: string;
  readonly read: (db: Db, request: PageRequest) => Promise<Page<object>>;
};

export async function readsOf(client: Client, programId: number, rows = pageRowsDefault): Promise<Read[]> {
  const names = await findNames(client, programId);
  const now = new Date(Math.floor(Date.now() / millisecondsPerDay) * millisecondsPerDay);
  const from = new Date(now.getTime() - recentDays * millisecondsPerDay);
  const reads: Read[] = [];
  for (const list of listsOf(programId)) {
    for (const [place, cursor] of await placesOf(client, programId, list, rows)) {
      const request = { limit: rows, cursor };
      reads.push({ name: `${list.name}, ${place}`, kind: "page", run: (db) => list.read(db, request) });
    }
  }
  return [
    ...reads,
    ...searchesOf(programId, names, { rows, from }),
    ...partnerReadsOf(programId, names.partnerId, rows),
    ...reportsOf(programId, { rows, now, from }),
  ];
}

function listsOf(programId: number): List[] {
  const of =
    (list: (db: Db, programId: number, request: PageRequest) => Promise<Page<object>>): List["read"] =>
    (db, request) =>
      list(db, programId, request);
  return [
    { name: "events", keys: "seq from event", read: of(listEvents) },
    { name: "deliveries", keys: "event_id from delivery", read: of(listDeliveries) },
    { name: "sales", keys: "sale_id from sale", read: of(listSales) },
    { name: "commissions", keys: "sale_id from commission", read: of(listCommissions) },
    { name: "fees", keys: "sale_id from platform_fee", read: of(listFees) },
    { name: "refunds", keys: "event_id, sale_id from refund", read: of(listRefunds) },
    { name: "leads", keys: "lead_id from lead", read: of(listLeads) },
    { name: "clicks", keys: "seq from event where type = 'click_recorded'", read: of(listClicks) },
    { name: "customers", keys: "customer_key from customer", read: of(listCustomers) },
    { name: "parked", keys: "event_id from outcome where outcome = 'parked'", read: of(listParked) },
    { name: "disputes", keys: "event_id from dispute", read: of(listDisputes) },
    { name: "payouts", keys: "payout_id from payout", read: of(listPayouts) },
    { name: "tracking-log", keys: "line_id from tracking_log", read: of(listTrackingLog) },
    {
      name: "partners",
      keys: "partner_id from partner",
      read: of((db, id, page) => listPartners(db, id, page, {}, "http://service.test")),
    },
  ];
}

type Place = readonly ["first page" | "middle" | "last page", string | null];

async function placesOf(client: Client, programId: number, { name, keys }: List, pageRows: number): Promise<Place[]> {
  const [columns = "", rest = ""] = keys.split(" from ");
  const [table = "", condition] = rest.split(" where ");
  const where = `where program_id = ${programId}${condition === undefined ? "" : ` and ${condition}`}`;
  const counted = await client.query<{ count: number }>(`select count(*) from ${table} ${where}`);
  const count = counted.rows[0]?.count ?? 0;
  const places: Place[] = [["first page", null]];
  for (const [place, offset] of [
    ["middle", Math.floor(count / 2)],
    ["last page", Math.max(0, count - Math.floor(pageRows / 2))],
  ] as const) {
    if (count <= pageRows) continue;
    const { rows } = await client.query<(string | number)[]>({
      text: `select ${columns} from ${table} ${where} order by ${columns} offset ${offset} limit 1`,
      rowMode: "array",
    });
    const cursor = Buffer.from(JSON.stringify([name, rows[0]])).toString("base64url");
    places.push([place, cursor]);
  }
  return places;
}

type Scope = { readonly rows: number; readonly from: Date };

function searchesOf(programId: number, names: Names, { rows, from }: Scope): Read[] {
  const { partnerId, quietPartnerId, customerKey, subscriptionId, saleId, payoutId } = names;
  const first: PageRequest = { limit: rows, cursor: null };
  const read = (name: string, run: Read["run"]): Read => ({ name, kind: "page", run });
  const many = <Filter extends object>(
    list: string,
    run: (db: Db, programId: number, request: PageRequest, filter?: Filter) => Promise<unknown>,
    filters: readonly NoInfer<Filter>[],
  ): Read[] => filters.map((filter) => read(`${list} ${textOf(filter)}`, (db) => run(db, programId, first, filter)));
  return [
    ...many("events", listEvents, [
      { type: "click_recorded" },
      { type: "dispute_opened" },
      { type: "policy_set" },
      { type: "no_such_type" },
      { source: "api" },
      { source: "operator" },
      { source: "paddle" },
      { is_test: true },
      { outcome: "recorded" },
      { outcome: "parked" },
      { outcome: "expired" },
      { outcome: "failed" },
      { outcome: "pending" },
      { outcome: "parked", type: "payment_succeeded" },
      { outcome: "duplicate", source: "stripe" },
      { type: "refund_reported", source: "api", is_test: false },
      { order: "newest" },
      { order: "newest", type: "dispute_opened" },
      { order: "newest", outcome: "parked", before: from },
      { partner_id: partnerId },
      { partner_id: partnerId, order: "newest", from },
      { customer_key: customerKey },
      { customer_key: "no-such-customer" },
      { transaction_id: "no-such-payment" },
      { click_id: "no-such-click" },
    ]),
    ...many("deliveries", listDeliveries, [
      { status: "recorded" },
      { status: "parked" },
      { status: "failed" },
      { status: "ignored" },
      { status: "expired" },
      { provider: "stripe" },
      { provider: "paddle" },
      { since: from },
      { provider: "stripe", status: "parked", since: from },
      { status: "recorded", since: from },
    ]),
    read("deliveries by provider's id", (db) => findDeliveriesByProviderId(db, programId, names.providerEventId)),
    ...many("sales", listSales, [
      { status: "recorded" },
      { status: "refunded" },
      { status: "disputed" },
      { evidence: "chain_contradicted" },
      { partner_id: partnerId },
      { partner_id: quietPartnerId },
      { partner_id: partnerId, status: "reversed" },
      { customer_key: customerKey },
      { customer_key: "no-such-customer" },
      { subscription_id: subscriptionId },
      { from },
      { before: from, status: "disputed" },
      { from, partner_id: partnerId },
    ]),
    ...many("commissions", listCommissions, [
      { status: "pending" },
      { status: "approved" },
      { status: "paid" },
      { status: "held" },
      { status: "reversed" },
      { partner_id: partnerId },
      { partner_id: quietPartnerId },
      { partner_id: partnerId, status: "pending" },
    ]),
    ...many("refunds", listRefunds, [{ sale_id: saleId }]),
    ...many("leads", listLeads, [
      { partner_id: partnerId },
      { partner_id: quietPartnerId },
      { customer_key: customerKey },
    ]),
    ...many("clicks", listClicks, [{ partner_id: partnerId }, { partner_id: quietPartnerId }]),
    ...many("customers", listCustomers, [{ partner_id: partnerId }, { partner_id: quietPartnerId }]),
    ...many("disputes", listDisputes, [{ status: "open" }, { status: "won" }]),
    ...many("payouts", listPayouts, [{ status: "created" }, { partner_id: partnerId }, { currency: "EUR" }]),
    read("items of a payout", (db) => listPayoutItems(db, programId, payoutId, first)),
    ...many("tracking-log", listTrackingLog, [
      { call: "refund" },
      { code: "unsupported_currency" },
      { code: "no_such_code" },
      { call: "click", code: "duplicate_transaction" },
    ]),
    read("programs of a workspace", (db) => listPrograms(db, first, { workspace_id: 1 })),
  ];
}

function textOf(filter: object): string {
  const texts = Object.entries(filter).map(([name, value]) => {
    if (value instanceof Date) return `${name} ${recentDays} days ago`;
    return /partnerid/i.test(name) || typeof value === "number" ? name : `${name}=${shown(value)}`;
  });
  return texts.join(", ") || "by partner";
}

function shown(value: unknown): string {
  return /^(user_|sub_)/.test(String(value)) ? "…" : String(value);
}

function partnerReadsOf(programId: number, partnerId: number, rows: number): Read[] {
  const secrets = openSecrets([benchSecretKey]);
  const madeAt = Date.now();
  const token = writePartnerToken(secrets, { programId, partnerId, madeAt, expiresAt: madeAt + millisecondsPerDay });
  const open = async (db: Db) => {
    const view = await openPartnerViews(db, secrets, { now: Date.now, baseUrl: "http://service.test" }).open(token);
    if (view === undefined) throw new Error("the partner's link does not open");
    return view;
  };
  const list = (name: keyof PartnerLists): Read => ({
    name: `partner's page: ${name}`,
    kind: "page",
    run: async (db) => (await open(db)).list(name, { limit: rows, cursor: null }),
  });
  return [
    ...partnerListNames.map(list),
    { name: "partner's page: recent", kind: "report", run: async (db) => (await open(db)).recent() },
    { name: "partner's page: activity", kind: "report", run: async (db) => (await open(db)).activity(90) },
    { name: "partner's balances", kind: "report", run: (db) => findPartnerBalances(db, programId, partnerId) },
  ];
}

async function findNames(client: Client, programId: number): Promise<Names> {
  const one = async <Value>(text: string): Promise<Value> => {
    const { rows } = await client.query<Value[]>({ text, values: [programId], rowMode: "array" });
    const value = rows[0]?.[0];
    if (value === undefined) throw new Error(`program ${programId} has nothing to look for: ${text}`);
    return value;
  };
  return {
    partnerId: await one("select partner_id from partner where program_id = $1 order by partner_id limit 1"),
    quietPartnerId: await one("select partner_id from partner where program_id = $1 order by partner_id desc limit 1"),
    customerKey: await one(
      "select customer_key from sale where program_id = $1 and customer_key is not null order by sale_id desc limit 1",
    ),
    subscriptionId: await one(
      "select subscription_id from sale where program_id = $1 and subscription_id is not null order by sale_id desc limit 1",
    ),
    saleId: await one("select sale_id from refund where program_id = $1 order by sale_id desc limit 1"),
    payoutId: await one("select payout_id from payout where program_id = $1 order by payout_id desc limit 1"),
    providerEventId: await one(
      "select provider_event_id from delivery where program_id = $1 order by event_id desc limit 1",
    ),
  };
}
