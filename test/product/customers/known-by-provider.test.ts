// Customers of whom only the provider's id is known, as after an import from Rewardful or Tolt and of webhooks without the brand's key:
// listed with the others, on pages and as CSV, found by a search, and shown as a story.
import { expect, test } from "vitest";
import { commitBatch } from "../../../src/engine/recording/locked-batch.ts";
import { listCustomers } from "../../../src/product/customers/list.ts";
import { click, customerImported, lead, payment, saleImported } from "../../support/event-builders.ts";
import { serviceForFile } from "../../support/for-file.ts";
import type { TestEvent } from "../../support/memory-program.ts";
import { manyPeople } from "../../support/people.ts";
import { openSampleShop } from "../../support/sample-shop.ts";
import { type Answer, fieldOf, refusalOf } from "../../support/service.ts";
import { submission } from "../../support/submissions.ts";

const { service } = await serviceForFile(manyPeople);
const { database } = service;
const shop = await openSampleShop(service);
const { programId, owner, partnerId } = shop;
const other = await service.post(`${shop.path}/partners`, { name: "Ben", code: "ben" }, { key: owner.token });
const otherId = Number(fieldOf(other, "data.partner_id"));

async function record(...events: readonly TestEvent[]): Promise<void> {
  for (const one of events) await commitBatch(database, [submission(programId, one)]);
}

const paid = (transaction_id: string, payer: { [name: string]: string }): TestEvent =>
  payment({ transaction_id, aliases: [transaction_id], payer });

await record(
  customerImported({ partner_id: partnerId, provider_customer_id: "stripe:cus_1", email_hash: "hash-1" }),
  saleImported({ partner_id: partnerId, provider_customer_id: "stripe:cus_1", transaction_id: "in_1", aliases: [] }),
  lead({ click_ids: [shop.clickId], customer_key: "user-5" }),
  customerImported({ partner_id: otherId, provider_customer_id: "stripe:cus_2" }),
  customerImported({ partner_id: partnerId, provider_customer_id: "stripe:cus_3" }),
  customerImported({ partner_id: partnerId, provider_customer_id: "stripe:cus_4", customer_key: "user-6" }),
  click(partnerId, { click_id: "click-9" }),
  paid("pi_90", { click_id: "click-9", provider_customer_id: "stripe:cus_9" }),
  paid("pi_91", { provider_customer_id: "stripe:cus_9" }),
  paid("pi_92", { click_id: "click-9", provider_customer_id: "stripe:cus_8" }),
  // Of an imported customer.
  paid("pi_93", { provider_customer_id: "stripe:cus_1" }),
);

const keyed = ["user-1", "user-5", "user-6"];
const others = ["stripe:cus_1", "stripe:cus_2", "stripe:cus_3", "stripe:cus_9", "stripe:cus_8"];

async function walk(filter: Parameters<typeof listCustomers>[3], limit: number): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listCustomers>> = await listCustomers(
      database.kysely,
      programId,
      { limit, cursor },
      filter,
    );
    names.push(...page.data.map(({ customer_key, provider_customer_id }) => customer_key ?? `${provider_customer_id}`));
    cursor = page.next;
  } while (cursor !== null);
  return names;
}

const get = (path: string): Promise<Answer> => service.request(`${shop.path}${path}`, { key: owner.token });

test.each([1, 2, 3, 100])(
  "each customer is on one page of %d, after those of the brand, and in the order of time",
  async (limit) => {
    const byKey = await walk({}, limit);
    expect(byKey.slice(0, keyed.length)).toEqual(keyed);
    expect(byKey.slice(keyed.length).toSorted()).toEqual(others.toSorted());
    const newest = await walk({ order: "newest" }, limit);
    expect(newest.toSorted()).toEqual([...keyed, ...others].toSorted());
    expect(newest.filter((name) => name.startsWith("stripe:"))).toEqual(byKey.slice(keyed.length).toReversed());
    expect(newest.indexOf("stripe:cus_3")).toBeLessThan(newest.indexOf("user-5"));
    expect(newest.indexOf("user-5")).toBeLessThan(newest.indexOf("stripe:cus_1"));
  },
);

test("the list of a partner holds its own alone", async () => {
  expect(await walk({ partner_id: otherId }, 10)).toEqual(["stripe:cus_2"]);
  expect(await walk({ partner_id: otherId, order: "newest" }, 10)).toEqual(["stripe:cus_2"]);
  expect(await walk({ partner_id: partnerId }, 10)).not.toContain("stripe:cus_2");
});

test("a row says what is known, and CSV holds it", async () => {
  const { data } = (await get("/customers")).body as { data: object[] };
  expect(data.at(-1)).toMatchObject({
    customer_key: null,
    provider_customer_id: expect.stringMatching(/^stripe:cus_/),
    partner_id: partnerId,
    is_provisional: false,
    first_sale_id: null,
  });
  expect(data[0]).toMatchObject({ customer_key: "user-1", provider_customer_id: null });
  const csv = await get("/customers?format=csv");
  for (const name of [...keyed, ...others]) expect(csv.text).toContain(name);
});

test("a customer whom the brand names later is in the list once", async () => {
  await record(
    click(partnerId, { click_id: "click-10" }),
    paid("pi_94", { click_id: "click-10", provider_customer_id: "stripe:cus_10" }),
  );
  expect(await walk({}, 100)).toContain("stripe:cus_10");
  await record(
    lead({ click_ids: ["click-10"], customer_key: "user-10" }),
    paid("pi_95", { customer_key: "user-10", provider_customer_id: "stripe:cus_10" }),
  );
  const names = await walk({}, 100);
  expect(names).toContain("user-10");
  expect(names).not.toContain("stripe:cus_10");
});

test("a search finds it by the provider's id, with the provider's name and without", async () => {
  const find = async (query: string): Promise<unknown> =>
    fieldOf(
      await service.request(`/api/v1/search?query=${encodeURIComponent(query)}`, { key: owner.token }),
      "data.hits",
    );
  for (const query of ["stripe:cus_2", "cus_2"]) {
    expect(await find(query)).toMatchObject([{ kind: "provider_customer", id: "stripe:cus_2" }]);
  }
  expect(await find("cus_4")).toMatchObject([{ kind: "customer", id: "user-6" }]);
  expect(await find("cus_99")).toEqual([]);
});

test("its story holds what an import and what the provider said of it, and no one else's payments", async () => {
  const salesOf = async (id: string): Promise<unknown> => {
    const story = await get(`/customer-story?provider_customer_id=${encodeURIComponent(id)}`);
    const sales = fieldOf(story, "data.sales") as { transaction_id: string }[];
    return sales.map(({ transaction_id }) => transaction_id);
  };
  expect(await salesOf("stripe:cus_1")).toEqual(["in_1", "pi_93"]);
  expect(await salesOf("stripe:cus_9")).toEqual(["pi_90", "pi_91"]);
  expect(await salesOf("stripe:cus_8")).toEqual(["pi_92"]);
  expect(await salesOf("stripe:cus_3")).toEqual([]);
  const named = await get("/customer-story?provider_customer_id=stripe:cus_4");
  expect(named.body).toEqual((await get("/customer-story?customer_key=user-6")).body);
  expect(refusalOf(await get("/customer-story?provider_customer_id=stripe:cus_99"))).toBe("404 not_found");
  expect(refusalOf(await get("/customer-story"))).toBe("400 invalid_request");
  expect(refusalOf(await get("/customer-story?customer_key=user-6&provider_customer_id=stripe:cus_4"))).toBe(
    "400 invalid_request",
  );
});
