// A payment and a customer as one story: from the click to the payout, with what did not happen and why.
import { describe, expect, test } from "vitest";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople } from "../../support/people.ts";
import { openSampleShop } from "../../support/sample-shop.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const shop = await openSampleShop(service);
const { ids, get, path, owner } = shop;

type Step = {
  readonly kind: string;
  readonly summary: string;
  readonly event_id: number | null;
  readonly is_upcoming: boolean;
};
const stepsIn = (answer: Answer): Step[] => fieldOf(answer, "data.steps") as Step[];
const kindsIn = (answer: Answer): string[] => stepsIn(answer).map(({ kind }) => kind);
const wordsOf = (answer: Answer, kind: string): string | undefined =>
  stepsIn(answer).find((step) => step.kind === kind)?.summary;
const ofOrder = (): Promise<Answer> => get("/payment-story?transaction_id=order-1");

describe("a payment's story", () => {
  test("goes from the click over what went back to the hold that is ahead, to the cent", async () => {
    const story = await ofOrder();
    expect(kindsIn(story)).toEqual(["click", "lead", "payment", "sale", "commission", "refund", "hold"]);
    expect(fieldOf(story, "data.sales")).toMatchObject([
      {
        sale_id: ids.sale,
        partner_name: "Ann",
        amount_cents: 10_000,
        refunded_cents: 2_500,
        commission_cents: 1_500,
        commission_currency: "USD",
      },
    ]);
    expect(wordsOf(story, "payment")).toBe("A payment of 100.00 USD was reported by the brand.");
    expect(wordsOf(story, "sale")).toBe(`Sale ${ids.sale} was attributed to Ann, by a click on the same day.`);
    expect(wordsOf(story, "commission")).toBe("Ann earned a commission of 20.00 USD.");
    expect(wordsOf(story, "refund")).toBe("25.00 USD was refunded: the commission is lowered by 5.00 USD.");
    expect(stepsIn(story).at(-1)).toMatchObject({ kind: "hold", is_upcoming: true });
    expect((await get(`/payment-story?sale_id=${ids.sale}`)).body).toEqual(story.body);
  });

  test("says why a payment was not attributed, with the lookups", async () => {
    const story = await get("/payment-story?transaction_id=pi_1");
    expect(kindsIn(story)).toEqual(["payment", "no_sale"]);
    expect(wordsOf(story, "no_sale")).toContain("Nothing it names leads to a partner yet");
    expect(fieldOf(story, "data.lookups")).toEqual(
      expect.arrayContaining([expect.objectContaining({ key: "customer_key", value: "user-2", found: "not_known" })]),
    );
    expect(fieldOf(story, "data.sales")).toEqual([]);
  });

  test("goes on with the approval, the payout, and what comes back after it", async () => {
    await asOwner(testDatabase.url, "update commission set hold_until = now() - interval '1 second'");
    await approveCommissions(service.database);
    const approved = await ofOrder();
    expect(kindsIn(approved).slice(-2)).toEqual(["approval", "payout"]);
    expect(stepsIn(approved).at(-1)).toMatchObject({ is_upcoming: true, summary: "Not paid yet: it is in no payout." });
    expect(stepsIn(approved).at(-2)?.event_id).toBeGreaterThan(ids.failed);

    const made = await service.post(`${path}/payouts`, { currency: "USD" }, { key: owner.token });
    const payoutId = Number(fieldOf(made, "data.0.payout_id"));
    await service.post(`${path}/payouts/${payoutId}/mark-paid`, {}, { key: owner.token });
    const back = { transaction_id: "order-1", refund_amount_cents: 2_500, refund_id: "re_2" };
    await service.post("/api/v1/track/refund", back, { key: shop.key });
    const paid = await ofOrder();
    expect(kindsIn(paid).slice(-5)).toEqual(["approval", "payout", "paid", "refund", "correction"]);
    expect(wordsOf(paid, "payout")).toBe(`Payout ${payoutId} includes 15.00 USD of it.`);
    expect(wordsOf(paid, "correction")).toBe("5.00 USD more was paid than is due: the next payout deducts it.");
  });

  test("is asked for by one name, of what is known, by whom it concerns", async () => {
    expect(refusalOf(await get("/payment-story"))).toBe("400 invalid_request");
    expect(refusalOf(await get("/payment-story?sale_id=1&transaction_id=order-1"))).toBe("400 invalid_request");
    expect(refusalOf(await get("/payment-story?transaction_id=order-99"))).toBe("404 not_found");
    expect((await get("/payment-story?transaction_id=order-1", shop.member.token)).status).toBe(200);
    expect(refusalOf(await get("/payment-story?transaction_id=order-1", shop.stranger.token))).toBe("404 not_found");
  });
});

describe("a customer's story", () => {
  test("holds all of its payments, and the click they came by", async () => {
    const second = { transaction_id: "order-2", amount_cents: 3_000, customer_key: "user-1" };
    await service.post("/api/v1/track/sale", second, { key: shop.key });
    const story = await get("/customer-story?customer_key=user-1");
    const kinds = kindsIn(story);
    expect(kinds.slice(0, 2)).toEqual(["click", "lead"]);
    expect(kinds.filter((kind) => kind === "sale")).toHaveLength(2);
    expect(fieldOf(story, "data.sales")).toMatchObject([{ transaction_id: "order-1" }, { transaction_id: "order-2" }]);
    expect(kindsIn(await get("/customer-story?customer_key=user-2"))).toEqual(["payment", "no_sale"]);
    expect(refusalOf(await get("/customer-story?customer_key=nobody"))).toBe("404 not_found");
  });
});

describe("what was sent with a sale", () => {
  test("is shown with the payment, also where the provider's delivery became part of it, and lists do not", async () => {
    const sent = {
      line_items: [{ sku: "mug", quantity: 2, price: 1_250 }],
      additional_data: { note: "a present", tags: ["blue"] },
    };
    const call = { transaction_id: "pi_77", amount_cents: 5_950, currency: "EUR", customer_key: "user-1", ...sent };
    const sold = await service.post("/api/v1/track/sale", call, { key: shop.key });
    await shop.deliver(shop.checkout(77, { customerKey: "user-1", email: "ann@example.com" }));
    for (const name of ["transaction_id=pi_77", "transaction_id=cs_77", `sale_id=${fieldOf(sold, "sale_id")}`]) {
      expect(fieldOf(await get(`/payment-story?${name}`), "data.sales")).toMatchObject([sent]);
    }
    expect(fieldOf(await ofOrder(), "data.sales")).toMatchObject([{ line_items: null, additional_data: null }]);
    const listed = await get(`/sales?sale_id=${fieldOf(sold, "sale_id")}`);
    expect(fieldOf(listed, "data.0.transaction_id")).toBe("pi_77");
    for (const list of [listed, await get("/customer-story?customer_key=user-1")])
      expect(list.text).not.toContain("mug");
  });

  test("is gone where the person was erased", async () => {
    const call = { transaction_id: "order-7", amount_cents: 100, customer_key: "user-1", line_items: ["mug"] };
    await service.post("/api/v1/track/sale", call, { key: shop.key });
    expect(fieldOf(await get("/payment-story?transaction_id=order-7"), "data.sales.0.line_items")).toEqual(["mug"]);
    const wish = { customer_key: "user-1", reason: "request 1" };
    await service.post(`${path}/people/erase`, wish, { key: owner.token });
    const [sale] = fieldOf(await get("/payment-story?transaction_id=order-7"), "data.sales") as object[];
    expect(sale).toMatchObject({ amount_cents: 100, line_items: null, additional_data: null });
  });
});
