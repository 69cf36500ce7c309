// The platform fee of a payment that Stripe signed, over HTTP: what an import, a call, a keyed refund and a decision by hand make of it,
// what of that the lists and statements show, and whose setting decides.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { createTestDatabase } from "../../support/database.ts";
import { changed, readFixtureFile } from "../../support/fixtures.ts";
import { manyPeople, newCompany, newOperator, type Person } from "../../support/people.ts";
import {
  type Answer,
  bindCustomer,
  clickOn,
  fieldOf,
  refusalOf,
  secretKey,
  startService,
} from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { inObject, type Path } from "../../support/stripe-readings.ts";
import { type Run, runSvc } from "../../support/svc.ts";

const secret = "whsec_of_the_fees";
const testDatabase = await createTestDatabase();
const service = await startService(testDatabase.url, { ...manyPeople, RATE_LIMIT_MANAGEMENT_PER_MINUTE: "100000" });
const { owner, workspaceId } = await newCompany(service);
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

function svc(...words: string[]): Promise<Run> {
  return runSvc(words, { env: { DATABASE_URL: testDatabase.url, SVC_SECRET_KEYS: secretKey } });
}

function call(person: Person, method: string, path: string, body?: object): Promise<Answer> {
  const sent = body ?? (method === "GET" ? undefined : {});
  return service.request(path, {
    method,
    key: person.token,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent), headers: { "content-type": "application/json" } }),
  });
}

type Shop = {
  readonly programId: number;
  readonly key: string;
  readonly clickId: string;
  readonly connectionId: number;
};
let shops = 0;

/** With Stripe connected, and one customer who came by Anna's link. */
async function open(feeRefunds: "any" | "verified"): Promise<Shop> {
  shops += 1;
  const code = `anna-fee-${shops}`;
  const programId = await newProgram();
  if (feeRefunds === "verified") {
    const set = await svc("programs", "update", "--program", String(programId), "--fee-refunds", "verified");
    expect(set).toMatchObject({ code: 0, stderr: "" });
  }
  const own = `/api/v1/programs/${programId}`;
  const key = String(fieldOf(await call(owner, "POST", `${own}/api-key`), "data.api_token"));
  const partner = await call(owner, "POST", `${own}/partners`, { name: "Anna", code });
  const partnerId = Number(fieldOf(partner, "data.partner_id"));
  const program = { programId, key, partnerId, code, link: `https://shop.example/?aff=${code}` };
  const clickId = await clickOn(service, program);
  await bindCustomer(service, program, "customer-1", clickId);
  const connection = { programId, provider: "stripe", livemode: true, secrets: [secret], clientReference: null };
  const connectionId = await addConnection(testDatabase.database, openSecrets([secretKey]), connection, operator);
  if (connectionId === undefined) throw new Error("Stripe was not connected");
  return { programId, key, clickId, connectionId };
}

async function newProgram(): Promise<number> {
  const made = await call(owner, "POST", "/api/v1/programs", { name: "Acme", workspace_id: workspaceId });
  return Number(fieldOf(made, "data.program_id"));
}

let delivered = 0;

async function deliver(shop: Shop, fixture: string, ...changes: readonly (readonly [path: Path, value: unknown])[]) {
  delivered += 1;
  const own = [[["id"], `evt_fee_${delivered}`] as const, [["livemode"], true] as const];
  const body = [...own, ...changes].reduce<Buffer>(
    (bytes, [path, value]) => changed(bytes, path, value),
    readFixtureFile(`stripe/${fixture}.json`),
  );
  const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
  const answer = await service.post(`/webhooks/stripe/${shop.connectionId}`, new Uint8Array(body), { headers });
  expect(answer.status).toBe(200);
}

/** 2,500.00, whose fee of 3.5 % is 87.50. */
const pay = (shop: Shop) =>
  deliver(
    shop,
    "payment_intent.succeeded.payment-element.written",
    [inObject("id"), "pi_1"],
    [inObject("latest_charge"), "ch_1"],
    [inObject("amount"), 250_000],
    [inObject("amount_received"), 250_000],
    [inObject("metadata"), { svc_customer_key: "customer-1" }],
  );
const refundAtStripe = (shop: Shop, cents: number) =>
  deliver(
    shop,
    "charge.refunded.partial.2025-03-31.basil.written",
    [inObject("id"), "ch_1"],
    [inObject("payment_intent"), "pi_1"],
    [inObject("amount"), 250_000],
    [inObject("amount_captured"), 250_000],
    [inObject("amount_refunded"), cents],
  );

const sell = async ({ key, clickId }: Shop, amount_cents: number) => {
  const sale = { transaction_id: "pi_1", amount_cents, currency: "USD", click_id: clickId };
  expect((await service.post("/api/v1/track/sale", sale, { key })).status).toBe(200);
};
const refundByCall = async ({ key }: Shop) => {
  const refunded = await service.post("/api/v1/track/refund", { transaction_id: "pi_1" }, { key });
  expect([refunded.status, fieldOf(refunded, "status")]).toEqual([200, "reversed"]);
};
const importCent = async ({ programId }: Shop) => {
  const csv = `transaction_id,partner_code,amount,currency,sold_at\npi_1,anna-fee-${shops},0.01,USD,2026-01-31\n`;
  const imported = await call(owner, "POST", `/api/v1/programs/${programId}/imports`, {
    ...{ tool: "csv", csv, is_applied: true },
  });
  expect(imported.status).toBe(200);
};
const takeAway = async ({ programId }: Shop) => {
  const removed = await call(owner, "POST", `/api/v1/programs/${programId}/attributions/remove`, {
    ...{ transaction_id: "pi_1", reason: "It was not theirs" },
  });
  expect(removed.status).toBe(200);
};

