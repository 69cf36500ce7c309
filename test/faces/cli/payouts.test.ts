// Paying partners by command, as an operator does at the end of a month: what is owed, payouts, a file for the payment tool, what
// was paid, and the statement.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { refund, sale } from "../../support/event-builders.ts";
import { messageIn } from "../../support/failure-message.ts";
import { secretKey, startService } from "../../support/service.ts";
import { type Run, runSvc } from "../../support/svc.ts";
import { beginTrade, record, type Traders } from "../../support/traders.ts";

let db: TestDatabase;
let traders: Traders;
beforeAll(async () => {
  db = await createTestDatabase();
  traders = await beginTrade(db);
  await record(
    db,
    traders.programId,
    sale({ transaction_id: "a1", amount_cents: 10_000 }),
    sale({ transaction_id: "a2", amount_cents: 2_500 }),
    sale({ transaction_id: "b1", amount_cents: 1_000, customer_key: "customer-2" }),
  );
  await approveCommissions(db.database);
});
afterAll(async () => db.drop());

function svc(...words: readonly string[]): Promise<Run> {
  return runSvc(words, { env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey } });
}

async function json(...words: readonly string[]): Promise<unknown> {
  const run = await svc(...words, "--json");
  expect(run.code, run.stderr).toBe(0);
  return JSON.parse(run.stdout);
}

/** For the program at hand. */
const own = (...words: readonly string[]) => [...words, "--program", String(traders.programId)];

test("a month's end: preview, create, export, mark paid, a late refund, a return", { timeout: 120_000 }, async () => {
  const { annaId, benId } = traders;
  const dollars = ["--currency", "USD", "--minimum-cents", "1000"];
  expect(await json(...own("payouts", "preview"))).toMatchObject({
    data: [
      {
        partner_id: annaId,
        currency: "USD",
        owed_cents: 2_500,
        commission_cents: 2_500,
        adjustment_cents: 0,
        item_count: 2,
      },
      { partner_id: benId, owed_cents: 200 },
    ],
    next: null,
  });
  expect(await json(...own("payouts", "preview"), ...dollars)).toMatchObject({ data: [{ partner_id: annaId }] });

  const made = (await json(...own("payouts", "create"), ...dollars)) as { data: { payout_id: number }[] };
  expect(made).toMatchObject({ data: [{ partner_id: annaId, amount_cents: 2_500, status: "created" }], next: null });
  const payout = String(made.data[0]?.payout_id);
  expect(await json(...own("payouts", "create"), ...dollars)).toEqual({ data: [], next: null });

  const without = await svc(...own("payouts", "export"), "--currency", "USD", "--format", "wise");
  expect(without).toMatchObject({
    code: 1,
    stderr: `Left out: payout ${payout}: the partner has no payout recipient.\n`,
  });
  const to = ["--partner", String(annaId), "--email", "anna@example.com", "--name", "Anna Nguyen"];
  expect(await json(...own("recipients", "set"), ...to)).toMatchObject({ partner_id: annaId, kind: "person" });
  const file = await svc(...own("payouts", "export"), "--currency", "USD", "--format", "paypal");
  expect(file).toMatchObject({ code: 0, stderr: "" });
  expect(file.stdout).toBe(`anna@example.com,25.00,USD,payout-${payout},Payout ${payout},PAYPAL\n`);

  const paid = await json(
    ...own("payouts", "mark-paid"),
    "--payout",
    payout,
    "--method",
    "paypal",
    "--reference",
    "B-1",
  );
  expect(paid).toMatchObject({ data: [{ status: "paid", reference: "B-1" }] });
  const again = await svc(...own("payouts", "mark-paid"), "--payout", payout);
  expect(again).toMatchObject({ code: 1, stderr: `Payout ${payout} is paid already.\n` });
  await record(db, traders.programId, refund({ transaction_id: "a1", refund_amount_cents: 5_000 }));
  expect(await json(...own("payouts", "preview"), "--partner", String(annaId))).toMatchObject({
    data: [{ owed_cents: -1_000, commission_cents: 0, adjustment_cents: -1_000 }],
  });
  expect(await json(...own("payouts", "show", payout))).toMatchObject({
    status: "paid",
    items: {
      data: [
        { transaction_id: "a1", amount_cents: 2_000 },
        { transaction_id: "a2", amount_cents: 500 },
      ],
    },
  });
  const returned = await json(...own("payouts", "mark-returned"), "--payout", payout, "--reason", "unclaimed");
  expect(returned).toMatchObject({ data: [{ status: "returned" }] });
  expect(await json(...own("payouts", "list"), "--status", "returned")).toMatchObject({
    data: [{ amount_cents: 2_500 }],
  });

  const bens = (await json(...own("payouts", "create"), "--partner", String(benId))) as {
    data: { payout_id: number }[];
  };
  const cancelled = await json(...own("payouts", "cancel"), "--payout", String(bens.data[0]?.payout_id));
  expect(cancelled).toMatchObject({ data: [{ partner_id: benId, status: "cancelled" }] });
});

