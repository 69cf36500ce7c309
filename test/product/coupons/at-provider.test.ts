// Discount codes made at Stripe and Paddle against a stand-in for their API: one code there and one here, at any fault in between, and
// usable only while it is the code of a partner that is not banned.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import type { DiscountTerms, PartnerDiscount } from "../../../src/core/rules/events/settings/discount-terms.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import { AskDelayed, AskRefused, CodeTaken } from "../../../src/product/connections/provider-apis/ask-failed.ts";
import { discountApis } from "../../../src/product/connections/provider-apis/discounts/discount-registry.ts";
import { addCoupon, moveCoupon, removeCoupon } from "../../../src/product/coupons/change.ts";
import type { TurnStep } from "../../../src/product/coupons/discounts/at-provider.ts";
import { discountProviders } from "../../../src/product/coupons/discounts/connection.ts";
import { createAtProvider } from "../../../src/product/coupons/discounts/create.ts";
import { makeDueDiscounts } from "../../../src/product/coupons/discounts/make-due.ts";
import { listCoupons } from "../../../src/product/coupons/list.ts";
import { findOwnCodes } from "../../../src/product/coupons/own-codes-read.ts";
import { failedDiscounts } from "../../../src/product/notices/failed-discounts.ts";
import { CouponRefused } from "../../../src/product/operation/change-refused.ts";
import { banPartner, unbanPartner } from "../../../src/product/partners/bans.ts";
import { addPartner } from "../../../src/product/programs/change.ts";
import { movePartner, setGroup } from "../../../src/product/terms/change.ts";
import { createTestDatabase } from "../../support/database.ts";
import { type DiscountProvider, startDiscountProvider } from "../../support/discount-provider.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram } from "../../support/submissions.ts";

const db = await createTestDatabase();
const { database } = db;
const secrets = openSecrets([secretKey]);
const providers: DiscountProvider[] = [];
afterAll(async () => {
  await Promise.all(providers.map((provider) => provider.close()));
  await db.drop();
});

const twenty: DiscountTerms = {
  ...{ percent_off: 20, amount_off_cents: null, currency: null },
  ...{ duration: "months", months: 3, max_redemptions: 100 },
};
const fiveDollars: DiscountTerms = {
  ...{ percent_off: null, amount_off_cents: 500, currency: "USD" },
  ...{ duration: "forever", months: null, max_redemptions: null },
};

let programs = 0;

async function beginWorld(name: "stripe" | "paddle") {
  const provider = await startDiscountProvider(name);
  providers.push(provider);
  programs += 1;
  const { programId, partnerIds } = await createTestProgram(db, {}, [`anna-${programs}`, `bob-${programs}`]);
  const [anna = 0, bob = 0] = partnerIds;
  const signing = { provider: name, livemode: true, secrets: ["whsec_0123456789"], clientReference: null };
  const connectionId = (await addConnection(database, secrets, { programId, ...signing }, operator)) ?? 0;
  const apiKey = name === "stripe" ? "rk_live_key" : "pdl_live_apikey_stand_in";
  await setApiKey(database, secrets, { programId, connectionId, apiKey }, operator);
  const patience = { attemptsMax: 1, timeoutMilliseconds: 5_000 };
  const parts = { database, secrets, instead: { baseUrl: provider.baseUrl, patience } };
  const wanted = { programId, partnerId: anna, connectionId, code: "ANNA20", terms: twenty };
  const quiet = { warn: () => undefined, error: (fields: unknown) => expect.fail(JSON.stringify(fields)) };
  return {
    ...{ provider, programId, connectionId, anna, bob, wanted, parts },
    create: (changes: Partial<typeof wanted> = {}, at?: (step: TurnStep) => void) =>
      createAtProvider({ ...parts, ...(at === undefined ? {} : { at }) }, { ...wanted, ...changes }, operator),
    /** Until nothing is due. */
    async runJob(at?: (step: TurnStep) => void) {
      while ((await makeDueDiscounts({ ...parts, log: quiet, ...(at === undefined ? {} : { at }) })) > 0);
    },
    /** Retries are due, and every turn has been lost. */
    async timePasses() {
      const text = `update provider_discount set leased_until = null,
                           next_look_at = case when next_look_at is not null then now() end where program_id = $1`;
      await asOwner(db.url, text, [programId]);
    },
    coupons: async () => (await listCoupons(database.kysely, programId, { limit: 100, cursor: null })).data,
    kept: () =>
      asOwner<{ status: string; fault: string | null; code: string | null }>(
        db.url,
        "select status, fault, code from provider_discount where program_id = $1 order by discount_id",
        [programId],
      ),
  };
}

