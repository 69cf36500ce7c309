// The files payment tools take: exact amounts, every payout once, and what cannot be paid is named.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { type PayoutRecipient, recipientSchema } from "../../../src/core/vocabulary/money/payout-recipient.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { findPayoutDetail } from "../../../src/product/payouts/detail-read.ts";
import { makePayoutFile, type PayoutFileWish } from "../../../src/product/payouts/file-read.ts";
import { removePayoutRecipient, setPayoutRecipient } from "../../../src/product/payouts/recipients.ts";
import { listPayoutRecipients } from "../../../src/product/payouts/recipients-list.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { refund, sale } from "../../support/event-builders.ts";
import { makePayouts } from "../../support/payouts.ts";
import { asOwner } from "../../support/service.ts";
import { beginTrade, record, type Traders } from "../../support/traders.ts";

const secrets = openSecrets(["only-for-tests-only-for-tests-only"]);
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

const anna: PayoutRecipient = { email: "anna@example.com", name: "Anna Nguyễn", kind: "person" };
const ben: PayoutRecipient = { email: "pay@ben.example", name: "Ben, Inc", kind: "institution" };

/** Anna is owed 1,234.56 dollars and 250,000 dong, Ben 0.07 dollars. */
async function withPayouts(recipients = true): Promise<Traders & { payoutIds: number[] }> {
  const traders = await beginTrade(db);
  const { programId, annaId, benId } = traders;
  await record(
    db,
    programId,
    sale({ transaction_id: "a-usd", amount_cents: 617_280 }),
    sale({ transaction_id: "a-vnd", amount_cents: 1_250_000, currency: "VND" }),
    sale({ transaction_id: "b-usd", amount_cents: 35, customer_key: "customer-2" }),
  );
  await approveCommissions(db.database);
  const payoutIds = await makePayouts(db.database, programId, { partnerId: null, currency: null, minimumCents: 1 });
  if (recipients) {
    await setPayoutRecipient(db.database, secrets, { programId, partnerId: annaId, recipient: anna }, operator);
    await setPayoutRecipient(db.database, secrets, { programId, partnerId: benId, recipient: ben }, operator);
  }
  return { ...traders, payoutIds };
}

function fileOf(programId: number, wish: Partial<PayoutFileWish>) {
  const byDefault: PayoutFileWish = {
    tool: "paypal",
    currency: "USD",
    payoutIds: null,
    sourceCurrency: null,
    decimalComma: false,
  };
  return makePayoutFile(db.database.kysely, secrets, programId, { ...byDefault, ...wish });
}

describe("a file for PayPal", () => {
  test("has no header and one line a payout, of one currency", async () => {
    const { programId, payoutIds } = await withPayouts();
    const [annas, , bens] = payoutIds;
    expect(await fileOf(programId, {})).toEqual({
      csv:
        `anna@example.com,1234.56,USD,payout-${annas},Payout ${annas},PAYPAL\r\n` +
        `pay@ben.example,0.07,USD,payout-${bens},Payout ${bens},PAYPAL\r\n`,
      payout_ids: [annas, bens],
      amount_cents: 123_463,
      left_out: [],
    });
  });

  test("writes a decimal comma where it is asked for", async () => {
    const { programId } = await withPayouts();
    const { csv } = await fileOf(programId, { decimalComma: true });
    expect(csv).toContain('anna@example.com,"1234,56",USD,');
  });

  test("leaves out dong, which PayPal does not pay", async () => {
    const { programId, annaId, payoutIds } = await withPayouts();
    expect(await fileOf(programId, { currency: "VND" })).toMatchObject({
      csv: "",
      left_out: [{ payout_id: payoutIds[1], partner_id: annaId, why: "PayPal does not pay in VND" }],
    });
  });
});

