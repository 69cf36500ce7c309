// Each tool's export taken over: the books are what the export itself adds up to, and the second time nothing changes.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import type { ImportReport } from "../../../src/core/vocabulary/import-report.ts";
import type { ImportTool } from "../../../src/core/vocabulary/import-tools.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { listGroups } from "../../../src/product/groups/list.ts";
import { FileRefused } from "../../../src/product/imports/file-refused.ts";
import { ImportPlaces } from "../../../src/product/imports/import-places.ts";
import { findImport } from "../../../src/product/imports/list.ts";
import { runImport } from "../../../src/product/imports/run-import.ts";
import { findPerformance } from "../../../src/product/programs/performance-read.ts";
import { findStatement } from "../../../src/product/statements/list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { payment } from "../../support/event-builders.ts";
import { importPlaces } from "../../support/import-places.ts";
import { howMany } from "../../support/property-runs.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks, submission } from "../../support/submissions.ts";

const lines = howMany(100_000, 5_000);
const secrets = openSecrets([secretKey]);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

async function* bytesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

type Take = {
  readonly tool?: ImportTool;
  readonly isApplied?: boolean;
  readonly createsGroups?: boolean;
  readonly onProgress?: (report: ImportReport) => void;
  readonly source?: AsyncIterable<Uint8Array>;
  readonly imports?: ImportPlaces;
};

async function take(programId: number, text: string, options: Take = {}): Promise<ImportReport> {
  const {
    tool = "csv",
    isApplied = true,
    createsGroups = true,
    onProgress = () => undefined,
    source = bytesOf(text),
    imports = importPlaces,
  } = options;
  const stop = new AbortController().signal;
  const run = { programId, tool, actor: operator, isApplied, createsGroups, source, stop, onProgress };
  return (await runImport({ database: db.database, secrets, imports }, run)).report;
}

const exportOf = (tool: string, file: string) =>
  readFileSync(new URL(`../../../fixtures/imports/${tool}/${file}.csv`, import.meta.url), "utf8");

type Sums = { readonly currency: string; readonly sold: number; readonly earned: number; readonly paid: number };

/** From the books alone. */
async function sumsOf(programId: number): Promise<Sums[]> {
  return asOwner<Sums>(
    db.url,
    `select currency, sum(sold)::bigint as sold, sum(earned)::bigint as earned, sum(paid)::bigint as paid
       from (select currency, amount_cents as sold, 0 as earned, 0 as paid from sale where program_id = $1
             union all
             select currency, 0, amount_at_sale_cents, 0 from commission where program_id = $1
             union all
             select currency, 0, 0, amount_cents from payout_item where program_id = $1 and status = 'paid') b
      group by 1 order by 1`,
    [programId],
  );
}

/** What the made-up exports add up to, by hand. */
const exports: readonly [ImportTool, readonly string[], readonly Sums[]][] = [
  [
    "rewardful",
    ["affiliates", "referrals", "commissions"],
    [
      { currency: "EUR", sold: 2_500, earned: 0, paid: 0 },
      { currency: "USD", sold: 20_000, earned: 6_000, paid: 3_000 },
    ],
  ],
  [
    "firstpromoter",
    ["promoters", "referrals", "commissions"],
    [{ currency: "USD", sold: 19_700, earned: 2_940, paid: 1_470 }],
  ],
  ["tolt", ["partners", "customers", "commissions"], [{ currency: "USD", sold: 19_998, earned: 3_998, paid: 1_999 }]],
  [
    "dub",
    ["partners", "customers", "commissions"],
    [
      { currency: "EUR", sold: 2_000, earned: 0, paid: 0 },
      { currency: "USD", sold: 124_800, earned: 24_960, paid: 23_980 },
    ],
  ],
  [
    "tapfiliate",
    ["affiliates", "customers", "conversions"],
    [
      { currency: "EUR", sold: 2_000, earned: 300, paid: 0 },
      { currency: "USD", sold: 124_800, earned: 23_980, paid: 23_980 },
    ],
  ],
  [
    "partnerstack",
    ["partners", "customers", "rewards"],
    [{ currency: "USD", sold: 124_800, earned: 24_960, paid: 23_980 }],
  ],
  ["lemonsqueezy", ["affiliates"], []],
  [
    "csv",
    ["partners", "customers", "sales"],
    [
      { currency: "EUR", sold: 2_000, earned: 0, paid: 0 },
      { currency: "USD", sold: 124_800, earned: 25_960, paid: 24_980 },
      { currency: "VND", sold: 250_000, earned: 0, paid: 0 },
    ],
  ],
];

