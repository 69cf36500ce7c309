// Names that people confuse: codes that differ in invisible characters, and names that reverse the direction of the text around them.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { auth, manyPeople, newCompany, newOperator } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, refusalOf } from "../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const { owner, member, programId, workspaceId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;

const send = (method: string, path: string, body: unknown, key = owner.token): Promise<Answer> =>
  service.request(path, { key, method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

async function addPartner(code: string): Promise<number> {
  const added = await send("POST", `${program}/partners`, { name: code, code });
  expect([added.status, added.text]).toEqual([201, expect.any(String)]);
  return fieldOf(added, "data.partner_id") as number;
}

describe("a partner's code", () => {
  test("is taken regardless of case, and the answer names its partner to its owner", async () => {
    const partnerId = await addPartner("Zoe");
    const again = await send("POST", `${program}/partners`, { name: "Another", code: "zOE" });
    expect(refusalOf(again)).toBe("409 partner_code_taken");
    expect(fieldOf(again, "error.details")).toEqual({ program_id: programId, partner_id: partnerId });
  });

  test("is one of two that are asked for at once in another case", async () => {
    const answers = await Promise.all(
      ["race", "RACE", "Race", "rAcE"].map((code) => send("POST", `${program}/partners`, { name: "Racer", code })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });

  test("of an earlier release that differs in its case alone leads where it led", async () => {
    const [first, second] = [await addPartner("older"), await addPartner("placeholder")];
    await asOwner(
      testDatabase.url,
      "update partner_code set code = 'OLDER', is_near_another = true where partner_id = $1",
      [second],
    );
    const partnerOf = async (code: string) => {
      const click = await send("POST", "/api/v1/track/click", { affiliate_url: `https://a.example/?aff=${code}` }, "");
      return fieldOf(click, "partner_code");
    };
    expect([await partnerOf("older"), await partnerOf("OLDER")]).toEqual(["older", expect.any(String)]);
    const [row] = await asOwner<{ partner_id: number }>(
      testDatabase.url,
      "select partner_id from partner_code where code = 'OLDER'",
    );
    expect([first === second, row?.partner_id]).toEqual([false, second]);
    expect(refusalOf(await send("POST", `${program}/partners`, { name: "C", code: "Older" }))).toBe(
      "409 partner_code_taken",
    );
  });
});

describe("a discount code", () => {
  const coupons = `${program}/coupons`;
  const give = (partnerId: number, code: string) => send("POST", coupons, { partner_id: partnerId, code });

  test.each([
    ["a character without a width", "ANNA20", "AN\u200bNA20"],
    ["a soft hyphen", "BODO20", "BO\u00adDO20"],
    ["a variation selector", "CARA20", "CARA20\ufe0f"],
    ["full-width letters", "DINA20", "ｄｉｎａ20"],
    ["another case of a letter that has no capital", "STRASSE1", "straße1"],
    ["a capital of such a letter", "FUSS10", "FUẞ10"],
    ["a ligature", "OFFICE5", "oﬃce5"],
    ["the other form of a composed letter", "CAF\u00c9", "cafe\u0301"],
  ])("is another's where it differs from it in %s", async (_what, first, second) => {
    const [anna, ben] = [await addPartner(`a${Math.random()}`), await addPartner(`b${Math.random()}`)];
    expect((await give(anna, first)).status).toBe(200);
    const refused = await give(ben, second);
    expect(refusalOf(refused)).toBe("409 coupon_taken");
    expect(fieldOf(refused, "error.details")).toEqual({ partner_id: anna });
  });

  test("is kept without characters that are not seen, and needs one that is", async () => {
    const partnerId = await addPartner("kept-codes");
    expect(fieldOf(await give(partnerId, "\u200bKEPT\u200d20 "), "data.code")).toBe("KEPT20");
    expect(refusalOf(await give(partnerId, "\u200b\u2060"))).toBe("400 invalid_request");
  });

  test("of an earlier release stays as it is, is changed, and is taken from its partner", async () => {
    const [anna, ben] = [await addPartner("old-coupon-a"), await addPartner("old-coupon-b")];
    expect((await give(anna, "OLDER30")).status).toBe(200);
    const hidden = "OL\u200bDER30";
    await asOwner(
      testDatabase.url,
      `insert into coupon (program_id, name, from_event_id, code, partner_id, owned_from)
       select program_id, $2, from_event_id, $3, $4, owned_from from coupon where program_id = $1 and name = 'code:OLDER30'`,
      [programId, `code:${hidden}`, hidden, ben],
    );
    const { token } = await newOperator(service, "coupons@svc.test");
    const changed = await send("POST", coupons, { partner_id: ben, code: hidden, provider_ids: ["stripe:p"] }, token);
    expect([changed.status, fieldOf(changed, "data.code")]).toEqual([200, hidden]);
    const removed = await service.request(`${coupons}/${encodeURIComponent(hidden)}`, { key: token, method: "DELETE" });
    expect(removed.status).toBe(200);
    expect(refusalOf(await give(ben, hidden))).toBe("409 coupon_taken");
  });
});

describe("a name that turns the direction of writing", () => {
  const turned = "Anna\u202egnp.exe";
  const everyMark = [
    "\u061c",
    "\u200e",
    "\u200f",
    "\u202a",
    "\u202b",
    "\u202c",
    "\u202d",
    "\u2066",
    "\u2067",
    "\u2068",
    "\u2069",
  ];

  test.each(everyMark)("is refused with %j", async (mark) => {
    expect(refusalOf(await send("POST", `${program}/partners`, { name: `A${mark}b`, code: "turned" }))).toBe(
      "400 invalid_request",
    );
  });

  test.each([
    ["a program", "PATCH", program, { name: turned }],
    ["a new program", "POST", "/api/v1/programs", { name: turned, workspace_id: workspaceId }],
    [
      "an endpoint",
      "POST",
      `${program}/endpoints`,
      { url: "https://a.example", description: turned, types: ["sale.recorded"] },
    ],
  ])("is refused for %s", async (_what, method, path, body) => {
    const refused = await send(method, path, body);
    expect(refusalOf(refused)).toBe("400 invalid_request");
    expect(refused.text).toContain("the direction of writing");
  });

  test("is refused for an account and for a workspace by the accounts library's calls too", async () => {
    const renamed = await auth(service, "/update-user", { name: turned }, member);
    const created = await auth(service, "/organization/create", { name: turned, slug: "x" }, owner);
    expect([renamed.status, created.status]).toEqual([400, 400]);
    expect(renamed.text).toContain("INVALID_NAME");
  });

  test("is written as people write it otherwise: Hebrew, Arabic and joined emoji", async () => {
    for (const name of ["דנה לוי", "محمد", "می‌خواهم", "👩‍💻"]) {
      expect((await send("PATCH", program, { name })).status).toBe(200);
    }
  });
});

test.each(["https://user@acme.example", "https://user:pass@acme.example", "https://:pass@acme.example/shop"])(
  "a program's site is not %s",
  async (site_url) => {
    const refused = await send("PATCH", program, { site_url });
    expect(refusalOf(refused)).toBe("400 invalid_request");
    expect(refused.text).toContain("no name and no password before its host");
  },
);
