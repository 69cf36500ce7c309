// Flags by what partners do and who they look like, over HTTP: clicks from the address that a partner signs in from, payouts that go to one
// place, a recruited partner that is its recruiter, leads that come too fast, and refunds. What was compared is nowhere in the log, and a
// replay finds nothing also when it is gone.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeExpired } from "../../../src/access/expired.ts";
import { operator } from "../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../src/access/secrets/kept-secrets.ts";
import { verifyPrograms } from "../../../src/engine/replay/verify.ts";
import { compareAllPartners } from "../../../src/product/flags/compare-partners.ts";
import { erasePerson } from "../../../src/product/people/erase-person.ts";
import { newSignInLink } from "../../../src/product/portal/sessions.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { cookiesOf, joinWorkspace, manyPeople, newCompany, newPerson, type Person } from "../../support/people.ts";
import { replayParts } from "../../support/replaying.ts";
import { type Answer, type AnsweredRow, fieldOf, refusalOf, rowsOf, secretKey } from "../../support/service.ts";
import { createToken } from "../../support/tokens.ts";

const { service, database, testDatabase } = await serviceForFile({
  ...manyPeople,
  RATE_LIMIT_BROWSER_PER_MINUTE: "10000",
  TRUST_PROXY_HOPS: "1",
});
const secrets = await openKeptSecrets(database, [secretKey]);
const { workspaceId, owner, member, stranger, programId } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;

let second: Person;
let projectKey: string;

