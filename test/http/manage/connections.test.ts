// Provider connections over HTTP: their secrets go in and never come out, and one can replace another without a gap.
import { describe, expect, test } from "vitest";
import { readFixtureFile } from "../../support/fixtures.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { type Answer, asOwner, fieldOf, type RunningService, refusalOf, startService } from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { session as sessionFixture } from "../../support/stripe-readings.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const { owner, programId } = await newCompany(service);
const connections = `/api/v1/programs/${programId}/connections`;

const call = (method: string, path: string, body?: unknown): Promise<Answer> =>
  service.request(path, {
    key: owner.token,
    method,
    headers: { "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

async function connect(body: object = {}): Promise<{ id: number; path: string; url: string }> {
  const answer = await call("POST", connections, { provider: "stripe", signing_secret: "whsec_first", ...body });
  expect(answer.status).toBe(201);
  const id = Number(fieldOf(answer, "data.connection_id"));
  return { id, path: `${connections}/${id}`, url: String(fieldOf(answer, "data.webhook_url")) };
}

/** What a delivery signed with this secret is answered by a service that remembers nothing of the connection. */
async function deliver(url: string, secret: string): Promise<number> {
  const fresh = await startService(testDatabase.url);
  try {
    return await deliverTo(fresh, url, secret);
  } finally {
    await fresh.close();
  }
}

async function deliverTo(to: RunningService, url: string, secret: string): Promise<number> {
  const body = readFixtureFile(`stripe/${sessionFixture}.json`);
  const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
  return (await to.post(new URL(url).pathname, new Uint8Array(body), { headers })).status;
}

describe("a connection", () => {
  test("is answered with the address for the provider and a count of its secrets, which are kept encrypted", async () => {
    const { id, path, url } = await connect({ signing_secrets: undefined });
    expect(url).toBe(`${service.url}/webhooks/stripe/${id}`);
    const read = await call("GET", path);
    expect(fieldOf(read, "data")).toMatchObject({
      connection_id: id,
      provider: "stripe",
      livemode: true,
      status: "active",
      secret_count: 1,
      webhook_url: url,
    });
    for (const answer of [read, await call("GET", connections), await call("GET", `${connections}?format=csv`)]) {
      expect(answer.text).not.toContain("whsec_first");
    }
    const rows = await asOwner<{ secrets: Buffer[] }>(
      testDatabase.url,
      "select secrets_encrypted as secrets from connection",
    );
    expect(Buffer.concat(rows.flatMap(({ secrets }) => secrets)).includes("whsec_first")).toBe(false);
    expect(await deliver(url, "whsec_first")).toBe(200);
  });

  test("says what Stripe's client reference holds, and may say otherwise; other providers have none", async () => {
    const { path } = await connect();
    const meaning = async () => fieldOf(await call("GET", path), "data.client_reference");
    expect(await meaning()).toBeNull();
    await call("PATCH", path, { client_reference: "customer_key" });
    expect(await meaning()).toBe("customer_key");
    await call("PATCH", path, { livemode: true });
    expect(await meaning()).toBe("customer_key");
    await call("PATCH", path, { client_reference: null });
    expect(await meaning()).toBeNull();
    expect(refusalOf(await call("PATCH", path, { client_reference: "cart" }))).toBe("400 invalid_request");
    const other = { provider: "paddle", signing_secret: "whsec_first", client_reference: "click_id" };
    expect(refusalOf(await call("POST", connections, other))).toBe("400 invalid_request");
    const added = await call("POST", connections, { ...other, provider: "stripe" });
    expect(fieldOf(added, "data.client_reference")).toBe("click_id");
  });

  test("takes a new secret next to the old one, and the old one until it is ended", async () => {
    const { path, url } = await connect();
    expect(fieldOf(await call("PATCH", path, { signing_secret: "whsec_second" }), "data.secret_count")).toBe(2);
    expect([await deliver(url, "whsec_first"), await deliver(url, "whsec_second")]).toEqual([200, 200]);
    expect(fieldOf(await call("PATCH", path, { keep_newest_secret: true }), "data.secret_count")).toBe(1);
    expect([await deliver(url, "whsec_first"), await deliver(url, "whsec_second")]).toEqual([400, 200]);
    await call("PATCH", path, { signing_secret: "whsec_third_" });
    await call("PATCH", path, { signing_secret: "whsec_fourth" });
    expect([await deliver(url, "whsec_second"), await deliver(url, "whsec_third_")]).toEqual([400, 200]);
    await call("PATCH", path, { signing_secrets: ["whsec_fifth_", "whsec_sixth_"] });
    expect([await deliver(url, "whsec_fourth"), await deliver(url, "whsec_sixth_")]).toEqual([400, 200]);
  });

  test("keeps the old secret when a rotation is repeated, as a client does after a time-out", async () => {
    const { path, url } = await connect();
    for (const body of [{ signing_secret: "whsec_second" }, { signing_secret: "whsec_second" }]) {
      expect(fieldOf(await call("PATCH", path, body), "data.secret_count")).toBe(2);
    }
    expect([await deliver(url, "whsec_first"), await deliver(url, "whsec_second")]).toEqual([200, 200]);
    // The one that is just being replaced is there as well.
    await call("PATCH", path, { signing_secret: "whsec_first" });
    expect([await deliver(url, "whsec_first"), await deliver(url, "whsec_second")]).toEqual([200, 200]);
  });

  test("keeps the old secret when the same rotation is asked for by many at once", async () => {
    const { path, url } = await connect();
    const answers = await Promise.all([1, 2, 3, 4].map(() => call("PATCH", path, { signing_secret: "whsec_second" })));
    expect(answers.map((answer) => fieldOf(answer, "data.secret_count"))).toEqual([2, 2, 2, 2]);
    expect([await deliver(url, "whsec_first"), await deliver(url, "whsec_second")]).toEqual([200, 200]);
  });

  test("counts a secret that is sent twice once", async () => {
    const { path } = await connect({ signing_secret: undefined, signing_secrets: ["whsec_first", "whsec_first"] });
    expect(fieldOf(await call("GET", path), "data.secret_count")).toBe(1);
  });

  test("is dead where it was removed or disabled before that call is answered, and elsewhere within a second", async () => {
    const removed = await connect();
    const disabled = await connect();
    let now = Date.now();
    const other = await startService(testDatabase.url, {}, () => now);
    try {
      for (const { url } of [removed, disabled]) {
        expect(await deliverTo(service, url, "whsec_first")).toBe(200);
        expect(await deliverTo(other, url, "whsec_first")).toBe(200);
      }
      await call("DELETE", removed.path);
      await call("PATCH", disabled.path, { status: "disabled" });
      now += 1_000;
      for (const { url } of [removed, disabled]) {
        expect(await deliverTo(service, url, "whsec_first")).toBe(404);
        expect(await deliverTo(other, url, "whsec_first")).toBe(404);
      }
    } finally {
      await other.close();
    }
  });

  test("that is disabled, or removed, takes no delivery; a removed one keeps no secret and is listed no more", async () => {
    const { id, path, url } = await connect();
    await call("PATCH", path, { status: "disabled" });
    expect(await deliver(url, "whsec_first")).toBe(404);
    await call("PATCH", path, { status: "active", livemode: false });
    expect(await deliver(url, "whsec_first")).toBe(200);
    expect(fieldOf(await call("DELETE", path), "data.status")).toBe("removed");
    expect(await deliver(url, "whsec_first")).toBe(404);
    expect(refusalOf(await call("GET", path))).toBe("404 not_found");
    expect(refusalOf(await call("PATCH", path, { status: "active" }))).toBe("404 not_found");
    expect(refusalOf(await call("DELETE", path))).toBe("404 not_found");
    expect(JSON.stringify((await call("GET", connections)).body)).not.toContain(`"connection_id":${id},`);
    const rows = await asOwner(testDatabase.url, "select secrets_encrypted from connection where connection_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ secrets_encrypted: [] }]);
  });

  test("is refused without one or two usable secrets, and for a provider that sends none", async () => {
    const refused = [
      { provider: "stripe" },
      { provider: "stripe", signing_secret: "short" },
      { provider: "stripe", signing_secret: "with a blank in it" },
      { provider: "stripe", signing_secrets: [] },
      { provider: "stripe", signing_secrets: ["whsec_first", "whsec_second", "whsec_third_"] },
      { provider: "stripe", signing_secret: "whsec_first", signing_secrets: ["whsec_second"] },
      { provider: "other", signing_secret: "whsec_first" },
      { provider: "acme", signing_secret: "whsec_first" },
      { provider: "stripe", signing_secret: "whsec_first", webhook_url: "https://evil.test" },
    ];
    for (const body of refused) {
      const answer = await call("POST", connections, body);
      expect([body, refusalOf(answer)]).toEqual([body, "400 invalid_request"]);
      expect(answer.text).not.toContain("whsec_first");
    }
    const { path } = await connect();
    for (const body of [
      {},
      { provider: "paddle" },
      { keep_newest_secret: false },
      { signing_secret: "whsec_first", keep_newest_secret: true },
    ]) {
      expect([body, refusalOf(await call("PATCH", path, body))]).toEqual([body, "400 invalid_request"]);
    }
  });
});
