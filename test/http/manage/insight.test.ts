// What people look into: the log by any name, an event's whole story, what waits or failed, and anything by its name.
import { afterAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { manyPeople } from "../../support/people.ts";
import { type Answer, fieldOf, refusalOf, startService } from "../../support/service.ts";
import { openToldShop } from "../../support/told-shop.ts";

const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, manyPeople);
const shop = await openToldShop(service);
const { ids, get } = shop;
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const rowsOf = (answer: Answer) => fieldOf(answer, "data") as { readonly event_id: number; readonly seq: number }[];
const listed = async (query: string): Promise<number[]> =>
  rowsOf(await get(`/events?${query}`)).map(({ event_id }) => event_id);

describe("the log", () => {
  test("is found by payment, customer, click and partner, with what became of each", async () => {
    expect(await listed("transaction_id=order-1")).toEqual([ids.sale, ids.refund]);
    expect(await listed("transaction_id=pi_1")).toEqual([ids.parked]);
    expect(await listed("customer_key=user-1")).toEqual([ids.click, ids.lead, ids.sale, ids.refund]);
    expect(await listed("customer_key=user-2")).toEqual([ids.parked]);
    expect(await listed(`click_id=${shop.clickId}`)).toEqual([ids.click, ids.lead, ids.sale, ids.refund]);
    expect(await listed(`partner_id=${shop.partnerId}`)).toEqual([ids.click, ids.lead, ids.sale]);
    expect(await listed("customer_key=nobody")).toEqual([]);
  });

  test("narrows a name by type, source, outcome, mode and another name", async () => {
    expect(await listed("customer_key=user-1&type=sale_reported")).toEqual([ids.sale]);
    expect(await listed("customer_key=user-1&source=stripe")).toEqual([]);
    expect(await listed("customer_key=user-2&outcome=parked&is_test=false")).toEqual([ids.parked]);
    expect(await listed(`customer_key=user-1&partner_id=${shop.partnerId}`)).toEqual([ids.click, ids.lead, ids.sale]);
    expect(await listed(`partner_id=${shop.partnerId}&type=lead_reported`)).toEqual([ids.lead]);
    expect(await listed(`partner_id=${shop.partnerId + 1}`)).toEqual([]);
  });

  test("is found by an amount, in a stretch of time", async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(await listed(`amount_cents=10000&from=${today}`)).toEqual([ids.sale]);
    expect(await listed(`amount_cents=2500&from=${today}`)).toEqual([ids.refund]);
    expect(await listed(`amount_cents=10000&from=${today}&before=${today}`)).toEqual([]);
    expect(refusalOf(await get("/events?amount_cents=10000"))).toBe("400 invalid_request");
    expect(refusalOf(await get("/events?amount_cents=10000&from=2020-01-01"))).toBe("400 invalid_request");
  });

  test("comes newest first, whole and in pages, as the same rows the other way round", async () => {
    const oldest = await listed("");
    expect(await listed("order=newest")).toEqual(oldest.toReversed());
    for (const query of [
      "",
      `&partner_id=${shop.partnerId}`,
      "&source=stripe",
      "&outcome=parked",
      "&customer_key=user-1",
    ]) {
      const walked: number[] = [];
      for (let cursor: unknown = ""; cursor !== null; ) {
        const page = await get(
          `/events?order=newest&limit=2${query}${cursor === "" ? "" : `&cursor=${String(cursor)}`}`,
        );
        walked.push(...rowsOf(page).map(({ event_id }) => event_id));
        cursor = fieldOf(page, "next");
      }
      expect([query, walked]).toEqual([query, (await listed(query.slice(1))).toReversed()]);
    }
  });

  test("tells whoever asks again only what is new", async () => {
    const rows = rowsOf(await get("/events"));
    const last = rows.at(-1)?.seq ?? 0;
    expect(await listed(`after_seq=${last}`)).toEqual([]);
    expect(await listed(`after_seq=${last - 1}&order=newest`)).toEqual([ids.failed]);
    const now = new Date(Date.now() + 60_000).toISOString();
    expect(await listed(`from=${now}`)).toEqual([]);
    expect(await listed(`before=${now}`)).toEqual(rows.map(({ event_id }) => event_id));
  });
});
