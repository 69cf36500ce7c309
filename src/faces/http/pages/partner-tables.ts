// A partner's commissions, payouts, leads and clicks as tables, each with what its state means in words.

import { isRailName, railTitles } from "../../../core/vocabulary/money/payout-rails.ts";
import type { Page } from "../../../core/vocabulary/page.ts";
import { type Column, type Html, html, table } from "../../../core/wording/html.ts";
import type { Words } from "../../../core/wording/say.ts";
import type { OwnCommission, OwnPayout, PartnerLists } from "../../../product/portal/view-rows.ts";
import { commissionState } from "./commission-words.ts";

export type PartnerRows = { readonly [Name in keyof PartnerLists]: Page<PartnerLists[Name]> };

const text = (title: string): Column => ({ title });
const figure = (title: string): Column => ({ title, isFigure: true });

/** Where the rows before and behind those that are shown are. */
export type Pager = { readonly newest: string | null; readonly older: (cursor: string) => string };

export function commissionsTable({ data, next }: PartnerRows["commissions"], pager: Pager, words: Words): Html {
  const columns = [
    text(words.say("sale")),
    figure(words.say("amount")),
    figure(words.say("commission")),
    text(words.say("state")),
  ];
  const rows = data.map((row) => [
    words.minute(row.sale_at),
    saleAmount(row, words),
    commission(row, words),
    state(row, words),
  ]);
  return orNothing(table(columns, rows), data, words.say("noSales"), ways(next, pager, words));
}

/** What the customer paid; without a sale, what earned the commission. */
function saleAmount({ kind, sale_cents, sale_currency }: OwnCommission, words: Words): Html | string {
  if (sale_cents === null || sale_currency === null) return words.say("earnedBy", { kind });
  return words.money(sale_cents, sale_currency);
}

function commission({ amount_cents, adjustment_cents, currency }: OwnCommission, words: Words): Html {
  if (adjustment_cents === 0) return words.money(amount_cents, currency);
  const sign = adjustment_cents > 0 ? "+" : "";
  return html`${words.money(amount_cents, currency)}<br><span class="quiet">${sign}${words.money(adjustment_cents, currency)}</span>`;
}

function state(row: OwnCommission, words: Words): Html {
  const { word, meaning, why } = commissionState(row, words);
  return html`<div><span class="badge ${meaning}">${word}</span><p class="why">${why}</p></div>`;
}

const payoutWords: {
  readonly [Status in OwnPayout["status"]]: readonly [
    word: "onItsWay" | "paid" | "cameBack" | "notClaimed" | "notPaid",
    meaning: string,
  ];
} = {
  created: ["onItsWay", "info"],
  sending: ["onItsWay", "info"],
  sent: ["onItsWay", "info"],
  unclaimed: ["notClaimed", "warn"],
  paid: ["paid", "good"],
  failed: ["notPaid", "warn"],
  returned: ["cameBack", "warn"],
};

export function payoutsTable({ data, next }: PartnerRows["payouts"], pager: Pager, words: Words): Html {
  const columns = [
    text(words.say("payout")),
    text(words.say("made")),
    figure(words.say("amount")),
    figure(words.say("sales")),
    text(words.say("state")),
  ];
  const rows = data.map((row) => {
    const [word, meaning] = payoutWords[row.status];
    return [
      String(row.payout_id),
      words.day(row.created_at),
      words.money(row.amount_cents, row.currency),
      words.count(row.item_count),
      html`<div><span class="badge ${meaning}">${words.say(word)}</span><p class="why">${payoutWhy(row, words)}</p></div>`,
    ];
  });
  return orNothing(table(columns, rows), data, words.say("noPayout"), ways(next, pager, words));
}

function payoutWhy({ status, method, reference, paid_at }: OwnPayout, words: Words): Html {
  if (status === "returned") return words.html("moneyCameBack");
  if (status === "failed") return words.html("couldNotBePaid");
  if (status === "unclaimed") return words.html("acceptMoney");
  const how = [isRailName(method) ? railTitles[method] : method, reference].filter((part) => part !== null).join(" ");
  if (paid_at === null) return how === "" ? words.html("beingPaidNow") : words.html("beingPaidBy", { how });
  const day = words.day(paid_at);
  return how === "" ? words.html("paidOn", { day }) : words.html("paidOnBy", { day, how });
}

export function leadsTable({ data, next }: PartnerRows["leads"], words: Words): Html {
  const rows = data.map((row) => [
    words.minute(row.reported_at),
    row.event_name ?? words.say("lead"),
    words.say(row.is_provisional ? "notConfirmed" : "confirmed"),
  ]);
  return orNothing(
    table([text(words.say("reported")), text(words.say("step")), text(words.say("state"))], rows),
    data,
    words.say("noLead"),
    latest(data, next, words),
  );
}

export function clicksTable({ data, next }: PartnerRows["clicks"], words: Words): Html {
  const rows = data.map((row) => [words.minute(row.clicked_at)]);
  return orNothing(table([text(words.say("clicked"))], rows), data, words.say("noClick"), latest(data, next, words));
}

function orNothing(filled: Html, rows: readonly unknown[], empty: string, below: Html | null): Html {
  if (rows.length === 0) return html`<div class="inside"><p class="empty">${empty}</p></div>`;
  return html`${filled}${below}`;
}

function ways(next: string | null, { newest, older }: Pager, words: Words): Html | null {
  if (next === null && newest === null) return null;
  return html`<div class="inside alone buttons">${newest === null ? null : html`<a class="button" href="${newest}">${words.say("newest")}</a>`}${next === null ? null : html`<a class="button" href="${older(next)}">${words.say("older")}</a>`}</div>`;
}

function latest(rows: readonly unknown[], next: string | null, words: Words): Html | null {
  return next === null
    ? null
    : html`<div class="inside alone"><p class="quiet small">${words.say("theLatest", { count: rows.length })}</p></div>`;
}
