// What people look into: the log by any name, an event's whole story, what waits or failed, and anything by its name.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople } from "../../support/people.ts";
import { openSampleShop, waitingEmail } from "../../support/sample-shop.ts";
import { type Answer, fieldOf, refusalOf } from "../../support/service.ts";

const { service } = await serviceForFile(manyPeople);
const shop = await openSampleShop(service);
const { ids, get } = shop;

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

  test("is found by an amount, in a period", async () => {
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

  test("returns only new events to a polling caller", async () => {
    const rows = rowsOf(await get("/events"));
    const last = rows.at(-1)?.seq ?? 0;
    expect(await listed(`after_seq=${last}`)).toEqual([]);
    expect(await listed(`after_seq=${last - 1}&order=newest`)).toEqual([ids.failed]);
    const now = new Date(Date.now() + 60_000).toISOString();
    expect(await listed(`from=${now}`)).toEqual([]);
    expect(await listed(`before=${now}`)).toEqual(rows.map(({ event_id }) => event_id));
  });
});

describe("an event", () => {
  const shown = async (id: number): Promise<Answer> => get(`/events/${id}`);

  test("shows the rows it created, to the cent, and its outcome in words", async () => {
    const sale = await shown(ids.sale);
    expect(fieldOf(sale, "data")).toMatchObject({
      event_id: ids.sale,
      outcome: "recorded",
      verdict: `Recorded as sale ${ids.sale}.`,
      signature: null,
      delivery: null,
      data: { transaction_id: "order-1", amount_cents: 10_000 },
    });
    const ofSale = { sale_id: ids.sale, id: String(ids.sale), currency: "USD" };
    expect(fieldOf(sale, "data.rows")).toEqual([
      { ...ofSale, kind: "sale", partner_id: shop.partnerId, amount_cents: 10_000, status: "refunded" },
      { ...ofSale, kind: "commission", partner_id: shop.partnerId, amount_cents: 1_500, status: "refunded" },
      { ...ofSale, kind: "platform_fee", partner_id: null, amount_cents: 262, status: null },
    ]);
    const refund = await shown(ids.refund);
    expect(fieldOf(refund, "data.verdict")).toBe("Recorded: a refund.");
    expect(fieldOf(refund, "data.rows")).toMatchObject([
      { kind: "refund", id: "id:re_1", amount_cents: 2_500 },
      { kind: "change", amount_cents: 2_500 },
    ]);
    expect(fieldOf(await shown(ids.click), "data.rows")).toMatchObject([{ kind: "click", id: shop.clickId }]);
    expect(fieldOf(await shown(ids.lead), "data.rows")).toMatchObject([{ kind: "lead" }]);
  });

  test("shows its delivery, its lookups and what it waits for, without personal data", async () => {
    const { body, text } = await shown(ids.parked);
    expect(body).toMatchObject({
      data: {
        outcome: "parked",
        signature: "verified",
        rows: [],
        delivery: { provider: "stripe", waits_for: expect.arrayContaining(["customer:user-2", "payment:pi_1"]) },
      },
    });
    expect(text).not.toContain(waitingEmail);
    expect(fieldOf(await shown(ids.failed), "data.verdict")).toContain("could not be read");
    expect(fieldOf(await shown(ids.test), "data.verdict")).toBe("Recorded as a test: it earns nothing.");
  });

  test("is shown only to members of the program's workspace", async () => {
    expect((await get(`/events/${ids.sale}`, shop.member.token)).status).toBe(200);
    expect(refusalOf(await get(`/events/${ids.sale}`, shop.stranger.token))).toBe("404 not_found");
    expect(refusalOf(await get("/events/999999"))).toBe("404 not_found");
    const theirs = await service.post("/api/v1/programs", { name: "Theirs" }, { key: shop.stranger.token });
    const elsewhere = `/api/v1/programs/${fieldOf(theirs, "data.program_id")}/events/${ids.sale}`;
    expect(refusalOf(await service.request(elsewhere, { key: shop.stranger.token }))).toBe("404 not_found");
  });
});

describe("the inbox", () => {
  test("groups what failed, waits or was not used by its cause, and says what to do next", async () => {
    const answer = await get("/inbox");
    const one = { source: "stripe", count: 1, is_counted_whole: true };
    expect(fieldOf(answer, "data.causes")).toMatchObject([
      { ...one, outcome: "failed", example_event_id: ids.failed, next_action: "retry" },
      { ...one, outcome: "parked", reason: "no_attribution", example_event_id: ids.parked, next_action: "send_lead" },
      { ...one, outcome: "ignored", reason: "event_type_not_used", example_event_id: ids.ignored, next_action: "none" },
    ]);
    const second = await shop.deliver(shop.checkout(4, { customerKey: "user-4", email: "d@example.com" }));
    const parked = { outcome: "parked", count: 2, example_event_id: second };
    expect(fieldOf(await get("/inbox"), "data.causes.1")).toMatchObject(parked);
    const now = new Date(Date.now() + 60_000).toISOString();
    expect(fieldOf(await get(`/inbox?from=${now}`), "data.causes")).toEqual([]);
    expect(refusalOf(await get("/inbox", shop.stranger.token))).toBe("404 not_found");
  });
});

describe("a search", () => {
  const search = async (query: string, token = shop.owner.token): Promise<string[]> => {
    const answer = await service.request(`/api/v1/search?query=${encodeURIComponent(query)}`, { key: token });
    const hits = fieldOf(answer, "data.hits") as { kind: string; id: string; program_id: number }[];
    expect(hits.every(({ program_id }) => program_id === shop.programId)).toBe(true);
    return hits.map(({ kind, id }) => `${kind} ${id}`);
  };

  test("finds anything by its name", async () => {
    expect(await search("order-1")).toEqual([`sale ${ids.sale}`]);
    expect(await search("pi_1")).toEqual([`payment ${ids.parked}`]);
    expect(await search("evt_1")).toEqual([`event ${ids.parked}`]);
    expect(await search("user-1")).toEqual(["customer user-1"]);
    expect(await search(shop.clickId)).toEqual([`click ${shop.clickId}`]);
    expect(await search(String(ids.sale))).toEqual([`sale ${ids.sale}`, `event ${ids.sale}`]);
    expect(await search(String(ids.lead))).toEqual([`lead ${ids.lead}`, `event ${ids.lead}`]);
    expect(await search(" ANN ")).toEqual([`partner ${shop.partnerId}`]);
    expect(await search("nothing of the kind")).toEqual([]);
  });

  test("finds whom an e-mail address belongs to, and what waits for it, by its hash", async () => {
    expect(await search("Waiting@Example.com")).toEqual([`payment ${ids.parked}`]);
    const lead = { click_id: shop.clickId, customer_key: "user-9", email: "nine@example.com" };
    await service.post("/api/v1/track/lead", lead, { key: shop.key });
    expect(await search("nine@example.com")).toEqual(["customer user-9"]);
  });

  test("finds nothing of another workspace, in all programs or in one", async () => {
    expect(await search("order-1", shop.member.token)).toEqual([`sale ${ids.sale}`]);
    expect(await search("order-1", shop.stranger.token)).toEqual([]);
    const path = `/api/v1/search?query=order-1&program_id=${shop.programId}`;
    expect(refusalOf(await service.request(path, { key: shop.stranger.token }))).toBe("404 not_found");
    expect(fieldOf(await service.request(path, { key: shop.owner.token }), "data.hits.0")).toMatchObject({
      kind: "sale",
      title: "order-1",
      amount_cents: 10_000,
      currency: "USD",
    });
  });
});
