// The customers and the sales of a batch, each recorded once: as events through the same transaction as everything else.
import { requireProgramRight } from "../../access/permission.ts";
import type { Conclusion } from "../../core/rules/conclusion.ts";
import type { CustomerImported, SaleImported } from "../../core/rules/events/import-events.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { findRecordedKeys } from "../../engine/log/append.ts";
import type { Session } from "../../engine/postgres/driver/session.ts";
import { commitBatch } from "../../engine/recording/locked-batch.ts";
import type { Result, Submission } from "../../engine/recording/submission.ts";
import type { ImportedCustomer, ImportedSaleLine } from "./import-row.ts";
import type { Importing } from "./importing.ts";
import { findCustomers, findSales, type Here } from "./known.ts";
import type { CountName } from "./tally.ts";

export type OfPartner<Record> = { readonly partnerId: number; readonly record: Record };

export async function takeCustomers(
  importing: Importing,
  customers: readonly OfPartner<ImportedCustomer>[],
): Promise<void> {
  if (customers.length === 0) return;
  const submissions = customers.map(({ partnerId, record }) =>
    importing.submission({
      key: `customer:${record.externalId}`,
      occurredAt: record.referredAt,
      data: customerData(importing, partnerId, record),
    }),
  );
  if (importing.isApplied) {
    for (const result of await commit(importing, submissions)) importing.tally.count(countOf(result, customerCounts));
    return;
  }
  const keys = customers.flatMap(({ record }) => record.customerKey ?? []);
  const [known, bound] = await importing.database.withSession(async (session) => [
    await recordedKeys(session, submissions),
    await findCustomers(session, importing.programId, keys),
  ]);
  for (const [index, { partnerId, record }] of customers.entries()) {
    const holder = bound.get(record.customerKey ?? "") ?? partnerId;
    const isNew = isFirst(importing, known, submissions[index]);
    importing.tally.count(wouldBe(isNew, holder === partnerId ? "customers_new" : "kept", "customers_known"));
  }
}

function customerData(importing: Importing, partnerId: number, customer: ImportedCustomer): CustomerImported {
  const { customerKey, providerCustomerId, email } = customer;
  return {
    type: "customer_imported",
    tool: importing.tool,
    partner_id: partnerId,
    customer_key: customerKey,
    provider_customer_id: providerCustomerId,
    email_hash: email === null ? null : importing.hashOf(email),
  };
}

export async function takeSales(importing: Importing, sales: readonly OfPartner<ImportedSaleLine>[]): Promise<void> {
  if (sales.length === 0) return;
  const aliases = sales.map(({ record }) => transactionOf(importing, record));
  const here = await importing.database.withSession((session) => findSales(session, importing.programId, aliases));
  const own = sales.filter((sale) => isOwn(sale, here.get(transactionOf(importing, sale.record))));
  for (let kept = own.length; kept < sales.length; kept += 1) importing.tally.count("kept");
  if (importing.isApplied) await makePayouts(importing, own);
  const submissions = own.map(({ partnerId, record }) =>
    importing.submission({
      key: `sale:${record.externalId}:${record.state}:${record.commissionCents}`,
      occurredAt: record.soldAt,
      data: saleData(importing, partnerId, record),
    }),
  );
  const names = importing.isApplied
    ? (await commit(importing, submissions)).map((result) => countOf(result, saleCounts))
    : await foreseeSales(importing, own, submissions, here);
  if (importing.isApplied) await takeRefunds(importing, own);
  for (const [index, { record }] of own.entries()) {
    const name = names[index];
    if (name === undefined) throw new Error("a sale was left without a result");
    importing.tally.count(name);
    if (name === "sales_new") importing.tally.addSale(record);
  }
}

/** Each is a refund of all that is left: a provider's report of it, whichever came first, is the same one. */
async function takeRefunds(importing: Importing, sales: readonly OfPartner<ImportedSaleLine>[]): Promise<void> {
  const submissions = sales.flatMap(({ record }) => {
    if (record.state !== "refunded") return [];
    const data = {
      type: "refund_reported",
      transaction_id: transactionOf(importing, record),
      refund_amount_cents: null,
      refund_reason: null,
      refund_id: null,
    } as const;
    return [importing.submission({ key: `refund:${record.externalId}`, occurredAt: null, data })];
  });
  if (submissions.length > 0) await commit(importing, submissions);
}

/**
 * What belongs to another partner here, came too late here, or was imported with another commission stays as it is: no one is paid for it
 * twice.
 */
function isOwn({ partnerId, record }: OfPartner<ImportedSaleLine>, here: Here | undefined): boolean {
  if (here === undefined) return true;
  return here.partnerId === partnerId && (here.externalId === null || here.externalId === record.externalId);
}

async function foreseeSales(
  importing: Importing,
  sales: readonly OfPartner<ImportedSaleLine>[],
  submissions: readonly Submission[],
  here: ReadonlyMap<string, Here>,
): Promise<CountName[]> {
  const known = await importing.database.withSession((session) => recordedKeys(session, submissions));
  return sales.map(({ record }, index) => {
    const isHere = here.has(transactionOf(importing, record));
    return wouldBe(
      isFirst(importing, known, submissions[index]),
      isHere ? "sales_already_here" : "sales_new",
      "sales_known",
    );
  });
}

