// The service held against the model, from every side: lists as JSON and CSV at one process and by command, statements, balances
// and partners' own pages.
import { expect } from "vitest";
import {
  dayOf,
  expectedCommissions,
  expectedDisputes,
  expectedFees,
  expectedInvoices,
  expectedLine,
  expectedOwed,
  expectedPayouts,
  expectedRefunds,
  expectedSales,
  written,
} from "./expected.ts";
import { type Faces, facesOf, type Row, rowsOfCsv } from "./faces.ts";
import type { Ledger } from "./ledger.ts";
import type { Setting, Side } from "./setting.ts";

/** `byCommand`: also by the command line, which is slower; by processes of its own where it says so. */
export type Depth = { readonly side: Side; readonly byCommand: boolean };

export async function compare(setting: Setting, ledger: Ledger, { side, byCommand }: Depth): Promise<void> {
  const faces = facesOf(setting, ledger.place, side);
  const named = await compareLists(faces, ledger, byCommand);
  await compareStatements(faces, ledger, byCommand);
  const balance = await faces.get("balance");
  expect(balance, "balance").toMatchObject({ data: { is_balanced: true } });
  await comparePartners(faces, ledger, named);
}

/** Answers the payments' names by the ids of their sales. */
async function compareLists(faces: Faces, ledger: Ledger, byCommand: boolean): Promise<ReadonlyMap<unknown, unknown>> {
  const sales = await read(faces, "sales", byCommand);
  const named = new Map(sales.map((row) => [row.sale_id, row.transaction_id]));
  const byName = (row: Row): Row => ({ ...row, sale_id: named.get(row.sale_id) });
  same("sales", sales, expectedSales(ledger));
  same("commissions", (await read(faces, "commissions", byCommand)).map(byName), expectedCommissions(ledger));
  same("fees", (await read(faces, "fees", byCommand)).map(byName), expectedFees(ledger));
  const refunds = (await read(faces, "refunds", byCommand)).map(byName);
  const plain = refunds.map((row) => ({ ...row, refund_key: String(row.refund_key).replace(/^rest:.*/, "rest") }));
  same("refunds", inAnyOrder(plain), inAnyOrder(expectedRefunds(ledger)));
  same("payouts", await read(faces, "payouts", byCommand), expectedPayouts(ledger));
  const owed = await faces.list("owed");
  same("owed", owed, expectedOwed(ledger));
  if (ledger.place.plan.paysByPaypal)
    same("invoices", await read(faces, "invoices", byCommand), expectedInvoices(ledger));
  await compareItems(faces, ledger, byName);
  await compareDeliveries(faces, ledger);
  if (byCommand) {
    expect(await faces.listed("payouts preview"), "payouts preview").toEqual(owed);
    same("disputes", inAnyOrder(await faces.listed("disputes list")), inAnyOrder(expectedDisputes(ledger)));
    const waiting = ledger.waiting.map(({ eventId }) => eventId);
    expect(
      (await faces.listed("parked list")).map((row) => row.event_id),
      "parked list",
    ).toEqual(waiting);
  }
  return named;
}

/** As JSON, and every other face of the list says the same. */
async function read(faces: Faces, list: string, byCommand: boolean): Promise<Row[]> {
  const rows = await faces.list(list);
  const cells = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cell(value)])));
  expect(await faces.csv(list), `${list} as CSV`).toEqual(cells);
  if (byCommand) expect(await faces.listed(`${list} list`), `${list} by command`).toEqual(rows);
  return rows;
}

