// Six providers' payments by a stranger who can sign: the same delivery many times at once, another program's number, amounts and ids
// beyond all bounds, and bodies of the greatest size. Nothing is answered by a fault of ours and nothing counts that should not.
import { afterAll, describe, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { setApiKey } from "../../../src/product/connections/provider-accounts.ts";
import { createTestDatabase } from "../../support/database.ts";
import { changed, parse, readFixtureFile } from "../../support/fixtures.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import { asOwner, bindCustomer, createTestProgram, fieldOf, secretKey, startService } from "../../support/service.ts";
import { basicHeader, hmacBase64, hmacHex, recurlyHeader, timestampedHeader } from "../../support/signing.ts";
import { startStandInApi } from "../../support/stand-in-api.ts";

const testDatabase = await createTestDatabase();
const { url: databaseUrl, database } = testDatabase;
const service = await startService(databaseUrl, { RATE_LIMIT_BROWSER_PER_MINUTE: "100000" });
const secrets = openSecrets([secretKey]);
const api = await startStandInApi();
const restore = redirectProviders(api.baseUrl);
afterAll(async () => {
  restore();
  await service.close();
  await api.close();
  await testDatabase.drop();
});

const bodyBytesMax = 1024 * 1024;
const atOnce = 25;
const seconds = () => Math.floor(Date.now() / 1000);
const timestamped = { separator: ",", timestamp: "t", signature: "v1", joint: "." } as const;

type Path = readonly (string | number)[];

type Attacked = {
  readonly provider: string;
  readonly fixture: string;
  readonly customer: string;
  readonly secret: string;
  readonly apiKey?: string;
  readonly sign: (body: string, secret: string) => Readonly<Record<string, string>>;
  /** What is delivered of the document that the provider's API then answers; the document itself where left out. */
  readonly notice?: (document: string) => string;
  readonly amount: Path;
  readonly id: Path;
  readonly cents: number;
  /** In whole cents, or in decimals. */
  readonly centsOfOne: 1 | 100;
};

const providers: readonly Attacked[] = [
  {
    provider: "shopify",
    fixture: "orders.paid",
    customer: "user-701",
    secret: "shopify_client_secret_1",
    sign: (body, secret) => ({ "x-shopify-hmac-sha256": hmacBase64(secret, body), "x-shopify-topic": "orders/paid" }),
    amount: ["total_price_set", "presentment_money", "amount"],
    id: ["admin_graphql_api_id"],
    cents: 11_997,
    centsOfOne: 100,
  },
  {
    provider: "razorpay",
    fixture: "subscription.charged.first",
    customer: "user-502",
    secret: "razorpay_webhook_secret_1",
    sign: (body, secret) => ({ "x-razorpay-signature": hmacHex(secret, body) }),
    amount: ["payload", "payment", "entity", "amount"],
    id: ["payload", "payment", "entity", "id"],
    cents: 99_900,
    centsOfOne: 1,
  },
  {
    provider: "revenuecat",
    fixture: "initial_purchase",
    customer: "user-601",
    secret: "revenuecat_signing_secret_1",
    sign: (body, secret) => ({
      "x-revenuecat-webhook-signature": timestampedHeader(timestamped, Buffer.from(body), [secret], seconds()),
    }),
    amount: ["event", "price_in_purchased_currency"],
    id: ["event", "transaction_id"],
    cents: 999,
    centsOfOne: 100,
  },
  {
    provider: "chargebee",
    fixture: "payment_succeeded",
    customer: "user-901",
    secret: "hooks:chargebee-password-1",
    sign: (_, secret) => ({ authorization: basicHeader(secret) }),
    amount: ["content", "transaction", "amount"],
    id: ["content", "transaction", "id"],
    cents: 4_900,
    centsOfOne: 1,
  },
  {
    provider: "mollie",
    fixture: "payment.paid.first",
    customer: "user-801",
    secret: "mollie_signing_secret_1",
    apiKey: "live_key_of_this_account",
    sign: () => ({ "content-type": "application/x-www-form-urlencoded" }),
    notice: (document) => {
      const body = { ...JSON.parse(document), _embedded: { refunds: [], chargebacks: [] } };
      api.answers.set("/v2/payments/tr_SvcFirst00001", { status: 200, body });
      return "id=tr_SvcFirst00001";
    },
    amount: ["amount", "value"],
    id: ["id"],
    cents: 2_000,
    centsOfOne: 100,
  },
  {
    provider: "recurly",
    fixture: "purchase.success",
    customer: "user-951",
    secret: "recurly_endpoint_key_1",
    apiKey: "recurly_private_key",
    sign: (body, secret) => ({ "recurly-signature": recurlyHeader(Buffer.from(body), [secret], seconds()) }),
    notice: (document) => {
      const custom_fields = JSON.parse(/"custom_fields":(\[.*?\])/.exec(document)?.[1] ?? "[]");
      api.answers.set("/transactions/svcfirst0001", { status: 200, body: JSON.parse(document) });
      api.answers.set("/accounts/svcaccount01", { status: 200, body: { custom_fields } });
      return JSON.stringify({ id: "svcfirst0001", object_type: "payment", event_type: "succeeded", uuid: "0" });
    },
    amount: ["amount"],
    id: ["id"],
    cents: 4_900,
    centsOfOne: 100,
  },
];

async function open({ provider, fixture, customer, secret, apiKey, sign, notice }: Attacked) {
  const program = await createTestProgram(database);
  const { programId } = program;
  const { clickId } = await bindCustomer(service, program, customer);
  const connection = { programId, provider, livemode: true, secrets: [secret] };
  const connectionId = (await addConnection(database, secrets, connection, operator)) ?? 0;
  if (apiKey !== undefined) await setApiKey(database, secrets, { programId, connectionId, apiKey }, operator);
  const written = JSON.stringify(parse(readFixtureFile(`${provider}/${fixture}.written.json`)));
  const document = (program: number) =>
    written
      .replaceAll("INR", "USD")
      .replaceAll("clk_0f8fad5bd9cb469fa165", clickId)
      .replaceAll(/("program_id"|"cf_program_id"):(?:"7"|7)/g, `$1:"${program}"`)
      .replaceAll(/("name":"program_id","value"):"7"/g, `$1:"${program}"`)
      .replaceAll(/("program_id":\{"updated_at_ms":\d+,"value"):"7"/g, `$1:"${program}"`);
  const deliver = (text: string) => {
    const body = notice?.(text) ?? text;
    return service.post(`/webhooks/${provider}/${connectionId}`, body, { headers: sign(body, secret) });
  };
  const sales = () =>
    asOwner<{ amount: number; commission: number }>(
      databaseUrl,
      `select s.amount_cents::float8 as amount, c.amount_cents::float8 as commission
         from sale s join commission c using (program_id, sale_id) where s.program_id = $1`,
      [programId],
    );
  return { programId, payment: document(programId), document, deliver, sales };
}

const replaced = (text: string, path: Path, value: unknown): string =>
  changed(Buffer.from(text), path, value).toString();

describe.each(providers)("$provider's payment", (one) => {
  const sale = { amount: one.cents, commission: Math.round(one.cents / 5) };

  test("delivered many times at once counts once", async () => {
    const { payment, deliver, sales } = await open(one);
    const answers = await Promise.all(Array.from({ length: atOnce }, () => deliver(payment)));
    const statuses = answers.map((answer) => [answer.status, fieldOf(answer, "status")].join(" ")).toSorted();
    expect(statuses).toEqual([...Array.from({ length: atOnce - 1 }, () => "200 duplicate"), "200 recorded"]);
    expect(await sales()).toEqual([sale]);
  });

  test("that names another program is kept and counts nowhere", async () => {
    const other = await open(one);
    const { document, deliver, sales } = await open(one);
    expect(fieldOf(await deliver(document(other.programId)), "status")).toBe("ignored");
    expect([await sales(), await other.sales()]).toEqual([[], []]);
  });

  test.each([
    ...[-1, -0.01, 0.001, 2 ** 53, 2 ** 53 + 2, 1e21, 1e300, 99_999_999_999_999],
    ...["-1.00", "1e3", "9007199254740993.00", "99999999999999.99", "1,00", "١٢٣", "0x10", "NaN", "", " 1.00"],
    ...[null, true, [], {}, [1]],
  ])("of the amount %j is no sale of another amount, and no fault of ours", async (amount) => {
    const { payment, deliver, sales } = await open(one);
    const { status } = await deliver(replaced(payment, one.amount, amount));
    expect(status).toBe(200);
    // Some are amounts that a provider may report, such as of a yet greater sale.
    for (const { amount: counted } of await sales()) expect(counted).toBe(Number(amount) * one.centsOfOne);
  });

  test.each([
    "ａｂｃ",
    "😀".repeat(60),
    "a\u202eb",
    "é",
    "e\u0301",
    "x".repeat(255),
    "__proto__",
    "'; drop table sale; --",
  ])("under the id %j is answered, and repeated it is the same", async (id) => {
    const { payment, deliver, sales } = await open(one);
    const text = replaced(payment, one.id, id);
    const first = await deliver(text);
    const again = await deliver(text);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect((await sales()).length).toBeLessThanOrEqual(1);
  });

  test.runIf(one.notice === undefined)("fits 1 MiB to the byte, and one byte more is refused", async () => {
    const { payment, deliver, sales } = await open(one);
    const padded = (bytes: number) => payment + " ".repeat(bytes - Buffer.byteLength(payment));
    expect((await deliver(padded(bodyBytesMax + 1))).status).toBe(413);
    expect(await sales()).toEqual([]);
    expect((await deliver(padded(bodyBytesMax))).status).toBe(200);
    expect(await sales()).toEqual([sale]);
  });
});