test("several payouts are each marked for themselves, and what was refused is said", { timeout: 60_000 }, async () => {
  const { programId, annaId } = await beginTrade(db);
  await record(db, programId, sale({ transaction_id: "x" }), sale({ transaction_id: "y", currency: "EUR" }));
  await approveCommissions(db.database);
  const program = ["--program", String(programId)];
  const made = (await json("payouts", "create", ...program)) as { data: { payout_id: number }[] };
  const ids = made.data.flatMap((payout) => ["--payout", String(payout.payout_id)]);
  expect(ids).toHaveLength(4);
  const run = await svc("payouts", "mark-paid", ...program, ...ids, "--payout", "1", "--json");
  expect([run.code, messageIn(run.stderr)]).toEqual([1, `Program ${programId} has no payout 1.`]);
  expect(JSON.parse(run.stdout)).toMatchObject({ data: [{ partner_id: annaId, status: "paid" }, { status: "paid" }] });
});

describe("a statement", { timeout: 60_000 }, () => {
  const month = new Date().toISOString().slice(0, 7);
  test("is shown as text, page, CSV and JSON", async () => {
    const show = own("statements", "show", "--month", month);
    expect(await json(...show)).toMatchObject({ program_id: traders.programId, month, invoice: { currency: "USD" } });
    expect((await svc(...show)).stdout).toContain("platform_fee_cents");
    expect((await svc(...show, "--format", "html")).stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    const csv = (await svc(...show, "--format", "csv")).stdout.split("\r\n");
    expect(csv[0]).toContain("event_id,sale_id,what");
    expect(csv.length).toBeGreaterThan(3);
    expect(JSON.parse((await svc(...show, "--format", "json")).stdout)).toMatchObject({ month });
  });
});

test("a partner's link opens the page of the running service, until it is revoked", { timeout: 60_000 }, async () => {
  const service = await startService(db.url);
  const partner = ["--partner", String(traders.annaId)];
  const link = (await json(...own("partners", "link"), ...partner, "--expires-in-days", "2")) as { url: string };
  const path = new URL(link.url).pathname;
  expect((await service.request(path)).status).toBe(200);
  await json(...own("partners", "revoke-links"), ...partner);
  expect((await service.request(path)).status).toBe(404);
  await service.close();
});

describe("what cannot be done is said in one line", { timeout: 60_000 }, () => {
  test.each<readonly [string, number, readonly string[]]>([
    ["--currency is required with minimum_cents", 2, ["payouts", "create", "--program", "1", "--minimum-cents", "100"]],
    ["--currency must be the ISO 4217 code", 2, ["payouts", "create", "--program", "1", "--currency", "XAU"]],
    ["--payout must be an id", 2, ["payouts", "cancel", "--program", "1", "--payout", "x"]],
    ["--month must be a month such as 2026-01", 2, ["statements", "show", "--program", "1", "--month", "2026-13"]],
    [
      "--email must be an e-mail address",
      2,
      ["recipients", "set", "--program", "1", "--partner", "1", "--email", "=x", "--name", "A"],
    ],
    ["There is no program 999", 1, ["payouts", "preview", "--program", "999"]],
    ["There is no program 999", 1, ["statements", "show", "--program", "999", "--month", "2026-01"]],
    ["has no partner 999", 1, ["partners", "link", "--program", "1", "--partner", "999"]],
    ["has no payout 999", 1, ["payouts", "show", "999", "--program", "1"]],
  ])("%s", async (line, code, words) => {
    const run = await svc(...words);
    expect(run.stderr).toContain(line);
    expect(run).toMatchObject({ code, stdout: "" });
  });
});
