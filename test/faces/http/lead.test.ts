// POST /api/v1/track/lead: who may bind which customer to which click, and what a lead that is only provisional is worth.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import {
  asOwner,
  bindCustomer,
  clickOn,
  createTestProgram,
  fieldOf,
  type ProgramAtHand,
  refusalOf,
} from "../../support/service.ts";

const { service, databaseUrl, database } = await serviceForFile({ RATE_LIMIT_BROWSER_PER_MINUTE: "10000" });

const program = await createTestProgram(database, { lead_auth: "any" });
/** As programs are made. */
const strict = await createTestProgram(database);

const fromBrowser = (body: unknown) => service.post("/api/v1/track/lead", body);
const fromServer = (body: unknown, { key }: ProgramAtHand = program) =>
  service.post("/api/v1/track/lead", body, { key });

let salesMade = 0;
function sale(names: object, { key }: ProgramAtHand = program) {
  salesMade += 1;
  const body = { transaction_id: `txn-${salesMade}`, amount_cents: 10_000, ...names };
  return service.post("/api/v1/track/sale", body, { key });
}

async function boundClick(customerKey: string): Promise<unknown> {
  const [row] = await asOwner<{ click_id: string }>(
    databaseUrl,
    "select click_id from customer where customer_key = $1",
    [customerKey],
  );
  return row?.click_id;
}

describe("a lead", () => {
  test("from a browser is answered with its id and binds the customer", async () => {
    const clickId = await clickOn(service, program);
    const answer = await fromBrowser({ click_id: clickId, customer_key: "browser-1", email: "Ann@Example.com" });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, message: "Lead recorded.", lead_id: fieldOf(answer, "lead_id") });
    expect((await sale({ customer_key: "browser-1" })).status).toBe(200);
  });

  test("from a server binds the customer", async () => {
    const clickId = await clickOn(service, program);
    const answer = await fromServer({ click_id: clickId, customer_key: "server-1" });
    expect(answer.body).toEqual({ success: true, message: "Lead recorded.", lead_id: fieldOf(answer, "lead_id") });
    expect(await boundClick("server-1")).toBe(clickId);
  });

  test("reported again has the same id", async () => {
    const body = { click_id: await clickOn(service, program), customer_key: "again-1" };
    const leadId = fieldOf(await fromBrowser(body), "lead_id");
    expect(fieldOf(await fromBrowser(body), "lead_id")).toBe(leadId);
    expect(fieldOf(await fromServer(body), "lead_id")).toBe(leadId);
  });

  test("without a customer is taken by its click alone", async () => {
    expect((await fromBrowser({ click_id: await clickOn(service, program) })).status).toBe(200);
  });

  test("takes the first click of click_ids that is known, behind click_id", async () => {
    const known = await clickOn(service, program);
    const body = { click_id: "none-1", click_ids: ["none-2", "", known], customer_key: "list-1" };
    expect((await fromServer(body)).status).toBe(200);
    expect(await boundClick("list-1")).toBe(known);
  });

  test("keeps an address only as a keyed hash, the same however it is written", async () => {
    const hashes: unknown[] = [];
    for (const [index, email] of ["bob@example.com", " Bob@Example.COM "].entries()) {
      const answer = await fromServer({
        click_id: await clickOn(service, program),
        customer_key: `mail-${index}`,
        email,
      });
      const [event] = await asOwner<{ data: Record<string, unknown> }>(
        databaseUrl,
        "select data from event where id = $1",
        [fieldOf(answer, "lead_id")],
      );
      hashes.push(event?.data.email_hash);
      expect(JSON.stringify(event?.data).toLowerCase()).not.toContain("example");
    }
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(hashes[0]).toBe(hashes[1]);
  });

  test("may come as text/plain, as a beacon sends it", async () => {
    const body = JSON.stringify({ click_id: await clickOn(service, program), customer_key: "beacon-1" });
    const headers = { "content-type": "text/plain;charset=UTF-8" };
    expect((await service.post("/api/v1/track/lead", body, { headers })).status).toBe(200);
  });
});

