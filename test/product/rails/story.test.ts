// A payout's story says what its provider was sent and answered, and who did what; and what needs a person is listed until it is done.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { markPayoutFailed, markPayoutPaid } from "../../../src/product/payouts/change.ts";
import { listAttention } from "../../../src/product/rails/attention-list.ts";
import { findPayoutStory } from "../../../src/product/rails/story/payout-story-read.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { makePayouts } from "../../support/payouts.ts";
import { type PaypalPayouts, paypalCredentials, startPaypalPayouts } from "../../support/rails/paypal-payouts.ts";
import { beginRailWorld, type RailWorld } from "../../support/rails/rail-world.ts";
import { asOwner } from "../../support/service.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(async () => db.drop());

let paypal: PaypalPayouts;
let world: RailWorld;
let payoutId: number;
let key: string;
beforeEach(async () => {
  paypal = await startPaypalPayouts();
  const urls = { paypal: paypal.baseUrl };
  world = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls });
  payoutId = world.payoutIds[0] ?? 0;
  key = `payout:${payoutId}:1`;
  return () => paypal.close();
});

async function turns(): Promise<void> {
  await world.timePasses();
  await world.turn();
}

async function story() {
  const found = await findPayoutStory(db.database.kysely, world.programId, payoutId);
  if (found === undefined) throw new Error("the payout has no story");
  return found.steps;
}

const reported = async () => (await story()).map(({ kind, summary }) => [kind, summary]);
const attention = async () =>
  (await listAttention(db.database.kysely, world.programId, { limit: 100, cursor: null })).data;

/** As if it had not been known for an hour. */
const anHourPasses = () =>
  asOwner(db.url, "update payout_attempt set unclear_since = unclear_since - interval '1 hour' where program_id = $1", [
    world.programId,
  ]);