type World = Awaited<ReturnType<typeof beginWorld>>;

/** What buyers can use there. */
const usable = ({ provider }: World) => provider.codes.filter(({ active }) => active).map(({ code }) => code);

class Ended extends Error {}
const endingAt = (wanted: TurnStep) => (step: TurnStep) => {
  if (step === wanted) throw new Ended(step);
};

test("codes are made at the providers that are named", () => {
  expect([...discountApis.keys()]).toEqual(discountProviders);
});

describe.each(["stripe", "paddle"] as const)("at %s", (name) => {
  let world: World;
  beforeEach(async () => {
    world = await beginWorld(name);
  });

  test("a code is made with what it gives, and is its partner's by the provider's id", async () => {
    await world.create();
    const [held] = world.provider.codes;
    expect(held).toMatchObject({ code: "ANNA20", active: true });
    if (name === "stripe") {
      const [coupon] = [...world.provider.coupons.values()];
      expect(coupon).toMatchObject({ percent_off: "20", duration: "repeating", duration_in_months: "3" });
      expect(held?.sent).toMatchObject({
        ...{ "promotion[type]": "coupon", "promotion[coupon]": coupon?.id, max_redemptions: "100" },
        ...{ "metadata[svc_program_id]": String(world.programId), "metadata[svc_partner_id]": String(world.anna) },
      });
    } else {
      expect(held?.sent).toMatchObject({
        ...{ type: "percentage", amount: "20", enabled_for_checkout: true, usage_limit: 100 },
        ...{ recur: true, maximum_recurring_intervals: 3 },
        custom_data: { svc_program_id: world.programId, svc_partner_id: world.anna },
      });
    }
    expect(await world.coupons()).toMatchObject([
      {
        ...{ code: "ANNA20", partner_id: world.anna, provider_ids: [`${name}:${held?.id}`] },
        discount: { ...twenty, connection_id: world.connectionId, is_active: true, fault: null },
      },
    ]);
    expect((await world.coupons())[0]?.discount?.summary).toBe("20% off the first 3 months");
  });

  test("its partner sees it and what it gives, and no other partner does", async () => {
    const { programId, anna, bob } = world;
    const seen = (partnerId: number) => findOwnCodes(database.kysely, { programId, partnerId });
    await world.create();
    await addCoupon(database, { programId, partnerId: bob, code: "BOB", providerNames: null }, operator);
    expect(await seen(anna)).toEqual([{ code: "ANNA20", terms: twenty, is_active: true }]);
    expect(await seen(bob)).toEqual([{ code: "BOB", terms: null, is_active: null }]);
    await moveCoupon(database, { programId, partnerId: bob, code: "ANNA20", providerNames: null }, operator);
    expect(await seen(anna)).toEqual([]);
    expect((await seen(bob)).map(({ code }) => code)).toEqual(["ANNA20", "BOB"]);
    const ban = { programId, partnerId: bob, reason: "fraud", note: null, unpaid: "keep" } as const;
    await banPartner(database, ban, operator);
    await world.runJob();
    expect((await seen(bob))[0]).toMatchObject({ code: "ANNA20", is_active: false });
  });

  test("an amount is given in the currency's smallest unit, for every payment", async () => {
    await world.create({ code: "FIVE", terms: fiveDollars });
    const [held] = world.provider.codes;
    const [coupon] = [...world.provider.coupons.values()];
    if (name === "stripe") expect(coupon).toMatchObject({ amount_off: "500", currency: "usd", duration: "forever" });
    else
      expect(held?.sent).toMatchObject({
        ...{ type: "flat", amount: "500", currency_code: "USD", recur: true },
        maximum_recurring_intervals: null,
      });
  });

  test("the same call again makes nothing and records nothing", async () => {
    await world.create();
    const [before] = await world.coupons();
    const asked = world.provider.asked.length;
    await world.create();
    expect(world.provider.asked).toHaveLength(asked);
    expect(await world.coupons()).toEqual([before]);
  });

  test("of two calls at once one code comes, there and here", async () => {
    const ends = await Promise.allSettled([world.create(), world.create()]);
    for (const end of ends) if (end.status === "rejected") expect(end.reason).toBeInstanceOf(AskDelayed);
    await world.create();
    expect(usable(world)).toEqual(["ANNA20"]);
    expect(world.provider.codes).toHaveLength(1);
    expect(await world.coupons()).toHaveLength(1);
  });

  test("a call that takes so long that another one finishes records nothing more", async () => {
    world.provider.meanwhile = async () => {
      await world.timePasses();
      await world.create();
    };
    await world.create();
    expect(world.provider.codes).toHaveLength(1);
    const text = "select id from event where program_id = $1 and type = 'coupon_assigned'";
    expect(await asOwner(db.url, text, [world.programId])).toHaveLength(1);
  });

  test.each(["claimed", "asked", "recorded"] as const)(
    "a process that ends after %s leaves one code to be made",
    async (step) => {
      await expect(world.create({}, endingAt(step))).rejects.toThrow(Ended);
      world.provider.forget();
      await world.timePasses();
      await world.create();
      expect(world.provider.codes).toHaveLength(1);
      expect(world.provider.coupons.size).toBe(name === "stripe" ? 1 : 0);
      expect(await world.coupons()).toMatchObject([{ code: "ANNA20", discount: { is_active: true } }]);
    },
  );

  test.each(["error_before", "cut_after_doing"] as const)(
    "a call that ends with %s is repeated, or finished by the job",
    async (fault) => {
      for (const [code, again] of [
        ["ANNA20", () => world.create()],
        ["ANNA30", () => world.runJob()],
      ] as const) {
        world.provider.faults.push(fault);
        await expect(world.create({ code })).rejects.toThrow(AskDelayed);
        expect((await world.coupons()).map((coupon) => coupon.code)).not.toContain(code);
        await world.timePasses();
        await again();
        expect(usable(world).filter((each) => each === code)).toEqual([code]);
        expect((await world.coupons()).map((coupon) => coupon.code)).toContain(code);
      }
      expect(world.provider.codes).toHaveLength(2);
      expect(world.provider.coupons.size).toBe(name === "stripe" ? 2 : 0);
    },
  );

  test("a code that a person made there is refused, and another may be chosen", async () => {
    world.provider.codes.push({ id: "theirs", code: "anna20", active: true, key: null, sent: {} });
    await expect(world.create()).rejects.toThrow(CodeTaken);
    expect(await world.coupons()).toEqual([]);
    expect(world.provider.coupons.size).toBe(0);
    await world.create({ code: "ANNA21" });
    expect(usable(world).toSorted()).toEqual(["ANNA21", "anna20"]);
  });

  test("a code that a person makes there meanwhile is refused, and leaves no coupon behind", async () => {
    world.provider.meanwhile = async () => {
      world.provider.codes.push({ id: "theirs", code: "ANNA20", active: true, key: null, sent: {} });
    };
    await expect(world.create()).rejects.toThrow(CodeTaken);
    expect(world.provider.coupons.size).toBe(0);
    expect(await world.coupons()).toEqual([]);
  });

  test("a code of another partner is refused before the provider is asked", async () => {
    await addCoupon(
      database,
      { programId: world.programId, partnerId: world.bob, code: "anna20", providerNames: null },
      operator,
    );
    await expect(world.create()).rejects.toThrow(CouponRefused);
    expect(world.provider.asked).toEqual([]);
  });

  test("other terms for the same code are refused", async () => {
    await world.create();
    await expect(world.create({ terms: fiveDollars })).rejects.toThrow(CouponRefused);
    await expect(world.create({ partnerId: world.bob })).rejects.toThrow(CouponRefused);
    expect(world.provider.codes).toHaveLength(1);
  });

  test("a code that becomes another partner's while it is made is made unusable there", async () => {
    world.provider.meanwhile = async () => {
      const of = { programId: world.programId, partnerId: world.bob, code: "ANNA20", providerNames: null };
      await addCoupon(database, of, operator);
    };
    await expect(world.create()).rejects.toThrow(CouponRefused);
    await world.runJob();
    expect(usable(world)).toEqual([]);
    expect(await world.coupons()).toMatchObject([{ partner_id: world.bob, discount: null }]);
  });

  test("a key that the provider refuses is a refusal, and another try makes the code", async () => {
    world.provider.faults.push("key_refused");
    await expect(world.create()).rejects.toThrow(AskRefused);
    await world.create();
    expect(usable(world)).toEqual(["ANNA20"]);
  });

  test("a ban makes it unusable there, and lifting the ban makes it usable again", async () => {
    await world.create();
    await world.runJob();
    const partner = { programId: world.programId, partnerId: world.anna, note: null };
    await banPartner(database, { ...partner, reason: "paid_ads", unpaid: "keep" }, operator);
    await world.runJob();
    expect(usable(world)).toEqual([]);
    expect(await world.coupons()).toMatchObject([{ discount: { is_active: false } }]);
    await unbanPartner(database, partner, operator);
    await world.runJob();
    expect(usable(world)).toEqual(["ANNA20"]);
    const asked = world.provider.asked.length;
    await world.timePasses();
    await world.runJob();
    expect(world.provider.asked).toHaveLength(asked);
  });

  test("a partner that is banned while its code is made has an unusable code", async () => {
    world.provider.meanwhile = async () => {
      const partner = { programId: world.programId, partnerId: world.anna, note: null };
      await banPartner(database, { ...partner, reason: "paid_ads", unpaid: "keep" }, operator);
    };
    await world.create();
    await world.runJob();
    expect(usable(world)).toEqual([]);
    await expect(world.create({ code: "ANNA30" })).rejects.toMatchObject({ code: "partner_inactive" });
  });

  test("what a ban could not stop is tried again, and reported after an hour", async () => {
    await world.create();
    await world.runJob();
    const partner = { programId: world.programId, partnerId: world.anna, note: null };
    await banPartner(database, { ...partner, reason: "paid_ads", unpaid: "keep" }, operator);
    world.provider.faults.push("key_refused");
    await makeDueDiscounts({ ...world.parts, log: { warn: () => undefined, error: () => undefined } });
    expect(usable(world)).toEqual(["ANNA20"]);
    const reported = async (minutes: number) =>
      (await failedDiscounts(database.kysely, new Date(Date.now() + minutes * 60_000)))
        .filter(({ programId }) => programId === world.programId)
        .map(({ facts }) => facts);
    expect(await reported(0)).toEqual([]);
    expect(await reported(61)).toMatchObject([{ code: "ANNA20", change: "stop", is_tried_again: true }]);
    await world.timePasses();
    await world.runJob();
    expect(usable(world)).toEqual([]);
    expect(await reported(61)).toEqual([]);
  });

  test("a removed code is made unusable there and can be made once more; a moved one stays usable", async () => {
    await world.create();
    await world.create({ code: "ANNA30" });
    await removeCoupon(database, { programId: world.programId, code: "anna20" }, operator);
    await moveCoupon(
      database,
      { programId: world.programId, partnerId: world.bob, code: "ANNA30", providerNames: null },
      operator,
    );
    await world.runJob();
    expect(usable(world)).toEqual(["ANNA30"]);
    const bob = { programId: world.programId, partnerId: world.bob, note: null };
    await banPartner(database, { ...bob, reason: "paid_ads", unpaid: "keep" }, operator);
    await world.runJob();
    expect(usable(world)).toEqual([]);
    await world.create({ partnerId: world.anna });
    expect(usable(world)).toEqual(["ANNA20"]);
  });
});

