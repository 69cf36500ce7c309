// The currencies there are, held against ISO 4217 written down apart, and what a program's own choice of them does to its books. Every
// figure is worked out by hand.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { EventData } from "../../../src/core/rules/events/events.ts";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import { currencies, currencyDecimals, inOrder, isCurrency } from "../../../src/core/vocabulary/money/currencies.ts";
import { decimalAmount } from "../../../src/core/vocabulary/money/money.ts";
import { wordsOf } from "../../../src/core/wording/catalogue/catalogues.ts";
import { readerIn } from "../../../src/core/wording/languages.ts";
import {
  anna,
  click,
  lead,
  partnerJoined,
  payment,
  paymentRefunded,
  policySet,
  programCreated,
  refund,
  sale,
  saleImported,
} from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";
import { runsOf } from "../../support/property-runs.ts";

const withoutDecimals = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF".split(" ");
const withThree = "BHD IQD JOD KWD LYD OMR TND".split(" ");
const notForSales = "XAU XAG XPT XPD XXX XTS XDR XSU XUA XBA XBB XBC XBD CLF UYI UYW COU MXV BOV CHE CHW USN".split(
  " ",
);
const withdrawn = "HRK BGN ANG SLL ZWL CUC LTL VEF DEM".split(" ");

describe("the table", () => {
  test("has the decimals of ISO 4217, the default first and the rest by code", () => {
    const ofPlaces = (places: number) => currencies.filter((each) => currencyDecimals[each] === places).toSorted();
    expect(ofPlaces(0)).toEqual(withoutDecimals);
    expect(ofPlaces(3)).toEqual(withThree);
    expect(ofPlaces(2)).toHaveLength(currencies.length - withoutDecimals.length - withThree.length);
    expect(currencies.slice(0, 3)).toEqual(["USD", "EUR", "VND"]);
    expect(currencies.slice(3)).toEqual(currencies.slice(3).toSorted());
    expect(currencies.every((each) => /^[A-Z]{3}$/.test(each))).toBe(true);
  });

  test("has no funds, metals, units of account or test codes, and none that was withdrawn", () => {
    expect([...notForSales, ...withdrawn, "usd", "", "toString", "__proto__"].filter(isCurrency)).toEqual([]);
  });

  test("writes every amount with its currency's places, and loses no digit", () => {
    const amount = fc.tuple(fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 }), fc.constantFrom(...currencies));
    fc.assert(
      fc.property(amount, ([cents, currency]) => {
        const [whole = "", fraction = ""] = decimalAmount(cents, currency).split(".");
        expect(fraction).toHaveLength(currencyDecimals[currency]);
        expect(BigInt(whole + fraction)).toBe(BigInt(cents));
      }),
      runsOf(200),
    );
  });

  test("orders any choice of them in one way", () => {
    expect(inOrder(["KWD", "VND", "JPY", "USD", "GBP"])).toEqual(["USD", "VND", "GBP", "JPY", "KWD"]);
  });
});

const taken = { currencies: ["GBP", "JPY", "KWD"] } as const satisfies Partial<Settings>;

function given(settings: Partial<Settings> = taken) {
  const program = new MemoryProgram();
  program.record(programCreated(settings));
  const annaId = program.record(partnerJoined(anna)).eventId;
  program.record(click(annaId));
  program.record(lead());
  return program;
}

const changed = (settings: Partial<Settings>) => ({
  source: "operator",
  data: { type: "program_changed", name: null, status: null, settings } satisfies EventData,
});

const payer = { customer_key: "customer-1" };
const rowOf = (program: MemoryProgram, name: "sale" | "commission" | "platform_fee", saleId: number) =>
  program.rows(name).find(({ sale_id }) => sale_id === saleId);

