// A forgotten password: the link that was mailed sets a new one, once, for an hour, and ends every session.
import { expect, test } from "vitest";
import { serviceForFile } from "../../../support/for-file.ts";
import {
  auth,
  linkTo,
  mailsOf,
  manyMails,
  manyPeople,
  newPerson,
  newWorkspace,
  signIn,
  signUp,
} from "../../../support/people.ts";
import { asOwner, fieldOf, refusalOf } from "../../../support/service.ts";

const { service, testDatabase } = await serviceForFile({ ...manyPeople, ...manyMails });
await newPerson(service, "ann@acme.test");

async function askForLink(email: string): Promise<string> {
  await auth(service, "/request-password-reset", { email });
  return new URL(linkTo(service, email, "/reset-password")).searchParams.get("token") ?? "";
}

const setPassword = (token: string, newPassword: string) => auth(service, "/reset-password", { token, newPassword });

test("the link sets a new password, once, and ends every session of the account", async () => {
  const before = await signIn(service, "ann@acme.test");
  const token = await askForLink("ann@acme.test");
  expect((await setPassword(token, "a whole new password")).status).toBe(200);
  expect(refusalOf(await service.request("/api/v1/programs", { key: before.token }))).toBe("401 unauthorized");
  await expect(signIn(service, "ann@acme.test")).rejects.toThrow("401");
  await signIn(service, "ann@acme.test", "a whole new password");
  const again = await setPassword(token, "set by who found the link");
  expect([again.status, fieldOf(again, "code")]).toEqual([400, "INVALID_TOKEN"]);
});

test("a reset and a change are lines among the changes of access, without the password, in each workspace of the account", async () => {
  const bob = await newPerson(service, "bob@acme.test");
  const workspaceId = await newWorkspace(service, bob);
  const token = await askForLink(bob.email);
  await setPassword(token, "a whole new password");
  const again = await signIn(service, bob.email, "a whole new password");
  const change = { currentPassword: "not this one at all", newPassword: "another horse battery" };
  expect((await auth(service, "/change-password", change, again)).status).toBe(400);
  const right = { ...change, currentPassword: "a whole new password" };
  expect((await auth(service, "/change-password", right, again)).status).toBe(200);
  const kept = await asOwner<{ change: string; changed_by: string; subject: string; detail: object }>(
    testDatabase.url,
    `select change, changed_by, subject, detail from access_change
      where workspace_id = $1 and change like 'password%' order by change_id`,
    [workspaceId],
  );
  const by = `account:${kept[0]?.subject}`;
  expect(kept).toEqual([
    { change: "password_reset", changed_by: by, subject: kept[0]?.subject, detail: {} },
    { change: "password_changed", changed_by: by, subject: kept[0]?.subject, detail: {} },
  ]);
});

test("of many who use one link at once, one succeeds", async () => {
  const token = await askForLink("ann@acme.test");
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) => setPassword(token, `password number ${number}`)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("an expired, altered or forged link sets nothing", async () => {
  const token = await askForLink("ann@acme.test");
  expect((await setPassword(`${token}x`, "a whole new password")).status).toBe(400);
  expect((await setPassword("", "a whole new password")).status).toBe(400);
  await asOwner(testDatabase.url, "update account_verification set expires_at = now() - interval '1 second'");
  expect((await setPassword(token, "a whole new password")).status).toBe(400);
});

test("the link is kept as its digest alone", async () => {
  const token = await askForLink("ann@acme.test");
  const rows = await asOwner(testDatabase.url, "select * from account_verification");
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a short password is refused, and the link still counts", async () => {
  const token = await askForLink("ann@acme.test");
  expect((await setPassword(token, "short")).status).toBe(400);
  expect((await setPassword(token, "long enough this time")).status).toBe(200);
});

test("an account that someone else created with one's address is taken back, and confirmed by the mail", async () => {
  await signUp(service, "victim@acme.test", { password: "known to the attacker" });
  const token = await askForLink("victim@acme.test");
  await setPassword(token, "known to its owner alone");
  await expect(signIn(service, "victim@acme.test", "known to the attacker")).rejects.toThrow("401");
  await signIn(service, "victim@acme.test", "known to its owner alone");
});

test("no mail goes to an address without an account", async () => {
  await auth(service, "/request-password-reset", { email: "nobody@acme.test" });
  expect(mailsOf(service).filter(({ to }) => to === "nobody@acme.test")).toEqual([]);
});

test("a link cannot be made to lead elsewhere", async () => {
  const answer = await auth(service, "/request-password-reset", {
    email: "ann@acme.test",
    redirectTo: "https://evil.test/",
  });
  expect(answer.status).toBe(403);
});