describe("a payout's story", () => {
  test("goes from its creation to money that came back weeks later, each request with its answer and the fee", async () => {
    await world.send([payoutId]);
    await world.turn();
    const { rail_id } = await world.payout(payoutId);
    paypal.move(key, "SUCCESS");
    await turns();
    const { reference } = await world.payout(payoutId);
    paypal.move(key, "REVERSED", "ACCOUNT_CLOSED");
    await turns();
    const [created, ...rest] = await reported();
    expect(created).toEqual(["created", "Created: 26.67 USD for 2 commissions."]);
    expect(rest).toEqual([
      ["handed_over", `Handed to PayPal under the key ${key}.`],
      ["request", "PayPal was asked to pay it."],
      ["accepted", `PayPal accepted it as ${rail_id}.`],
      ["request", "PayPal was asked for its status."],
      ["costs", "PayPal reported more: Fee 0.25 USD."],
      ["paid", `PayPal paid it. Its reference is ${reference}.`],
      ["request", "PayPal was asked for its status."],
      ["returned", expect.stringMatching(/^The money came back: .*ACCOUNT_CLOSED.* It is owed again\.$/)],
    ]);
    const [asked] = (await story()).filter(({ kind }) => kind === "request");
    expect(asked?.exchanges.map(({ method, path, status }) => [method, path, status])).toEqual([
      ["POST", "/v1/oauth2/token", 200],
      ["POST", "/v1/payments/payouts", 201],
    ]);
    const shown = JSON.stringify(await story());
    expect(shown).not.toMatch(/anna@partners|A21AA|"secret"/);
    expect(shown).toContain("a***@partners.example");
  });

  test("says what is ahead while the provider has the payout, and nothing once it is over", async () => {
    await world.send([payoutId]);
    await world.turn();
    expect((await story()).at(-1)).toMatchObject({ kind: "next_look", is_upcoming: true });
    paypal.move(key, "FAILED", "RECEIVER_ACCOUNT_LOCKED");
    await turns();
    expect((await reported()).at(-1)).toEqual([
      "failed",
      expect.stringMatching(/^PayPal did not pay it: .*RECEIVER_ACCOUNT_LOCKED.* It is owed again\.$/),
    ]);
  });

  test("says what was declined, and the second attempt", async () => {
    paypal.refusals.push({ status: 422, body: { name: "INSUFFICIENT_FUNDS", message: "No money." } });
    await world.send([payoutId]);
    await world.turn();
    await world.send([payoutId]);
    await world.turn();
    expect(await reported()).toEqual([
      ["created", expect.any(String)],
      ["handed_over", `Handed to PayPal under the key payout:${payoutId}:1.`],
      ["request", "PayPal was asked to pay it."],
      ["declined", expect.stringMatching(/^PayPal declined it: .*INSUFFICIENT_FUNDS.* Nothing was paid\.$/)],
      ["handed_over", `Handed to PayPal under the key payout:${payoutId}:2.`],
      ["request", "PayPal was asked to pay it."],
      ["accepted", expect.any(String)],
      ["next_look", "PayPal is asked again."],
    ]);
    const steps = await story();
    expect(steps.filter(({ kind }) => kind === "request").map(({ attempt }) => attempt)).toEqual([1, 2]);
  });

  test("says that a lost answer may have paid", async () => {
    paypal.faults.push({ path: "POST /v1/payments/payouts", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    expect((await reported())[2]).toEqual([
      "request",
      expect.stringMatching(/^PayPal was asked to pay it\. It is not known whether it paid: /),
    ]);
  });

  test("is no other program's", async () => {
    const other = await beginRailWorld(db, { rail: "paypal", credentials: paypalCredentials, urls: {} });
    expect(await findPayoutStory(db.database.kysely, other.programId, payoutId)).toBeUndefined();
  });
});

describe("a payout needs a person", () => {
  test("not while a fault may pass by itself, and once it has lasted: until it is marked", async () => {
    paypal.faults.push({ path: "POST /v1/payments/payouts", fault: "cut_after" });
    await world.send([payoutId]);
    await world.turn();
    expect(await attention()).toEqual([]);
    await anHourPasses();
    expect(await attention()).toMatchObject([
      { payout_id: payoutId, reason: "outcome_unknown", key, rail: "paypal", is_asked_again: true },
    ]);
    expect((await attention())[0]?.message).toContain(`Look for ${key} there, then mark it as paid or not paid.`);
    await asOwner(db.url, "update payout_attempt set leased_until = null where program_id = $1", [world.programId]);
    const found = { programId: world.programId, payoutId, method: null, reference: null };
    await markPayoutPaid(db.database, found, operator);
    expect(await attention()).toEqual([]);
  });

  test("when the provider declined it, until it is sent again", async () => {
    paypal.refusals.push({ status: 422, body: { name: "INSUFFICIENT_FUNDS" } });
    await world.send([payoutId]);
    await world.turn();
    expect(await attention()).toMatchObject([{ payout_id: payoutId, reason: "declined", is_asked_again: false }]);
    expect((await attention())[0]?.message).toMatch(/^PayPal declined it: .*INSUFFICIENT_FUNDS.* Nothing was paid\./);
    await world.send([payoutId]);
    expect(await attention()).toEqual([]);
  });

  test("when its money came back, until a later payout pays it", async () => {
    await world.send([payoutId]);
    await world.turn();
    paypal.move(key, "RETURNED");
    await turns();
    expect(await attention()).toMatchObject([{ payout_id: payoutId, reason: "returned", amount_cents: 2_667 }]);
    const wish = { partnerId: world.annaId, currency: null, minimumCents: 1 };
    expect(await makePayouts(db.database, world.programId, wish)).toHaveLength(1);
    expect(await attention()).toEqual([]);
  });

  test("when a person marked it as not paid, with the reason", async () => {
    await world.send([payoutId]);
    const found = { programId: world.programId, payoutId, reason: "not in PayPal's activity" };
    await markPayoutFailed(db.database, found, operator);
    expect(await attention()).toMatchObject([
      {
        reason: "not_paid",
        message:
          "It was not paid: not in PayPal's activity. 26.67 USD is owed again. Check the payout recipient, then pay again.",
      },
    ]);
    expect((await reported()).at(-1)).toEqual([
      "failed",
      "Marked as not paid: not in PayPal's activity. It is owed again.",
    ]);
  });
});
