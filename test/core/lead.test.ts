import { describe, expect, test } from "vitest";
import type { Settings } from "../../src/core/settings.ts";
import { MemoryProgram } from "../support/memory-program.ts";
import { anna, ben, click, lead, partnerJoined, payment, programCreated, sale } from "../support/told.ts";

/** A program where Anna's link was clicked (click-1) and a day later Ben's (click-2), by different visitors. */
function given(settings: Partial<Settings> = {}) {
  const program = new MemoryProgram();
  program.tell(programCreated({ lead_auth: "any", ...settings }));
  const annaId = program.tell(partnerJoined(anna)).eventId;
  const benId = program.tell(partnerJoined(ben)).eventId;
  program.tell(click(annaId));
  program.tell(click(benId, { click_id: "click-2", day: 1 }));
  return { program, annaId, benId };
}

const serverRequired = { lead_auth: "server_required" } as const;
const fromBrowser = { source: "browser" } as const;

describe("a lead", () => {
  test("binds the customer to the click", () => {
    const { program, annaId } = given();
    program.tell(lead());
    expect(program.one("customer")).toMatchObject({
      customer_key: "customer-1",
      partner_id: annaId,
      is_provisional: false,
    });
  });

  test("repeated answers the same lead and leaves no second event", () => {
    const { program } = given();
    const first = program.tell(lead());
    const events = program.log.length;
    expect(program.tell(lead()).answer).toEqual(first.answer);
    expect(program.log).toHaveLength(events);
  });

  test("with another event name is another lead of the same customer", () => {
    const { program } = given();
    program.tell(lead({ event_name: "signup" }));
    program.tell(lead({ event_name: "trial" }));
    expect(program.rows("lead").map((row) => row.event_name)).toEqual(["signup", "trial"]);
  });

  test("of an unknown click and customer is refused", () => {
    const { program } = given();
    expect(program.tell(lead({ click_ids: ["click-9"] }))).toMatchObject({
      outcome: "refused",
      reason: "no_attribution",
    });
  });

  test("without a customer is kept for the click", () => {
    const { program } = given();
    expect(program.tell(lead({ customer_key: null })).outcome).toBe("recorded");
    expect(program.rows("customer")).toEqual([]);
  });

  test("by the server moves the binding to a newer click until the first sale, then never again", () => {
    const { program, annaId, benId } = given();
    program.tell(lead());
    const moved = program.tell(lead({ click_ids: ["click-2"] }));
    expect(program.one("customer").partner_id).toBe(benId);
    expect(program.rows("lead").map((row) => row.lead_id)).toEqual([moved.refersTo]);
    program.tell(sale());
    program.tell(click(annaId, { click_id: "click-3", day: 2 }));
    program.tell(lead({ click_ids: ["click-3"] }));
    expect(program.one("customer").partner_id).toBe(benId);
  });

  test("by a browser never rebinds a bound customer", () => {
    const { program, annaId } = given();
    program.tell(lead());
    program.tell(lead({ click_ids: ["click-2"], ...fromBrowser }));
    expect(program.one("customer").partner_id).toBe(annaId);
  });

  test("by the server teaches the address a browser's lead did not have", () => {
    const { program } = given();
    program.tell(lead(fromBrowser));
    program.tell(lead({ email_hash: "e1" }));
    expect(program.tell(payment({ payer: { email_hash: "e1" } })).outcome).toBe("recorded");
  });

  test("never moves a binding to an older click", () => {
    const { program, benId } = given();
    program.tell(lead({ click_ids: ["click-2"] }));
    program.tell(lead({ click_ids: ["click-1"] }));
    expect(program.one("customer").partner_id).toBe(benId);
  });
});

