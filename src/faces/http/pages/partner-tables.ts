// A partner's commissions, payouts, leads and clicks as tables, each with what its state means in words.
import type { Page } from "../../../core/vocabulary/page.ts";
import { type Column, type Html, html, table } from "../../../core/wording/html.ts";
import { day, minute, money } from "../../../core/wording/words.ts";
import type { OwnCommission, OwnPayout, PartnerLists } from "../../../product/portal/view-rows.ts";
import { commissionState } from "./commission-words.ts";

export type PartnerRows = { readonly [Name in keyof PartnerLists]: Page<PartnerLists[Name]> };

const text = (title: string): Column => ({ title });
const figure = (title: string): Column => ({ title, isFigure: true });

/** Where the rows before and behind those that are shown are. */
export type Pager = { readonly newest: string | null; readonly older: (cursor: string) => string };

export function commissionsTable({ data, next }: PartnerRows["commissions"], pager: Pager): Html {
  const columns = [text("Sale"), figure("Amount"), figure("Commission"), text("State")];
  const rows = data.map((row) => [
    minute(row.sale_at),
    money(row.sale_cents, row.sale_currency),
    commission(row),
    state(row),
  ]);
  return orNothing(
    table(columns, rows),
    data,
    "No sales yet. Share your link: sales appear here within seconds.",
    ways(next, pager),
  );
}

function commission({ amount_cents, adjustment_cents, currency }: OwnCommission): Html {
  if (adjustment_cents === 0) return money(amount_cents, currency);
  const sign = adjustment_cents > 0 ? "+" : "";
  return html`${money(amount_cents, currency)}<br><span class="quiet">${sign}${money(adjustment_cents, currency)}</span>`;
}

function state(row: OwnCommission): Html {
  const { word, meaning, why } = commissionState(row);
  return html`<div><span class="badge ${meaning}">${word}</span><p class="why">${why}</p></div>`;
}

const payoutWords: { readonly [Status in OwnPayout["status"]]: readonly [word: string, meaning: string] } = {
  created: ["On its way", "info"],
  paid: ["Paid", "good"],
  returned: ["Came back", "warn"],
};

export function payoutsTable({ data, next }: PartnerRows["payouts"], pager: Pager): Html {
  const columns = [text("Payout"), text("Made"), figure("Amount"), figure("Sales"), text("State")];
  const rows = data.map((row) => {
    const [word, meaning] = payoutWords[row.status];
    return [
      String(row.payout_id),
      day(row.created_at),
      money(row.amount_cents, row.currency),
      String(row.item_count),
      html`<div><span class="badge ${meaning}">${word}</span><p class="why">${payoutWhy(row)}</p></div>`,
    ];
  });
  return orNothing(
    table(columns, rows),
    data,
    "No payout yet. What is approved comes with the next one.",
    ways(next, pager),
  );
}

function payoutWhy({ status, method, reference, paid_at }: OwnPayout): Html {
  if (status === "returned") return html`The money came back: look at your payout details. It is owed to you again.`;
  const how = [method, reference].filter((part) => part !== null).join(" ");
  if (paid_at === null) return html`Being paid${how === "" ? "" : ` by ${how}`}.`;
  return html`Paid on ${day(paid_at)}${how === "" ? "" : ` by ${how}`}.`;
}

export function leadsTable({ data, next }: PartnerRows["leads"]): Html {
  const rows = data.map((row) => [
    minute(row.reported_at),
    row.event_name ?? "Lead",
    row.is_provisional ? "Not confirmed yet" : "Confirmed",
  ]);
  return orNothing(
    table([text("Reported"), text("Step"), text("State")], rows),
    data,
    "No lead yet.",
    latest(data, next),
  );
}

export function clicksTable({ data, next }: PartnerRows["clicks"]): Html {
  const rows = data.map((row) => [minute(row.clicked_at)]);
  return orNothing(table([text("Clicked")], rows), data, "No click yet.", latest(data, next));
}

function orNothing(filled: Html, rows: readonly unknown[], empty: string, below: Html | null): Html {
  if (rows.length === 0) return html`<div class="inside"><p class="empty">${empty}</p></div>`;
  return html`${filled}${below}`;
}

function ways(next: string | null, { newest, older }: Pager): Html | null {
  if (next === null && newest === null) return null;
  return html`<div class="inside alone buttons">${newest === null ? null : html`<a class="button" href="${newest}">Newest</a>`}${next === null ? null : html`<a class="button" href="${older(next)}">Older</a>`}</div>`;
}

function latest(rows: readonly unknown[], next: string | null): Html | null {
  return next === null
    ? null
    : html`<div class="inside alone"><p class="quiet small">The latest ${rows.length}.</p></div>`;
}
