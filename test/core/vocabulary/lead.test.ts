import { describe, expect, test } from "vitest";
import type { Settings } from "../../../src/core/rules/events/settings/settings.ts";
import { anna, ben, click, lead, partnerJoined, payment, programCreated, sale } from "../../support/event-builders.ts";
import { MemoryProgram } from "../../support/memory-program.ts";

/** A program where Anna's link was clicked (click-1) and a day later Ben's (click-2), by different visitors. */
function given(settings: Partial<Settings> = {}) {
  const program = new MemoryProgram();
  program.record(programCreated({ lead_auth: "any", ...settings }));
  const annaId = program.record(partnerJoined(anna)).eventId;
  const benId = program.record(partnerJoined(ben)).eventId;
  program.record(click(annaId));
  program.record(click(benId, { click_id: "click-2", day: 1 }));
  return { program, annaId, benId };
}

const serverRequired = { lead_auth: "server_required" } as const;
const fromBrowser = { source: "browser" } as const;

describe("a lead", () => {
  test("binds the customer to the click", () => {
    const { program, annaId } = given();
    program.record(lead());
    expect(program.one("customer")).toMatchObject({
      customer_key: "customer-1",
      partner_id: annaId,
      is_provisional: false,
    });
  });

  test("repeated answers the same lead and leaves no second event", () => {
    const { program } = given();
    const first = program.record(lead());
    const events = program.log.length;
    expect(program.record(lead()).answer).toEqual(first.answer);
    expect(program.log).toHaveLength(events);
  });

  test("with another event name is another lead of the same customer", () => {
    const { program } = given();
    program.record(lead({ event_name: "signup" }));
    program.record(lead({ event_name: "trial" }));
    expect(program.rows("lead").map((row) => row.event_name)).toEqual(["signup", "trial"]);
  });

  test("repeated with its event name, or without any, is the same lead", () => {
    const { program } = given();
    const first = program.record(lead({ event_name: "signup" }));
    expect(first.message).toBe("Lead recorded.");
    for (const event_name of ["signup", null]) {
      const again = program.record(lead({ event_name, click_ids: [] }));
      expect(again).toMatchObject({ outcome: "duplicate", answer: first.answer });
      expect(again.message).toBe("This lead was reported before.");
    }
    expect(program.one("lead").lead_id).toBe(first.eventId);
  });

  test("that another turns out to repeat under rules that were corrected stays in the log as its repetition", () => {
    const { program } = given();
    program.record(lead({ event_name: "signup" }));
    const other = program.record(lead({ event_name: "sign-up" }));
    const replayed = program.replay(2, (event) =>
      event.data.type === "lead_reported" ? { ...event, data: { ...event.data, event_name: "signup" } } : event,
    );
    expect([program.outcomeOf(other.eventId), replayed.outcomeOf(other.eventId)]).toEqual(["recorded", "duplicate"]);
  });

  test("by the first of its clicks that is known is that click's, with a customer or without", () => {
    const { program, annaId } = given();
    program.record(lead({ click_ids: ["click-9", "click-1"] }));
    program.record(lead({ click_ids: ["click-9", "click-1"], customer_key: null }));
    expect(program.rows("lead").map((row) => [row.subject, row.partner_id])).toEqual([
      ["click:click-1", annaId],
      ["customer:customer-1", annaId],
    ]);
  });

  test("in test mode is answered and leaves nothing but its step on the checklist", () => {
    const { program } = given();
    expect(program.record({ ...lead(), is_test: true }).answer).toEqual({ kind: "test" });
    expect([program.rows("lead"), program.rows("customer")]).toEqual([[], []]);
    const steps = () => program.rows("checklist").flatMap(({ step, is_test }) => (step === "lead" ? [is_test] : []));
    expect(steps()).toEqual([true]);
    program.record(lead());
    expect(steps()).toEqual([false, true]);
  });

  test("of an unknown click and customer is refused", () => {
    const { program } = given();
    expect(program.record(lead({ click_ids: ["click-9"] }))).toMatchObject({
      outcome: "refused",
      reason: "no_attribution",
    });
  });

  test("without a customer is kept for the click", () => {
    const { program } = given();
    expect(program.record(lead({ customer_key: null })).outcome).toBe("recorded");
    expect(program.rows("customer")).toEqual([]);
    expect(program.record(lead({ customer_key: null })).outcome).toBe("duplicate");
  });

  test("by the server moves the binding to a newer click until the first sale, then never again", () => {
    const { program, annaId, benId } = given();
    program.record(lead());
    const moved = program.record(lead({ click_ids: ["click-2"] }));
    expect(program.one("customer").partner_id).toBe(benId);
    expect(program.rows("lead").map((row) => row.lead_id)).toEqual([moved.refersTo]);
    program.record(sale());
    program.record(click(annaId, { click_id: "click-3", day: 2 }));
    program.record(lead({ click_ids: ["click-3"] }));
    expect(program.one("customer").partner_id).toBe(benId);
  });

  test("that moves the binding is its new partner's, and the customer's others stay whose they were", () => {
    const { program, annaId, benId } = given();
    for (const event_name of ["signup", "trial"]) program.record(lead({ event_name }));
    program.record(lead({ event_name: "trial", click_ids: ["click-2"] }));
    expect(program.rows("lead").map((row) => [row.event_name, row.partner_id, row.click_id])).toEqual([
      ["signup", annaId, "click-1"],
      ["trial", benId, "click-2"],
    ]);
  });

  test("moves no binding in a first-click program, nor to a click of the same moment", () => {
    const first = given({ attribution_model: "first_click" });
    first.program.record(lead());
    expect(first.program.record(lead({ click_ids: ["click-2"] })).outcome).toBe("duplicate");
    expect(first.program.one("customer").partner_id).toBe(first.annaId);
    const { program, benId, annaId } = given();
    program.record(click(annaId, { click_id: "click-3" }));
    program.record(lead({ click_ids: ["click-2"] }));
    expect(program.record(lead({ click_ids: ["click-3"] })).outcome).toBe("duplicate");
    expect(program.one("customer").partner_id).toBe(benId);
  });

  test("that moves the binding to a click from before a payment that waits brings that payment", () => {
    const { program, annaId, benId } = given();
    const waits = program.record(payment({ payer: { customer_key: "customer-1" }, day: 3 }));
    program.record(click(annaId, { click_id: "click-3", day: 5 }));
    program.record(lead({ click_ids: ["click-3"], day: 6 }));
    program.record(click(benId, { click_id: "click-4", existing_click_id: "click-2", day: 10 }));
    expect(program.outcomeOf(waits.eventId)).toBe("parked");
    program.record(lead({ click_ids: ["click-2"], day: 11 }));
    expect(program.one("sale")).toMatchObject({ sale_id: waits.eventId, partner_id: benId });
    expect(program.replay(100).dump()).toBe(program.dump());
  });

  test("by a browser never rebinds a bound customer", () => {
    const { program, annaId } = given();
    program.record(lead());
    program.record(lead({ click_ids: ["click-2"], ...fromBrowser }));
    expect(program.one("customer").partner_id).toBe(annaId);
  });

  test("by the server teaches the address a browser's lead did not have", () => {
    const { program } = given();
    program.record(lead(fromBrowser));
    program.record(lead({ email_hash: "e1" }));
    expect(program.record(payment({ payer: { email_hash: "e1" } })).outcome).toBe("recorded");
    expect(program.record(lead({ email_hash: "e1" })).outcome).toBe("duplicate");
  });

  test.each([
    ["by a click and no customer", [lead({ customer_key: null, email_hash: "e1" })]],
    ["by a bound customer and no click", [lead(), lead({ click_ids: [], email_hash: "e1" })]],
  ])("by the server teaches an address %s", (_, leads) => {
    const { program, annaId } = given();
    for (const event of leads) program.record(event);
    program.record(payment({ payer: { email_hash: "e1" } }));
    expect(program.one("sale").partner_id).toBe(annaId);
  });

  test("never moves a binding to an older click", () => {
    const { program, benId } = given();
    program.record(lead({ click_ids: ["click-2"] }));
    expect(program.record(lead({ click_ids: ["click-1"] })).outcome).toBe("duplicate");
    expect(program.one("customer").partner_id).toBe(benId);
  });
});