describe("a program that takes pounds, yen and Kuwaiti dinars", () => {
  // 20 per cent of each, and 3.5 per cent; then what is left of both after the refund.
  test.each([
    ["GBP", { amount: 9_999, earned: 2_000, fee: 350 }, { refunded: 3_333, earned: 1_333, fee: 233 }],
    ["JPY", { amount: 10_001, earned: 2_000, fee: 350 }, { refunded: 3_333, earned: 1_333, fee: 233 }],
    ["KWD", { amount: 12_345, earned: 2_469, fee: 432 }, { refunded: 5, earned: 2_468, fee: 432 }],
  ] as const)("earns and gives back in %s by its smallest unit", (currency, sold, after) => {
    const program = given();
    const called = program.record(sale({ transaction_id: "t-1", amount_cents: sold.amount, currency })).eventId;
    const paid = program.record(
      payment({ transaction_id: "in_9", amount_cents: sold.amount, currency, payer }),
    ).eventId;
    for (const id of [called, paid]) {
      expect(rowOf(program, "commission", id)).toMatchObject({ amount_cents: sold.earned, currency });
      expect(rowOf(program, "platform_fee", id)).toMatchObject({ amount_cents: sold.fee, currency });
    }
    program.record(refund({ transaction_id: "t-1", refund_amount_cents: after.refunded }));
    program.record(paymentRefunded({ alias: "in_9", amount_cents: after.refunded, currency }));
    for (const id of [called, paid]) {
      expect(rowOf(program, "sale", id)).toMatchObject({ refunded_cents: after.refunded });
      expect(rowOf(program, "commission", id)).toMatchObject({ amount_cents: after.earned });
      expect(rowOf(program, "platform_fee", id)).toMatchObject({ amount_cents: after.fee });
    }
    expect(program.replay(3).dump()).toBe(program.dump());
  });

  test("pays a flat amount in one of them, whichever the sale is in", () => {
    const commission = { type: "flat", amount_cents: 1_500, currency: "KWD", duration_months: null } as const;
    const program = given({ ...taken, commission });
    const { eventId } = program.record(sale({ amount_cents: 800, currency: "JPY" }));
    expect(rowOf(program, "commission", eventId)).toMatchObject({ amount_cents: 1_500, currency: "KWD" });
    expect(rowOf(program, "platform_fee", eventId)).toMatchObject({ amount_cents: 28, currency: "JPY" });
  });

  test("takes no dollars: a call is refused, a payment and an import are ignored", () => {
    const program = given();
    expect(program.record(sale({ currency: "USD" }))).toMatchObject({
      outcome: "refused",
      reason: "unsupported_currency",
      message: "currency must be one of GBP, JPY, KWD.",
    });
    expect(program.record(payment({ currency: "USD", payer }))).toMatchObject({ reason: "unsupported_currency" });
    expect(program.record(saleImported({ currency: "USD" }))).toMatchObject({ reason: "unsupported_currency" });
    expect(program.rows("sale")).toEqual([]);
  });
});

describe("a program's currencies change", () => {
  test("and a sale goes by those of its own time, also in a replay", () => {
    const program = given({});
    expect(program.record(sale({ transaction_id: "t-1", currency: "JPY" })).outcome).toBe("refused");
    const before = program.record(payment({ transaction_id: "in_1", currency: "JPY", payer }));
    program.record(changed({ currencies: ["JPY", "USD"] }));
    const { eventId } = program.record(sale({ transaction_id: "t-1", amount_cents: 500, currency: "JPY" }));
    program.record(changed({ currencies: ["USD"] }));
    expect(program.record(sale({ transaction_id: "t-2", currency: "JPY" })).outcome).toBe("refused");
    program.record(refund({ transaction_id: "t-1", refund_amount_cents: 250 }));
    expect(before.reason).toBe("unsupported_currency");
    expect(rowOf(program, "commission", eventId)).toMatchObject({ amount_cents: 50, currency: "JPY" });
    expect(program.replay(2).dump()).toBe(program.dump());
  });

  test("and terms in one that was taken out go on, but no new ones may name it", () => {
    const commission = { type: "flat", amount_cents: 900, currency: "EUR", duration_months: null } as const;
    const program = given({ commission });
    program.record(changed({ currencies: ["USD"] }));
    const { eventId } = program.record(sale({ amount_cents: 10_000 }));
    expect(rowOf(program, "commission", eventId)).toMatchObject({ amount_cents: 900, currency: "EUR" });
    const set = () => program.dump(["program", "program_settings", "policy"]);
    const before = set();
    for (const event of [
      changed({ commission: { ...commission, amount_cents: 800 } }),
      changed({ lead_reward: { amount_cents: 5, currency: "EUR" } }),
      policySet(commission, { product_id: "prod_1" }),
    ]) {
      expect(program.record(event)).toMatchObject({ outcome: "refused", reason: "unsupported_currency" });
    }
    expect(set()).toBe(before);
    expect(program.record(changed({ currencies: ["USD", "EUR"], commission })).outcome).toBe("recorded");
  });

  test("and one that sets the default explicitly has the same books but for its settings", () => {
    const [silent, explicit] = [given({}), given({ currencies: ["USD", "EUR", "VND"] })];
    const books = [silent, explicit].map((program) => {
      for (const currency of ["USD", "EUR", "VND", "GBP"]) program.record(sale({ transaction_id: currency, currency }));
      program.record(payment({ currency: "VND", payer }));
      return program.dump(["sale", "commission", "platform_fee", "outcome", "customer"]);
    });
    expect(books[0]).toBe(books[1]);
  });
});

test("a partner reads amounts in its own language, with each currency's places", () => {
  const shown = (["en", "de", "ja"] as const).map((language) => {
    const { moneyText } = wordsOf(readerIn(language));
    return [moneyText(1_234_567, "JPY"), moneyText(1_234_567, "GBP"), moneyText(1_234_567, "KWD")];
  });
  expect(shown).toEqual([
    ["1,234,567 JPY", "12,345.67 GBP", "1,234.567 KWD"],
    ["1.234.567 JPY", "12.345,67 GBP", "1.234,567 KWD"],
    ["1,234,567 JPY", "12,345.67 GBP", "1,234.567 KWD"],
  ]);
});