const call = (method: string, path: string, body?: unknown, key = owner.token): Promise<Answer> =>
  service.request(`${program}${path}`, {
    key,
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

type From = { readonly address?: string };

const track = (path: string, body: unknown, { address = "198.51.100.1", key }: From & { readonly key?: string } = {}) =>
  service.request(`/api/v1/track/${path}`, {
    ...(key === undefined ? {} : { key }),
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
  });

const emailOf = (code: string) => `${code}@partners.test`;

async function join(code: string, recruitedBy?: number): Promise<number> {
  const fields = recruitedBy === undefined ? {} : { recruited_by: recruitedBy };
  const partnerId = Number(fieldOf(await call("POST", "/partners", { name: code, code }), "data.partner_id"));
  expect((await call("PUT", `/partners/${partnerId}/email`, { email: emailOf(code) })).status).toBe(200);
  if (recruitedBy !== undefined)
    expect((await call("POST", `/partners/${partnerId}/recruiter`, fields)).status).toBe(200);
  return partnerId;
}

const form = (path: string, fields: Record<string, string>, { address = "", cookie = "" } = {}) =>
  service.request(path, {
    method: "POST",
    headers: {
      origin: service.url,
      "content-type": "application/x-www-form-urlencoded",
      ...(address === "" ? {} : { "x-forwarded-for": address }),
      cookie,
    },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

/** By the link in a mail, as a partner does. Answers its session's cookie. */
async function signIn(code: string, address: string): Promise<string> {
  const token = await newSignInLink(database, secrets, { email: emailOf(code), signUp: null });
  const answer = await form("/partners/link", { token }, { address });
  expect(answer.status).toBe(303);
  return cookiesOf(answer);
}

async function clickOf(code: string, { address = "198.51.100.1" }: From = {}): Promise<string> {
  const clicked = await track("click", { affiliate_url: `https://acme.example/?aff=${code}` }, { address });
  return String(fieldOf(clicked, "click_id"));
}

/** A sale of 100.00 USD by a click of its own, which earns 20.00. */
async function buy(code: string, name: string, from: From & { readonly email?: string } = {}): Promise<Answer> {
  const click_id = await clickOf(code, from);
  if (from.email !== undefined)
    await track("lead", { click_id, customer_key: name, email: from.email }, { key: projectKey });
  const named = from.email === undefined ? { click_id } : { customer_key: name };
  return track("sale", { transaction_id: name, ...named, amount_cents: 10_000, currency: "USD" }, { key: projectKey });
}

const saleIdOf = (answer: Answer) => Number(fieldOf(answer, "sale_id"));

const rows = async (path: string) => rowsOf(await call("GET", path));

const flagsOf = async (saleId: number) =>
  (await rows("/flags?limit=1000")).filter(({ flag_id }) => String(flag_id).startsWith(`${saleId}-`));

async function commission(id: number) {
  const row = (await rows("/commissions?limit=1000")).find(({ commission_id }) => commission_id === id);
  return row && { status: row.status, amount_cents: row.amount_cents, reason: row.reason };
}

const held = { status: "held", amount_cents: 2_000, reason: null };
const pending = { status: "pending", amount_cents: 2_000, reason: null };

/** Released as fine, reversed as abuse by another person, and open again as it was. */
async function decideInTurn(saleId: number, kind: string): Promise<void> {
  const flag = (await flagsOf(saleId)).find((row) => row.kind === kind);
  const flag_ids = [flag?.flag_id];
  const resolve = (as: string, key = owner.token) => call("POST", "/flags/resolve", { flag_ids, as, reason: "x" }, key);
  expect(await commission(saleId)).toEqual(held);
  expect((await resolve("fine", member.token)).status).toBe(403);
  expect((await resolve("fine", stranger.token)).status).toBe(404);
  expect(fieldOf(await resolve("fine"), "data.0.result")).toBe("resolved");
  expect(await commission(saleId)).toEqual(pending);
  expect(fieldOf(await resolve("abuse", second.token), "data.0.result")).toBe("resolved");
  expect(await commission(saleId)).toEqual({ status: "reversed", amount_cents: 0, reason: "abuse" });
  expect((await flagsOf(saleId))[0]).toMatchObject({ status: "abuse", by_name: second.name });
  expect(fieldOf(await call("POST", "/flags/reopen", { flag_ids, reason: "y" }), "data.0.result")).toBe("reopened");
  expect(await commission(saleId)).toEqual(held);
}

const setRecipient = (partnerId: number, email: string) =>
  call("PUT", `/partners/${partnerId}/recipient`, { email, name: "Anna Nguyen", kind: "person" });

const expectSameBooks = async () =>
  expect((await verifyPrograms({ ...replayParts(testDatabase), secrets }, [programId]))[0]).toMatchObject({
    log_faults: [],
    books_difference: null,
  });

const addressesKept = async () =>
  (await sql<{ partner_id: number }>`select partner_id, digest, seen_at from partner_address`.execute(database.kysely))
    .rows;

const eventsText = async () =>
  JSON.stringify((await sql`select data from event where program_id = ${programId}`.execute(database.kysely)).rows);

beforeAll(async () => {
  projectKey = String(fieldOf(await call("POST", "/api-key"), "data.api_token"));
  second = await newPerson(service, "second@acme.test");
  await joinWorkspace(service, workspaceId, { owner, joins: second, role: "owner" });
  const all = ["own_device", "recruit_circle", "shared_payout", "fast_leads", "refund_rate"];
  const settings = Object.fromEntries(all.map((kind) => [`flag_${kind}`, "hold"]));
  const changed = await call("PATCH", "", { ...settings, hold_period_days: 5, site_url: "https://acme.example" });
  expect(changed.status).toBe(200);
});
afterAll(expectSameBooks);

describe("settings", () => {
  test("of the kinds and of their limits are an owner's, and what is wrong is refused by its field", async () => {
    expect((await call("PATCH", "", { flag_own_device: "off" }, member.token)).status).toBe(403);
    expect((await call("PATCH", "", { refund_rate_percent: 5 }, member.token)).status).toBe(403);
    expect((await call("PATCH", "", { flag_own_device: "off" }, stranger.token)).status).toBe(404);
    for (const wrong of [
      ...["recruit_circle", "shared_payout", "fast_leads", "refund_rate"].map((kind) => ({
        [`flag_${kind}`]: "refuse",
      })),
      ...[{ flag_own_device: "no" }, { flag_own_device: null }, { fast_leads_count: 0 }, { fast_leads_count: 101 }],
      ...[{ fast_leads_seconds: 0 }, { fast_leads_seconds: 3_601 }, { fast_leads_seconds: 1.5 }],
      ...[
        { refund_rate_percent: 0 },
        { refund_rate_percent: 100 },
        { refund_rate_sales: 0 },
        { refund_rate_sales: "5" },
      ],
    ]) {
      expect(refusalOf(await call("PATCH", "", wrong)), JSON.stringify(wrong)).toBe("400 invalid_request");
    }
  });
});

describe("a click from the address that the partner signed in from", () => {
  test("holds what it earns, and one from elsewhere, or before the sign-in, does not", async () => {
    await join("device");
    const before = saleIdOf(await buy("device", "device-0", { address: "203.0.113.7" }));
    await signIn("device", "203.0.113.7");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const own = saleIdOf(await buy("device", "device-1", { address: "203.0.113.7" }));
    const elsewhere = saleIdOf(await buy("device", "device-2", { address: "203.0.113.8" }));
    expect(await flagsOf(own)).toMatchObject([
      {
        kind: "own_device",
        choice: "hold",
        summary: "The click came from an address that the partner had signed in from.",
      },
    ]);
    expect([await flagsOf(before), await flagsOf(elsewhere)]).toEqual([[], []]);
    await decideInTurn(own, "own_device");
    expect(await eventsText()).not.toContain("203.0.113");
    const [kept] = (await addressesKept()) as unknown as { digest: string }[];
    expect(kept?.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await eventsText()).not.toContain(kept?.digest);
  });

  test("counts an IPv6 network as one address, and a visit by the partner's redirect as one by its page", async () => {
    await join("six");
    await signIn("six", "2001:db8:1:2:aaaa::1");
    const headers = { "x-forwarded-for": "2001:db8:1:2:bbbb::9" };
    const visited = await service.request("/r/six", { headers, redirect: "manual" });
    const click_id = new URL(visited.headers.get("location") ?? "").searchParams.get("svc_click_id");
    const sold = { transaction_id: "six-1", click_id, amount_cents: 10_000, currency: "USD" };
    expect(await flagsOf(saleIdOf(await track("sale", sold, { key: projectKey })))).toMatchObject([
      { kind: "own_device" },
    ]);
  });

  test("is refused its commission where the program refuses, which the call says", async () => {
    await call("PATCH", "", { flag_own_device: "refuse" });
    await join("refused");
    await signIn("refused", "203.0.113.20");
    const answer = await buy("refused", "refused-1", { address: "203.0.113.20" });
    expect(answer).toMatchObject({ status: 200, body: { commission_id: null, reason: "self_referral" } });
    const [flag] = await flagsOf(saleIdOf(answer));
    await call("POST", "/flags/resolve", { flag_ids: [flag?.flag_id], as: "fine", reason: "a shared office" });
    expect(await commission(saleIdOf(answer))).toEqual(pending);
    await call("PATCH", "", { flag_own_device: "hold" });
  });

  test("is compared for 30 days; then the digest goes, and what was found stays, also in a replay", async () => {
    const partnerId = await join("month");
    await signIn("month", "203.0.113.30");
    const age = (days: number) =>
      sql`update partner_address set seen_at = now() - make_interval(days => ${days})
           where partner_id = ${partnerId}`.execute(database.kysely);
    await age(29);
    const within = saleIdOf(await buy("month", "month-1", { address: "203.0.113.30" }));
    expect(await flagsOf(within)).toHaveLength(1);
    await age(31);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await flagsOf(saleIdOf(await buy("month", "month-2", { address: "203.0.113.30" })))).toEqual([]);
    await removeExpired(database, 30);
    expect((await addressesKept()).filter(({ partner_id }) => partner_id === partnerId)).toEqual([]);
    await expectSameBooks();
    expect(await flagsOf(within)).toMatchObject([{ kind: "own_device", status: "open" }]);
  });

  test("is nothing once the partner's e-mail is removed, or the person erased, and nothing is kept where nothing is looked for", async () => {
    const removed = await join("removed");
    await signIn("removed", "203.0.113.40");
    const erased = await join("erased");
    await signIn("erased", "203.0.113.41");
    const keptOf = async (partnerId: number) =>
      (await addressesKept()).filter(({ partner_id }) => partner_id === partnerId).length;
    expect([await keptOf(removed), await keptOf(erased)]).toEqual([1, 1]);
    await call("DELETE", `/partners/${removed}/email`);
    const email = emailOf("erased");
    const which = { programId, customerKey: null, email, emailHashes: [secrets.hashEmail(email)] };
    await erasePerson(database, which, "request 7", operator);
    expect([await keptOf(removed), await keptOf(erased)]).toEqual([0, 0]);
    const renewed = await join("renewed");
    await signIn("renewed", "203.0.113.42");
    await call("PUT", `/partners/${renewed}/email`, { email: emailOf("renewed") });
    expect(await keptOf(renewed)).toBe(1);
    await call("PUT", `/partners/${renewed}/email`, { email: "another-person@partners.test" });
    expect(await keptOf(renewed)).toBe(0);
    await call("PATCH", "", { flag_own_device: "off", flag_recruit_circle: "off" });
    const unseen = await join("unseen");
    await signIn("unseen", "203.0.113.42");
    expect(await keptOf(unseen)).toBe(0);
    await call("PATCH", "", { flag_own_device: "hold", flag_recruit_circle: "hold" });
  });
});

describe("payouts of two partners that go to one place", () => {
  test("hold what both earn from then on and what was unpaid, until the places differ", async () => {
    const [one, other] = [await join("pays-1"), await join("pays-2")];
    const before = saleIdOf(await buy("pays-1", "pays-before"));
    await setRecipient(one, "Same@bank.test");
    expect(await flagsOf(before)).toEqual([]);
    await setRecipient(other, "same@Bank.test");
    expect(await flagsOf(before)).toMatchObject([
      {
        ...{ kind: "shared_payout", with_partner_id: other, with_partner_name: "pays-2" },
        summary: "The partner's payouts go where those of pays-2 go.",
      },
    ]);
    const after = saleIdOf(await buy("pays-2", "pays-after"));
    expect(await flagsOf(after)).toMatchObject([{ kind: "shared_payout", with_partner_id: one }]);
    await decideInTurn(after, "shared_payout");
    await decideInTurn(before, "shared_payout");
    await setRecipient(other, "own@bank.test");
    expect(await flagsOf(saleIdOf(await buy("pays-2", "pays-later")))).toEqual([]);
    expect(await flagsOf(saleIdOf(await buy("pays-1", "pays-later-1")))).toEqual([]);
    expect(await eventsText()).not.toMatch(/bank\.test/i);
    expect(await compareAllPartners(database, secrets)).toBe(0);
  });

  test("are found when a partner says so itself in the portal, and each is compared with the oldest other one", async () => {
    const partners = [await join("own-1"), await join("own-2"), await join("own-3")];
    const fields = { email: "three@bank.test", name: "Anna Nguyen", kind: "person" };
    for (const [index, code] of ["own-1", "own-2", "own-3"].entries()) {
      const cookie = await signIn(code, `203.0.113.5${index}`);
      const set = await form(`/partners/${programId}/payout-details`, fields, { cookie });
      expect(set.status).toBe(303);
    }
    const found: unknown[] = [];
    for (const code of ["own-1", "own-2", "own-3"]) {
      found.push((await flagsOf(saleIdOf(await buy(code, `${code}-sale`))))[0]?.with_partner_id);
    }
    expect(found).toEqual([partners[1], partners[0], partners[0]]);
  });
});

describe("a recruited partner that leads back to its recruiter", () => {
  test("is held by its sign-in, its click, its customer and its payouts", async () => {
    const recruiter = await join("chief");
    await call("PATCH", "", { referral: { share_bps: 1_000, months: null } });
    await join("recruit-1", recruiter);
    await signIn("chief", "203.0.113.60");
    await signIn("recruit-1", "203.0.113.60");
    const signedIn = saleIdOf(await buy("recruit-1", "recruit-1-sale"));
    expect(await flagsOf(signedIn)).toMatchObject([
      { kind: "recruit_circle", circle: "sign_in", with_partner_id: recruiter, with_partner_name: "chief" },
    ]);
    const earned = (await rows("/commissions?kind=referral&limit=1000")).at(-1);
    expect(earned).toMatchObject({ status: "held", amount_cents: 200, partner_id: recruiter });
    await decideInTurn(signedIn, "recruit_circle");

    await join("recruit-2", recruiter);
    const clicked = saleIdOf(await buy("recruit-2", "recruit-2-sale", { address: "203.0.113.60" }));
    expect(await flagsOf(clicked)).toMatchObject([{ kind: "recruit_circle", circle: "click" }]);
    const bought = saleIdOf(await buy("recruit-2", "recruit-2-own", { email: emailOf("chief") }));
    expect(await flagsOf(bought)).toMatchObject([{ kind: "recruit_circle", circle: "customer" }]);

    const third = await join("recruit-3", recruiter);
    await setRecipient(recruiter, "chief@bank.test");
    await setRecipient(third, "chief@bank.test");
    const paid = saleIdOf(await buy("recruit-3", "recruit-3-sale"));
    expect((await flagsOf(paid)).map(({ kind, circle }) => [kind, circle])).toEqual([
      ["recruit_circle", "payout"],
      ["shared_payout", null],
    ]);
    await call("PATCH", "", { referral: null });
  });

  test("is found by its sign-in where another partner's recipient cannot be opened", async () => {
    const recruiter = await join("chief-2");
    await join("recruit-4", recruiter);
    const sealed = sql`update payout_recipient
                          set recipient_encrypted = set_byte(recipient_encrypted, octet_length(recipient_encrypted) - 1,
                                get_byte(recipient_encrypted, octet_length(recipient_encrypted) - 1) # 255)
                        where program_id = ${programId}`;
    await sealed.execute(database.kysely);
    try {
      await signIn("chief-2", "203.0.113.61");
      await signIn("recruit-4", "203.0.113.61");
      const set = await setRecipient(await join("pays-all-the-same"), "elsewhere@bank.test");
      expect(set.status).toBe(200);
      // Restored below with the others.
      await sql`delete from payout_recipient where program_id = ${programId} and partner_id = (
                  select partner_id from partner where program_id = ${programId} and code = 'pays-all-the-same')`.execute(
        database.kysely,
      );
    } finally {
      await sealed.execute(database.kysely);
    }
    const signedIn = saleIdOf(await buy("recruit-4", "recruit-4-sale"));
    expect(await flagsOf(signedIn)).toMatchObject([{ kind: "recruit_circle", circle: "sign_in" }]);
  });
});

describe("leads that come too fast", () => {
  test("hold what the one too many and later ones buy, and a repeated lead counts once", async () => {
    await call("PATCH", "", { fast_leads_count: 2, fast_leads_seconds: 60 });
    await join("fast");
    const names = ["fast-1", "fast-2", "fast-3"];
    for (const name of names) {
      const lead = { click_id: await clickOf("fast"), customer_key: name, email: `${name}@customers.test` };
      for (const body of [lead, lead, { ...lead, event_name: "trial" }]) await track("lead", body, { key: projectKey });
    }
    const sold: number[] = [];
    for (const customer_key of names) {
      const body = { transaction_id: customer_key, customer_key, amount_cents: 10_000, currency: "USD" };
      sold.push(saleIdOf(await track("sale", body, { key: projectKey })));
    }
    expect(await Promise.all(sold.map(async (id) => (await flagsOf(id)).length))).toEqual([0, 0, 1]);
    expect(await flagsOf(sold[2] ?? 0)).toMatchObject([
      {
        ...{ kind: "fast_leads", fast_leads: 3 },
        summary: "The partner had 3 leads within an hour that followed their clicks too fast.",
      },
    ]);
    await decideInTurn(sold[2] ?? 0, "fast_leads");
    await call("PATCH", "", { fast_leads_count: 100 });
  });
});

describe("a partner whose sales are refunded", () => {
  test("has its next sale held once more than so many per cent came back, and not at exactly so many", async () => {
    // More than 25 per cent of at least 4: one of four is not over it, two of five are.
    await call("PATCH", "", { refund_rate_percent: 25, refund_rate_sales: 4 });
    await join("back");
    const refund = (transaction_id: string) => track("refund", { transaction_id }, { key: projectKey });
    for (const name of ["back-1", "back-2", "back-3", "back-4"]) await buy("back", name);
    await refund("back-1");
    const atTheLimit = saleIdOf(await buy("back", "back-5"));
    expect(await flagsOf(atTheLimit)).toEqual([]);
    await refund("back-2");
    const over = saleIdOf(await buy("back", "back-6"));
    expect(await flagsOf(over)).toMatchObject([
      {
        ...{ kind: "refund_rate", recent_sales: 5, refunded_sales: 2 },
        summary: "Of the partner's 5 sales of the 60 days before, 2 were refunded.",
      },
    ]);
    await decideInTurn(over, "refund_rate");
  });
});

test("the list is filtered by each kind, and another workspace sees none of it", async () => {
  for (const kind of ["own_device", "recruit_circle", "shared_payout", "fast_leads", "refund_rate"]) {
    const found = await rows(`/flags?kind=${kind}&limit=1000`);
    expect(found.length, kind).toBeGreaterThan(0);
    expect(new Set(found.map((row) => row.kind))).toEqual(new Set([kind]));
  }
  expect((await call("GET", "/flags", undefined, stranger.token)).status).toBe(404);
});

test("flags are counted by their state, of all partners or of one, and one is shown by its id", async () => {
  const listed = await rows("/flags?limit=1000");
  const [first, other] = listed.filter(({ status }) => status === "open");
  const resolve = (flag_id: unknown, as: string) =>
    call("POST", "/flags/resolve", { flag_ids: [flag_id], as, reason: "z" });
  expect([(await resolve(first?.flag_id, "fine")).status, (await resolve(other?.flag_id, "abuse")).status]).toEqual([
    200, 200,
  ]);
  const countIn = (of: readonly AnsweredRow[]) => {
    const count = (status: string) => of.filter((row) => row.status === status).length;
    return { open_count: count("open"), fine_count: count("fine"), abuse_count: count("abuse") };
  };
  const all = await rows("/flags?limit=1000");
  expect(all).toHaveLength(listed.length);
  expect(countIn(all).fine_count * countIn(all).abuse_count).toBeGreaterThan(0);
  expect(fieldOf(await call("GET", "/flag-counts"), "data")).toEqual(countIn(all));
  for (const partnerId of [first?.partner_id, other?.partner_id]) {
    const counted = await call("GET", `/flag-counts?partner_id=${String(partnerId)}`);
    expect(fieldOf(counted, "data")).toEqual(countIn(all.filter(({ partner_id }) => partner_id === partnerId)));
  }
  const none = { open_count: 0, fine_count: 0, abuse_count: 0 };
  expect(fieldOf(await call("GET", "/flag-counts?partner_id=999999"), "data")).toEqual(none);

  for (const row of all) {
    expect(fieldOf(await call("GET", `/flags/${String(row.flag_id)}`), "data")).toEqual(row);
  }
  expect((await call("GET", "/flags/999999-own_email-2")).status).toBe(404);
  expect(refusalOf(await call("GET", "/flags/x"))).toBe("404 not_found");
});

test("counts and one flag are nothing to another workspace, and refused to who may not read", async () => {
  const { flag_id } = (await rows("/flags?limit=1"))[0] ?? {};
  const scoped = await createToken(service, { workspaceId }, owner, "support", ["deliveries"]);
  for (const path of ["/flag-counts", `/flags/${String(flag_id)}`]) {
    expect((await call("GET", path, undefined, member.token)).status, path).toBe(200);
    expect((await call("GET", path, undefined, stranger.token)).status, path).toBe(404);
    expect((await call("GET", path, undefined, scoped.token)).status, path).toBe(403);
    expect((await service.request(`${program}${path}`)).status, path).toBe(401);
  }
});