describe("a provisional lead", () => {
  const provisional = () => {
    const world = given(serverRequired);
    const reported = world.program.record(lead(fromBrowser));
    expect(reported.answer).toMatchObject({ is_provisional: true });
    return world;
  };

  test("earns nothing for a sale that names only the customer", () => {
    const { program } = provisional();
    const refused = program.record(sale());
    expect(refused).toMatchObject({ outcome: "refused", reason: "no_attribution" });
    expect(refused.message).toContain("provisional");
  });

  test("settles on the server's lead", () => {
    const { program } = provisional();
    program.record(lead({ click_ids: [] }));
    expect(program.one("lead").is_provisional).toBe(false);
    expect(program.record(sale()).outcome).toBe("recorded");
  });

  test.each(["last_click", "first_click"] as const)(
    "gives way to the click the server names, in a %s program",
    (model) => {
      const { program, annaId } = given({ ...serverRequired, attribution_model: model });
      program.record(lead({ click_ids: ["click-2"], ...fromBrowser }));
      program.record(lead({ click_ids: ["click-1"], day: 2 }));
      const bound_at = new Date("2026-01-03T00:00:00Z");
      expect(program.one("customer")).toMatchObject({ partner_id: annaId, is_provisional: false, bound_at });
      expect(program.one("lead")).toMatchObject({ partner_id: annaId, is_provisional: false });
    },
  );

  test("settles on a sale that names the same click", () => {
    const { program, annaId } = provisional();
    program.record(sale({ click_id: "click-1" }));
    expect(program.one("sale").partner_id).toBe(annaId);
    expect(program.one("lead").is_provisional).toBe(false);
  });

  test("settles on a payment that names the same click alone", () => {
    const { program } = provisional();
    program.record(payment({ payer: { click_id: "click-1" } }));
    expect(program.one("customer").is_provisional).toBe(false);
    expect(program.record(sale({ transaction_id: "tx-2" })).outcome).toBe("recorded");
  });

  test("reported without a name first settles with the customer who is claimed with its click", () => {
    const { program } = given(serverRequired);
    program.record(lead({ customer_key: null, ...fromBrowser }));
    program.record(lead(fromBrowser));
    program.record(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.rows("lead").map((row) => [row.subject, row.is_provisional])).toEqual([
      ["click:click-1", false],
      ["customer:customer-1", false],
    ]);
    expect(program.one("customer").is_provisional).toBe(false);
    expect(program.replay(100).dump()).toBe(program.dump());
  });

  test("settles on the server's lead that names its click alone, whether the click or the customer was reported first", () => {
    for (const reported of [[null, "customer-1"], ["customer-1", null], ["customer-1"]]) {
      const { program } = given(serverRequired);
      for (const customer_key of reported) program.record(lead({ customer_key, ...fromBrowser }));
      program.record(lead({ customer_key: null }));
      expect(program.rows("lead").map((row) => row.is_provisional)).not.toContain(true);
      expect(program.record(sale()).outcome).toBe("recorded");
    }
  });

  test("without a name stays provisional repeated by a browser, and settled once the server has reported it", () => {
    const { program } = given(serverRequired);
    const nameless = lead({ customer_key: null, ...fromBrowser });
    expect(program.record(nameless)).toMatchObject({ message: "Lead recorded.", answer: { is_provisional: true } });
    expect(program.record(nameless)).toMatchObject({ outcome: "duplicate", answer: { is_provisional: true } });
    expect(program.record(lead({ customer_key: null })).message).toBe("Lead updated.");
    expect(program.record(nameless)).toMatchObject({ outcome: "duplicate", answer: { is_provisional: false } });
    expect(program.one("lead").is_provisional).toBe(false);
  });

  test("without a name settles with the server's lead of a customer by its click", () => {
    const { program } = given(serverRequired);
    program.record(lead({ customer_key: null, ...fromBrowser }));
    program.record(lead());
    expect(program.rows("lead").map((row) => row.is_provisional)).toEqual([false, false]);
  });

  test("by two clicks of one chain settles with the click that the server names, whichever brought it", () => {
    const { program, benId } = given(serverRequired);
    const nameless = (event_name: string, click_id: string, source: "api" | "browser") =>
      program.record(lead({ customer_key: null, event_name, click_ids: [click_id], source }));
    nameless("signup", "click-1", "browser");
    program.record(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    nameless("trial", "click-1", "browser");
    nameless("other", "click-3", "browser");
    nameless("trial", "click-1", "api");
    const leads = () => program.rows("lead").map((row) => [row.event_name, row.click_id, row.is_provisional]);
    const settled = [
      ["signup", "click-1", false],
      ["trial", "click-1", false],
    ];
    expect(leads()).toEqual([...settled, ["other", "click-3", true]]);
    expect(nameless("other", "click-3", "api")).toMatchObject({ outcome: "recorded", message: "Lead updated." });
    expect(leads()).toEqual([...settled, ["other", "click-3", false]]);
    expect(program.replay(3).dump()).toBe(program.dump());
  });

  test("is the one claim of a click whose nameless lead only the server has reported", () => {
    const { program } = given(serverRequired);
    program.record(lead({ customer_key: null }));
    for (const customer_key of ["customer-1", "customer-2"]) program.record(lead({ customer_key, ...fromBrowser }));
    expect(program.one("customer").customer_key).toBe("customer-2");
  });

  test("without a name that was settled does not go to a customer whom a browser claims with its click afterwards", () => {
    const { program } = given(serverRequired);
    program.record(lead({ customer_key: null, event_name: "signup", ...fromBrowser }));
    program.record(lead({ customer_key: null, event_name: "signup" }));
    program.record(lead({ customer_key: null, event_name: "trial", ...fromBrowser }));
    program.record(lead(fromBrowser));
    expect(program.rows("lead").map((row) => [row.event_name, row.customer_key, row.is_provisional])).toEqual([
      ["signup", null, false],
      ["trial", "customer-1", true],
      ["", "customer-1", true],
    ]);
  });

  test("gives way to the click a verified payment names", () => {
    const { program, benId } = provisional();
    program.record(sale({ click_id: "click-2" }));
    expect(program.one("sale").partner_id).toBe(benId);
    expect(program.one("customer")).toMatchObject({ partner_id: benId, is_provisional: false });
  });

  test("makes a delivery wait until it settles", () => {
    const { program } = provisional();
    const reported = program.record(payment({ payer: { customer_key: "customer-1" } }));
    expect(reported.outcome).toBe("parked");
    program.record(lead({ click_ids: [] }));
    expect(program.outcomeOf(reported.eventId)).toBe("recorded");
    expect(program.rows("sale")).toHaveLength(1);
  });

  test("does not lead an address to its customer", () => {
    const { program } = given(serverRequired);
    program.record(lead({ email_hash: "e1", ...fromBrowser }));
    expect(program.record(payment({ payer: { email_hash: "e1" } })).outcome).toBe("parked");
  });
});

describe("a chain of clicks", () => {
  test("of the same partner keeps the first click", () => {
    const { program, annaId } = given();
    const again = program.record(click(annaId, { click_id: "click-3", existing_click_id: "click-1" }));
    expect(again.answer).toMatchObject({ click_id: "click-1" });
    expect(program.rows("click")).toHaveLength(2);
  });

  test("of another partner leads a caller who sends the old id to the newest click", () => {
    const { program, benId } = given();
    program.record(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    program.record(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale")).toMatchObject({ partner_id: benId, click_id: "click-3" });
  });

  test("goes on from any of its clicks", () => {
    const { program, annaId, benId } = given();
    program.record(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    program.record(click(annaId, { click_id: "click-4", existing_click_id: "click-3" }));
    program.record(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale").click_id).toBe("click-4");
  });

  test("in a first-click program keeps the old click", () => {
    const { program, annaId, benId } = given({ attribution_model: "first_click" });
    program.record(click(benId, { click_id: "click-3", existing_click_id: "click-1" }));
    program.record(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale").partner_id).toBe(annaId);
  });

  test("is not moved by a bot, and a bot's click never earns", () => {
    const { program, annaId, benId } = given();
    program.record(click(benId, { click_id: "click-3", existing_click_id: "click-1", is_bot: true }));
    expect(program.record(sale({ customer_key: null, click_id: "click-3" }))).toMatchObject({
      reason: "no_attribution",
    });
    program.record(sale({ customer_key: null, click_id: "click-1" }));
    expect(program.one("sale").partner_id).toBe(annaId);
  });

  test("ends where the partner is not active", () => {
    const { program, annaId } = given();
    program.record({
      source: "operator",
      data: { type: "partner_changed", partner_id: annaId, name: null, status: "inactive" },
    });
    expect(program.record(click(annaId, { click_id: "click-3" }))).toMatchObject({
      answer: { kind: "inactive", what: "partner" },
    });
    expect(program.record(sale({ customer_key: null, click_id: "click-1" }))).toMatchObject({
      reason: "no_attribution",
    });
  });
});
