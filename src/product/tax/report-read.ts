// Reports for tax offices of what was paid in a year, by the day of payment in UTC: 1099-NEC for partners of the United States, DAC7 for
// partners in the European Union. Money that came back is subtracted in the year it came back. What was paid by PayPal is not in a
// 1099-NEC: PayPal reports it. Tax ids are decrypted into the report and nowhere else.
import { type Kysely, sql } from "kysely";
import type { Secrets } from "../../access/secrets/secrets.ts";
import { isInEuropeanUnion } from "../../core/vocabulary/countries.ts";
import { csvLine } from "../../core/vocabulary/csv-line.ts";
import type { Currency } from "../../core/vocabulary/money/currencies.ts";
import { decimalAmount, isAtLeast, type Sum, sumOf } from "../../core/vocabulary/money/money.ts";
import type { Tables } from "../../engine/postgres/tables/tables.ts";
import type { TaxDetails } from "./details.ts";
import { openTaxDetails } from "./list.ts";

export const reportFormats = ["1099-nec", "dac7"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** https://www.irs.gov/instructions/i1099mec: 600 dollars, and 2,000 for what is paid from 2026 on. */
export function thresholdCents(year: number): number {
  return year <= lastYearOfLowThreshold ? 60_000 : 200_000;
}
const lastYearOfLowThreshold = 2025;

export type TaxReport = { readonly csv: string; readonly lines: number };

/** What moved in a quarter; money that came back is negative. */
type Moved = {
  readonly partner_id: number;
  readonly currency: Currency;
  readonly quarter: number;
  readonly is_paypal: boolean;
  readonly paid_cents: Sum;
  readonly returned_cents: Sum;
  readonly net_cents: Sum;
  readonly activities: number;
};

export async function makeTaxReport(
  db: Kysely<Tables>,
  secrets: Pick<Secrets, "decrypt">,
  programId: number,
  { year, format }: { readonly year: number; readonly format: ReportFormat },
): Promise<TaxReport> {
  const moved = await findMoved(db, programId, year);
  const details = await findDetails(db, secrets, programId);
  const lines = format === "dac7" ? dac7Lines(moved, details) : necLines(moved, details, year);
  return { csv: [csvLine(headers[format]), ...lines.map(csvLine)].join(""), lines: lines.length };
}

async function findMoved(db: Kysely<Tables>, programId: number, year: number): Promise<readonly Moved[]> {
  const [from, before] = [`${year}-01-01T00:00:00Z`, `${year + 1}-01-01T00:00:00Z`];
  const { rows } = await sql<Moved>`
    select partner_id, currency, quarter, is_paypal,
           coalesce(sum(amount_cents) filter (where sign = 1), 0) as paid_cents,
           coalesce(sum(amount_cents) filter (where sign = -1), 0) as returned_cents,
           sum(sign * amount_cents) as net_cents,
           sum(sign * item_count)::integer as activities
      from (
             select partner_id, currency, amount_cents, item_count, 1 as sign,
                    coalesce(lower(method) = 'paypal', false) as is_paypal,
                    extract(quarter from paid_at at time zone 'utc')::integer as quarter
               from payout
              where program_id = ${programId} and status in ('paid', 'returned')
                and paid_at >= ${from}::timestamptz and paid_at < ${before}::timestamptz
             union all
             select partner_id, currency, amount_cents, item_count, -1,
                    coalesce(lower(method) = 'paypal', false),
                    extract(quarter from withdrawn_at at time zone 'utc')::integer
               from payout
              where program_id = ${programId} and status = 'returned' and paid_at is not null
                and withdrawn_at >= ${from}::timestamptz and withdrawn_at < ${before}::timestamptz
           ) moved
     group by partner_id, currency, quarter, is_paypal
     order by partner_id, currency, quarter, is_paypal`.execute(db);
  return rows;
}

type DetailsByPartner = ReadonlyMap<number, TaxDetails>;

async function findDetails(db: Kysely<Tables>, secrets: Pick<Secrets, "decrypt">, programId: number) {
  const rows = await db
    .selectFrom("partner_tax")
    .select(["partner_id", "details_encrypted"])
    .where("program_id", "=", programId)
    .execute();
  return new Map(
    rows.map((row) => [
      row.partner_id,
      openTaxDetails(secrets, { programId, partnerId: row.partner_id }, row.details_encrypted),
    ]),
  );
}

const addressColumns = ["street", "city", "region", "postal_code", "country"] as const;
const headers: { readonly [Format in ReportFormat]: readonly string[] } = {
  "1099-nec": [
    ...["partner_id", "legal_name", "business_name", ...addressColumns, "tax_id", "backup_withholding"],
    ...["currency", "paid", "returned", "nonemployee_compensation", "note"],
  ],
  dac7: [
    ...["partner_id", "kind", "legal_name", ...addressColumns, "tax_id", "birth_date", "vat_id", "currency"],
    ...[1, 2, 3, 4].flatMap((quarter) => [`q${quarter}_amount`, `q${quarter}_activities`, `q${quarter}_fees`]),
  ],
};

/** By partner and currency. */
function groupsOf(moved: readonly Moved[]): readonly (readonly [Moved, ...Moved[]])[] {
  const groups = Map.groupBy(moved, ({ partner_id, currency }) => `${partner_id} ${currency}`);
  return [...groups.values()].flatMap(([first, ...rest]): [Moved, ...Moved[]][] =>
    first === undefined ? [] : [[first, ...rest]],
  );
}

/** Who reached the threshold, and whose sums a person must look at: no form, or another currency than dollars. */
function necLines(moved: readonly Moved[], details: DetailsByPartner, year: number): (readonly unknown[])[] {
  return groupsOf(moved.filter(({ is_paypal }) => !is_paypal)).flatMap((group) => {
    const [{ partner_id, currency }] = group;
    const own = details.get(partner_id);
    if (own !== undefined && own.form !== "w9") return [];
    const net = sumOf(group.map(({ net_cents }) => net_cents));
    if (currency === "USD" && !isAtLeast(net, thresholdCents(year))) return [];
    const note = [
      ...(own === undefined ? ["no tax details: find out whether it is reportable"] : []),
      ...(currency === "USD" ? [] : ["not in USD: convert it, and hold the year's sum against the threshold"]),
    ].join("; ");
    const sums = [
      sumOf(group.map(({ paid_cents }) => paid_cents)),
      sumOf(group.map(({ returned_cents }) => returned_cents)),
      net,
    ].map((cents) => decimalAmount(cents, currency));
    return [
      [
        ...[partner_id, own?.legal_name, own?.business_name, ...addressOf(own)],
        ...[own?.tax_id, own?.backup_withholding, currency, ...sums, note],
      ],
    ];
  });
}

/** No fee is kept from what partners are paid, so fees are zero. */
function dac7Lines(moved: readonly Moved[], details: DetailsByPartner): (readonly unknown[])[] {
  return groupsOf(moved).flatMap((group) => {
    const [{ partner_id, currency }] = group;
    const own = details.get(partner_id);
    if (own === undefined || !isInEuropeanUnion(own.country)) return [];
    const quarters = [1, 2, 3, 4].flatMap((quarter) => {
      const inQuarter = group.filter((one) => one.quarter === quarter);
      const net = sumOf(inQuarter.map(({ net_cents }) => net_cents));
      const activities = inQuarter.reduce((sum, one) => sum + one.activities, 0);
      return [decimalAmount(net, currency), activities, decimalAmount(0, currency)];
    });
    const birthDate = own.form === "w8ben" ? own.birth_date : null;
    return [
      [
        ...[partner_id, own.kind, own.legal_name, ...addressOf(own), own.tax_id, birthDate, own.vat_id, currency],
        ...quarters,
      ],
    ];
  });
}

function addressOf(details: TaxDetails | undefined): readonly (string | null)[] {
  return addressColumns.map((name) => details?.[name] ?? null);
}
