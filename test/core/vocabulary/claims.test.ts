// What strangers with a browser can claim, and what settles a claim: commissions go to whom a server or a payment vouches for.
import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import { defaultSettings } from "../../../src/core/rules/events/settings/settings.ts";
import {
  anna,
  ben,
  click,
  lead,
  partnerJoined,
  payment,
  programCreated,
  sale,
  subscriptionStarted,
} from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

const minutes = (count: number) => count / (24 * 60);

/** A new program: Anna's link was clicked by one visitor (click-1), Ben's by another (click-2). */
function given(settings: Partial<Settings> = {}) {
  const program = new MemoryProgram();
  program.record(programCreated(settings));
  const annaId = program.record(partnerJoined(anna)).eventId;
  const benId = program.record(partnerJoined(ben)).eventId;
  program.record(click(annaId));
  program.record(click(benId, { click_id: "click-2" }));
  const claim = (customer_key: string, click_id = "click-1", day = 0) =>
    program.record(lead({ customer_key, click_ids: [click_id], source: "browser", day }));
  const byCustomer = (customer_key = "customer-1", day = 0) =>
    program.record(lead({ customer_key, click_ids: [], day }));
  const buy = (customer_key = "customer-1") =>
    program.record(sale({ customer_key, transaction_id: `tx-${customer_key}` }));
  const nameless = (event_name: string, click_id = "click-1") =>
    program.record(lead({ customer_key: null, event_name, click_ids: [click_id], source: "browser" }));
  const provisional = () => program.rows("lead").filter((row) => row.is_provisional);
  return { program, annaId, benId, claim, byCustomer, buy, nameless, provisional };
}

test("a new program wants a server's word, and takes it by the customer's name", () => {
  expect(defaultSettings).toMatchObject({ lead_auth: "server_required", lead_settlement: "customer" });
});

describe("one click claims one customer", () => {
  test("so of fifty guessed keys one earns at most, when the brand's server names them all", () => {
    const { program, claim, byCustomer, buy } = given();
    const keys = Array.from({ length: 50 }, (_, index) => `customer-${index}`);
    for (const key of keys) expect(claim(key).answer).toMatchObject({ is_provisional: true });
    for (const key of keys) byCustomer(key);
    expect(keys.map((key) => buy(key).outcome).filter((outcome) => outcome === "recorded")).toEqual(["recorded"]);
    expect(program.one("sale").customer_key).toBe("customer-49");
    expect(program.rows("lead")).toHaveLength(1);
    expect(program.replay(7).dump()).toBe(program.dump());
  });

  test("and keeps a customer that was settled", () => {
    const { claim, byCustomer, buy } = given();
    claim("customer-1");
    byCustomer("customer-1");
    claim("customer-2");
    expect(buy("customer-1").outcome).toBe("recorded");
  });

  test("also where the click brought a lead without a name before, and one such lead was settled", () => {
    const { program, claim, byCustomer, buy, nameless } = given();
    nameless("signup");
    program.record(lead({ customer_key: null, event_name: "signup" }));
    nameless("trial");
    const keys = ["customer-1", "customer-2"];
    for (const key of keys) claim(key);
    for (const key of keys) byCustomer(key);
    expect(keys.map((key) => buy(key).outcome)).toEqual(["refused", "recorded"]);
  });

  test("of a customer whom the server bound it is no news", () => {
    const { program, claim } = given();
    program.record(lead());
    expect(claim("customer-1", "click-2").outcome).toBe("duplicate");
  });

  test("repeated it changes nothing", () => {
    const { program, claim } = given();
    claim("customer-1");
    const before = program.dump();
    expect(claim("customer-1", "click-1", minutes(50)).outcome).toBe("duplicate");
    expect(program.dump()).toBe(before);
  });
});