describe("partners that join a group", () => {
  let world: World;
  const discount = (): PartnerDiscount => ({ ...twenty, connection_id: world.connectionId, code_prefix: "ACME" });
  beforeEach(async () => {
    world = await beginWorld("stripe");
    await setGroup(
      database,
      {
        programId: world.programId,
        groupId: "gold",
        settings: { partner_discount: discount() },
        commission: undefined,
      },
      operator,
    );
  });
  const join = (code: string, groupId?: string) =>
    addPartner(database, { programId: world.programId, name: "Dora", code, groupId }, operator);
  const move = (partnerId: number, groupId: string) =>
    movePartner(database, { programId: world.programId, partnerId, groupId, existingCustomers: "follow" }, operator);
  const codes = async () => (await world.coupons()).map(({ code, partner_id }) => [code, partner_id]);

  test("get a code of their own once, whether they are added or moved", async () => {
    const dora = await join(`dora_${programs}`, "gold");
    await join(`eva-${programs}`);
    await move(world.anna, "gold");
    await move(world.anna, "default");
    await move(world.anna, "gold");
    await world.runJob();
    expect(await codes()).toEqual([
      [`ACMEANNA${programs}`, world.anna],
      [`ACMEDORA${programs}`, dora],
    ]);
    expect(usable(world)).toHaveLength(2);
  });

  test("get none where the group says nothing, or no longer says so", async () => {
    const settings = { partner_discount: null };
    await setGroup(
      database,
      { programId: world.programId, groupId: "gold", settings, commission: undefined },
      operator,
    );
    await join(`dora-${programs}`, "gold");
    await move(world.anna, "gold");
    await world.runJob();
    expect([await world.kept(), world.provider.asked]).toEqual([[], []]);
  });

  test("get one with a number where theirs is taken, here or there", async () => {
    const own = `ACMEDORA${programs}`;
    const taken = { programId: world.programId, partnerId: world.bob, code: own.toLowerCase(), providerNames: null };
    await addCoupon(database, taken, operator);
    world.provider.codes.push({ id: "theirs", code: `${own}2`, active: true, key: null, sent: {} });
    const dora = await join(`dora-${programs}`, "gold");
    await world.runJob();
    expect((await codes()).find(([, partnerId]) => partnerId === dora)).toEqual([`${own}3`, dora]);
    expect(world.provider.coupons.size).toBe(1);
  });

  test.each(["claimed", "asked", "recorded"] as const)("get one although the process ends after %s", async (step) => {
    const dora = await join(`dora-${programs}`, "gold");
    await makeDueDiscounts({
      ...world.parts,
      log: { warn: () => undefined, error: () => undefined },
      at: endingAt(step),
    }).catch((error: unknown) => expect(error).toBeInstanceOf(Ended));
    await world.timePasses();
    await world.runJob();
    expect(await codes()).toEqual([[`ACMEDORA${programs}`, dora]]);
    expect(world.provider.codes).toHaveLength(1);
  });

  test("get it once a fault has passed", async () => {
    world.provider.faults.push("error_before", "cut_after_doing");
    await join(`dora-${programs}`, "gold");
    for (let turn = 0; turn < 3; turn += 1) {
      await makeDueDiscounts({ ...world.parts, log: { warn: () => undefined, error: () => undefined } });
      await world.timePasses();
    }
    expect(await codes()).toHaveLength(1);
    expect(world.provider.codes).toHaveLength(1);
  });

  test("get none while they are banned, and get it when the ban is lifted", async () => {
    const dora = await join(`dora-${programs}`, "gold");
    const partner = { programId: world.programId, partnerId: dora, note: null };
    await banPartner(database, { ...partner, reason: "paid_ads", unpaid: "keep" }, operator);
    await world.runJob();
    expect(world.provider.asked).toEqual([]);
    await unbanPartner(database, partner, operator);
    await world.runJob();
    expect(await codes()).toEqual([[`ACMEDORA${programs}`, dora]]);
  });

  test("an operator is notified at once where it cannot be made", async () => {
    await asOwner(db.url, "delete from provider_account where connection_id = $1", [world.connectionId]);
    const dora = await join(`dora-${programs}`, "gold");
    await makeDueDiscounts({ ...world.parts, log: { warn: () => undefined, error: () => undefined } });
    const found = await failedDiscounts(database.kysely, new Date());
    expect(found.filter(({ programId }) => programId === world.programId)).toMatchObject([
      { facts: { kind: "discount_failed", partner_id: dora, change: "make", is_tried_again: false } },
    ]);
    expect(await world.kept()).toMatchObject([{ status: "failed" }]);
  });
});
