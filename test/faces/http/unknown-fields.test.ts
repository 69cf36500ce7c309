// Fields a tracking call does not know are ignored and named in its answer, and free-form fields take any JSON.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../support/for-file.ts";
import { asOwner, bindCustomer, clickOn, createTestProgram, fieldOf, refusalOf } from "../../support/service.ts";

const { service, databaseUrl, database } = await serviceForFile();

const program = await createTestProgram(database);
const { key } = program;
const { customerKey } = await bindCustomer(service, program, "customer-1");
let made = 0;
const sale = (fields: object = {}) => {
  made += 1;
  return { transaction_id: `t${made}`, amount_cents: 10_000, customer_key: customerKey, ...fields };
};

const warning = (field: string, said: string) => ({
  code: "unknown_field",
  field,
  message: expect.stringMatching(new RegExp(`^${field} is not a field of .* and was ignored.*${said}`)),
});

const calls: readonly (readonly [
  call: string,
  body: () => object,
  key: string | undefined,
  field: string,
  meant: string,
])[] = [
  ["click", () => ({ affiliate_url: program.link }), undefined, "pageUrl", "page_url"],
  ["lead", () => ({ customer_key: customerKey }), key, "evnt_name", "event_name"],
  [
    "lead",
    () => ({ customer_key: customerKey, additional_data: { program_id: program.programId } }),
    undefined,
    "e_mail",
    "email",
  ],
  ["sale", sale, key, "transactionID", "transaction_id|Its fields"],
  ["sale", () => ({ livemode: false }), key, "subscription", "subscription_id"],
  [
    "payment-reference",
    () => ({ provider: "sepay", reference: "DH1", customer_key: customerKey }),
    key,
    "product",
    "product_id",
  ],
];

describe("a field that is not known", () => {
  test.each(calls)(
    "of %s is ignored and named with the one that is near",
    async (call, body, withKey, field, meant) => {
      const sent = withKey === undefined ? {} : { key: withKey };
      const answer = await service.post(`/api/v1/track/${call}`, { ...body(), [field]: "x" }, sent);
      expect([answer.status, fieldOf(answer, "warnings")]).toEqual([200, [warning(field, meant)]]);
      const plain = await service.post(`/api/v1/track/${call}`, body(), sent);
      expect([plain.status, Object.keys(plain.body as object)]).toEqual([
        200,
        expect.not.arrayContaining(["warnings"]),
      ]);
    },
  );

  test("of a refund is ignored and named, where it is not its amount", async () => {
    const { transaction_id } = sale();
    await service.post("/api/v1/track/sale", { ...sale(), transaction_id }, { key });
    const refund = { transaction_id, refund_amount_cents: 1_000, refund_reasn: "x", currency: "USD", amount: 7 };
    const answer = await service.post("/api/v1/track/refund", refund, { key });
    expect(answer.body).toMatchObject({ status: "refunded", refunded_cents: 1_000 });
    expect(fieldOf(answer, "warnings")).toEqual([
      warning("refund_reasn", "refund_reason"),
      warning("currency", "Its fields are transaction_id"),
      warning("amount", "refund_amount_cents"),
    ]);
  });

  test("is named for each of them, up to twenty, and a long name only in part", async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, number) => [`field${number}`, 1]));
    const long = "n".repeat(5_000);
    const answer = await service.post("/api/v1/track/sale", sale({ [long]: 1, ...many }), { key });
    const warnings = fieldOf(answer, "warnings") as { field: string }[];
    expect(warnings).toHaveLength(20);
    expect(warnings[0]?.field).toBe("n".repeat(64));
    expect(answer.text.length).toBeLessThan(20_000);
  });

  test("is listed together with a required rotation, and not in a refusal", async () => {
    const flagged = await createTestProgram(database);
    await asOwner(
      databaseUrl,
      "update program_key set flagged_at = now() - interval '1 hour', rotate_by = now() + interval '1 day' where program_id = $1",
      [flagged.programId],
    );
    const test = { livemode: false, transactoin_id: "x" };
    const answer = await service.post("/api/v1/track/sale", test, { key: flagged.key });
    expect((fieldOf(answer, "warnings") as { code: string }[]).map(({ code }) => code)).toEqual([
      "api_key_rotation_required",
      "unknown_field",
    ]);
    const refused = await service.post("/api/v1/track/sale", sale({ customer_key: "nobody", strange: 1 }), { key });
    expect(refusalOf(refused)).toBe("400 no_attribution");
    expect(refused.body).not.toHaveProperty("warnings");
  });

  test("of the prototype's name is a field like any other", async () => {
    const body = JSON.stringify(sale()).replace("{", '{"__proto__":{"amount_cents":1},"constructor":1,');
    const answer = await service.post("/api/v1/track/sale", body, { key });
    expect((fieldOf(answer, "warnings") as { field: string }[]).map(({ field }) => field)).toEqual([
      "__proto__",
      "constructor",
    ]);
  });
});

describe("line_items and additional_data", () => {
  test.each([[[{ sku: "a", price: 1.5 }]], ["text"], [true], [0.5], [[]], [{ a: { b: [null] } }]])(
    "may be any JSON: %j",
    async (value) => {
      const answer = await service.post("/api/v1/track/sale", sale({ line_items: value, additional_data: value }), {
        key,
      });
      expect(answer.status).toBe(200);
      const [event] = await asOwner<{ data: object }>(databaseUrl, "select data from event where id = $1", [
        fieldOf(answer, "sale_id"),
      ]);
      expect(event?.data).toMatchObject({ line_items: value, additional_data: value });
    },
  );

  test.each(["line_items", "additional_data"])("%s has at most 16 KiB", async (field) => {
    const list = (bytes: number) => sale({ [field]: ["x".repeat(bytes - 4)] });
    expect((await service.post("/api/v1/track/sale", list(16_384), { key })).status).toBe(200);
    expect(refusalOf(await service.post("/api/v1/track/sale", list(16_385), { key }))).toBe("400 invalid_request");
  });

  test("a list of line items is no test mode, and a click still counts", async () => {
    const click_id = await clickOn(service, program);
    const answer = await service.post("/api/v1/track/sale", sale({ click_id, line_items: [{ test_mode: true }] }), {
      key,
    });
    expect(fieldOf(answer, "sale_id")).toEqual(expect.any(Number));
  });
});