describe("a binding", () => {
  test("is never moved by a browser", async () => {
    const { clickId } = await bindCustomer(service, program, "mine-1");
    await fromBrowser({ click_id: await clickOn(service, program), customer_key: "mine-1" });
    expect(await boundClick("mine-1")).toBe(clickId);
  });

  test("is moved by a server to a newer click until the first sale, and never after it", async () => {
    await bindCustomer(service, program, "moving-1");
    const second = await clickOn(service, program);
    await fromServer({ click_id: second, customer_key: "moving-1" });
    expect(await boundClick("moving-1")).toBe(second);

    await sale({ customer_key: "moving-1" });
    await fromServer({ click_id: await clickOn(service, program), customer_key: "moving-1" });
    expect(await boundClick("moving-1")).toBe(second);
  });

  test("stays with the first click where the program says so", async () => {
    const first = await createTestProgram(database, { attribution_model: "first_click" });
    const { clickId } = await bindCustomer(service, first, "first-1");
    await fromServer({ click_id: await clickOn(service, first), customer_key: "first-1" }, first);
    expect(await boundClick("first-1")).toBe(clickId);
  });
});

describe("where the program requires a server's word, a browser's lead", () => {
  const provisional = async (customerKey: string) => {
    const clickId = await clickOn(service, strict);
    const lead = { click_id: clickId, customer_key: customerKey };
    const answer = await fromBrowser(lead);
    return { clickId, lead, answer };
  };

  test("is provisional and says so", async () => {
    const { answer } = await provisional("strict-1");
    const leadId = fieldOf(answer, "lead_id");
    expect(answer.body).toEqual({ success: true, message: "Lead recorded.", lead_id: leadId, provisional: true });
  });

  test("earns nothing: a sale that names only the customer is refused, with the reason", async () => {
    await provisional("strict-2");
    const answer = await sale({ customer_key: "strict-2" }, strict);
    expect(refusalOf(answer)).toBe("400 no_attribution");
    expect(fieldOf(answer, "error.message")).toContain("provisional");
    expect((await sale({ customer_key: "strict-2" }, strict)).status, "asking again settles nothing").toBe(400);
  });

  test("is settled by the server's lead, under the same id", async () => {
    const { lead, answer } = await provisional("strict-3");
    const settled = await fromServer(lead, strict);
    expect(settled.body).toEqual({
      success: true,
      message: expect.any(String),
      lead_id: fieldOf(answer, "lead_id"),
    });
    expect((await sale({ customer_key: "strict-3" }, strict)).status).toBe(200);
  });

  test("is settled by a sale that names the same click", async () => {
    const { clickId } = await provisional("strict-4");
    expect((await sale({ customer_key: "strict-4", click_id: clickId }, strict)).status).toBe(200);
    expect((await sale({ customer_key: "strict-4" }, strict)).status).toBe(200);
  });

  test("is still provisional when it is reported again", async () => {
    const { lead } = await provisional("strict-5");
    expect((await fromBrowser(lead)).body).toMatchObject({ success: true, provisional: true });
  });

  test("is not provisional when the server comes first", async () => {
    const { clickId } = await bindCustomer(service, strict, "strict-6");
    const answer = await fromBrowser({ click_id: clickId, customer_key: "strict-6" });
    expect(answer.body).not.toHaveProperty("provisional");
  });
});

