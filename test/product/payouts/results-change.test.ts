// A payment tool's file read back in: what it says became of payouts is recorded once, and what it gets wrong is named by its line.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { cancelPayout } from "../../../src/product/payouts/change.ts";
import { listOwed, listPayouts } from "../../../src/product/payouts/list.ts";
import { readPayoutResults, resultLinesMax } from "../../../src/product/payouts/read-results.ts";
import { recordPayoutResults } from "../../../src/product/payouts/results-change.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { beginTrade, record } from "../../support/traders.ts";

const everything = { limit: 1000, cursor: null };

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

/** Anna's and Ben's, of twenty dollars each. */
async function twoPayouts(): Promise<{ programId: number; annas: number; bens: number }> {
  const { programId } = await beginTrade(db);
  await record(db, programId, sale({ transaction_id: "one" }));
  await record(db, programId, sale({ transaction_id: "two", customer_key: "customer-2" }));
  await approveCommissions(db.database);
  const [annas = 0, bens = 0] = await makePayouts(db.database, programId, {
    partnerId: null,
    currency: null,
    minimumCents: 1,
  });
  return { programId, annas, bens };
}

async function give(programId: number, csv: string, { apply = true, tool = "wise" as const } = {}) {
  const read = readPayoutResults(csv);
  if ("unreadable" in read) throw new Error(read.unreadable);
  const lines = await recordPayoutResults(db.database, { programId, tool, ...read, isDryRun: !apply }, operator);
  return lines.map(({ line, result, message }) => [line, result, message] as const);
}

const results = async (programId: number, csv: string, options = {}) =>
  (await give(programId, csv, options)).map(([, result]) => result);
const statuses = async (programId: number) =>
  (await listPayouts(db.database.kysely, programId, everything)).data.map(({ status, method, reference }) =>
    [status, method, reference].filter((one) => one !== null).join(" "),
  );
const owed = async (programId: number) =>
  (await listOwed(db.database.kysely, programId, everything)).data.map(({ owed_cents }) => owed_cents);

describe("a result file", () => {
  test("is looked at first, pays what was paid, owes again what failed, and changes nothing when it is given again", async () => {
    const { programId, annas, bens } = await twoPayouts();
    const csv = `ID,Status,Payment Reference,Target Amount,Target Currency,Failure reason\r\nT-1,outgoing_payment_sent,Payout ${annas},20.00,USD,\r\nT-2,cancelled,Payout ${bens},"20,00",USD,"Account closed, by the bank"\r\n`;
    expect(await results(programId, csv, { apply: false })).toEqual(["paid", "cancelled"]);
    expect(await statuses(programId)).toEqual(["created", "created"]);

    const [, [, , failed] = []] = await give(programId, csv);
    expect(failed).toContain("Account closed, by the bank");
    expect(await statuses(programId)).toEqual(["paid wise T-1", "cancelled"]);
    expect(await owed(programId)).toEqual([2_000]);
    expect(await results(programId, csv)).toEqual(["unchanged", "unchanged"]);
    const back = csv.replace("outgoing_payment_sent", "funds_refunded");
    expect(await results(programId, back)).toEqual(["returned", "unchanged"]);
    expect(await owed(programId)).toEqual([2_000, 2_000]);
  });

  test("records a payout once, however many give it at once", async () => {
    const { programId, annas } = await twoPayouts();
    const csv = `payout_id,status\n${annas},paid\n`;
    const all = await Promise.all([1, 2, 3, 4].map(() => results(programId, csv)));
    expect(all.flat().toSorted()).toEqual(["paid", "unchanged", "unchanged", "unchanged"]);
  });

  test("of PayPal is read with its own names, states and signs; what is unclaimed waits", async () => {
    const { programId, annas, bens } = await twoPayouts();
    const csv = `\uFEFFTransaction ID;Unique ID;Amount;Currency;Transaction Status\n8AB;payout-${annas};-20,00;USD;Unclaimed\n9CD;payout-${bens};-20,00;USD;Returned\n`;
    expect(await results(programId, csv, { tool: "paypal" })).toEqual(["waits", "returned"]);
    expect(await statuses(programId)).toEqual(["created", "returned paypal 9CD"]);
  });

  test("names each line at fault, and records the others", async () => {
    const { programId, annas, bens } = await twoPayouts();
    const other = await twoPayouts();
    await cancelPayout(db.database, { programId, payoutId: bens }, operator);
    const lines = [
      `${annas},paid,20.00,USD`,
      `${bens},paid,20.00,USD`,
      `${other.annas},paid,20.00,USD`,
      "nobody,paid,20.00,USD",
      `${annas + 100_000},paid,,`,
    ];
    const reported = await give(programId, ["payout_id,status,amount,currency", ...lines].join("\n"));
    expect(reported).toEqual([
      [2, "paid", "It is paid."],
      [3, "fault", expect.stringContaining("cancelled here")],
      [4, "fault", `The program has no payout ${other.annas}.`],
      [5, "fault", "The line names no payout of ours: “nobody”."],
      [6, "fault", expect.stringContaining("has no payout")],
    ]);
    expect(await statuses(other.programId)).toEqual(["created", "created"]);
  });

  test.each([
    ["another amount", "paid,2.00,USD", "The file says 2.00 and the payout is of 20.00 USD."],
    ["an amount a hundred times as large", 'paid,"2,000",USD', "The file says 2,000"],
    ["another currency", "paid,20.00,EUR", "the payout is in USD"],
    ["a state nobody knows", "maybe,20.00,USD", "a state that is not known: “maybe”"],
  ])("with %s records nothing of that payout", async (_, line, message) => {
    const { programId, annas } = await twoPayouts();
    const reported = await give(programId, `payout_id,status,amount,currency\n${annas},${line}\n`);
    expect(reported).toEqual([[2, "fault", expect.stringContaining(message)]]);
    expect(await statuses(programId)).toEqual(["created", "created"]);
  });

  test("that names a payout twice is believed in neither", () => {
    const read = readPayoutResults("payout_id,status\n7,paid\n7,failed\n8,paid\n");
    expect(read).toMatchObject({ reported: [{ payoutId: 8 }], faults: [{ line: 2 }, { line: 3 }] });
  });

  test.each([
    ["", "is empty"],
    ['payout_id,status\n"7,paid\n', "is not CSV"],
    ["name,status\nAnna,paid\n", "no column that names a payout"],
    ["payout_id,name\n7,Anna\n", "no column of states"],
    [`payout_id,status\n${"7,paid\n".repeat(resultLinesMax + 1)}`, "in parts"],
  ])("that is none is refused: %#", (csv, message) => {
    expect(readPayoutResults(csv)).toEqual({ unreadable: expect.stringContaining(message) });
  });
});
