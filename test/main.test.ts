// The composed service at its start: it takes no traffic before the books hold what the log does.
import { expect, test } from "vitest";
import { databaseForFile } from "./support/for-file.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, refusalOf, startService } from "./support/service.ts";

const testDatabase = await databaseForFile();
const { url, database } = testDatabase;

test("books that were emptied are full again when it answers, and still know what was sold", async () => {
  const program = await createTestProgram(database);
  const sale = { transaction_id: "before", amount_cents: 10_000, customer_key: "customer-1" };
  const before = await startService(url);
  await bindCustomer(before, program, "customer-1");
  const saleId = fieldOf(await before.post("/api/v1/track/sale", sale, { key: program.key }), "sale_id");
  await before.close();
  await asOwner(url, "truncate sale, commission, platform_fee, payment_alias, customer, click, lead, partner, program");
  await asOwner(url, "update program_head set projected_seq = 0");

  const after = await startService(url);
  expect(await asOwner(url, "select sale_id from sale")).toEqual([{ sale_id: saleId }]);
  const again = await after.post("/api/v1/track/sale", sale, { key: program.key });
  expect(refusalOf(again)).toBe("409 duplicate_transaction");
  expect(fieldOf(again, "error.details.sale_id")).toBe(saleId);
  await after.close();
});
