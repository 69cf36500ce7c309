// The login of the command line: it asks for a code, its user says yes in a browser, and then it has a session.
import { describe, expect, test } from "vitest";
import { serviceForFile } from "../../../support/for-file.ts";
import { auth, joinWorkspace, manyPeople, newPerson, type Person } from "../../../support/people.ts";
import { type Answer, asOwner, fieldOf } from "../../../support/service.ts";

const { service, testDatabase } = await serviceForFile(manyPeople);
const ann = await newPerson(service, "ann@acme.test");
const eve = await newPerson(service, "eve@else.test");

type Codes = { readonly deviceCode: string; readonly userCode: string };

async function askForCode(): Promise<Codes> {
  const answer = await auth(service, "/device/code", { client_id: "svc-cli" });
  expect(answer.body).toEqual({
    device_code: expect.stringMatching(/^\w{40}$/),
    user_code: expect.stringMatching(/^[A-Z2-9]{8}$/),
    verification_uri: `${service.url}/device`,
    verification_uri_complete: `${service.url}/device?user_code=${fieldOf(answer, "user_code")}`,
    expires_in: 600,
    interval: 5,
  });
  return { deviceCode: String(fieldOf(answer, "device_code")), userCode: String(fieldOf(answer, "user_code")) };
}

/** As long after the last time as the answer asked for. */
async function poll({ deviceCode }: Codes, clientId = "svc-cli"): Promise<Answer> {
  await asOwner(testDatabase.url, "update device_login set last_polled_at = last_polled_at - interval '5 seconds'");
  return pollAtOnce({ deviceCode }, clientId);
}

const pollAtOnce = ({ deviceCode }: Pick<Codes, "deviceCode">, clientId = "svc-cli") =>
  auth(service, "/device/token", {
    grant_type: "urn:ietf:params:oauth:grant-type:device_code",
    device_code: deviceCode,
    client_id: clientId,
  });

const claim = ({ userCode }: Codes, by: Person) =>
  service.request(`/api/auth/device?user_code=${userCode}`, { key: by.token });
const approve = ({ userCode }: Codes, by: Person) => auth(service, "/device/approve", { userCode }, by);

describe("a command line", () => {
  test("gets a session of the account that approved its code, once", async () => {
    const codes = await askForCode();
    const waiting = await poll(codes);
    expect([waiting.status, fieldOf(waiting, "error")]).toEqual([400, "authorization_pending"]);
    const hasty = await pollAtOnce(codes);
    expect([hasty.status, fieldOf(hasty, "error")]).toEqual([400, "slow_down"]);
    await claim(codes, ann);
    expect((await approve(codes, ann)).status).toBe(200);
    const granted = await poll(codes);
    expect(granted.body).toMatchObject({ token_type: "Bearer", access_token: expect.any(String) });
    const token = String(fieldOf(granted, "access_token"));
    const workspaces = await service.request("/api/v1/workspaces", { key: token });
    expect(fieldOf(workspaces, "data")).toMatchObject([{ workspace_id: 1, role: "owner" }]);
    expect((await poll(codes)).status).toBe(400);
    await auth(service, "/revoke-session", { token }, ann);
    expect((await service.request("/api/v1/workspaces", { key: token })).status).toBe(401);
  });

  test("gets one session, however many ask with the approved code at once", async () => {
    const codes = await askForCode();
    await claim(codes, ann);
    await approve(codes, ann);
    const answers = await Promise.all(Array.from({ length: 6 }, () => pollAtOnce(codes)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test("gets nothing when its code is refused, over, unknown, or another client's", async () => {
    const refused = await askForCode();
    await claim(refused, ann);
    await auth(service, "/device/deny", { userCode: refused.userCode }, ann);
    expect(fieldOf(await poll(refused), "error")).toBe("access_denied");

    const over = await askForCode();
    await asOwner(testDatabase.url, "update device_login set expires_at = now() - interval '1 second'");
    expect(fieldOf(await poll(over), "error")).toBe("expired_token");

    expect(fieldOf(await pollAtOnce({ deviceCode: "made-up" }), "error")).toBe("invalid_grant");
    expect(fieldOf(await poll(await askForCode(), "another-client"), "error")).toBe("invalid_grant");
    expect((await auth(service, "/device/code", { client_id: "another-client" })).status).toBe(400);
  });
});

describe("a code", () => {
  test("cannot be approved without a session, nor before it was shown", async () => {
    const codes = await askForCode();
    expect((await auth(service, "/device/approve", { userCode: codes.userCode })).status).toBe(401);
    expect((await approve(codes, ann)).status).toBe(400);
    expect(fieldOf(await poll(codes), "error")).toBe("authorization_pending");
  });

  test("that one person has looked at is approved by no other", async () => {
    const codes = await askForCode();
    await claim(codes, ann);
    expect((await approve(codes, eve)).status).toBe(403);
    expect(fieldOf(await poll(codes), "error")).toBe("authorization_pending");
  });
});

test("what the command line may do changes with its user's role", async () => {
  await joinWorkspace(service, 1, { owner: ann, joins: eve, role: "member" });
  const codes = await askForCode();
  await claim(codes, eve);
  await approve(codes, eve);
  const token = String(fieldOf(await poll(codes), "access_token"));
  const created = await service.post("/api/v1/programs", { name: "P" }, { key: token });
  expect(created.status).toBe(201);
  const path = `/api/v1/programs/${fieldOf(created, "data.program_id")}/api-key`;
  expect((await service.post(path, {}, { key: token })).status).toBe(403);
  await asOwner(testDatabase.url, "update workspace_member set role = 'owner'");
  expect((await service.post(path, {}, { key: token })).status).toBe(200);
});