describe("a server's call that names only the customer", () => {
  test.each([
    [60, "recorded"],
    [60.1, "refused"],
  ])("settles a claim of %d minutes before: its sale is %s", (age, outcome) => {
    const { claim, byCustomer, buy } = given();
    claim("customer-1");
    expect(byCustomer("customer-1", minutes(age)).answer).toMatchObject({ is_provisional: outcome === "refused" });
    expect(buy().outcome).toBe(outcome);
  });

  test("settles none while two clicks claim the customer, and says what would", () => {
    const { program, claim, byCustomer, buy } = given();
    claim("customer-1", "click-1");
    expect(claim("customer-1", "click-2").outcome).toBe("recorded");
    const events = program.log.length;
    const reported = byCustomer();
    expect(reported.answer).toMatchObject({ is_provisional: true });
    expect(reported.message).toContain("svc_click_id");
    expect(program.log).toHaveLength(events);
    expect(buy()).toMatchObject({ reason: "no_attribution", message: expect.stringContaining("provisional") });
  });

  test.each([
    ["the first", "click-1", "benId"],
    ["the second", "click-2", "annaId"],
  ] as const)("settles the claim that is left when %s click claims somebody else", (_, withdrawn, left) => {
    const world = given();
    const { program, claim, byCustomer, buy } = world;
    claim("customer-1", "click-1");
    claim("customer-1", "click-2");
    claim("customer-9", withdrawn);
    byCustomer("customer-1");
    expect(buy("customer-1").outcome).toBe("recorded");
    expect(program.one("sale").partner_id).toBe(world[left]);
    expect(program.replay(3).dump()).toBe(program.dump());
  });

  test("finds the next claim in the place of each that is withdrawn, with its click and its time", () => {
    const { program, annaId, benId, claim } = given();
    const day = (count: number) => new Date(Date.UTC(2026, 0, 1 + count));
    program.record(click(benId, { click_id: "click-3", day: 1 }));
    program.record(click(annaId, { click_id: "click-4", day: 2 }));
    for (const [index, click_id] of ["click-1", "click-3", "click-4"].entries())
      claim("customer-1", click_id, index + 3);
    const [second, third] = [
      { partner_id: benId, click_id: "click-3" },
      { partner_id: annaId, click_id: "click-4" },
    ];
    const reported = (claimed: number, recorded: number) => ({
      clicked_at: day(claimed).toISOString(),
      claimed_at: day(recorded).toISOString(),
    });
    const rest = { is_provisional: true, revisited_at: null };
    expect(program.one("customer")).toMatchObject({
      ...rest,
      partner_id: annaId,
      click_id: "click-1",
      bound_at: day(3),
      other_claims: [
        { ...second, ...reported(1, 4) },
        { ...third, ...reported(2, 5) },
      ],
    });
    claim("customer-2", "click-1", 6);
    expect(program.rows("customer")[0]).toMatchObject({
      ...rest,
      ...second,
      clicked_at: day(1),
      bound_at: day(4),
      other_claims: [{ ...third, ...reported(2, 5) }],
    });
    expect(program.rows("lead")[0]).toMatchObject({ ...second, subject: "customer:customer-1" });
    claim("customer-3", "click-3", 7);
    const left = { ...rest, ...third, clicked_at: day(2), bound_at: day(5), other_claims: null };
    expect(program.rows("customer")[0]).toMatchObject(left);
  });

  test("keeps the others of three claims where one between them is withdrawn", () => {
    const { program, annaId, claim } = given();
    program.record(click(annaId, { click_id: "click-3" }));
    for (const click_id of ["click-1", "click-2", "click-3"]) claim("customer-1", click_id);
    claim("customer-2", "click-2");
    expect(program.rows("customer")[0]?.other_claims?.map(({ click_id }) => click_id)).toEqual(["click-3"]);
  });

  test("settles nothing together with an unknown click", () => {
    const { program, claim, buy } = given();
    claim("customer-1");
    program.record(lead({ click_ids: ["click-9"] }));
    expect(buy().outcome).toBe("refused");
  });

  test("settles nothing where the program wants the click named", () => {
    const { program, claim, byCustomer, buy } = given({ lead_settlement: "click" });
    claim("customer-1");
    byCustomer();
    expect(buy().outcome).toBe("refused");
    program.record(lead({ click_ids: ["click-1"] }));
    expect(buy().outcome).toBe("recorded");
  });

  test("learns no address for a claim it does not settle", () => {
    const { program, claim } = given({ lead_settlement: "click" });
    claim("customer-1");
    program.record(lead({ click_ids: [], email_hash: "e1" }));
    expect(program.record(payment({ payer: { email_hash: "e1" } })).outcome).toBe("parked");
  });

  test("stays contested with more claims than are kept, regardless of which are withdrawn", () => {
    const { program, annaId, claim, byCustomer, buy } = given();
    const clicks = Array.from({ length: 30 }, (_, index) => `click-${index + 10}`);
    for (const click_id of clicks) {
      program.record(click(annaId, { click_id }));
      claim("customer-1", click_id);
    }
    expect(program.one("customer").other_claims).toHaveLength(15);
    for (const click_id of clicks.slice(1)) claim(`own-${click_id}`, click_id);
    byCustomer("customer-1");
    expect(buy("customer-1").outcome).toBe("refused");
    claim("own-click-10", "click-10");
    program.record(lead({ event_name: "trial", click_ids: ["click-39"], source: "browser" }));
    expect(program.rows("lead").filter((row) => row.customer_key === "customer-1")).toHaveLength(2);
    byCustomer("customer-1");
    expect(buy("customer-1").outcome).toBe("refused");
    expect(program.replay(11).dump()).toBe(program.dump());
  });

  test("settles of a contested customer nothing that its first click claims by now, and that click still claims one", () => {
    const { program, annaId, claim, byCustomer, buy } = given();
    const clicks = Array.from({ length: 17 }, (_, index) => `click-${index + 10}`);
    for (const click_id of clicks) {
      program.record(click(annaId, { click_id }));
      claim("customer-1", click_id);
    }
    claim("customer-2", "click-10");
    program.record(lead({ click_ids: ["click-11"] }));
    expect(buy("customer-1").outcome).toBe("recorded");
    expect(buy("customer-2").outcome).toBe("refused");
    claim("customer-3", "click-10");
    byCustomer("customer-2");
    expect(buy("customer-2").outcome).toBe("refused");
  });
});

