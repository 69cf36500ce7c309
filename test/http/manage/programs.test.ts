// Programs, partners and policies over HTTP: what they become, what they change for sales, and what is refused about them.
import { describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { defaultSettings } from "../../../src/core/rules/events/settings/settings.ts";
import { changeProgram } from "../../../src/product/programs/change.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany, newPerson, newWorkspace } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const { owner, member, stranger, programId, workspaceId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;

const call = (method: string, path: string, body?: unknown, key = owner.token): Promise<Answer> =>
  service.request(path, {
    key,
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const faultsOf = (answer: Answer): unknown => fieldOf(answer, "error.details.fields");

describe("a new program", () => {
  test("has the defaults of what was left out, a key that is only masked, and no more fields than that", async () => {
    const created = await call("POST", "/api/v1/programs", { name: "Acme", workspace_id: workspaceId });
    expect(created.status).toBe(201);
    expect(fieldOf(created, "data")).toEqual({
      program_id: expect.any(Number),
      workspace_id: workspaceId,
      name: "Acme",
      status: "active",
      ...defaultSettings,
      partner_sign_up: "closed",
      site_url: null,
      brand_color: null,
      logo_url: null,
      mail_approved_text: null,
      mail_declined_text: null,
      coupon_precedence: "click",
      fee_refunds: "any",
      ...{ fast_leads_count: 10, fast_leads_seconds: 10, refund_rate_percent: 20, refund_rate_sales: 10 },
      payout_approvals: 1,
      payout_limits: [],
      payout_schedules: [],
      terms_required: false,
      tax_required: false,
      legal_name: null,
      legal_address: null,
      legal_country: null,
      brand_vat_id: null,
      vat_rate_bps: 0,
      invoice_prefix: null,
      forbids_ads: false,
      banned_sites: [],
      lead_reward: null,
      referral: null,
      link_domain: null,
      link_hosts: [],
      currencies: ["USD", "EUR", "VND"],
      is_demo: false,
      api_token_masked: expect.stringMatching(/^aff_••••[\w-]{4}$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(created.text).not.toMatch(/aff_[\w-]{5}/);
  });

  test("takes settings by their names, and commission terms that last for life where nothing else is said", async () => {
    const settings = {
      attribution_model: "first_click",
      hold_period_days: 0,
      lead_auth: "server_required",
    };
    const commission = { type: "flat", amount_cents: 500, currency: "EUR" };
    const created = await call("POST", "/api/v1/programs", {
      name: "Acme",
      workspace_id: workspaceId,
      ...settings,
      commission,
    });
    expect(fieldOf(created, "data")).toMatchObject({
      ...settings,
      commission: { ...commission, duration_months: null },
    });
  });

  test("belongs to its maker's only workspace, and must name one of several", async () => {
    const alone = await newPerson(service, "alone@acme.test");
    const none = await call("POST", "/api/v1/programs", { name: "P" }, alone.token);
    expect([none.status, faultsOf(none)]).toEqual([
      400,
      [{ field: "workspace_id", message: expect.stringContaining("no workspace") }],
    ]);
    const first = await newWorkspace(service, alone);
    expect(fieldOf(await call("POST", "/api/v1/programs", { name: "P" }, alone.token), "data.workspace_id")).toBe(
      first,
    );
    const second = await newWorkspace(service, alone);
    const several = await call("POST", "/api/v1/programs", { name: "P" }, alone.token);
    expect(several.status).toBe(400);
    expect(several.text).toContain(`several: ${first}, ${second}.`);
  });

  test("is refused with every fault named, in words", async () => {
    const answer = await call("POST", "/api/v1/programs", {
      name: " ",
      workspace_id: "1",
      attribution_model: "middle_click",
      cookie_window_days: 366,
      hold_period_days: -1,
      attribution_window_days: 1.5,
      lead_auth: null,
      commission: { type: "percentage", rate_bps: 20_000, amount_cents: 5 },
      api_token: "mine",
    });
    expect(refusalOf(answer)).toBe("400 invalid_request");
    expect(faultsOf(answer)).toEqual([
      { field: "name", message: "must have 1 to 255 characters, not all of them blank and none a control character." },
      { field: "workspace_id", message: "must be an id: a positive whole number." },
      { field: "attribution_model", message: "must be one of last_click, first_click." },
      { field: "cookie_window_days", message: "must be a whole number from 1 to 365." },
      { field: "attribution_window_days", message: "must be a whole number from 1 to 365." },
      { field: "hold_period_days", message: "must be a whole number from 0 to 90." },
      { field: "lead_auth", message: "must be one of any, server_required." },
      { field: "commission.rate_bps", message: "must be at most 10000." },
      { field: "commission.amount_cents", message: "is not known." },
      { field: "api_token", message: expect.stringMatching(/^is not known; known are name, workspace_id, /) },
    ]);
    const odd = await call("POST", "/api/v1/programs", { name: "P", commission: { type: "gift" } });
    expect(faultsOf(odd)).toEqual([{ field: "commission.type", message: "must be one of percentage, flat." }]);
  });

  test("is refused for an invalid body", async () => {
    const send = (body: string, type = "application/json") =>
      service.request("/api/v1/programs", {
        key: member.token,
        method: "POST",
        headers: { "content-type": type },
        body,
      });
    expect(refusalOf(await send(""))).toBe("400 invalid_request");
    expect(refusalOf(await send("[1]"))).toBe("400 invalid_request");
    expect(refusalOf(await send('{"name":'))).toBe("400 invalid_request");
    expect(refusalOf(await send('{"name":"a\\u0000b"}'))).toBe("400 invalid_request");
    expect(refusalOf(await send(`{"name":"${"x".repeat(70_000)}"}`))).toBe("413 invalid_request");
    expect(refusalOf(await send("name=x", "application/x-www-form-urlencoded"))).toBe("415 invalid_request");
  });
});

describe("the platform fee", () => {
  const feeOf = async () => fieldOf(await call("GET", program), "data.platform_fee_bps");

  test.each([
    ["an owner", owner],
    ["a member", member],
  ])("is refused from %s, at any value, and nothing else of the call is done", async (_, { token }) => {
    const before = await asOwner<{ count: string }>(testDatabase.url, "select count(*) from event");
    for (const platform_fee_bps of [0, 350, 10_000]) {
      const made = { name: "Cheap", workspace_id: workspaceId, platform_fee_bps };
      expect(refusalOf(await call("POST", "/api/v1/programs", made, token))).toBe("403 forbidden");
      const changed = await call("PATCH", program, { name: "Cheap", platform_fee_bps }, token);
      expect(refusalOf(changed)).toBe("403 forbidden");
      expect(changed.text).toContain("Only the operator of this service sets platform_fee_bps.");
    }
    expect(await asOwner(testDatabase.url, "select count(*) from event")).toEqual(before);
    expect(await feeOf()).toBe(350);
  });

  test("shows a stranger nothing of the program", async () => {
    expect(refusalOf(await call("PATCH", program, { platform_fee_bps: 0 }, stranger.token))).toBe("404 not_found");
  });

  test("is set by the operator", async () => {
    await changeProgram(
      testDatabase.database,
      programId,
      { name: null, status: null, settings: { platform_fee_bps: 120 } },
      operator,
    );
    expect(await feeOf()).toBe(120);
  });
});

describe("a change of a program", () => {
  test("changes what it names and leaves the rest", async () => {
    const before = fieldOf(await call("GET", program), "data");
    const changed = await call("PATCH", program, { hold_period_days: 33, name: "Renamed" });
    expect(changed.status).toBe(200);
    expect(fieldOf(changed, "data")).toEqual({ ...(before as object), hold_period_days: 33, name: "Renamed" });
    expect(fieldOf(await call("GET", program), "data")).toEqual(fieldOf(changed, "data"));
  });

  test("of commission terms says how long they last: left out, that would become for life unseen", async () => {
    const commission = { type: "percentage", rate_bps: 3000 };
    const vague = await call("PATCH", program, { commission });
    expect(faultsOf(vague)).toEqual([{ field: "commission.duration_months", message: "is required." }]);
    const changed = await call("PATCH", program, { commission: { ...commission, duration_months: 12 } });
    expect(fieldOf(changed, "data.commission")).toEqual({ ...commission, duration_months: 12 });
  });

  test("is refused when it names nothing, or something that is not changed here", async () => {
    expect(refusalOf(await call("PATCH", program, {}))).toBe("400 invalid_request");
    for (const body of [{ workspace_id: 2 }, { program_id: 2 }, { api_token_masked: "x" }, { status: "deleted" }]) {
      expect([body, (await call("PATCH", program, body)).status]).toEqual([body, 400]);
    }
  });

  test("is one event in the program's own log, and calls of an inactive program are refused", async () => {
    await call("PATCH", program, { status: "inactive" });
    const key = await call("POST", `${program}/api-key`, {}, owner.token);
    const sale = await service.post(
      "/api/v1/track/sale",
      { livemode: false },
      { key: String(fieldOf(key, "data.api_token")) },
    );
    expect(sale.status).toBe(401);
    await call("PATCH", program, { status: "active" });
    const events = await call("GET", `${program}/events?type=program_changed&limit=1000`);
    expect((fieldOf(events, "data") as { data: unknown }[]).slice(-2).map(({ data }) => data)).toMatchObject([
      { status: "inactive", settings: {} },
      { status: "active", settings: {} },
    ]);
  });
});

describe("the key", () => {
  test("is shown once, works at once, and ends the one before at once", async () => {
    const first = String(fieldOf(await call("POST", `${program}/api-key`, {}, owner.token), "data.api_token"));
    const track = (key: string) => service.post("/api/v1/track/sale", { livemode: false }, { key });
    expect((await track(first)).status).toBe(200);
    const second = await call("POST", `${program}/api-key`, {}, owner.token);
    const token = String(fieldOf(second, "data.api_token"));
    expect(second.body).toEqual({ data: { api_token: token, api_token_masked: `aff_••••${token.slice(-4)}` } });
    expect([(await track(first)).status, (await track(token)).status]).toEqual([401, 200]);
    expect(fieldOf(await call("GET", program), "data.api_token_masked")).toBe(`aff_••••${token.slice(-4)}`);
    expect(JSON.stringify(await asOwner(testDatabase.url, "select k::text from program_key k"))).not.toContain(token);
  });
});

describe("a key from before keys had a prefix", () => {
  test("still opens its program, by all of its characters, until it is regenerated", async () => {
    const legacy = "0123456789abcdef0123456789abcdef";
    await asOwner(testDatabase.url, "update program_key set key_hash = sha256($2) where program_id = $1", [
      programId,
      Buffer.from(legacy),
    ]);
    const track = (key: string) => service.post("/api/v1/track/sale", { livemode: false }, { key });
    expect((await track(legacy)).status).toBe(200);
    expect((await track(`aff_${legacy}`)).status).toBe(401);
    expect((await track(legacy.slice(0, -1))).status).toBe(401);
    await call("POST", `${program}/api-key`, {}, owner.token);
    expect((await track(legacy)).status).toBe(401);
  });
});

describe("a partner", () => {
  const add = (body: object) => call("POST", `${program}/partners`, body);

  test("is shown with links that begin with the brand's own name, once the program has one", async () => {
    const made = await call("POST", "/api/v1/programs", { name: "Own name", workspace_id: workspaceId });
    const path = `/api/v1/programs/${fieldOf(made, "data.program_id")}`;
    await call("POST", `${path}/partners`, { name: "Zoe", code: "zoe" });
    const shown = async () => fieldOf(await call("GET", `${path}/partners`), "data.0.link");
    await call("PATCH", path, { site_url: "https://acme.example" }, owner.token);
    expect(await shown()).toBe(`${service.url}/r/zoe`);
    for (const wrong of [
      "https://go.acme.example",
      "Go.acme.example",
      "go.acme.example/r",
      "go.acme.example:8443",
      "localhost",
      "10.0.0.1",
    ]) {
      expect(refusalOf(await call("PATCH", path, { link_domain: wrong }, owner.token)), wrong).toBe(
        "400 invalid_request",
      );
    }
    await call("PATCH", path, { link_domain: "go.acme.example" }, owner.token);
    expect(await shown()).toBe("https://go.acme.example/r/zoe");
    await call("PATCH", path, { link_domain: null }, owner.token);
    expect(await shown()).toBe(`${service.url}/r/zoe`);
  });

  test("has a unique code in the installation, across programs", async () => {
    const added = await add({ name: "Ann", code: "ann" });
    expect(added.status).toBe(201);
    expect(fieldOf(added, "data")).toEqual({
      partner_id: expect.any(Number),
      name: "Ann",
      code: "ann",
      status: "active",
      joined_at: expect.any(String),
      group_id: "default",
      link: null,
      ban: null,
      agreement_version: null,
      recruited_by: null,
      agreement_accepted_at: null,
    });
    const other = await call("POST", "/api/v1/programs", { name: "Other", workspace_id: workspaceId });
    const again = await call("POST", `/api/v1/programs/${fieldOf(other, "data.program_id")}/partners`, {
      name: "X",
      code: "ann",
    });
    expect(refusalOf(again)).toBe("409 partner_code_taken");
  });

  test("is one, however many ask for its code at once", async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => add({ name: "Race", code: "race" })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  test("has a code that can stand in an address", async () => {
    for (const code of ["", "-x", "a b", "a/b", "ä", "x".repeat(65), 7]) {
      expect([code, (await add({ name: "P", code })).status]).toEqual([code, 400]);
    }
    expect((await add({ name: "P", code: "A1._~-z" })).status).toBe(201);
  });

  test("that is switched off earns nothing from then on, and keeps its code", async () => {
    const partner = await add({ name: "Bob", code: "bob" });
    const path = `${program}/partners/${fieldOf(partner, "data.partner_id")}`;
    const click = () => service.post("/api/v1/track/click", { affiliate_url: "https://shop.example/?aff=bob" });
    expect((await click()).body).toMatchObject({ success: true });
    expect(fieldOf(await call("PATCH", path, { status: "inactive" }), "data.status")).toBe("inactive");
    expect((await click()).body).toMatchObject({ success: false });
    expect((await call("PATCH", path, { code: "bobby" })).status).toBe(400);
    expect((await call("PATCH", path, {})).status).toBe(400);
  });
});

describe("a policy", () => {
  test("pays the sales that are received while it is in force, and no others", async () => {
    const key = String(fieldOf(await call("POST", `${program}/api-key`, {}, owner.token), "data.api_token"));
    await call("PATCH", program, { commission: { type: "percentage", rate_bps: 1000, duration_months: null } });
    await call("POST", `${program}/partners`, { name: "Cid", code: "cid" });
    const click = await service.post("/api/v1/track/click", { affiliate_url: "https://shop.example/?aff=cid" });
    await service.post("/api/v1/track/lead", { click_id: fieldOf(click, "click_id"), customer_key: "c" }, { key });
    let sold = 0;
    const commissionOf = async (): Promise<unknown> => {
      sold += 1;
      const sale = { transaction_id: `t-${sold}`, amount_cents: 10_000, customer_key: "c", product_id: "pro/1" };
      const saleId = fieldOf(await service.post("/api/v1/track/sale", sale, { key }), "sale_id");
      const list = await call("GET", `${program}/commissions?limit=1000`);
      return (fieldOf(list, "data") as { sale_id: number; amount_cents: number }[]).find(
        (one) => one.sale_id === saleId,
      )?.amount_cents;
    };
    const policy = `${program}/policies/${encodeURIComponent("pro/1")}`;

    expect(await commissionOf()).toBe(1000);
    const put = await call("PUT", policy, { type: "percentage", rate_bps: 2500 });
    expect(fieldOf(put, "data")).toMatchObject({
      product_id: "pro/1",
      commission: { type: "percentage", rate_bps: 2500, duration_months: null },
    });
    expect(await commissionOf()).toBe(2500);
    await call("PUT", policy, { type: "flat", amount_cents: 77, currency: "USD", duration_months: 3 });
    expect(await commissionOf()).toBe(77);
    expect((await call("DELETE", policy)).status).toBe(200);
    expect(await commissionOf()).toBe(1000);
    expect(refusalOf(await call("GET", policy))).toBe("404 not_found");
    expect(refusalOf(await call("DELETE", policy))).toBe("404 not_found");

    const list = await call("GET", `${program}/commissions?limit=1000`);
    expect((fieldOf(list, "data") as { amount_cents: number }[]).map(({ amount_cents }) => amount_cents)).toEqual([
      1000, 2500, 77, 1000,
    ]);
  });
});

describe("an address", () => {
  test("that names nothing is not found, for any signed-in caller", async () => {
    for (const path of [
      "/api/v1/programs/0",
      "/api/v1/programs/1e3",
      "/api/v1/programs/9007199254740993",
      "/api/v1/nothing",
    ]) {
      expect([path, refusalOf(await call("GET", path))]).toEqual([path, "404 not_found"]);
    }
    expect(refusalOf(await call("GET", `${program}/policies/%E0%A4%A`))).toBe("400 invalid_request");
    expect(refusalOf(await call("GET", `${program}/policies/a%00b`))).toBe("404 not_found");
  });

  test("has the methods it names", async () => {
    const answer = await call("DELETE", program);
    expect([refusalOf(answer), answer.headers.get("allow")]).toEqual([
      "405 method_not_allowed",
      "GET, HEAD, PATCH, OPTIONS",
    ]);
  });
});