describe("fifty guessed customer keys, claimed from a browser with one click", () => {
  test("earn for one at most, whichever the brand's server and its provider name", async () => {
    const clickId = await clickOn(service, strict);
    const keys = Array.from({ length: 50 }, (_, index) => `guessed-${index}`);
    for (const customer_key of keys) {
      expect((await fromBrowser({ click_id: clickId, customer_key })).body).toMatchObject({ provisional: true });
    }
    const settled: string[] = [];
    for (const customer_key of keys) {
      const answer = await fromServer({ customer_key }, strict);
      if (answer.status === 200) settled.push(customer_key);
      else expect(refusalOf(answer)).toBe("400 no_attribution");
    }
    expect(settled).toEqual(["guessed-49"]);
    const sales = await Promise.all(keys.map((customer_key) => sale({ customer_key }, strict)));
    expect(sales.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("earn for none where the program wants the click named, or another visitor claims the customer too", async () => {
    const byClick = await createTestProgram(database, { lead_settlement: "click" });
    for (const [at, others] of [
      [byClick, 0],
      [strict, 1],
    ] as const) {
      const customer_key = `taken-${others}`;
      for (let claims = 0; claims <= others; claims++) {
        await fromBrowser({ click_id: await clickOn(service, at), customer_key });
      }
      expect((await fromServer({ customer_key }, at)).body).toMatchObject({
        provisional: true,
        message: expect.stringContaining("svc_click_id"),
      });
      expect(refusalOf(await sale({ customer_key }, at))).toBe("400 no_attribution");
      const clickId = await clickOn(service, at);
      const named = await fromServer({ customer_key, click_id: clickId }, at);
      expect(named.body).not.toHaveProperty("provisional");
      expect(await boundClick(customer_key)).toBe(clickId);
      expect((await sale({ customer_key }, at)).status).toBe(200);
    }
  });

  test("and an e-mail from a browser attributes nothing", async () => {
    const emails = () => asOwner<{ identity: string }>(databaseUrl, "select identity from identity");
    const known = await emails();
    for (const at of [program, strict]) {
      await fromBrowser({ click_id: await clickOn(service, at), customer_key: "mail-x", email: "victim@example.com" });
    }
    expect(await emails()).toEqual(known);
  });
});

describe("of what a browser says a lead keeps", () => {
  const dataOf = async (leadId: unknown) => {
    const rows = await asOwner<{ data: Record<string, unknown> }>(databaseUrl, "select data from event where id = $1", [
      leadId,
    ]);
    return rows[0]?.data;
  };
  const said = {
    page_url: "https://shop.example/?email=ann%40acme.test&utm_source=x",
    additional_data: { note: "free", program_id: program.programId },
    event_name: "signup",
  };

  test("the named fields, of an address no more than link and campaign, and nothing free-form", async () => {
    const clickId = await clickOn(service, program);
    const other = "not-one-of-ours";
    const answer = await fromBrowser({ ...said, click_ids: [other, clickId], customer_key: "kept-1" });
    expect(await dataOf(fieldOf(answer, "lead_id"))).toMatchObject({
      click_ids: [clickId],
      customer_key: "kept-1",
      event_name: "signup",
      page_url: "https://shop.example/?utm_source=x",
      additional_data: { program_id: program.programId },
    });
  });

  test("less than 2 KiB, however much it says", async () => {
    const clickId = await clickOn(service, program);
    const long = "x".repeat(255);
    const made = Array.from({ length: 49 }, (_, number) => `clk_1_${String(number).padStart(22, "A")}`);
    const answer = await fromBrowser({
      click_ids: [clickId, ...made],
      customer_key: long,
      event_name: long,
      session_id: long,
      visitor_id: long,
      page_url: `https://shop.example/${long.repeat(7)}`,
      additional_data: { note: long.repeat(60) },
    });
    expect(JSON.stringify(await dataOf(fieldOf(answer, "lead_id"))).length).toBeLessThan(2048);
  });

  test("from a server all of it", async () => {
    const clickId = await clickOn(service, program);
    const answer = await fromServer({
      ...said,
      click_id: clickId,
      customer_key: "kept-2",
      additional_data: ["any", 1],
    });
    expect(await dataOf(fieldOf(answer, "lead_id"))).toMatchObject({
      page_url: said.page_url,
      additional_data: ["any", 1],
    });
  });
});

describe("a test lead", () => {
  const test_mode = true;

  test("needs no key, only its program", async () => {
    for (const program_id of [program.programId, String(program.programId)]) {
      const answer = await fromBrowser({ additional_data: { test_mode, program_id } });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        message: "Test lead recorded.",
        data: { eventId: fieldOf(answer, "data.eventId"), programId: program.programId, test_mode },
      });
    }
  });

  test("with a key belongs to the key's program, regardless of its body", async () => {
    const answer = await fromServer({ additional_data: { test_mode, program_id: strict.programId } });
    expect(answer.body).toMatchObject({ data: { programId: program.programId } });
  });

  test("binds nothing", async () => {
    const clickId = await clickOn(service, program);
    await fromServer({ click_id: clickId, customer_key: "test-1", additional_data: { test_mode } });
    expect(await boundClick("test-1")).toBeUndefined();
  });

  test.each([
    ["names no program", { test_mode }, "400 invalid_request"],
    ["names an unknown program", { test_mode, program_id: 999_999 }, "400 no_attribution"],
    ["names a program that is no number", { test_mode, program_id: "one" }, "400 invalid_request"],
    ["names program 0", { test_mode, program_id: 0 }, "400 invalid_request"],
    ["names a program beyond 2^53", { test_mode, program_id: 2 ** 60 }, "400 invalid_request"],
  ])("is refused when it %s", async (_, additional_data, refusal) => {
    expect(refusalOf(await fromBrowser({ additional_data }))).toBe(refusal);
  });
});

describe("a lead is refused when", () => {
  test.each([
    ["it names neither click nor customer", {}, "400 invalid_request"],
    ["both are empty", { click_id: "", customer_key: "" }, "400 invalid_request"],
    ["click_id is a number", { click_id: 1 }, "400 invalid_request"],
    ["click_id has 256 characters", { click_id: "x".repeat(256) }, "400 invalid_request"],
    ["click_ids is text", { click_ids: "x" }, "400 invalid_request"],
    ["click_ids has 51 entries", { click_ids: Array.from({ length: 51 }, (_, i) => `${i}`) }, "400 invalid_request"],
    ["email is a number", { click_id: "x", email: 1 }, "400 invalid_request"],
    ["email has 255 characters", { click_id: "x", email: "x".repeat(255) }, "400 invalid_request"],
    ["event_name is a list", { click_id: "x", event_name: [] }, "400 invalid_request"],
    ["its click is unknown", { click_id: "clk_1_AAAAAAAAAAAAAAAAAAAAAA" }, "400 no_attribution"],
    ["its click is of no program", { click_id: "clk_zzzz_AAAAAAAAAAAAAAAAAAAAAA" }, "400 no_attribution"],
    ["its click is none of ours", { click_id: "gclid-1", customer_key: "x" }, "400 no_attribution"],
    ["its customer is unknown and it has no click", { customer_key: "a stranger" }, "400 no_attribution"],
  ])("%s", async (_, body, refusal) => {
    expect(refusalOf(await fromBrowser(body))).toBe(refusal);
  });

  test("its key is bad, even if all else is right", async () => {
    const body = { click_id: await clickOn(service, program), customer_key: "bad-key-1" };
    for (const authorization of ["", "Bearer", "Bearer aff_unknown", program.key]) {
      const answer = await service.post("/api/v1/track/lead", body, { headers: { authorization } });
      expect(refusalOf(answer)).toBe("401 unauthorized");
    }
    expect(await boundClick("bad-key-1")).toBeUndefined();
  });

  test("its click belongs to another program than its key", async () => {
    const body = { click_id: await clickOn(service, strict), customer_key: "foreign-1" };
    expect(refusalOf(await fromServer(body))).toBe("400 no_attribution");
  });
});
