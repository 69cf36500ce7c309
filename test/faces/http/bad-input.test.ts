// Bad input at the front door: every bad request gets a typed 4xx, stores nothing it should not, and harms no other caller.
import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "../../support/database.ts";
import { runsOf } from "../../support/property-runs.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, refusalOf, startService } from "../../support/service.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl, {
  RATE_LIMIT_BROWSER_PER_MINUTE: "100000",
  RATE_LIMIT_KEY_PER_MINUTE: "100000",
});
afterAll(async () => {
  await service.close();
  await testDatabase.drop();
});

const program = await createTestProgram(database);
const { clickId, customerKey } = await bindCustomer(service, program, "customer-1");

const goodBodies = {
  click: { affiliate_url: program.link },
  lead: { click_id: clickId, customer_key: "customer-2" },
  sale: { transaction_id: "txn-1", amount_cents: 10_000, customer_key: customerKey },
  refund: { transaction_id: "txn-1", refund_amount_cents: 1 },
} as const;
type CallName = keyof typeof goodBodies;
const calls = Object.keys(goodBodies) as CallName[];
const textField = { click: "page_title", lead: "customer_key", sale: "customer_key", refund: "refund_reason" } as const;

function send(call: CallName, body: string | Uint8Array<ArrayBuffer>, contentType: string | null = "application/json") {
  const isKeyed = call === "sale" || call === "refund";
  return service.request(`/api/v1/track/${call}`, {
    method: "POST",
    body,
    headers: contentType === null ? {} : { "content-type": contentType },
    ...(isKeyed ? { key: program.key } : {}),
  });
}

async function eventCount(): Promise<number> {
  const [row] = await asOwner<{ count: number }>(databaseUrl, "select count(*) as count from event");
  return row?.count ?? -1;
}

/** The good body of the call with one more, or another, value, given as JSON. */
function withRaw(call: CallName, name: string, json: string): string {
  const others = Object.entries(goodBodies[call]).filter(([other]) => other !== name);
  return `${JSON.stringify(Object.fromEntries(others)).slice(0, -1)},"${name}":${json}}`;
}

describe.each(calls)("a %s call", (call) => {
  const good = JSON.stringify(goodBodies[call]);

  const bad = "400 invalid_request";
  const refused: [what: string, body: string | Uint8Array<ArrayBuffer>, refusal: string][] = [
    ["nothing at all", "", bad],
    ["white space", " \n ", bad],
    ["broken JSON", good.slice(0, -1), bad],
    ["two JSON documents", `${good}${good}`, bad],
    ["a list", `[${good}]`, bad],
    ["a text", JSON.stringify(good), bad],
    ["a number", "17", bad],
    ["null", "null", bad],
    ["true", "true", bad],
    ["NaN", withRaw(call, textField[call], "NaN"), bad],
    ["a comment", `${good} // end`, bad],
    ["bytes that are not UTF-8", Uint8Array.from([...Buffer.from(good.slice(0, -2)), 0xff, 0xfe, 0x22, 0x7d]), bad],
    ["UTF-16", Uint8Array.from(Buffer.from(good, "utf16le")), bad],
    ["a NUL in a text", withRaw(call, textField[call], '"a\\u0000b"'), bad],
    ["half a surrogate pair in a text", withRaw(call, textField[call], '"a\\ud800b"'), bad],
    ["a NUL in a field nobody knows", withRaw(call, "other", '"\\u0000"'), bad],
    ["half a surrogate pair in a name", withRaw(call, "a\\ud800", "1"), bad],
    ["a NUL deep in additional_data", withRaw(call, "additional_data", '{"a":[{"b":"\\u0000"}]}'), bad],
    ["nesting of 60,000 levels", withRaw(call, "additional_data", `${"[".repeat(30_000)}${"]".repeat(30_000)}`), bad],
    ["nesting of 40 levels", withRaw(call, "additional_data", `${'{"a":'.repeat(40)}1${"}".repeat(40)}`), bad],
    ["64 KiB and one byte", good.padEnd(65_537), "413 invalid_request"],
    ["1 MiB", withRaw(call, textField[call], `"${"x".repeat(1_048_576)}"`), "413 invalid_request"],
  ];
  test.each(refused)("with %s is refused and stores nothing", async (_, body, refusal) => {
    const events = await eventCount();
    expect(refusalOf(await send(call, body))).toBe(refusal);
    expect(await eventCount()).toBe(events);
  });

  test.each([
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/html",
    "text/json",
    "application/xml",
    "application/jsonx",
    "application/json; charset=utf-16",
    "application/json; charset=iso-8859-1",
    "json",
    "*/*",
  ])("as %s is refused with 415", async (contentType) => {
    expect(refusalOf(await send(call, good, contentType))).toBe("415 invalid_request");
  });

  test("without a content type is refused with 415", async () => {
    const answer = await send(call, Uint8Array.from(Buffer.from(good)), null);
    expect(refusalOf(answer)).toBe("415 invalid_request");
  });

  test("that is compressed is refused with 415", async () => {
    const path = `/api/v1/track/${call}`;
    const headers = { "content-encoding": "gzip" };
    expect(refusalOf(await service.post(path, good, { headers, key: program.key }))).toBe("415 invalid_request");
  });

  test("does not show what is inside", async () => {
    for (const body of ["{broken", withRaw(call, textField[call], "17")]) {
      const { text } = await send(call, body);
      expect(text).not.toMatch(/zod|SyntaxError|position \d|\.ts\b|node_modules|select |insert /i);
    }
  });
});