const cell = (value: unknown) => {
  if (value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** The last payout's: the others' do not change any more. */
async function compareItems(faces: Faces, { accounts, payoutIds, ...ledger }: Ledger, byName: (row: Row) => Row) {
  const payout = accounts.payouts.at(-1);
  if (payout === undefined) return;
  const names = new Map(accounts.books().sales.map(({ id, transaction_id }) => [id, transaction_id]));
  const expected = payout.items.map(({ sale_id, amount_cents }) => ({ sale_id: names.get(sale_id), amount_cents }));
  const rows = await faces.list(`payouts/${payoutIds.get(payout.id)}/items`);
  same(`items of a payout of program ${ledger.place.programId}`, rows.map(byName), expected);
}

async function compareDeliveries(faces: Faces, { accounts, sent }: Ledger): Promise<void> {
  const rows = await faces.list("events?source=stripe");
  const outcomes = rows.map(({ event_id, type, outcome }) => [
    event_id,
    outcome === "duplicate" && /refund|dispute/.test(String(type)) ? "recorded" : outcome,
  ]);
  expect(outcomes, "outcomes of deliveries").toEqual(
    sent.map(({ eventId, ownId }) => [eventId, accounts.outcomeOf(ownId)]),
  );
}

async function compareStatements(faces: Faces, { statements }: Ledger, byCommand: boolean): Promise<void> {
  for (const month of statements.months()) {
    const expected = statements.statementOf(month);
    const { data } = (await faces.get(`statements/${month}`)) as { readonly data: Row };
    expect(data, `statement of ${month}`).toMatchObject(expected);
    const csv = await faces.text(`statements/${month}?format=csv`);
    same(`lines of ${month}`, rowsOfCsv(csv), statements.linesOf(month).map(expectedLine));
    if (!byCommand) continue;
    expect(await faces.json(["statements", "show", "--month", month]), `statement of ${month} by command`).toEqual(
      data,
    );
  }
}

async function comparePartners(faces: Faces, ledger: Ledger, named: ReadonlyMap<unknown, unknown>): Promise<void> {
  const commissions = expectedCommissions(ledger).reverse();
  const payouts = expectedPayouts(ledger).filter(({ status }) => status !== "cancelled");
  for (const { partnerId, code } of ledger.place.partners) {
    const page = faces.partner(partnerId);
    const balances = ledger.accounts.balances(partnerId);
    expect(await page.overview(), `page of ${code}`).toMatchObject({ data: { balances } });
    const own = (row: { readonly partner_id: number }) => row.partner_id === partnerId;
    const earned = (await page.list("commissions")).map((row) => ({ ...row, sale_id: named.get(row.commission_id) }));
    same(`commissions of ${code}`, earned, commissions.filter(own).map(shownToPartner));
    same(`payouts of ${code}`, await page.list("payouts"), payouts.filter(own).reverse().map(payoutToPartner));
    const figures = await page.figures();
    for (const { currency, owed_cents, pending_cents, held_cents, paid_cents } of balances) {
      const held = held_cents === 0 ? [] : [held_cents];
      const all = owed_cents + pending_cents + held_cents + paid_cents;
      const shown = [owed_cents, pending_cents, ...held, paid_cents, all].map((cents) => shownMoney(cents, currency));
      expect(figures, `balances of ${code} on its page`).toContainEqual(shown);
    }
  }
}

/** With a comma between thousands, as pages have it. */
function shownMoney(cents: number, currency: string): string {
  const [whole = "", fraction] = written(cents, currency).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${currency}`;
}

/** Nothing of the sale's name, partner or customer. */
function shownToPartner({ sale_id, amount_cents, adjustment_cents, currency, status, hold_until }: Row) {
  return { sale_id, amount_cents, adjustment_cents, currency, status, hold_until };
}

function payoutToPartner({ partner_id: _, withdrawn_at: __, rail, ...payout }: Row & { partner_id: number }) {
  return { ...payout, method: payout.method ?? rail };
}

/** The expected columns of all rows, times as days. */
function same(what: string, rows: readonly Row[], expected: readonly Row[]): void {
  const names = Object.keys(expected[0] ?? {});
  const shown = rows.map((row) => Object.fromEntries(names.map((name) => [name, dayIfTime(name, row[name])])));
  expect(shown, what).toEqual(expected);
}

function dayIfTime(name: string, value: unknown): unknown {
  return /_(at|until)$/.test(name) && typeof value === "string" ? dayOf(value) : value;
}

function inAnyOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

const placeOf = (row: Row) => [row.transaction_id ?? row.sale_id, row.refund_key ?? row.dispute_id].join();
