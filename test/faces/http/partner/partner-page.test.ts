// A partner's page: its own and no one else's, for a visitor with a link that is signed, not expired and not revoked.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../../src/access/permission.ts";
import { openSecrets } from "../../../../src/access/secrets/secrets.ts";
import { approveCommissions } from "../../../../src/product/commissions/approvals.ts";
import { addCoupon } from "../../../../src/product/coupons/change.ts";
import { markPayoutPaid } from "../../../../src/product/payouts/change.ts";
import { makePartnerLink, revokePartnerLinks } from "../../../../src/product/portal/links.ts";
import { writePartnerToken } from "../../../../src/product/portal/token.ts";
import { changePartner } from "../../../../src/product/programs/change.ts";
import { createTestDatabase, type TestDatabase } from "../../../support/database.ts";
import { refund, sale } from "../../../support/event-builders.ts";
import { makePayouts } from "../../../support/payouts.ts";
import { fieldOf, type RunningService, refusalOf, secretKey, startService } from "../../../support/service.ts";
import { beginTrade, record, type Traders } from "../../../support/traders.ts";

const secrets = openSecrets([secretKey]);
const millisecondsPerDay = 86_400_000;
let ahead = 0;
let db: TestDatabase;
let service: RunningService;
let traders: Traders;
beforeAll(async () => {
  db = await createTestDatabase();
  const env = {
    PARTNER_EMBED_ORIGINS: "https://acme.example,https://shop.example",
    RATE_LIMIT_BROWSER_PER_MINUTE: "1000",
  };
  service = await startService(db.url, env, () => Date.now() + ahead);
  traders = await beginTrade(db);
  const { programId } = traders;
  await record(
    db,
    programId,
    sale({ transaction_id: "annas-secret-order", amount_cents: 10_000 }),
    sale({ transaction_id: "annas-vnd", amount_cents: 250_000, currency: "VND" }),
    sale({ transaction_id: "bens", amount_cents: 4_444, customer_key: "customer-2" }),
  );
  await approveCommissions(db.database);
  const [payoutId = 0] = await makePayouts(db.database, programId, {
    partnerId: null,
    currency: "USD",
    minimumCents: 1_000,
  });
  await markPayoutPaid(db.database, { programId, payoutId, method: "wise", reference: "<i>B-7</i>" }, operator);
  await record(db, programId, refund({ transaction_id: "annas-secret-order", refund_amount_cents: 5_000 }));
});
afterAll(async () => {
  await service.close();
  await db.drop();
});

async function linkOf(partnerId: number, days = 30): Promise<string> {
  const link = await makePartnerLink(db.database, secrets, { programId: traders.programId, partnerId, days }, operator);
  return link?.path ?? "";
}

describe("a partner's link", () => {
  test("opens its own page, and nothing of another partner's or of any customer is in it", async () => {
    const answer = await service.request(await linkOf(traders.annaId));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    for (const shown of ["100.00", "20.00", "-10.00", "50,000", "&lt;i&gt;B-7&lt;/i&gt;"]) {
      expect(answer.text).toContain(shown);
    }
    for (const hidden of ["customer-1", "annas-secret-order", "44.44", "click-1", "<i>", "<script>"]) {
      expect(answer.text).not.toContain(hidden);
    }
    // Times have milliseconds.
    expect(answer.text).not.toMatch(/\b8\.89\b/);
  });

  test("shows the codes that are its own now, also those that were made elsewhere", async () => {
    const { programId, annaId, benId } = traders;
    await addCoupon(db.database, { programId, partnerId: annaId, code: "ANNA20", providerNames: null }, operator);
    const shown = (await service.request(await linkOf(annaId))).text;
    expect(shown).toMatch(/<h2>Your codes<\/h2>.*\n<p><code>ANNA20<\/code>/);
    expect((await service.request(await linkOf(benId))).text).not.toMatch(/ANNA20|Your codes/);
  });

  test("answers JSON where it is asked for, and each list page by page", async () => {
    const path = await linkOf(traders.annaId);
    const { body } = await service.request(`${path}?format=json`);
    expect(body).toMatchObject({
      data: {
        last_30_days: { clicks: 1, leads: 1 },
        balances: [
          { currency: "USD", owed_cents: -1_000, paid_cents: 2_000, pending_cents: 0, held_cents: 0, waiting_cents: 0 },
          { currency: "VND", owed_cents: 50_000 },
        ],
        commissions: {
          data: [{ currency: "VND" }, { amount_cents: 2_000, adjustment_cents: -1_000, status: "paid" }],
          next: null,
        },
        payouts: { data: [{ amount_cents: 2_000, status: "paid", method: "wise" }] },
        leads: { data: [{ is_provisional: false }] },
      },
    });
    const first = await service.request(`${path}/commissions?limit=1`);
    const cursor = String(fieldOf(first, "next"));
    const second = await service.request(`${path}/commissions?limit=1&cursor=${cursor}`);
    expect([first.body, second.body]).toMatchObject([
      { data: [{ currency: "VND" }] },
      { data: [{ currency: "USD" }], next: null },
    ]);
    for (const list of ["clicks", "leads", "payouts"]) {
      expect((await service.request(`${path}/${list}`)).body).toMatchObject({ data: [{}], next: null });
    }
  });

  test("shows the other partner only what is the other's", async () => {
    const { body } = await service.request(`${await linkOf(traders.benId)}?format=json`);
    expect(body).toMatchObject({
      data: { commissions: { data: [{ sale_cents: 4_444, amount_cents: 889 }] }, payouts: { data: [] } },
    });
  });

  test("sets no cookie, is not cached, sends no referrer, and cannot be framed", async () => {
    const { headers } = await service.request(await linkOf(traders.annaId));
    expect(headers.get("set-cookie")).toBeNull();
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';base-uri 'none';form-action 'self';frame-ancestors 'none'",
    );
    expect(headers.get("x-frame-options")).toBe("DENY");
  });

  test("is framed by allowed pages, if requested as embedded", async () => {
    const { status, headers } = await service.request(`${await linkOf(traders.annaId)}?embed=1`);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain(
      "frame-ancestors https://acme.example https://shop.example",
    );
    expect(headers.get("x-frame-options")).toBeNull();
  });

  test("still opens with what mail programs put behind it", async () => {
    expect((await service.request(`${await linkOf(traders.annaId)}?utm_source=mail&fbclid=x`)).status).toBe(200);
  });

  test("stays open for a partner that is no longer active: it may be owed something", async () => {
    const { programId, benId } = traders;
    await changePartner(db.database, { programId, partnerId: benId, name: null, status: "inactive" }, operator);
    expect((await service.request(await linkOf(benId))).text).toContain("Not active");
  });
});