async function feesOf({ programId }: Shop, query = "") {
  const fees = await call(owner, "GET", `/api/v1/programs/${programId}/fees${query}`);
  return fieldOf(fees, "data");
}

const month = new Date().toISOString().slice(0, 7);
const invoiced = async ({ programId }: Shop) => {
  const statement = await call(owner, "GET", `/api/v1/programs/${programId}/statements/${month}`);
  const lines = await call(owner, "GET", `/api/v1/programs/${programId}/statements/${month}?format=csv`);
  const [head = "", ...rows] = lines.text.trim().split("\r\n");
  const at = head.split(",").indexOf("platform_fee");
  return [
    fieldOf(statement, "data.invoice.platform_fee_cents"),
    rows.reduce((sum, row) => sum + Math.round(100 * Number(row.split(",")[at])), 0),
  ];
};

const unnamed = { taken_by_word_cents: 0, kept_against_word_cents: 0, by_month: [] };
const named = [{ month, amount_cents: 8_750, since: expect.any(String) }];
const whole = { amount_at_sale_cents: 8_750, currency: "USD" };

type Step = (shop: Shop) => Promise<void>;

/** What happens of a payment, in its order, and whether only the brand's word takes its fee. */
const ways: readonly (readonly [what: string, steps: readonly Step[], isWord: boolean])[] = [
  ["an import of one cent before the delivery", [importCent, pay], false],
  ["a call of one cent before the delivery", [(shop) => sell(shop, 1), pay], false],
  ["a refund by a call", [pay, refundByCall], true],
  [
    "a refund by a call before the delivery that agrees with the call",
    [(shop) => sell(shop, 250_000), refundByCall, pay],
    true,
  ],
  ["a removed attribution", [pay, takeAway], true],
];

describe.each(["any", "verified"] as const)("with fee_refunds %s", (setting) => {
  test.each(ways)("%s", { timeout: 60_000 }, async (_, steps, isWord) => {
    const shop = await open(setting);
    for (const step of steps) await step(shop);
    const isTaken = isWord && setting === "any";
    const left = isTaken ? 0 : 8_750;
    const words = isWord
      ? { ...unnamed, [isTaken ? "taken_by_word_cents" : "kept_against_word_cents"]: 8_750, by_month: named }
      : unnamed;
    expect(await feesOf(shop)).toMatchObject([{ ...whole, amount_cents: left, ...words }]);
    expect(await feesOf(shop, "?by_word=true")).toHaveLength(isWord ? 1 : 0);
    expect(await feesOf(shop, "?by_word=false")).toHaveLength(isWord ? 0 : 1);
    expect(await invoiced(shop)).toEqual([left, left]);
    const replayed = await svc("replay", "--program", String(shop.programId));
    expect(replayed.stdout).toContain("Nothing differs: the books match the log.");

    // What Stripe reports of it later takes the fee, and leaves nothing to name.
    await refundAtStripe(shop, 250_000);
    expect(await feesOf(shop)).toMatchObject([{ ...whole, amount_cents: 0, ...unnamed }]);
    expect(await invoiced(shop)).toEqual([0, 0]);
    expect((await svc("verify", "--program", String(shop.programId))).code).toBe(0);
  });
});

describe("a fee that a word took something off", () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await open("verified");
    await pay(shop);
    await takeAway(shop);
  });

  test("is a line of the command line and of CSV", async () => {
    const csv = await call(owner, "GET", `/api/v1/programs/${shop.programId}/fees?format=csv`);
    expect(csv.text.split("\r\n")[0]).toBe(
      "fee_id,sale_id,amount_cents,amount_at_sale_cents,currency,taken_by_word_cents,kept_against_word_cents,by_month,removed_by",
    );
    expect(csv.text).toContain(",8750,8750,USD,0,8750,");
    const listed = await svc("fees", "list", "--program", String(shop.programId), "--by", "word");
    expect(listed.stdout).toMatch(/kept_against_word_cents[\s\S]*8750/);
  });

  test("names the decision that took its sale away", async () => {
    const [fee] = (await feesOf(shop)) as readonly { removed_by: number }[];
    const event = await call(owner, "GET", `/api/v1/programs/${shop.programId}/events/${fee?.removed_by}`);
    expect(fieldOf(event, "data.type")).toBe("attribution_removed");
  });
});

describe("fee_refunds", () => {
  test("is the command line's alone: owners and operators' accounts are refused, and it is not changed", async () => {
    const programId = await newProgram();
    const path = `/api/v1/programs/${programId}`;
    for (const person of [owner, await newOperator(service, `operator-${programId}@example.com`)]) {
      const refused = await call(person, "PATCH", path, { fee_refunds: "any" });
      expect(refusalOf(refused)).toBe("403 forbidden");
      expect(refused.text).toContain("fee_refunds");
    }
    const made = { name: "Another", workspace_id: workspaceId, fee_refunds: "verified" };
    expect(refusalOf(await call(owner, "POST", "/api/v1/programs", made))).toBe("403 forbidden");
    expect(fieldOf(await call(owner, "GET", path), "data.fee_refunds")).toBe("any");
    await svc("programs", "update", "--program", String(programId), "--fee-refunds", "verified");
    expect(fieldOf(await call(owner, "GET", path), "data.fee_refunds")).toBe("verified");
  });
});