/** Of all in the file that have its key, however far apart. */
function isFirst(
  { wouldBeRecorded }: Importing,
  known: ReadonlySet<string>,
  submission: Submission | undefined,
): boolean {
  const key = submission?.event.dedupKey ?? "";
  if (known.has(key) || wouldBeRecorded.has(key)) return false;
  wouldBeRecorded.add(key);
  return true;
}

function wouldBe(isNew: boolean, asNew: CountName, asKnown: CountName): CountName {
  return isNew ? asNew : asKnown;
}

/** Without a name of its provider's it is known by the tool's. */
function transactionOf({ tool }: Importing, { transactionId, externalId }: ImportedSaleLine): string {
  return transactionId ?? `${tool}:${externalId}`;
}

function saleData(importing: Importing, partnerId: number, sale: ImportedSaleLine): SaleImported {
  const { tool } = importing;
  const transactionId = transactionOf(importing, sale);
  return {
    type: "sale_imported",
    tool,
    external_id: sale.externalId,
    partner_id: partnerId,
    transaction_id: transactionId,
    aliases: [{ kind: "transaction", value: transactionId }],
    amount_cents: sale.amountCents,
    currency: sale.currency,
    customer_key: sale.customerKey,
    provider_customer_id: sale.providerCustomerId,
    email_hash: sale.email === null ? null : importing.hashOf(sale.email),
    subscription_id: sale.subscriptionId,
    product_id: sale.productId,
    commission: earnedBy(importing, partnerId, sale),
  };
}

function earnedBy(importing: Importing, partnerId: number, sale: ImportedSaleLine): SaleImported["commission"] {
  const { state, commissionCents, commissionCurrency } = sale;
  if (state === "none" || state === "refunded" || commissionCents === 0) return null;
  const payoutId = state === "paid" ? (importing.payouts.get(payoutKey(partnerId, commissionCurrency)) ?? null) : null;
  return { amount_cents: commissionCents, currency: commissionCurrency, payout_id: payoutId };
}

function payoutKey(partnerId: number, currency: Currency): string {
  return `payout:${partnerId}:${currency}`;
}

/** A file may have as many partners as lines. */
const payoutsKeptMax = 10_000;

/** One payout for each partner and currency represents everything that the tool paid. */
async function makePayouts(importing: Importing, sales: readonly OfPartner<ImportedSaleLine>[]): Promise<void> {
  const { tool } = importing;
  // Those that are needed again are found again.
  if (importing.payouts.size > payoutsKeptMax) importing.payouts.clear();
  const missing = new Map<string, Submission>();
  for (const { partnerId, record } of sales) {
    const key = payoutKey(partnerId, record.commissionCurrency);
    if (record.state !== "paid" || record.commissionCents === 0 || importing.payouts.has(key)) continue;
    const data = { type: "payout_imported", tool, partner_id: partnerId, currency: record.commissionCurrency } as const;
    missing.set(key, importing.submission({ key, occurredAt: null, data }));
  }
  if (missing.size === 0) return;
  const results = await commit(importing, [...missing.values()]);
  for (const [index, key] of [...missing.keys()].entries()) {
    const result = results[index];
    if (result?.kind !== "told_before" && result?.kind !== "concluded") throw new Error(`payout ${key} has no result`);
    if (result.eventId === null) throw new Error(`payout ${key} was not recorded`);
    importing.payouts.set(key, result.eventId);
  }
}

async function commit(importing: Importing, submissions: readonly Submission[]): Promise<Result[]> {
  const { database, actor, programId } = importing;
  const results = await commitBatch(database, submissions, {
    before: (session) => requireProgramRight(session, actor, programId, "settings"),
  });
  importing.requireRecorded(results);
  return results;
}

async function recordedKeys(session: Session, submissions: readonly Submission[]): Promise<Set<string>> {
  const found = await findRecordedKeys(
    session,
    submissions.map(({ event }) => event),
  );
  return new Set(found.map(({ dedup_key }) => dedup_key));
}

type Counts = {
  readonly known: CountName;
  readonly outcomes: { readonly [Outcome in Conclusion["outcome"]]?: CountName };
};
const customerCounts: Counts = { known: "customers_known", outcomes: { recorded: "customers_new", ignored: "kept" } };
const saleCounts: Counts = {
  known: "sales_known",
  outcomes: { recorded: "sales_new", duplicate: "sales_already_here", ignored: "kept" },
};

function countOf(result: Result, { known, outcomes }: Counts): CountName {
  if (result.kind === "told_before") return known;
  const name = result.kind === "concluded" ? outcomes[result.conclusion.outcome] : undefined;
  if (name !== undefined) return name;
  throw new Error(`an import cannot end as ${result.kind === "concluded" ? result.conclusion.outcome : result.kind}`);
}