describe("a link that does not open", () => {
  const signed = (fields: { partnerId?: number; programId?: number; expiresAt?: number }) =>
    `/partner/${writePartnerToken(secrets, {
      programId: traders.programId,
      partnerId: traders.annaId,
      madeAt: Date.now(),
      expiresAt: Date.now() + millisecondsPerDay,
      ...fields,
    })}`;
  const broken: readonly (readonly [string, () => Promise<string> | string])[] = [
    ["expired", () => signed({ expiresAt: Date.now() - 1 })],
    ["of a partner of another program", () => signed({ programId: traders.programId + 1 })],
    ["of a partner that is not there", () => signed({ partnerId: 999_999 })],
    [
      "with another partner put in",
      async () => (await linkOf(traders.annaId)).replace(`-${traders.annaId}-`, `-${traders.benId}-`),
    ],
    [
      "with a later end put in",
      async () =>
        (await linkOf(traders.annaId)).replace(/-(\d{13})-([\w-]{43})$/, (_, end, mac) => `-${Number(end) + 1}-${mac}`),
    ],
    [
      "signed by another installation",
      () =>
        `/partner/${writePartnerToken(openSecrets(["another-secret-another-secret-another"]), { programId: traders.programId, partnerId: traders.annaId, madeAt: 1, expiresAt: Date.now() + 1000 })}`,
    ],
    ["cut short", async () => (await linkOf(traders.annaId)).slice(0, -1)],
    ["made of nothing", () => "/partner/x"],
    ["of numbers alone", () => "/partner/1-1-1-9999999999999-"],
  ];

  test.each(broken)("because it is %s is answered like every other", async (_, make) => {
    const path = await make();
    const page = await service.request(path);
    const reference = await service.request("/partner/nothing");
    expect([page.status, page.text]).toEqual([404, reference.text]);
    expect(page.text).toContain("This link is not valid");
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(refusalOf(await service.request(`${path}?format=json`))).toBe("404 not_found");
    expect(refusalOf(await service.request(`${path}/commissions`))).toBe("404 not_found");
  });

  test("because its time is over, by the service's clock", async () => {
    const path = await linkOf(traders.annaId, 2);
    ahead = 2 * millisecondsPerDay - 60_000;
    expect((await service.request(path)).status).toBe(200);
    ahead = 2 * millisecondsPerDay + 60_000;
    expect((await service.request(path)).status).toBe(404);
    ahead = 0;
  });

  test("because links made until then were revoked; newer ones open", async () => {
    const { programId, annaId } = traders;
    const [old, bens] = [await linkOf(annaId), await linkOf(traders.benId)];
    await revokePartnerLinks(db.database, { programId, partnerId: annaId }, operator);
    expect((await service.request(old)).status).toBe(404);
    expect((await service.request(bens)).status).toBe(200);
    expect((await service.request(await linkOf(annaId))).status).toBe(200);
  });

  test("because it has no such list, or is called in another way", async () => {
    const path = await linkOf(traders.annaId);
    expect(refusalOf(await service.request(`${path}/sales`))).toBe("404 not_found");
    expect(refusalOf(await service.request(`${path}/commissions?cursor=x`))).toBe("400 invalid_request");
    expect(refusalOf(await service.request(path, { method: "POST" }))).toBe("405 method_not_allowed");
  });
});

test("a link of an older secret opens while that secret is kept, and no longer", async () => {
  const newer = openSecrets(["a-newer-secret-a-newer-secret-a-newer", secretKey]);
  const path = await linkOf(traders.annaId);
  const [, token = ""] = path.split("/partner/");
  const text = token.slice(0, -44);
  const signature = token.slice(-43);
  expect(newer.isLinkSigned(`partner:${text}`, signature)).toBe(true);
  expect(openSecrets(["a-newer-secret-a-newer-secret-a-newer"]).isLinkSigned(`partner:${text}`, signature)).toBe(false);
  expect(newer.signLink("x")).not.toBe(secrets.signLink("x"));
});

test("guessing links is slowed down, by address", async () => {
  const slow = await startService(db.url, { RATE_LIMIT_BROWSER_PER_MINUTE: "3" });
  const statuses: number[] = [];
  for (let index = 0; index < 4; index++) statuses.push((await slow.request("/partner/x")).status);
  expect(statuses).toEqual([404, 404, 404, 429]);
  await slow.close();
});