describe.each(exports)("an export of %s", (tool, files, sums) => {
  test("is taken over whole, as its dry run said, and a second time changes nothing", async () => {
    // Codes are unique in the installation, and every tool's export has the same made-up partners.
    await asOwner(db.url, "delete from partner_code");
    const { programId } = await createTestProgram(db);
    for (const file of files) {
      const foreseen = await take(programId, exportOf(tool, file), { tool, isApplied: false });
      const reported = await take(programId, exportOf(tool, file), { tool });
      expect(reported).toEqual(foreseen);
      expect(reported.faults).toEqual([]);
    }
    expect(await sumsOf(programId)).toEqual(sums);
    const [fees] = await asOwner<{ n: number }>(
      db.url,
      "select count(*)::int as n from platform_fee where program_id = $1",
      [programId],
    );
    expect(fees?.n).toBe(0);
    const before = await dumpBooks(db.url);
    for (const file of files) {
      const again = await take(programId, exportOf(tool, file), { tool });
      const { partners_new, customers_new, sales_new, totals } = again;
      expect({ partners_new, customers_new, sales_new, totals }).toEqual({
        partners_new: 0,
        customers_new: 0,
        sales_new: 0,
        totals: [],
      });
    }
    expect(await dumpBooks(db.url)).toBe(before);
  });
});

test("FirstPromoter's converted commission keeps the account's currency, or is a fault where the file names none", async () => {
  const { programId } = await createTestProgram(db);
  await take(programId, "partner_code,partner_name,partner_email\nconv,Conv,conv@example.com\n");
  const columns = "id,sale_amount,original_sale_amount,original_sale_currency,amount,is_paid,event_id,promoter_email";
  const line = (id: string) => `${id},5400,5000,eur,1080,false,ch_${id},conv@example.com`;
  const tool = "firstpromoter";
  const unnamed = await take(programId, `${columns}\n${line("u_1")}\n`, { tool });
  expect(unnamed).toMatchObject({ sales_new: 0, faults: [{ line: 2, column: "amount" }] });
  expect(unnamed.faults[0]?.message).toContain("converted from EUR");
  const named = await take(programId, `${columns},currency\n${line("n_1")},usd\n`, { tool });
  expect(named.totals).toMatchObject([
    { currency: "EUR", amount_cents: 5000, commission_cents: 0, owed_cents: 0 },
    { currency: "USD", amount_cents: 0, commission_cents: 1080, owed_cents: 1080 },
  ]);
});

test("partners come with their groups: a group that is missing is made where that is asked for, and a partner that is here stays where it is", async () => {
  const { programId } = await createTestProgram(db);
  const columns = "partner_code,partner_name,partner_group";
  await take(programId, `${columns}\ngroup-1,Georg,Gold Partners\ngroup-2,Gina,gold partners\ngroup-3,Gus,\n`);
  await take(programId, `${columns}\ngroup-1,Georg,Silver\ngroup-4,Nora,default\n`);
  const groups = await listGroups(db.database.kysely, programId, { limit: 10, cursor: null });
  expect(groups.data.map(({ group_id, name, partners }) => [group_id, name, partners])).toEqual([
    // With the program's own two partners.
    ["default", "Default", expect.any(Number)],
    ["gold-partners", "Gold Partners", 2],
  ]);
  const unnamed = await take(programId, `${columns}\ngroup-5,Lee,金\n`);
  expect(unnamed).toMatchObject({ partners_new: 0, faults: [{ line: 2, column: "partner_group" }] });
});

test.each([
  ["rewardful", "id,first_name,last_name,email,campaign.name\n1,Ann,Lee,a@example.com,Friends\n"],
  ["firstpromoter", "id,email,ref_token,promoter_campaigns.campaign.name\n1,a@example.com,fp1,Friends\n"],
  ["tolt", "id,first_name,last_name,email,group.name\np_1,Ann,Lee,a@example.com,Friends\n"],
  ["dub", "ID,Name,Email,Group,Enrolled at\npn_1,Ann Lee,a@example.com,Friends,2024-03-01T09:00:00.000Z\n"],
  ["tapfiliate", "id,firstname,lastname,email,affiliate_group.title\n1,Ann,Lee,a@example.com,Friends\n"],
  ["partnerstack", "partner_first,partner_last,partner_email,partner_group\nAnn,Lee,a@example.com,Friends\n"],
] as const)("a partner of %s comes with its group", async (tool, text) => {
  const { programId } = await createTestProgram(db);
  expect(await take(programId, text, { tool })).toMatchObject({ partners_new: 1, faults: [] });
  const { data } = await listGroups(db.database.kysely, programId, { limit: 10, cursor: null });
  expect(data.map(({ group_id, name, partners }) => [group_id, name, partners])).toContainEqual([
    "friends",
    "Friends",
    1,
  ]);
});

