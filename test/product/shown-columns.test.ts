// Every column of a book is shown by the list of its rows, or is listed here with the reason why not: a new one is in neither, and this
// test names it.
import type { Kysely } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { BookName, BookRows } from "../../src/core/rules/rows/rows.ts";
import type { Page, PageRequest } from "../../src/core/vocabulary/page.ts";
import { bookColumns } from "../../src/engine/books/book-columns.ts";
import type { Tables } from "../../src/engine/postgres/tables/tables.ts";
import { listFees } from "../../src/product/commissions/fees-list.ts";
import { listCommissions } from "../../src/product/commissions/list.ts";
import { listClicks } from "../../src/product/customers/clicks-list.ts";
import { listLeads } from "../../src/product/customers/leads-list.ts";
import { listCustomers } from "../../src/product/customers/list.ts";
import { listPartners } from "../../src/product/partners/list.ts";
import { listPayouts } from "../../src/product/payouts/list.ts";
import { listDisputes } from "../../src/product/sales/disputes-list.ts";
import { listSales } from "../../src/product/sales/list.ts";
import { listRefunds } from "../../src/product/sales/refunds-list.ts";
import { createTestDatabase, type TestDatabase } from "../support/database.ts";
import { refund, sale } from "../support/event-builders.ts";
import { asOwner } from "../support/service.ts";
import { beginTrade, disputeOf, record } from "../support/traders.ts";

type List = (db: Kysely<Tables>, programId: number, request: PageRequest) => Promise<Page<object>>;
type Unshown<Name extends BookName> = { readonly [Column in keyof BookRows[Name]]?: string };
type ListOf<Name extends BookName> = readonly [List, Unshown<Name>];

const inThePath = "The program is in the path.";
const ofTheFold = "Only the fold asks for it.";

const lists: { readonly [Name in BookName]?: ListOf<Name> } = {
  partner: [
    (db, id, page) => listPartners(db, id, page, {}, "http://service.test"),
    {
      program_id: inThePath,
      group_moves: "The last of them is shown as `group_id`.",
      alike: "Of each flag that it raised the other partner is shown.",
      accepted: "It is shown as `agreement_version` and `agreement_accepted_at`.",
      emails: "Hashes that flags compare; the partner's address has a call of its own.",
      recruited_event_id: ofTheFold,
    },
  ],
  click: [
    listClicks,
    {
      program_id: inThePath,
      current_click_id: ofTheFold,
      provisional_subject: ofTheFold,
      revisits: ofTheFold,
      sub_ids: "They are shown as five columns.",
      signs: "Shown with the flags that follow from it.",
    },
  ],
  customer: [
    listCustomers,
    { program_id: inThePath, revisited_at: ofTheFold, other_claims: ofTheFold, by_hand: ofTheFold },
  ],
  lead: [listLeads, { program_id: inThePath, subject: "It is the customer, or else the click." }],
  sale: [
    listSales,
    {
      program_id: inThePath,
      revisited_at: ofTheFold,
      payment_reference: "A hash; the order's own code is shown with its registration.",
      chain_transfer: "Shown with the delivery; here evidence says what is known of it.",
      collected: "Shown as the amount that follows from it.",
      verified_by: "Shown as the reason that follows from it, amount_differs, and with the fee.",
      imported: "Shown with its event; the source says that it was imported.",
    },
  ],
  commission: [listCommissions, { program_id: inThePath }],
  platform_fee: [listFees, { program_id: inThePath, words: "They are shown as `by_month`." }],
  refund: [
    listRefunds,
    {
      program_id: inThePath,
      failed_event_id: ofTheFold,
      call_event_id: ofTheFold,
      provider_cents: "Shown with the fee, as what a word took off it.",
    },
  ],
  dispute: [listDisputes, { program_id: inThePath, is_whole: "Shown as the amount that follows from it." }],
  payout: [listPayouts, { program_id: inThePath }],
};

let db: TestDatabase;
let programId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  const traders = await beginTrade(db);
  programId = traders.programId;
  await record(
    db,
    programId,
    sale({ transaction_id: "tx-1" }),
    refund({ transaction_id: "tx-1", refund_amount_cents: 1_000 }),
    disputeOf.opened("tx-1"),
  );
  await asOwner(
    db.url,
    `insert into payout (program_id, payout_id, partner_id, currency, amount_cents, item_count, status, created_at)
     values ($1, 1, $2, 'USD', 100, 1, 'created', now())`,
    [programId, traders.annaId],
  );
});
afterAll(() => db.drop());

const books = Object.keys(lists).filter((name): name is BookName => name in lists);

test.each(books)("the list of %s shows every column, or has a reason not to", async (book) => {
  const [list, unshown] = lists[book] ?? [];
  const page = await list?.(db.database.kysely, programId, { limit: 1, cursor: null });
  const shown = Object.keys(page?.data[0] ?? {});
  const missing = Object.keys(bookColumns[book]).filter((column) => !shown.includes(column));
  expect(missing.toSorted()).toEqual(Object.keys(unshown ?? {}).toSorted());
});
