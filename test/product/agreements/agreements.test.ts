// Owners publish an agreement in versions, partners accept it in their portal, and a program that requires it pays no partner without.
import { afterAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../src/access/secrets/kept-secrets.ts";
import { approveCommissions } from "../../../src/product/commissions/approvals.ts";
import { setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { newSignInLink } from "../../../src/product/portal/sessions.ts";
import { violationsOf } from "../../support/axe.ts";
import { newVisitor, startBrowser } from "../../support/browser.ts";
import { createTestDatabase } from "../../support/database.ts";
import { click, lead, sale } from "../../support/event-builders.ts";
import { cookiesOf, manyPeople, newCompany } from "../../support/people.ts";
import { fieldOf, refusalOf, secretKey, startService } from "../../support/service.ts";
import { holdsEnd, record } from "../../support/traders.ts";

const db = await createTestDatabase();
const service = await startService(db.url, { ...manyPeople, RATE_LIMIT_BROWSER_PER_MINUTE: "10000" });
afterAll(async () => {
  await service.close();
  await db.drop();
});
const secrets = await openKeptSecrets(db.database, [secretKey]);
const { programId, owner, member, stranger } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const page = `/partners/${programId}/agreement`;
const text = "Partners do not bid on our name.\n\nThey say that they are paid. <b>Always.</b>";
const added = await service.post(`${program}/partners`, { name: "Anna", code: "anna" }, { key: owner.token });
const partnerId = Number(fieldOf(added, "data.partner_id"));
await setPartnerEmail(db.database, secrets, { programId, partnerId, email: "anna@partners.test" }, operator);

async function signIn(): Promise<string> {
  const token = await newSignInLink(db.database, secrets, { email: "anna@partners.test", signUp: null });
  return cookiesOf(await send("/partners/link", { token }));
}

function send(path: string, fields: Record<string, string>, cookie = "") {
  return service.request(path, {
    method: "POST",
    headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded", cookie },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
}

const publish = (given: string, key = owner.token) =>
  service.request(`${program}/agreement`, {
    ...{ method: "PUT", key, headers: { "content-type": "application/json" } },
    body: JSON.stringify({ text: given }),
  });
const shown = async () => fieldOf(await service.request(`${program}/agreement`, { key: owner.token }), "data");
const cookie = await signIn();
const inForce = async () => {
  const { text: body } = await service.request(page, { headers: { cookie } });
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "";
  return { version: hidden("version"), sha256: hidden("sha256"), body };
};

describe("a version", () => {
  test("is an owner's to publish and to end, and a member's to read", async () => {
    expect(await shown()).toMatchObject({ version: null, text: null, accepted: 0 });
    expect((await publish(text, member.token)).status).toBe(403);
    expect((await publish(text, stranger.token)).status).toBe(404);
    expect((await service.request(`${program}/agreement`, { key: stranger.token })).status).toBe(404);
    expect((await service.request(`${program}/agreement`, { key: member.token })).status).toBe(200);
    const first = await publish(text);
    expect(fieldOf(first, "data")).toMatchObject({ version: 1, text, accepted: 0, partners: 1 });
    expect(fieldOf(await publish(text), "data.version")).toBe(1);
  });

  test("with a wrong text is refused by its field", async () => {
    for (const wrong of ["", "  ", "a\u0000b", "a\u202eb", "x".repeat(60_001)]) {
      expect(refusalOf(await publish(wrong)), JSON.stringify(wrong.slice(0, 5))).toBe("400 invalid_request");
    }
  });
});

describe("in the portal", () => {
  test("a partner is asked to accept it, reads it as plain text and accepts it once", async () => {
    const home = await service.request(`/partners/${programId}`, { headers: { cookie } });
    expect(home.text).toContain("Acme asks you to accept its agreement.");
    const { version, sha256, body } = await inForce();
    expect(body).toContain("They say that they are paid. &lt;b&gt;Always.&lt;/b&gt;");
    const answers = await Promise.all([1, 2, 3].map(() => send(page, { version, sha256 }, cookie)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const events = await service.request(`${program}/events?type=agreement_accepted`, { key: owner.token });
    expect(fieldOf(events, "data")).toHaveLength(1);
    expect((await service.request(`/partners/${programId}`, { headers: { cookie } })).text).toContain(
      "You accepted this version on",
    );
    const [partner] = fieldOf(await service.request(`${program}/partners`, { key: owner.token }), "data") as object[];
    expect(partner).toMatchObject({ agreement_version: 1, agreement_accepted_at: expect.any(String) });
    expect(await shown()).toMatchObject({ accepted: 1, partners: 1 });
  });

  test("a version that was replaced while it was read is not accepted", async () => {
    await publish("Version two.");
    const { version, sha256 } = await inForce();
    await publish("Version three.");
    const late = await send(page, { version, sha256 }, cookie);
    expect(late.status).toBe(409);
    expect(late.text).toContain("A newer version was published meanwhile");
    expect(late.text).toContain("Version three.");
    expect((await send(page, { version: "3", sha256: "0".repeat(64) }, cookie)).status).toBe(409);
    expect((await send(page, { version: "three", sha256 }, cookie)).status).toBe(400);
    expect((await send(page, { version, sha256 })).status).toBe(401);
    expect(await shown()).toMatchObject({ version: 3, accepted: 0 });
  });

  test("it is read on a phone, in the partner's language", async () => {
    const browser = await startBrowser();
    const visitor = await newVisitor(browser);
    const [name = "", value = ""] = (cookie.split("; ").find((each) => each.includes("=")) ?? "").split("=");
    await visitor.context.addCookies([{ name, value, url: service.url }]);
    const opened = await visitor.open(`${service.url}${page}?lang=de`);
    await opened.setViewportSize({ width: 390, height: 844 });
    await opened.getByRole("button", { name: "Der Vereinbarung zustimmen" }).waitFor();
    expect(await violationsOf(opened)).toEqual([]);
    if (process.env.SHOTS !== undefined) await opened.screenshot({ path: `${process.env.SHOTS}/agreement.png` });
    await visitor.close();
    await browser.close();
  });
});

test("where it is required a partner is paid only after it has accepted the version in force", async () => {
  await record(db, programId, click(partnerId), lead(), sale({ transaction_id: "t1", amount_cents: 10_000 }));
  await holdsEnd(db, programId);
  await approveCommissions(db.database);
  const call = (method: string, path: string, body: object) =>
    service.request(`${program}${path}`, {
      ...{ method, key: owner.token, headers: { "content-type": "application/json" } },
      body: JSON.stringify(body),
    });
  const get = (path: string) => service.request(`${program}${path}`, { key: owner.token });
  const preflight = async () => (await get("/payout-preflight")).text;
  const file = async () => (await get("/payout-file?tool=paypal&currency=USD")).text;
  expect((await call("PATCH", "", { terms_required: true })).status).toBe(200);
  expect(await preflight()).toContain("terms_not_accepted");
  const created = await call("POST", "/payouts", { currency: "USD" });
  expect(created.text).toContain("ask it to accept it in its portal");
  expect((await service.request(`/partners/${programId}`, { headers: { cookie } })).text).toContain(
    "Acme pays you once you have accepted its agreement.",
  );
  const { version, sha256 } = await inForce();
  expect((await send(page, { version, sha256 }, cookie)).status).toBe(303);
  expect(await preflight()).not.toContain("terms_not_accepted");

  // A new version holds again what was created before; without an agreement nothing is required.
  const paid = await call("POST", "/payouts", { currency: "USD" });
  expect(fieldOf(paid, "data")).toHaveLength(1);
  await publish("Version four.");
  expect(await file()).toContain("has not accepted the agreement in force");
  expect((await service.request(`${program}/agreement`, { method: "DELETE", key: owner.token })).status).toBe(200);
  expect(await shown()).toMatchObject({ version: null, text: null, accepted: 0 });
  expect(await file()).not.toContain("has not accepted");
});