test("a sale that Tolt or Dub refunded is a refunded sale here, once, and earns nothing", async () => {
  const { programId } = await createTestProgram(db);
  await take(programId, "partner_code,partner_name,partner_email,partner_id\nback,Back,back@example.com,p_1\n");
  const tolt =
    "id,revenue,amount,status,currency,charge_id,partner_email\nc_1,9900,990,refunded,usd,ch_back_1,back@example.com\n";
  const dub =
    "ID,Amount,Earnings,Currency,Status,Invoice ID,Partner email\nc_2,$49.00,$4.90,usd,refunded,in_back_2,back@example.com\n";
  for (let time = 0; time < 2; time += 1) {
    await take(programId, tolt, { tool: "tolt" });
    await take(programId, dub, { tool: "dub" });
  }
  const sales = await asOwner(
    db.url,
    "select amount_cents, refunded_cents, status from sale where program_id = $1 order by amount_cents",
    [programId],
  );
  expect(sales).toEqual([
    { amount_cents: 4900, refunded_cents: 4900, status: "reversed" },
    { amount_cents: 9900, refunded_cents: 9900, status: "reversed" },
  ]);
});

test("a coupon of a Rewardful affiliate is the partner's discount code, by what buyers type and by Stripe's id", async () => {
  const { programId } = await createTestProgram(db);
  const columns = "id,first_name,last_name,email,state,links.token,coupon.token,coupon.external_id";
  const file = `${columns}\na_1,Cora,Lee,cora@example.com,active,cora-lee,CORA10,promo_1\n`;
  const coupons = () =>
    asOwner(
      db.url,
      "select c.name, c.code, p.name as partner from coupon c join partner p using (program_id, partner_id) where program_id = $1 order by 1",
      [programId],
    );
  for (let time = 0; time < 2; time += 1) {
    expect(await take(programId, file, { tool: "rewardful" })).toMatchObject({ faulty_lines: 0 });
    expect(await coupons()).toEqual([
      { name: "code:CORA10", code: "CORA10", partner: "Cora Lee" },
      { name: "stripe:promo_1", code: "CORA10", partner: "Cora Lee" },
    ]);
  }
  const other = `${columns}\na_2,Dan,Lee,dan@example.com,active,dan-lee,CORA10,promo_1\n`;
  const refused = await take(programId, other, { tool: "rewardful" });
  expect(refused).toMatchObject({ partners_new: 1, faults: [{ line: 2 }] });
  expect(refused.faults[0]?.message).toContain("without its discount code");
});

test("a dry run counts a line that is there twice as the import does, however far apart they are", async () => {
  const { programId } = await createTestProgram(db, {}, ["doubled"]);
  const line = (n: number) => `doubled_${n},100,USD,2024-06-19,doubled,10\n`;
  const all = Array.from({ length: 600 }, (_, n) => line(n)).join("");
  const file = `transaction_id,amount_cents,currency,sold_at,partner_code,commission_cents\n${all}${line(0)}`;
  const foreseen = await take(programId, file, { isApplied: false });
  expect(foreseen).toMatchObject({ lines: 601, sales_new: 600 });
  expect(await take(programId, file)).toEqual(foreseen);
});

test("the sheet by which Rewardful takes programs over names partners and their customers in one line", async () => {
  const { programId } = await createTestProgram(db);
  const report = await take(programId, exportOf("rewardful", "takeover-sheet"), { tool: "rewardful" });
  expect(report).toMatchObject({ partners_new: 2, customers_new: 3, faulty_lines: 0 });
});

