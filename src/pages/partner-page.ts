// A partner's own page: what it brought, what it earned, what it was paid. It needs no script and nothing from anywhere else.
import { type Currency, decimalAmount } from "../core/money.ts";
import type { Page } from "../queries/page.ts";
import type { PartnerLists, PartnerOverview } from "../queries/partner-view-rows.ts";
import { type Column, type Html, html, page, table } from "./html.ts";

export type PartnerRows = { readonly [Name in keyof PartnerLists]: Page<PartnerLists[Name]> };

export function partnerPage(overview: PartnerOverview, rows: PartnerRows): string {
  const { program_name, partner_name, code, last_30_days: recent } = overview;
  return page(
    `${partner_name}: ${program_name}`,
    html`<h1>${partner_name}</h1>
<p class="quiet">Partner of ${program_name}, code ${code}. This page opens until ${day(overview.expires_at)} and is for ${partner_name} alone.
All times are UTC.</p>
${overview.status === "inactive" ? html`<p><strong>Not active: new sales earn nothing at present.</strong></p>` : null}
<p>Last 30 days: ${recent.clicks} clicks, ${recent.leads} leads.</p>
<h2>Balance</h2>
${balances(overview)}
<h2>Commissions</h2>
${commissions(rows.commissions)}
<h2>Payouts</h2>
${payouts(rows.payouts)}
<h2>Leads</h2>
${leads(rows.leads)}
<h2>Clicks</h2>
${clicks(rows.clicks)}`,
  );
}

/** For a link that opens nothing, whatever the reason: it is not for whoever has it to learn. */
export const closedPartnerPage = page(
  "This link does not open",
  html`<h1>This link does not open</h1>
<p>It may have expired or been withdrawn, or it is not complete. Ask the program you are a partner of for a new one.</p>`,
);

const text = (title: string): Column => ({ title });
const figure = (title: string): Column => ({ title, isFigure: true });

function balances({ balances: all }: PartnerOverview): Html {
  return orNothing(
    table(
      [text("Currency"), figure("On hold"), figure("Disputed"), figure("Owed"), figure("Being paid"), figure("Paid")],
      all.map((balance) => [
        balance.currency,
        decimalAmount(balance.pending_cents, balance.currency),
        decimalAmount(balance.held_cents, balance.currency),
        decimalAmount(balance.owed_cents, balance.currency),
        decimalAmount(balance.waiting_cents, balance.currency),
        decimalAmount(balance.paid_cents, balance.currency),
      ]),
    ),
    all,
    false,
  );
}

function commissions({ data, next }: PartnerRows["commissions"]): Html {
  const columns = [
    text("Sale"),
    figure("Amount of the sale"),
    figure("Commission"),
    figure("To be adjusted"),
    text("Status"),
    text("On hold until"),
  ];
  const rows = data.map((row) => [
    minute(row.sale_at),
    amount(row.sale_cents, row.sale_currency),
    amount(row.amount_cents, row.currency),
    row.adjustment_cents === 0 ? "" : amount(row.adjustment_cents, row.currency),
    row.status,
    row.status === "pending" ? day(row.hold_until) : "",
  ]);
  return orNothing(table(columns, rows), data, next !== null);
}

function payouts({ data, next }: PartnerRows["payouts"]): Html {
  const columns = [text("Payout"), text("Made"), figure("Amount"), text("Status"), text("Paid"), text("Reference")];
  const rows = data.map((row) => [
    String(row.payout_id),
    day(row.created_at),
    amount(row.amount_cents, row.currency),
    row.status === "created" ? "being paid" : row.status,
    row.paid_at === null ? "" : day(row.paid_at),
    [row.method, row.reference].filter((part) => part !== null).join(" "),
  ]);
  return orNothing(table(columns, rows), data, next !== null);
}

function leads({ data, next }: PartnerRows["leads"]): Html {
  const rows = data.map((row) => [
    minute(row.reported_at),
    row.event_name ?? "",
    row.is_provisional ? "not confirmed yet" : "confirmed",
  ]);
  return orNothing(table([text("Reported"), text("Event"), text("State")], rows), data, next !== null);
}

function clicks({ data, next }: PartnerRows["clicks"]): Html {
  const rows = data.map((row) => [minute(row.clicked_at)]);
  return orNothing(table([text("Clicked")], rows), data, next !== null);
}

function orNothing(filled: Html, rows: readonly unknown[], hasMore: boolean): Html {
  if (rows.length === 0) return html`<p class="quiet">Nothing yet.</p>`;
  return hasMore ? html`${filled}<p class="quiet">The latest ${rows.length}.</p>` : filled;
}

function amount(amountCents: number, currency: Currency): string {
  return `${decimalAmount(amountCents, currency)} ${currency}`;
}

function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function minute(time: Date): string {
  return time.toISOString().slice(0, 16).replace("T", " ");
}
