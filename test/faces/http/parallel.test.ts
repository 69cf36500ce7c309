// Two services on one database, as two processes would be: everything that arrives at once is in the books once.
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { regenerateKey } from "../../../src/access/program-keys.ts";
import { addPartner } from "../../../src/product/programs/change.ts";
import { createTestDatabase } from "../../support/database.ts";
import { newOperator } from "../../support/people.ts";
import {
  asOwner,
  bindCustomer,
  clickOn,
  createTestProgram,
  fieldOf,
  refusalOf,
  startService,
} from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const services = [await startService(databaseUrl), await startService(databaseUrl)] as const;
afterAll(async () => {
  await Promise.all(services.map((service) => service.close()));
  await testDatabase.drop();
});
const [one, other] = services;

const program = await createTestProgram(database);
const { customerKey } = await bindCustomer(one, program, "customer-1");

/** Every second request to the other service. */
const fromBoth = <T>(count: number, call: (service: (typeof services)[number], index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index % 2 === 0 ? one : other, index)));

async function countOf(table: string, where: string, value: unknown): Promise<number> {
  const rows = await asOwner<{ count: number }>(
    databaseUrl,
    `select count(*) as count from ${table} where ${where} = $1`,
    [value],
  );
  return rows[0]?.count ?? -1;
}

describe("50 identical sales at once", () => {
  test("are one sale: one 200, 49 times 409 with its sale_id, one commission, one fee", async () => {
    const sale = { transaction_id: "at-once", amount_cents: 10_000, customer_key: customerKey };
    const answers = await fromBoth(50, (service) => service.post("/api/v1/track/sale", sale, { key: program.key }));
    const [first, ...more] = answers.filter((answer) => answer.status === 200);
    expect(more).toEqual([]);
    if (first === undefined) throw new Error("no call was answered 200");
    const saleId = fieldOf(first, "sale_id");
    const refused = answers.filter((answer) => answer !== first);
    expect(new Set(refused.map(refusalOf))).toEqual(new Set(["409 duplicate_transaction"]));
    expect(new Set(refused.map((answer) => fieldOf(answer, "error.details.sale_id")))).toEqual(new Set([saleId]));
    expect(refused).toHaveLength(49);
    expect(await countOf("sale", "transaction_id", "at-once")).toBe(1);
    expect(await countOf("commission", "sale_id", saleId)).toBe(1);
    expect(await countOf("platform_fee", "sale_id", saleId)).toBe(1);
  });
});

describe("50 different sales at once", () => {
  test("are 50 sales, in a log without gaps", async () => {
    const answers = await fromBoth(50, (service, index) => {
      const sale = { transaction_id: `different-${index}`, amount_cents: 10_000, customer_key: customerKey };
      return service.post("/api/v1/track/sale", sale, { key: program.key });
    });
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => fieldOf(answer, "sale_id"))).size).toBe(50);
    const [log] = await asOwner<{ last: number; count: number }>(
      databaseUrl,
      "select max(seq) as last, count(*) as count from event where program_id = $1",
      [program.programId],
    );
    expect(log?.last).toBe(log?.count);
  });
});

describe("two browsers that claim one customer at once", () => {
  test("bind it once, to one of the clicks", async () => {
    const clicks = [await clickOn(one, program), await clickOn(other, program)];
    await fromBoth(20, (service, index) =>
      service.post("/api/v1/track/lead", { click_id: clicks[index % 2], customer_key: "claimed" }),
    );
    expect(await countOf("customer", "customer_key", "claimed")).toBe(1);
    expect(await countOf("lead", "customer_key", "claimed")).toBe(1);
  });
});

describe("a key that is regenerated", () => {
  test("stops at once on every service, also where it was just used", async () => {
    const watched = await createTestProgram(database);
    const ask = (service: typeof one, key: string) => service.post("/api/v1/track/sale", { livemode: false }, { key });
    for (const service of services) expect((await ask(service, watched.key)).status).toBe(200);

    const key = await regenerateKey(database, watched.programId, operator);
    for (const service of services) {
      expect(refusalOf(await ask(service, watched.key))).toBe("401 unauthorized");
      expect((await ask(service, key ?? "")).status).toBe(200);
    }
  });
});

test("50 times one discount code for two partners at once makes one of them its owner, and names the owner to the others", async () => {
  const { programId, partnerId } = program;
  const secondId = await addPartner(database, { programId, name: "Second", code: "second-owner" }, operator);
  const { token: key } = await newOperator(one, "coupons@svc.example");
  const path = `/api/v1/programs/${programId}/coupons`;
  const answers = await fromBoth(50, (service, index) =>
    service.post(path, { partner_id: index % 3 === 0 ? partnerId : secondId, code: "SAME20" }, { key }),
  );
  const taken = answers.filter(({ status }) => status === 409);
  expect(new Set(taken.map(refusalOf))).toEqual(new Set(["409 coupon_taken"]));
  const owners = new Set(
    answers.map((answer) => fieldOf(answer, answer.status === 409 ? "error.details.partner_id" : "data.partner_id")),
  );
  const listed = fieldOf(await one.request(path, { key }), "data");
  expect(listed).toMatchObject([{ code: "SAME20", partner_id: [...owners][0] }]);
  expect(owners.size).toBe(1);
  expect(await countOf("event", "type = 'coupon_assigned' and program_id", programId)).toBe(1);
});