test("what was imported is in no statement and on no day of ours, and the books match their log", async () => {
  const [{ programs = 0 } = {}] = await asOwner<{ programs: number }>(
    db.url,
    "select max(program_id)::int as programs from sale",
  );
  const now = new Date();
  const statement = await findStatement(db.database.kysely, programs, now.toISOString().slice(0, 7));
  expect(statement?.totals).toEqual([]);
  const { totals } = await findPerformance(db.database.kysely, programs, { from: null, to: now });
  expect(totals.sales).toBe(0);
  const stored = await dumpBooks(db.url);
  await emptyBooks(db.url);
  await catchUpAll(db.database);
  expect(await dumpBooks(db.url)).toBe(stored);
});

test("a payment that its provider delivers as well is one sale of ours, whichever came first, and what was paid there is not owed again", async () => {
  const { programId } = await createTestProgram(db);
  await take(programId, "partner_code,partner_name,partner_email\nboth,Both,both@example.com\n");
  await take(programId, "provider_customer_id,partner_code,referred_at\ncus_both,both,2024-01-01\n");
  const line = (id: string) => `${id},9900,USD,2024-06-19,both,990,paid\n`;
  const header = "transaction_id,amount_cents,currency,sold_at,partner_code,commission_cents,commission_status\n";
  const deliver = (id: string) =>
    commitBatch(db.database, [
      submission(
        programId,
        payment({ transaction_id: id, amount_cents: 9_900, payer: { provider_customer_id: "stripe:cus_both" } }),
      ),
    ]);
  await deliver("in_first");
  const report = await take(programId, header + line("in_first") + line("in_second"));
  expect(report).toMatchObject({ sales_already_here: 1, sales_new: 1 });
  await deliver("in_second");
  const sales = await asOwner(
    db.url,
    `select s.transaction_id, s.imported is not null as is_imported, c.stage, coalesce(a.amount_cents, 0) as adjusted
       from sale s join commission c using (program_id, sale_id) left join adjustment a using (program_id, sale_id)
      where program_id = $1 order by 1`,
    [programId],
  );
  expect(sales).toEqual([
    // A fifth is due by our terms, since its provider reported it; a tenth was paid there, and the rest is owed.
    { transaction_id: "in_first", is_imported: false, stage: "paid", adjusted: 990 },
    { transaction_id: "in_second", is_imported: false, stage: "paid", adjusted: 990 },
  ]);
});