describe("a lead without a name", () => {
  test.each([
    ["no other", []],
    ["one that was settled before", ["signup"]],
  ])(
    "next to %s is settled with the customer who is claimed with its click, reported before it or after",
    (_, settled) => {
      for (const isFirst of [true, false]) {
        for (const settle of [lead({ click_ids: [] }), sale({ customer_key: null, click_id: "click-1" })]) {
          const { program, claim, buy, nameless, provisional } = given();
          for (const event_name of settled) {
            nameless(event_name);
            program.record(lead({ customer_key: null, event_name }));
          }
          if (isFirst) nameless("trial");
          claim("customer-1");
          if (!isFirst) nameless("trial");
          expect(provisional()).toHaveLength(2);
          program.record(settle);
          expect(provisional()).toEqual([]);
          expect(buy().outcome).toBe("recorded");
        }
      }
    },
  );

  test("is settled by a server that names its click with a customer it knows already, and that is kept", () => {
    const { program, nameless, provisional } = given();
    program.record(lead());
    nameless("signup");
    expect(provisional()).toHaveLength(1);
    expect(program.record(lead()).outcome).toBe("recorded");
    expect(provisional()).toEqual([]);
    expect(program.record(lead()).outcome).toBe("duplicate");
  });

  test("moves no customer to its click who was settled by another click meanwhile", () => {
    const { program, annaId, claim, nameless } = given();
    for (const click_id of ["click-1", "click-2"]) {
      nameless("signup", click_id);
      claim("customer-1", click_id);
    }
    program.record(lead({ click_ids: ["click-1"] }));
    program.record(lead({ customer_key: null, event_name: "signup", click_ids: ["click-2"] }));
    expect(program.one("customer")).toMatchObject({ partner_id: annaId, click_id: "click-1" });
  });
});

describe("who names the click of a claim settles that claim", () => {
  const named = { customer_key: "customer-1", click_id: "click-2" };
  test.each([
    ["a server's lead", lead({ click_ids: ["click-2"] })],
    ["a sale call", sale({ ...named, transaction_id: "tx-0" })],
    ["a sale call without the customer", sale({ ...named, customer_key: null, transaction_id: "tx-0" })],
    ["a delivery", payment({ payer: named })],
    ["a delivery without the customer", payment({ payer: { click_id: "click-2" } })],
    ["a subscription's beginning", subscriptionStarted({ payer: named })],
  ])("%s, also where another click claimed the customer first", (_, event) => {
    const { program, benId, claim, buy } = given();
    claim("customer-1", "click-1");
    claim("customer-1", "click-2");
    program.record(event);
    expect(program.one("customer")).toMatchObject({ is_provisional: false, partner_id: benId, other_claims: null });
    expect(buy().outcome).toBe("recorded");
    expect(program.rows("sale").map((row) => row.partner_id)).not.toContain(2);
    expect(program.replay(2).dump()).toBe(program.dump());
  });

  test("and not what the click claims of another customer than the server or the payment names", () => {
    const { program, claim } = given();
    claim("customer-1");
    program.record(lead({ customer_key: "customer-2" }));
    program.record(sale({ customer_key: "customer-3", click_id: "click-1" }));
    const provisional = program.rows("customer").filter((row) => row.is_provisional);
    expect(provisional.map((row) => row.customer_key)).toEqual(["customer-1"]);
  });
});

describe("an e-mail from a browser", () => {
  test.each(["any", "server_required"] as const)("attributes nobody where lead_auth is %s", (lead_auth) => {
    const { program } = given({ lead_auth });
    program.record(lead({ email_hash: "e1", source: "browser" }));
    program.record(lead({ email_hash: "e2", customer_key: null, source: "browser" }));
    expect(program.rows("identity")).toEqual([]);
    expect(program.record(payment({ payer: { email_hash: "e1" } })).outcome).toBe("parked");
  });
});
