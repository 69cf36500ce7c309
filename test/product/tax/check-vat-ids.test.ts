// VIES is asked about partners' VAT ids. What it answers is kept with the time; what it does not answer is asked again and blocks nothing.
import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { checkVatIds } from "../../../src/product/tax/check-vat-ids.ts";
import { createTestDatabase } from "../../support/database.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { giveTaxDetails, w8beneFields, w9Fields } from "../../support/tax-details.ts";
import { beginTrade } from "../../support/traders.ts";

type Answer = { readonly status: number; readonly body: unknown } | "none" | "huge" | "elsewhere";
type Asked = { readonly path: string; readonly body: { countryCode: string; vatNumber: string } };

/** Written from the description of VIES' REST API: what it answers to POST /check-vat-number. */
async function startVies() {
  const asked: Asked[] = [];
  const state = { answer: (_: Asked["body"]): Answer => "none", onAsked: async (): Promise<void> => undefined };
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await textOf(request));
    asked.push({ path: `${request.method} ${request.url}`, body });
    await state.onAsked();
    const answer = state.answer(body);
    if (answer === "none") response.destroy();
    else if (answer === "elsewhere") response.writeHead(302, { location: "/other" }).end();
    else if (answer === "huge") response.end(`{"valid":true,"name":"${"x".repeat(100_000)}"}`);
    else response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the stand-in has no port");
  return { url: `http://127.0.0.1:${address.port}`, asked, state, close: () => server.close() };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

const db = await createTestDatabase();
const vies = await startVies();
afterAll(async () => {
  vies.close();
  await db.drop();
});
const { database } = db;
const secrets = openSecrets([secretKey]);
const check = () => checkVatIds({ database, secrets, viesUrl: vies.url });

const says =
  (valid: boolean) =>
  ({ countryCode, vatNumber }: Asked["body"]): Answer => ({
    status: 200,
    body: { countryCode, vatNumber, requestDate: "2026-11-27T12:00:00.000Z", valid, name: "---", address: "---" },
  });
const fails =
  (error: string, status = 200) =>
  (): Answer => ({
    status,
    body: { actionSucceed: false, errorWrappers: [{ error }] },
  });

async function partnerWith(fields: object) {
  const { programId, annaId } = await beginTrade(db);
  const email = `anna-${programId}@partners.test`;
  await setPartnerEmail(database, secrets, { programId, partnerId: annaId, email }, operator);
  const give = (given: object) => giveTaxDetails({ database }, { programId, email, fields: given }, secrets);
  await give(fields);
  const status = async () => {
    const [row] = await asOwner<{ vat_status: string | null; vat_checked_at: Date | null; vat_attempts: number }>(
      db.url,
      "select vat_status, vat_checked_at, vat_attempts from partner_tax where program_id = $1",
      [programId],
    );
    return row;
  };
  const waits = (time: string) =>
    asOwner(db.url, `update partner_tax set vat_checked_at = now() - interval '${time}' where program_id = $1`, [
      programId,
    ]);
  return { programId, status, give, waits };
}

beforeEach(async () => {
  vies.asked.length = 0;
  await asOwner(db.url, "delete from partner_tax", []);
});

describe("a VAT id", () => {
  test.each([
    [true, "valid"],
    [false, "invalid"],
  ] as const)("that VIES says is valid: %s is kept as %s with the time, and asked about once", async (valid, kept) => {
    vies.state.answer = says(valid);
    const { status } = await partnerWith(w8beneFields);
    expect(await status()).toMatchObject({ vat_status: "unchecked", vat_checked_at: null });
    expect(await check()).toBe(1);
    expect(await check()).toBe(0);
    expect(vies.asked).toEqual([
      { path: "POST /check-vat-number", body: { countryCode: "DE", vatNumber: "123456789" } },
    ]);
    const after = await status();
    expect(after?.vat_status).toBe(kept);
    expect(after?.vat_checked_at).not.toBeNull();
  });

  test("outside the European Union, or none, is not asked about", async () => {
    const { status } = await partnerWith({ ...w8beneFields, country: "JP", vat_id: "T1234567890123" });
    const { status: others } = await partnerWith(w9Fields);
    await check();
    expect(vies.asked).toEqual([]);
    expect([await status(), await others()]).toMatchObject([{ vat_status: null }, { vat_status: null }]);
  });

  test("that was replaced while VIES was asked keeps no answer about the one before", async () => {
    vies.state.answer = says(true);
    const { status, give } = await partnerWith(w8beneFields);
    vies.state.onAsked = () => give({ ...w8beneFields, vat_id: "DE987654321" });
    await check();
    vies.state.onAsked = async () => undefined;
    expect(await status()).toMatchObject({ vat_status: "unchecked", vat_checked_at: null, vat_attempts: 0 });
    vies.state.answer = says(false);
    await check();
    expect((await status())?.vat_status).toBe("invalid");
  });
});

describe("without an answer", () => {
  const wrong = (body: object) => (): Answer => ({ status: 200, body });
  test.each([
    ["the member state does not answer", fails("MS_UNAVAILABLE")],
    ["VIES is asked too much", fails("GLOBAL_MAX_CONCURRENT_REQ", 500)],
    ["VIES refuses the input", fails("INVALID_INPUT", 400)],
    ["another id is answered", wrong({ countryCode: "DE", vatNumber: "1", valid: true })],
    ["the answer is not of this form", wrong({ valid: "true" })],
    [
      "an error says that it is valid",
      (body: Asked["body"]): Answer => ({ status: 500, body: { ...body, valid: true } }),
    ],
    ["the connection is cut", (): Answer => "none"],
    ["the answer leads elsewhere", (): Answer => "elsewhere"],
    ["the answer is huge", (): Answer => "huge"],
  ])("since %s, the id stays unchecked and is asked about again later", async (_, answer) => {
    vies.state.answer = answer;
    const { status, waits } = await partnerWith(w8beneFields);
    expect(await check()).toBe(0);
    expect(await status()).toMatchObject({ vat_status: "unchecked", vat_attempts: 1 });
    await check();
    expect(vies.asked).toHaveLength(1);
    await waits("11 minutes");
    vies.state.answer = says(true);
    expect(await check()).toBe(1);
    expect(await status()).toMatchObject({ vat_status: "valid", vat_attempts: 2 });
  });

  test("it is asked about ever less often, and once a day at least", async () => {
    vies.state.answer = fails("MS_UNAVAILABLE");
    const { waits } = await partnerWith(w8beneFields);
    await asOwner(db.url, "update partner_tax set vat_attempts = 100", []);
    await waits("23 hours");
    await check();
    expect(vies.asked).toHaveLength(0);
    await waits("25 hours");
    await check();
    expect(vies.asked).toHaveLength(1);
  });

  test("from VIES at all, the others are not asked about in the same run", async () => {
    vies.state.answer = () => "none";
    await partnerWith(w8beneFields);
    await partnerWith(w8beneFields);
    await check();
    expect(vies.asked).toHaveLength(1);
    vies.state.answer = fails("MS_UNAVAILABLE");
    await partnerWith(w8beneFields);
    vies.asked.length = 0;
    await check();
    expect(vies.asked).toHaveLength(2);
  });
});
