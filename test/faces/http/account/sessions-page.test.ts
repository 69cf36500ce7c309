// /account/sessions in a real browser: a person recognizes each session by its device and ends one, all others, or all.
import { expect, test } from "vitest";
import { storedDigest } from "../../../../src/access/stored-digests.ts";
import { violationsInBothLooks } from "../../../support/axe.ts";
import { sidewaysPixels, startConsole, widerThanPage } from "../../../support/console.ts";
import { newPerson, password, signIn } from "../../../support/people.ts";
import { asOwner, fieldOf } from "../../../support/service.ts";

const { service, testDatabase, signedIn } = await startConsole();
await newPerson(service, "ann@acme.test");

const agents = {
  firefox: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
  phone:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
  commandLine: "svc command line",
};

/** The token of a session of Ann's that this device began. */
async function begin(agent: string): Promise<string> {
  const headers = { "user-agent": agent, origin: service.url };
  const body = { email: "ann@acme.test", password };
  return String(fieldOf(await service.post("/api/auth/sign-in/email", body, { headers }), "token"));
}

const statusOf = async (key: string): Promise<number> => (await service.request("/api/v1/programs", { key })).status;

test("a session is recognized by its device, and one, all others or all are ended", async () => {
  const [firefox, phone, commandLine] = [
    await begin(agents.firefox),
    await begin(agents.phone),
    await begin(agents.commandLine),
  ];
  const hostile = await begin('<img src=x onerror="alert(1)">');
  const ann = await signIn(service, "ann@acme.test");
  const visitor = await signedIn(ann);
  const page = await visitor.open(`${service.url}/account`);
  await page.getByRole("link", { name: "Sessions" }).click();
  const rows = page.getByRole("listitem");
  await rows.filter({ hasText: "(this session)" }).waitFor();
  for (const device of ["Firefox on Windows", "Safari on iOS", "Command line", '<img src=x onerror="alert(1)">']) {
    await rows.filter({ hasText: device }).waitFor();
  }
  expect(await rows.filter({ hasText: "127.0.0.1" }).count()).toBeGreaterThan(0);
  await page.setViewportSize({ width: 360, height: 740 });
  expect([await widerThanPage(page), await sidewaysPixels(page)]).toEqual([[], 0]);
  expect(await violationsInBothLooks(page)).toEqual([]);

  await page.getByRole("button", { name: /^End the session of Firefox on Windows/ }).click();
  await page.getByText("The session has ended.").waitFor();
  expect(await rows.filter({ hasText: "Firefox on Windows" }).count()).toBe(0);
  expect(await Promise.all([firefox, phone, commandLine, hostile].map(statusOf))).toEqual([401, 200, 200, 200]);

  await page.getByRole("button", { name: "End all others" }).click();
  await page.getByText("All other sessions have ended.").waitFor();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(await Promise.all([phone, commandLine, hostile, ann.token].map(statusOf))).toEqual([401, 401, 401, 200]);

  const tablet = await begin(agents.phone);
  await page.reload();
  await page.getByRole("button", { name: "End all", exact: true }).click();
  await page.getByText("You are signed out.").waitFor();
  expect(await Promise.all([tablet, ann.token].map(statusOf))).toEqual([401, 401]);
  expect(visitor.complaints).toEqual([]);
  await visitor.close();
});

test("the page shows and ends no session of another account, and leads to sign-in without one", async () => {
  const eve = await newPerson(service, "eve@else.test");
  const ann = await signIn(service, "ann@acme.test");
  const shown = await service.request("/account/sessions", { headers: { cookie: eve.cookie } });
  expect([shown.status, shown.text.split("<li>").length - 1]).toEqual([200, 1]);
  expect(shown.text).not.toContain(storedDigest(ann.token));
  const form = (headers: Record<string, string>, session: string) =>
    service.request("/account/sessions", {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ decision: "one", session }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  const own = { cookie: eve.cookie, origin: service.url };
  expect((await form(own, storedDigest(ann.token))).status).toBe(303);
  expect((await form({ cookie: ann.cookie, origin: "https://evil.test" }, storedDigest(ann.token))).status).toBe(403);
  expect(await statusOf(ann.token)).toBe(200);
  expect((await form({ origin: service.url }, storedDigest(ann.token))).status).toBe(401);
  expect((await form(own, "")).status).toBe(303);
  expect(await statusOf(eve.token)).toBe(200);

  const named = await service.request("/account/sessions?ended=constructor", { headers: { cookie: eve.cookie } });
  expect([named.status, named.text.includes('class="note')]).toEqual([200, false]);

  const stranger = await service.request("/account/sessions", { redirect: "manual" });
  expect([stranger.status, stranger.headers.get("location")]).toEqual([303, "/sign-in?next=%2Faccount%2Fsessions"]);
});

test("sessions that all others end at once leave no error and at most one of them", async () => {
  const bob = await newPerson(service, "bob@acme.test");
  const sessions = [bob, ...(await Promise.all(Array.from({ length: 5 }, () => signIn(service, bob.email))))];
  const statuses = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const { cookie = "" } = sessions[index % sessions.length] ?? {};
      const isShown = index % 2 === 0;
      const answer = await service.request("/account/sessions", {
        redirect: "manual",
        ...(isShown ? {} : { method: "POST", body: "decision=others" }),
        headers: { cookie, origin: service.url, "content-type": "application/x-www-form-urlencoded" },
      });
      return answer.status;
    }),
  );
  expect(statuses.filter((status) => ![200, 303, 401].includes(status))).toEqual([]);
  const left = await Promise.all(sessions.map(({ token }) => statusOf(token)));
  expect(left.filter((status) => status === 200).length).toBeLessThanOrEqual(1);
});

test("a session that began without a device's name is listed as one", async () => {
  const ann = await signIn(service, "ann@acme.test");
  await asOwner(testDatabase.url, "update account_session set user_agent = null, ip_address = null where token = $1", [
    storedDigest(ann.token),
  ]);
  const page = await service.request("/account/sessions", { headers: { cookie: ann.cookie } });
  expect(page.text).toContain("Unknown device");
});