describe("a file for Wise", () => {
  test("pays the recipient exactly the amount, in its currency, from the payer's", async () => {
    const { programId, payoutIds } = await withPayouts();
    const header =
      "name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency";
    const dong = await fileOf(programId, { tool: "wise", currency: "VND", sourceCurrency: "USD" });
    expect(dong.csv).toBe(
      `${header}\r\nAnna Nguyễn,anna@example.com,Payout ${payoutIds[1]},PERSON,target,250000,USD,VND\r\n`,
    );
    const dollars = await fileOf(programId, { tool: "wise" });
    expect(dollars.csv).toContain(
      `\r\n"Ben, Inc",pay@ben.example,Payout ${payoutIds[2]},INSTITUTION,target,0.07,USD,USD\r\n`,
    );
  });
});

describe("what is left out", () => {
  test("is named: no recipient, and payouts that do not wait", async () => {
    const { programId, benId, payoutIds } = await withPayouts();
    const [annas = 0, dongs = 0, bens = 0] = payoutIds;
    await removePayoutRecipient(db.database, secrets, { programId, partnerId: benId }, operator);
    await markPayoutPaid(db.database, { programId, payoutId: annas, method: null, reference: null }, operator);
    const file = await fileOf(programId, { payoutIds: [annas, dongs, bens] });
    expect(file).toMatchObject({ csv: "", payout_ids: [], amount_cents: 0 });
    const whyNot = "no payout in USD waits to be paid under this id";
    expect(file.left_out).toEqual([
      { payout_id: annas, partner_id: null, why: whyNot },
      { payout_id: dongs, partner_id: null, why: whyNot },
      { payout_id: bens, partner_id: benId, why: "the partner has no payout recipient" },
    ]);
  });

  test("is what is no longer due as it was put together: nothing is paid that would have to be taken back", async () => {
    const { programId, annaId, payoutIds } = await withPayouts();
    const [annas = 0, , bens = 0] = payoutIds;
    await record(db, programId, refund({ transaction_id: "a-usd", refund_amount_cents: 617_280 / 2 }));
    const file = await fileOf(programId, {});
    expect(file).toMatchObject({
      payout_ids: [bens],
      left_out: [
        {
          payout_id: annas,
          partner_id: annaId,
          why: "it holds 1234.56 and 617.28 is payable by now: cancel it and create it again",
        },
      ],
    });
    expect(await findPayoutDetail(db.database.kysely, programId, annas)).toMatchObject({
      amount_cents: 123_456,
      due_now_cents: 61_728,
    });
  });

  test("is never another program's", async () => {
    const [mine, theirs] = [await withPayouts(), await withPayouts()];
    const file = await fileOf(mine.programId, { payoutIds: theirs.payoutIds });
    expect(file.payout_ids).toEqual([]);
  });
});

describe("a recipient", () => {
  test("is kept encrypted and read again", async () => {
    const { programId, annaId, benId } = await withPayouts();
    const { data } = await listPayoutRecipients(db.database.kysely, secrets, programId, { limit: 10, cursor: null });
    expect(data).toMatchObject([
      { partner_id: annaId, ...anna },
      { partner_id: benId, ...ben },
    ]);
    const stored = await asOwner<{ text: string }>(
      db.url,
      "select encode(recipient_encrypted, 'escape') as text from payout_recipient where program_id = $1",
      [programId],
    );
    for (const { text } of stored) expect(text).not.toContain("example");
    const inLog = await asOwner(db.url, "select from event where data::text like '%anna@example.com%'");
    expect(inLog).toEqual([]);
  });

  test("of a partner that is not there is not kept", async () => {
    const { programId } = await beginTrade(db);
    const other = await beginTrade(db);
    const wrong = { programId, partnerId: other.annaId, recipient: anna };
    expect(await setPayoutRecipient(db.database, secrets, wrong, operator)).toBeUndefined();
    expect(await removePayoutRecipient(db.database, secrets, wrong, operator)).toBe(false);
  });

  test.each(["=a@b.example", "+a@b.example", "-a@b.example", "@b.example", "a@b", "a b@c.example", ""])(
    "has no address such as %j",
    (email) => {
      expect(recipientSchema.safeParse({ ...anna, email }).success).toBe(false);
    },
  );

  test.each(["", "=Ben", "-Ben", "a\nb", "\u0000", "x".repeat(141)])("has no name such as %j", (name) => {
    expect(recipientSchema.safeParse({ ...anna, name }).success).toBe(false);
  });
});
