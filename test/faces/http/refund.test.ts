// POST /api/v1/track/refund: what a refund takes back, when it is the same refund, and what is never taken for one.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, refusalOf } from "../../support/service.ts";

const { service, databaseUrl, database } = await serviceForFile();

const program = await createTestProgram(database);
const { customerKey } = await bindCustomer(service, program, "customer-1");

let salesMade = 0;

/** Of 100.00 with 20.00 commission and 3.50 platform fee. */
async function newSale(): Promise<{ transaction_id: string; saleId: unknown }> {
  salesMade += 1;
  const transaction_id = `txn-${salesMade}`;
  const body = { transaction_id, amount_cents: 10_000, customer_key: customerKey };
  const answer = await service.post("/api/v1/track/sale", body, { key: program.key });
  return { transaction_id, saleId: fieldOf(answer, "sale_id") };
}

const refund = (body: unknown, key: string = program.key) => service.post("/api/v1/track/refund", body, { key });

async function books(saleId: unknown) {
  const [row] = await asOwner<object>(
    databaseUrl,
    `select s.refunded_cents as refunded, c.amount_cents as commission, c.status, f.amount_cents as fee
       from sale s
       join commission c using (program_id, sale_id)
       join platform_fee f using (program_id, sale_id)
      where s.sale_id = $1`,
    [saleId],
  );
  return row;
}

describe("a refund", () => {
  test("without an amount takes everything back", async () => {
    const { transaction_id, saleId } = await newSale();
    const answer = await refund({ transaction_id });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      status: "reversed",
      sale_id: saleId,
      commission_id: saleId,
      refunded_cents: 10_000,
      refunded_total_cents: 10_000,
      commission_cents: 0,
      commission_deducted_cents: 2000,
      message: "Refund recorded: the sale is fully refunded and its commission reversed.",
    });
    expect(await books(saleId)).toEqual({ refunded: 10_000, commission: 0, status: "reversed", fee: 0 });
  });

  test("of a quarter takes a quarter of commission and fee", async () => {
    const { transaction_id, saleId } = await newSale();
    const answer = await refund({ transaction_id, refund_amount_cents: 2500, refund_reason: "damaged" });
    expect(answer.body).toEqual({
      success: true,
      status: "refunded",
      sale_id: saleId,
      commission_id: saleId,
      refunded_cents: 2500,
      refunded_total_cents: 2500,
      commission_cents: 1500,
      commission_deducted_cents: 500,
      message: "Refund recorded: the commission was reduced.",
    });
    expect(await books(saleId)).toEqual({ refunded: 2500, commission: 1500, status: "refunded", fee: 262 });
  });

  test.each([
    ["0", 0],
    ["null", null],
  ])("of %s takes what is left", async (_, refund_amount_cents) => {
    const { transaction_id } = await newSale();
    await refund({ transaction_id, refund_amount_cents: 2500 });
    const answer = await refund({ transaction_id, refund_amount_cents });
    expect(answer.body).toMatchObject({ status: "reversed", refunded_cents: 7500, refunded_total_cents: 10_000 });
  });

  test("that reaches the whole in three thirds leaves exactly nothing", async () => {
    const { transaction_id, saleId } = await newSale();
    const thirds = [3333, 3333, 3334];
    const statuses: unknown[] = [];
    for (const [index, refund_amount_cents] of thirds.entries()) {
      const answer = await refund({ transaction_id, refund_amount_cents, refund_id: `third-${index}` });
      statuses.push(fieldOf(answer, "status"));
    }
    expect(statuses).toEqual(["refunded", "refunded", "reversed"]);
    expect(await books(saleId)).toEqual({ refunded: 10_000, commission: 0, status: "reversed", fee: 0 });
  });
});

