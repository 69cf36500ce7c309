// A program's statement for a month as a page to print, and its lines as CSV.
import { decimalAmount } from "../../../core/vocabulary/money/money.ts";
import { type Html, html, table } from "../../../core/wording/html.ts";
import { amountText, minute, moneyText } from "../../../core/wording/words.ts";
import type { StatementLine } from "../../../product/statements/lines-read.ts";
import type { MonthlyStatement } from "../../../product/statements/list.ts";
import { framePage } from "./frame.ts";

/** A page of more lines is nothing to print; the CSV has them all. */
export const statementPageLinesMax = 1_000;

export const statementCsvColumns = [
  "event_id",
  "sale_id",
  "what",
  "booked_at",
  "transaction_id",
  "partner_id",
  "currency",
  "amount",
  "platform_fee",
  "commission_currency",
  "commission",
] as const;

type CsvRow = { readonly [Column in (typeof statementCsvColumns)[number]]: string | number | Date | null };

/** Amounts as people and spreadsheets write them, with as many places as the currency has. */
export function statementCsvRow(line: StatementLine): CsvRow {
  const { amount_cents, platform_fee_cents, commission_cents, corrects, ...rest } = line;
  const { currency, commission_currency: paidIn } = line;
  return {
    ...rest,
    what: corrects === null ? line.what : `${line.what} of ${corrects}`,
    amount: decimalAmount(amount_cents, currency),
    platform_fee: decimalAmount(platform_fee_cents, currency),
    commission: paidIn === null ? null : decimalAmount(commission_cents, paidIn),
  };
}

type Shown = { readonly lines: readonly StatementLine[]; readonly hasMore: boolean };

/** `baseUrl` is where a service shows it; null where it only becomes a file. */
export function statementPage(
  statement: MonthlyStatement,
  { lines, hasMore }: Shown,
  baseUrl: string | null = null,
): string {
  const { program_name: name, program_id: id, month, invoice } = statement;
  const title = `Statement ${monthText(month)}: ${name}`;
  const here = `${baseUrl ?? ""}/api/v1/programs/${id}/statements/${month}`;
  const due = lines.filter((line) => line.currency === invoice.currency && line.platform_fee_cents !== 0);
  return framePage({
    title,
    prefix: "",
    kind: "wide",
    isKept: true,
    navigation:
      baseUrl === null
        ? null
        : html`<nav aria-label="Ways on"><a href="${here}?format=csv">Download CSV</a><a href="${baseUrl}/">Console</a></nav>`,
    body: html`<div class="head"><div><h1>${title}</h1>
<p class="quiet">Program ${id}. From ${month}-01 00:00 UTC to the end of the month, by the time of receipt.</p></div></div>
<div class="stack">
${stateNote(statement)}
<section class="panel"><header><h2>By currency</h2></header>
${totalsTable(statement)}
<div class="inside alone"><p class="quiet small">What went back counts in the month it went back, with its share of commission and platform fee. Nothing is converted.</p></div></section>
${correctionsTable(statement)}
<section class="panel"><header><h2>Invoice: platform fees in ${invoice.currency}</h2>
<p>Due: <strong>${moneyText(invoice.platform_fee_cents, invoice.currency)}</strong></p></header>
${linesTable(due)}</section>
${notInvoiced(statement, lines)}
${hasMore ? html`<p class="note">Only the first ${lines.length} lines of the month are shown; the CSV has them all.</p>` : null}
</div>`,
  });
}

function stateNote({ is_final }: MonthlyStatement): Html {
  return is_final
    ? html`<p class="note good">Closed: these figures are final. Later reports are corrections in the month they arrive.</p>`
    : html`<p class="note warn"><strong>The month is not closed: these figures may still change.</strong></p>`;
}

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** `November 2026` */
function monthText(month: string): string {
  return monthFormat.format(new Date(`${month}-01T00:00:00Z`));
}

function totalsTable({ totals }: MonthlyStatement): Html {
  const figure = (title: string) => ({ title, isFigure: true });
  return table(
    [
      { title: "Currency" },
      figure("Sales"),
      figure("Amount"),
      figure("Went back"),
      figure("Commissions"),
      figure("Platform fees"),
      figure("Paid to partners"),
    ],
    totals.map((line) => [
      line.currency,
      String(line.sales),
      amountText(line.sales_cents, line.currency),
      amountText(line.refunded_cents, line.currency),
      amountText(line.commission_cents, line.currency),
      amountText(line.platform_fee_cents, line.currency),
      amountText(line.paid_out_cents, line.currency),
    ]),
  );
}

/** Among the figures above. */
function correctionsTable({ corrections }: MonthlyStatement): Html | null {
  if (corrections.length === 0) return null;
  const figure = (title: string) => ({ title, isFigure: true });
  const columns = [
    { title: "Month" },
    { title: "Currency" },
    ...["Sales", "Amount", "Commissions", "Platform fees"].map(figure),
  ];
  return html`<section class="panel"><header><h2>Of this, corrections of closed months</h2></header>
${table(
  columns,
  corrections.map((line) => [
    line.month,
    line.currency,
    String(line.sales),
    amountText(line.sales_cents, line.currency),
    amountText(line.commission_cents, line.currency),
    amountText(line.platform_fee_cents, line.currency),
  ]),
)}</section>`;
}

function notInvoiced({ not_invoiced, invoice }: MonthlyStatement, lines: readonly StatementLine[]): Html | null {
  if (not_invoiced.length === 0) return null;
  const apart = lines.filter((line) => line.currency !== invoice.currency && line.platform_fee_cents !== 0);
  return html`<section class="panel"><header><h2>Not on the invoice: platform fees in other currencies</h2>
${not_invoiced.map(
  (fee) => html`<p>${moneyText(fee.platform_fee_cents, fee.currency)}</p>
`,
)}</header>${linesTable(apart)}</section>`;
}

function linesTable(lines: readonly StatementLine[]): Html | null {
  if (lines.length === 0) return null;
  return table(
    [
      { title: "Received" },
      { title: "Sale" },
      { title: "Transaction" },
      { title: "Amount", isFigure: true },
      { title: "Platform fee", isFigure: true },
      { title: "Currency" },
    ],
    lines
      .slice(0, statementPageLinesMax)
      .map((line) => [
        minute(line.booked_at),
        line.what === "sale" ? String(line.sale_id) : `${line.what} of ${line.sale_id}`,
        line.transaction_id,
        amountText(line.amount_cents, line.currency),
        amountText(line.platform_fee_cents, line.currency),
        line.currency,
      ]),
  );
}