describe("a file with faults", () => {
  test("is imported but for the lines that have them, each named with its line and column", async () => {
    const { programId } = await createTestProgram(db, {}, ["faulty"]);
    const report = await take(
      programId,
      `${[
        "transaction_id,amount,currency,sold_at,partner_code,commission",
        "t_1,12.345,USD,2024-06-19,faulty,1.00",
        "t_2,12.34,GBP,2024-06-19,faulty,1.00",
        "t_3,12.34,USD,19/06/2024,faulty,1.00",
        "t_4,12.34,USD,2024-06-19,nobody,1.00",
        "t_5,12.34,USD",
        't_6,"12.34,USD,2024-06-19,faulty',
        "",
      ].join("\n")}"\nt_7,12.34,USD,2024-06-19,faulty,1.00\n`,
    );
    expect(report.sales_new).toBe(1);
    expect(report.faults.map(({ line, column }) => [line, column])).toEqual([
      [2, "amount"],
      [3, "currency"],
      [4, "sold_at"],
      [5, null],
      [6, null],
      [8, null],
    ]);
  });

  test("more than it may have is refused, and its run names the first faults and keeps what was imported", async () => {
    const { programId } = await createTestProgram(db, {}, ["often"]);
    const sales = "transaction_id,amount,currency,partner_code\n";
    const good = "t_1,1.00,USD,often\n";
    const imports = new ImportPlaces({ atOnceMax: 1, perAccountMax: 1, faultyLinesMax: 3 });
    await take(programId, `${sales}${good}${"x\n".repeat(3)}`, { imports, isApplied: false });
    const refused = take(programId, `${sales}${good}${"x\n".repeat(4)}`, { imports });
    await expect(refused).rejects.toThrow(/^More than 3 of the first 5 lines have faults/);
    const [run] = await asOwner(
      db.url,
      "select status, report ->> 'fault' as fault, report -> 'sales_new' as sales from import_run where program_id = $1 order by import_id desc",
      [programId],
    );
    expect(run).toEqual({ status: "failed", fault: expect.stringMatching(/^More than 3/), sales: 1 });
  });

  test.each(["utf16le", "utf8"] as const)("written in %s with a byte order mark is read", async (encoding) => {
    const { programId } = await createTestProgram(db);
    const text = `\uFEFF"partner_code";partner_name\n${encoding}-anna;Änna\n`;
    const bytes = Buffer.from(text, encoding);
    async function* byByte(): AsyncGenerator<Uint8Array> {
      for (const byte of bytes) yield Uint8Array.of(byte);
    }
    expect(await take(programId, "", { source: byByte() })).toMatchObject({ partners_new: 1, faulty_lines: 0 });
    const [partner] = await asOwner(db.url, "select name from partner where program_id = $1", [programId]);
    expect(partner).toEqual({ name: "Änna" });
  });

  test("that is not one of the tool's is refused with what each needs, and nothing is kept", async () => {
    const { programId } = await createTestProgram(db);
    await expect(take(programId, "a,b\n1,2\n", { tool: "dub" })).rejects.toThrow(FileRefused);
    await expect(take(programId, "")).rejects.toThrow(FileRefused);
    await expect(take(programId, "\u0000\u0001\u0002")).rejects.toThrow(FileRefused);
    const runs = await asOwner(db.url, "select from import_run where program_id = $1", [programId]);
    expect(runs).toEqual([]);
  });

  test("never takes a code of another program's partner, nor anything of theirs", async () => {
    await createTestProgram(db, {}, ["theirs"]);
    const { programId } = await createTestProgram(db);
    const report = await take(programId, "partner_code,partner_name\ntheirs,Anna\n");
    expect(report).toMatchObject({ partners_new: 0, faulty_lines: 1 });
    expect(report.faults[0]?.message).toContain("is taken on this installation");
    const sales = "transaction_id,amount_cents,currency,partner_code,commission_cents\nt_1,100,USD,theirs,10\n";
    expect(await take(programId, sales)).toMatchObject({ sales_new: 0, faulty_lines: 1 });
  });

  test("takes no code that differs from another in its case alone, of this program, another or the same file", async () => {
    await createTestProgram(db, {}, ["elsewhere"]);
    const { programId } = await createTestProgram(db, {}, ["here"]);
    const codes = ["ELSEWHERE", "Here", "twice", "TWICE", "alone"];
    const text = `partner_code,partner_name\n${codes.map((code, place) => `${code},Partner ${place}\n`).join("")}`;
    const report = await take(programId, text);
    expect(report).toMatchObject({ partners_new: 2, faulty_lines: 3 });
    expect(report.faults.map(({ line }) => line)).toEqual([2, 3, 5]);
  });

  test("takes a partner's name without marks that change the direction of writing", async () => {
    const { programId } = await createTestProgram(db);
    await take(programId, "partner_code,partner_name\nturned,Anna\u202e Lee\n");
    expect(
      await asOwner(db.url, "select name from partner where program_id = $1 and code = 'turned'", [programId]),
    ).toEqual([{ name: "Anna Lee" }]);
  });
});

test(`of a file of ${lines} lines never more than a few batches are held, and it says how far it is`, {
  timeout: 120_000,
}, async () => {
  const { programId } = await createTestProgram(db, {}, ["large"]);
  let written = 0;
  let ahead = 0;
  let reports = 0;
  async function* large(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("transaction_id,amount_cents,currency,sold_at,partner_code,commission_cents,commission_status\n");
    for (; written < lines; written += 100) {
      const chunk = Array.from(
        { length: 100 },
        (_, index) => `t_${written + index},100,USD,2024-06-19,large,10,paid\n`,
      );
      yield Buffer.from(chunk.join(""));
    }
  }
  const report = await take(programId, "", {
    source: large(),
    onProgress: (far) => {
      reports += 1;
      ahead = Math.max(ahead, written - far.lines);
    },
  });
  expect(report).toMatchObject({ lines, sales_new: lines });
  expect(report.totals).toEqual([
    { currency: "USD", amount_cents: 100 * lines, commission_cents: 10 * lines, paid_cents: 10 * lines, owed_cents: 0 },
  ]);
  expect(reports).toBe(lines / 500);
  expect(ahead).toBeLessThan(5_000);
  const [{ import_id = 0 } = {}] = await asOwner<{ import_id: number }>(
    db.url,
    "select import_id from import_run where program_id = $1",
    [programId],
  );
  const kept = await findImport(db.database.kysely, programId, import_id);
  expect(kept).toMatchObject({ status: "finished", lines, by_kind: "operator", by_id: null, by_name: null });
});