describe("a refund is the same refund", () => {
  test("when its refund_id is the same", async () => {
    const { transaction_id } = await newSale();
    await refund({ transaction_id, refund_amount_cents: 1000, refund_id: "r1" });
    const again = await refund({ transaction_id, refund_amount_cents: 2000, refund_id: "r1" });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      success: true,
      status: "skipped",
      reason: "same_refund_id",
      refunded_cents: 0,
      refunded_total_cents: 1000,
    });
  });

  test("when neither has a refund_id and the amount is the same", async () => {
    const { transaction_id } = await newSale();
    await refund({ transaction_id, refund_amount_cents: 1000 });
    const again = await refund({ transaction_id, refund_amount_cents: 1000 });
    expect(again.body).toMatchObject({ status: "skipped", refunded_total_cents: 1000 });
  });

  test("when everything is refunded already", async () => {
    const { transaction_id } = await newSale();
    await refund({ transaction_id });
    expect((await refund({ transaction_id })).body).toMatchObject({ status: "skipped", refunded_total_cents: 10_000 });
  });

  test("and not when equal amounts have ids of their own", async () => {
    const { transaction_id } = await newSale();
    await refund({ transaction_id, refund_amount_cents: 1000, refund_id: "a" });
    const second = await refund({ transaction_id, refund_amount_cents: 1000, refund_id: "b" });
    expect(second.body).toMatchObject({ status: "refunded", refunded_total_cents: 2000 });
  });

  test("however many report it at once: one counts, the others are skipped", async () => {
    const { transaction_id, saleId } = await newSale();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => refund({ transaction_id, refund_amount_cents: 1000, refund_id: "once" })),
    );
    const statuses = answers.map((answer) => fieldOf(answer, "status")).sort();
    expect(statuses).toEqual(["refunded", ...Array.from({ length: 19 }, () => "skipped")]);
    expect(await books(saleId)).toMatchObject({ refunded: 1000 });
  });
});

describe("a refund is refused", () => {
  test("with 422 when it is larger than what is left, and takes nothing", async () => {
    const { transaction_id, saleId } = await newSale();
    await refund({ transaction_id, refund_amount_cents: 6000 });
    const answer = await refund({ transaction_id, refund_amount_cents: 4001 });
    expect(refusalOf(answer)).toBe("422 refund_exceeds_sale");
    expect(await books(saleId)).toMatchObject({ refunded: 6000 });
  });

  test("with 404 when the sale is unknown or another program's", async () => {
    const { transaction_id } = await newSale();
    const other = await createTestProgram(database);
    expect(refusalOf(await refund({ transaction_id: "never sold" }))).toBe("404 sale_not_found");
    expect(refusalOf(await refund({ transaction_id }, other.key))).toBe("404 sale_not_found");
  });

  test.each([
    ["transaction_id is missing", { transaction_id: undefined }],
    ["transaction_id is a number", { transaction_id: 1 }],
    ["the amount is negative", { refund_amount_cents: -1 }],
    ["the amount has a fraction", { refund_amount_cents: 0.5 }],
    ["the amount is text", { refund_amount_cents: "1000" }],
    ["the amount is beyond 2^53", { refund_amount_cents: 2 ** 53 }],
    ["the amount has another name", { refund_amount: 1000 }],
    ["the amount is named like a sale's", { amount_cents: 1000 }],
    ["the amount is misspelt", { refund_amout_cents: 1000 }],
    ["the amount is written otherwise", { refundAmountCents: 1000 }],
    ["refund_id is empty", { refund_id: "" }],
    ["refund_id has 256 characters", { refund_id: "x".repeat(256) }],
    ["refund_id is a number", { refund_id: 1 }],
    ["refund_reason has 256 characters", { refund_reason: "x".repeat(256) }],
  ])("with 400 when %s, and takes nothing", async (_, changes) => {
    const { transaction_id, saleId } = await newSale();
    const answer = await refund({ transaction_id, ...changes });
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(answer.text).toContain(Object.keys(changes)[0]);
    expect(await books(saleId)).toMatchObject({ refunded: 0 });
  });

  test("with 401 when its key is missing or unknown", async () => {
    const { transaction_id } = await newSale();
    expect(refusalOf(await service.post("/api/v1/track/refund", { transaction_id }))).toBe("401 unauthorized");
    expect(refusalOf(await refund({ transaction_id }, "aff_unknown"))).toBe("401 unauthorized");
  });
});