describe("a provisional lead", () => {
  const provisional = () => {
    const world = given(serverRequired);
    const told = world.program.tell(lead(fromBrowser));
    expect(told.answer).toMatchObject({ is_provisional: true });
    return world;
  };

  test("earns nothing for a sale that names only the customer", () => {
    const { program } = provisional();
    const refused = program.tell(sale());
    expect(refused).toMatchObject({ outcome: "refused", reason: "no_attribution" });
    expect(refused.message).toContain("provisional");
  });

  test("settles on the server's lead", () => {
    const { program } = provisional();
    program.tell(lead({ click_ids: [] }));
    expect(program.one("lead").is_provisional).toBe(false);
    expect(program.tell(sale()).outcome).toBe("recorded");
  });

  test.each(["last_click", "first_click"] as const)(
    "gives way to the click the server names, in a %s program",
    (model) => {
      const { program, annaId } = given({ ...serverRequired, attribution_model: model });
      program.tell(lead({ click_ids: ["click-2"], ...fromBrowser }));
      program.tell(lead({ click_ids: ["click-1"] }));
      expect(program.one("customer")).toMatchObject({ partner_id: annaId, is_provisional: false });
      expect(program.one("lead")).toMatchObject({ partner_id: annaId, is_provisional: false });
    },
  );

  test("settles on a sale that names the same click", () => {
    const { program, annaId } = provisional();
    program.tell(sale({ click_id: "click-1" }));
    expect(program.one("sale").partner_id).toBe(annaId);
    expect(program.one("lead").is_provisional).toBe(false);
  });

  test("settles on a payment that names the same click alone", () => {
    const { program } = provisional();
    program.tell(payment({ payer: { click_id: "click-1" } }));
    expect(program.one("customer").is_provisional).toBe(false);
    expect(program.tell(sale({ transaction_id: "tx-2" })).outcome).toBe("recorded");
  });

  test("told without a name first settles with the customer who is claimed with its click", () => {
    const { program } = given(serverRequired);
    program.tell(lead({ customer_key: null, ...fromBrowser }));
    program.tell(lead(fromBrowser));
    program.tell(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.rows("lead").map((row) => [row.subject, row.is_provisional])).toEqual([
      ["click:click-1", false],
      ["customer:customer-1", false],
    ]);
    expect(program.one("customer").is_provisional).toBe(false);
    expect(program.replay(100).dump()).toBe(program.dump());
  });

  test("settles on the server's lead that names its click alone, told by the click first or the customer", () => {
    for (const told of [[null, "customer-1"], ["customer-1", null], ["customer-1"]]) {
      const { program } = given(serverRequired);
      for (const customer_key of told) program.tell(lead({ customer_key, ...fromBrowser }));
      program.tell(lead({ customer_key: null }));
      expect(program.rows("lead").map((row) => row.is_provisional)).not.toContain(true);
      expect(program.tell(sale()).outcome).toBe("recorded");
    }
  });

  test("without a name that was settled is nobody's whom a browser claims with its click afterwards", () => {
    const { program } = given(serverRequired);
    program.tell(lead({ customer_key: null, event_name: "signup", ...fromBrowser }));
    program.tell(lead({ customer_key: null, event_name: "signup" }));
    program.tell(lead({ customer_key: null, event_name: "trial", ...fromBrowser }));
    program.tell(lead(fromBrowser));
    expect(program.rows("lead").map((row) => [row.event_name, row.customer_key, row.is_provisional])).toEqual([
      ["signup", null, false],
      ["trial", "customer-1", true],
      ["", "customer-1", true],
    ]);
  });

  test("gives way to the click a verified payment names", () => {
    const { program, benId } = provisional();
    program.tell(sale({ click_id: "click-2" }));
    expect(program.one("sale").partner_id).toBe(benId);
    expect(program.one("customer")).toMatchObject({ partner_id: benId, is_provisional: false });
  });

  test("makes a delivery wait until it settles", () => {
    const { program } = provisional();
    const told = program.tell(payment({ payer: { customer_key: "customer-1" } }));
    expect(told.outcome).toBe("parked");
    program.tell(lead({ click_ids: [] }));
    expect(program.outcomeOf(told.eventId)).toBe("recorded");
    expect(program.rows("sale")).toHaveLength(1);
  });

  test("does not lead an address to its customer", () => {
    const { program } = given(serverRequired);
    program.tell(lead({ email_hash: "e1", ...fromBrowser }));
    expect(program.tell(payment({ payer: { email_hash: "e1" } })).outcome).toBe("parked");
  });
});

describe("a chain of clicks", () => {
  test("of the same partner keeps the first click", () => {
    const { program, annaId } = given();
    const again = program.tell(click(annaId, { click_id: "click-3", existing_click_id: "click-1" }));
    expect(again.answer).toMatchObject({ click_id: "click-1" });
    expect(program.rows("click")).toHaveLength(2);
  });

  test("of another partner leads whoever sends the old id to the newest click", () => {
    const { program, benId } = given();
    program.tell(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    program.tell(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale")).toMatchObject({ partner_id: benId, click_id: "click-3" });
  });

  test("goes on from any of its clicks", () => {
    const { program, annaId, benId } = given();
    program.tell(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    program.tell(click(annaId, { click_id: "click-4", existing_click_id: "click-3" }));
    program.tell(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale").click_id).toBe("click-4");
  });

  test("in a first-click program keeps the old click", () => {
    const { program, annaId, benId } = given({ attribution_model: "first_click" });
    program.tell(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    program.tell(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale").partner_id).toBe(annaId);
  });

  test("is not moved by a bot, and a bot's click never earns", () => {
    const { program, annaId, benId } = given();
    program.tell(click(benId, { click_id: "click-3", existing_click_id: "click-1", is_bot: true }));
    expect(program.tell(sale({ customer_key: null, click_id: "click-3" }))).toMatchObject({ reason: "no_attribution" });
    program.tell(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale").partner_id).toBe(annaId);
  });

  test("ends where the partner is not active", () => {
    const { program, annaId } = given();
    program.tell({
      source: "operator",
      data: { type: "partner_changed", partner_id: annaId, name: null, status: "inactive" },
    });
    expect(program.tell(click(annaId, { click_id: "click-3" }))).toMatchObject({
      answer: { kind: "inactive", what: "partner" },
    });
    expect(program.tell(sale({ customer_key: null, click_id: "click-1" }))).toMatchObject({ reason: "no_attribution" });
  });
});