describe.each(["sale", "refund"] as const)("a %s call", (call) => {
  test("as text/plain is refused: no browser makes it", async () => {
    expect(refusalOf(await send(call, JSON.stringify(goodBodies[call]), "text/plain"))).toBe("415 invalid_request");
  });
});

describe("JSON is taken", () => {
  const testSale = JSON.stringify({ livemode: false });

  test.each([
    "application/json",
    "APPLICATION/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/vnd.api+json",
  ])("as %s", async (contentType) => {
    expect((await send("sale", testSale, contentType)).status).toBe(200);
  });

  test("with a byte order mark", async () => {
    expect((await send("sale", `\ufeff${testSale}`)).status).toBe(200);
  });

  test("of exactly 64 KiB", async () => {
    expect((await send("sale", testSale.padEnd(65_536))).status).toBe(200);
  });

  test("with a name twice: the last one counts", async () => {
    expect((await send("sale", '{"livemode":true,"livemode":false}')).status).toBe(200);
  });

  test("with __proto__, constructor and prototype as names, which change nothing", async () => {
    const names = '"__proto__":{"livemode":false},"constructor":{"prototype":{"livemode":false}},"prototype":1';
    const answer = await send(
      "sale",
      `{"transaction_id":"proto-1","amount_cents":100,"customer_key":"${customerKey}",${names}}`,
    );
    expect(answer.body).toHaveProperty("sale_id");
    expect(({} as Record<string, unknown>).livemode).toBeUndefined();
  });
});

describe("a body that never comes to its end", () => {
  test("is refused as soon as it is too large, also without a length", async () => {
    const chunk = new TextEncoder().encode("x".repeat(16_384));
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 64) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const init: RequestInit & { duplex: "half" } = { method: "POST", body: endless, duplex: "half" };
    const response = await fetch(`${service.url}/api/v1/track/click`, {
      ...init,
      headers: { "content-type": "application/json" },
    });
    expect(response.status).toBe(413);
  });

  test("because the caller hung up leaves nothing and is no error of ours", async () => {
    const events = await eventCount();
    const { port } = new URL(service.url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        socket.write("POST /api/v1/track/click HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n");
        socket.write('Content-Length: 100\r\n\r\n{"aff', () => socket.destroy());
      });
      socket.on("close", () => resolve());
    });
    await expect.poll(() => service.logged.some((line) => line.includes('"status":"aborted"'))).toBe(true);
    expect(service.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(await eventCount()).toBe(events);
  });
});

describe("any input", () => {
  const anything = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      "",
      "1",
      -1,
      0.5,
      2 ** 53,
      1e308,
      "\u0000",
      "\ud800",
      "x".repeat(300),
      clickId,
      customerKey,
      {},
      [],
    ),
  );

  test("is answered with a code of the catalogue and never a fault of ours", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...calls),
        fc.constantFrom(...fieldNames),
        anything,
        fc.constantFrom(...fieldNames),
        anything,
        async (call, firstName, first, secondName, second) => {
          const body = JSON.stringify({ ...goodBodies[call], [firstName]: first, [secondName]: second });
          const answer = await send(call, body);
          expect(answer.status, `${call} ${body} -> ${answer.text}`).toBeLessThan(500);
          if (answer.status !== 200) expect(fieldOf(answer, "error.code")).toMatch(/^[a-z_]+$/);
        },
      ),
      runsOf(400, 100),
    );
    expect(service.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test("while bad and good calls share a batch, the good ones are recorded", async () => {
    const sale = (index: number) => ({
      transaction_id: `beside-${index}`,
      amount_cents: 100,
      customer_key: customerKey,
    });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        index % 2 === 0
          ? send("sale", JSON.stringify(sale(index)))
          : send("sale", JSON.stringify({ ...sale(index), customer_key: `nobody-${index}` })),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(answers.map((_, index) => (index % 2 === 0 ? 200 : 400)));
  });
});

const fieldNames = [
  "transaction_id",
  "amount_cents",
  "tax_cents",
  "customer_key",
  "click_id",
  "click_ids",
  "currency",
  "sale_type",
  "line_items",
  "is_recurring",
  "subscription_id",
  "subscription_interval",
  "product_id",
  "occurred_at",
  "provider",
  "provider_payment_id",
  "livemode",
  "additional_data",
  "event_name",
  "email",
  "affiliate_url",
  "page_url",
  "page_title",
  "user_agent",
  "existing_click_id",
  "refund_amount_cents",
  "refund_reason",
  "refund_id",
] as const;

test.each(["/r/%00", "/p/%00", "/docs/%00", "/api/v1/programs/1/statements/a%00b"])(
  "%s, an address with a NUL character, is no fault of ours",
  async (path) => {
    expect(refusalOf(await service.request(path))).toBe("404 not_found");
  },
);
