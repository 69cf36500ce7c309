// Every example of the API description is sent to a running service, unchanged except for values that exist only after creation, and is
// answered as the description says; the example of each answer has the fields that the service answers with. The steps are in an order in
// which a caller could make them.
import { afterAll, expect, test } from "vitest";
import { planReplay } from "../../../../src/engine/replay/plan.ts";
import { type AnswerExamples, exampleNameOf } from "../../../../src/faces/http/openapi/answer-examples.ts";
import answers from "../../../../src/faces/http/openapi/generated/answers.json" with { type: "json" };
import { approveCommissions } from "../../../../src/product/commissions/approvals.ts";
import { loadOperations } from "../../../../src/product/operation/groups.ts";
import { createAgent } from "../../../support/agents.ts";
import { apply } from "../../../support/applications.ts";
import { authenticatorOf } from "../../../support/authenticator.ts";
import { createTestDatabase } from "../../../support/database.ts";
import { readDescription, requireDescribed } from "../../../support/described-answers.ts";
import { describedCalls, queriesOf } from "../../../support/described-calls.ts";
import { keepMadeDiscount } from "../../../support/discounts.ts";
import { callOverHttp } from "../../../support/operation-calls.ts";
import { sampleOf } from "../../../support/operation-samples.ts";
import { newPasskey } from "../../../support/passkeys.ts";
import {
  auth,
  confirm,
  cookiesOf,
  linkTo,
  manyHashesMilliseconds,
  manyMails,
  manyPeople,
  newOperator,
  newPerson,
  password,
  signIn,
  signUp,
} from "../../../support/people.ts";
import { startStripeApi } from "../../../support/provider-api.ts";
import { haveSameFields, recordAnswers } from "../../../support/recorded-answers.ts";
import { redirectProviders } from "../../../support/redirect-providers.ts";
import { noRunIsWorkedOn, replayParts, wish } from "../../../support/replaying.ts";
import { type Answer, fieldOf, startService } from "../../../support/service.ts";
import { stripeHeaders } from "../../../support/signing.ts";
import { beginCompany, type TradingCompany } from "../../../support/trading-company.ts";

const testDatabase = await createTestDatabase();
const { service, recorded } = await recordAnswers(
  await startService(testDatabase.url, { ...manyPeople, ...manyMails, RATE_LIMIT_BROWSER_PER_MINUTE: "10000" }),
);
const stripeApi = await startStripeApi("rk_live_example");
const endRedirection = redirectProviders(stripeApi.baseUrl);
afterAll(async () => {
  endRedirection();
  await stripeApi.close();
  await service.close();
  await testDatabase.drop();
});

const { document } = await readDescription();
const described = describedCalls(document);
/** `operationId example`, for each that was sent. */
const sent = new Set<string>();

type Sending = {
  readonly key?: string;
  readonly example?: string;
  /** The path's parameters. */
  readonly at?: Readonly<Record<string, string | number>>;
  /** What was made meanwhile, in place of the example's. */
  readonly with?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
};

async function send(
  operationId: string,
  { key, example, at = {}, headers = {}, ...rest }: Sending = {},
): Promise<Answer> {
  const call = described.get(operationId);
  const name = example ?? Object.keys(call?.examples ?? {})[0];
  const value = name === undefined ? undefined : call?.examples[name];
  if (call === undefined || name === undefined || value === undefined)
    throw new Error(`${operationId} has no example ${name}`);
  const body = { ...value, ...rest.with };
  expect(Object.keys(value)).toEqual(expect.arrayContaining(Object.keys(rest.with ?? {})));
  sent.add(`${operationId} ${name}`);
  const answer = await service.request(pathOf(call.path, at), {
    method: call.method.toUpperCase(),
    ...(key === undefined ? {} : { key }),
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  expect([operationId, name, answer.status, answer.text]).toEqual([operationId, name, call.success, answer.text]);
  return answer;
}

function pathOf(template: string, at: Sending["at"] = {}): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(at[name]));
}

let company: Promise<TradingCompany> | undefined;
/** Made when the installation has its founder. */
function companyOfAll(): Promise<TradingCompany> {
  company ??= beginCompany(service, "of-company");
  return company;
}

const deviceCodes = async () => {
  const codes = await send("accounts.device.code");
  return { userCode: String(fieldOf(codes, "user_code")), deviceCode: String(fieldOf(codes, "device_code")) };
};

test("accounts and workspaces", { timeout: manyHashesMilliseconds }, async () => {
  await send("accounts.sign-up.email");
  const key = String(fieldOf(await send("accounts.sign-in.email"), "token"));
  await send("accounts.organization.create", { key });
  await send("accounts.organization.update", { key });
  await send("accounts.organization.set-active", { key });
  await send("accounts.update-user", { key });
  await send("accounts.send-verification-email");

  const bob = await newPerson(service, "bob@acme.example");
  const invite = async () => {
    const invitationId = fieldOf(await send("accounts.organization.invite-member", { key }), "id");
    return { with: { invitationId } };
  };
  const { with: invitation } = await invite();
  const reads = ["list", "list-members", "list-invitations", "get-full-organization", "get-active-member"];
  const ofBob = ["list-user-invitations", `get-invitation?id=${invitation.invitationId}`];
  for (const call of reads) await service.request(`/api/auth/organization/${call}`, { key });
  for (const call of ofBob) await service.request(`/api/auth/organization/${call}`, { key: bob.token });
  await service.request("/api/auth/get-session", { key });
  await confirm(service, "cora@acme.example", await signUp(service, "cora@acme.example"));
  await send("accounts.organization.cancel-invitation", { key, with: invitation });
  await send("accounts.organization.reject-invitation", { key: bob.token, ...(await invite()) });
  const joined = await send("accounts.organization.accept-invitation", { key: bob.token, ...(await invite()) });
  await send("accounts.organization.update-member-role", { key, with: { memberId: fieldOf(joined, "member.id") } });
  await send("accounts.organization.leave", { key: bob.token });
  await send("accounts.organization.accept-invitation", { key: bob.token, ...(await invite()) });
  await send("accounts.organization.remove-member", { key });

  const [approved, denied] = [await deviceCodes(), await deviceCodes()];
  for (const { userCode } of [approved, denied])
    await service.request(`/api/auth/device?user_code=${userCode}`, { key });
  await send("accounts.device.approve", { key, with: { userCode: approved.userCode } });
  await send("accounts.device.deny", { key, with: { userCode: denied.userCode } });
  await send("accounts.device.token", { with: { device_code: approved.deviceCode } });
});

test("programs, tracking calls and payouts", { timeout: manyHashesMilliseconds }, async () => {
  const { token: key } = await signIn(service, "ann@acme.example");
  const headers = { "idempotency-key": String(document.components.parameters.IdempotencyKey?.example) };
  const made = await send("programs.create", { key, headers });
  const program_id = Number(fieldOf(made, "data.program_id"));
  const program = { program_id };
  const partner_id = Number(fieldOf(await send("partners.add", { key, at: program }), "data.partner_id"));
  const partner = { program_id, partner_id };
  const shown = await service.post(`/api/v1/programs/${program_id}/api-key`, {}, { key });
  const programKey = String(fieldOf(shown, "data.api_token"));
  await service.request(`/api/v1/programs/${program_id}`, {
    method: "PATCH",
    key,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ hold_period_days: 0 }),
  });

  const click_id = fieldOf(await send("track.click", { example: "live" }), "click_id");
  await send("track.lead", { key: programKey, example: "live", with: { click_id } });
  for (const example of ["live", "subscription", "test"]) await send("track.sale", { key: programKey, example });
  await send("track.refund", { key: programKey, example: "part" });
  await send("track.refund", { key: programKey, example: "rest" });
  for (const what of ["remove", "set", "undo"]) await send(`attributions.${what}`, { key, at: program });
  for (const what of ["resolve", "reopen"]) await send(`flags.${what}`, { key, at: program });
  await send("track.payment-reference", { key: programKey });
  const test = { additional_data: { test_mode: true, program_id } };
  await send("track.click", { example: "test", with: test });
  await send("track.lead", { example: "test", with: test });

  const connection_id = Number(fieldOf(await send("connections.add", { key, at: program }), "data.connection_id"));
  await send("connections.update", { key, at: { program_id, connection_id } });
  await send("connections.set-api-key", { key, at: { program_id, connection_id } });
  const endpoint_id = Number(fieldOf(await send("endpoints.create", { key, at: program }), "data.endpoint_id"));
  for (const what of ["update", "redeliver"]) await send(`endpoints.${what}`, { key, at: { program_id, endpoint_id } });
  await send("notices.set", { key, at: program });
  const channel_id = Number(fieldOf(await send("notice-channels.add", { key, at: program }), "data.channel_id"));
  const export_id = Number(fieldOf(await send("exports.create", { key, at: program }), "data.export_id"));
  await send("exports.run", { key, at: { program_id, export_id } });
  await send("notice-channels.update", { key, at: { program_id, channel_id } });
  const delivery = Buffer.from(JSON.stringify(described.get("webhooks.receive")?.examples.delivery));
  const signature = stripeHeaders(delivery, ["whsec_example"], Math.floor(Date.now() / 1000));
  const received = await send("webhooks.receive", { at: { provider: "stripe", connection_id }, headers: signature });
  expect(fieldOf(received, "status")).toBe("recorded");

  const large = { transaction_id: "order-large", amount_cents: 100_000, customer_key: "user-42" };
  await service.post("/api/v1/track/sale", large, { key: programKey });
  await approveCommissions(service.database);
  const sales = await service.request(`/api/v1/programs/${program_id}/sales?order=newest&limit=1`, { key });
  const commission_ids = [Number(fieldOf(sales, "data.0.sale_id"))];
  for (const what of ["hold", "release", "approve"]) {
    await send(`commissions.${what}`, { key, at: program, with: { commission_ids } });
  }
  await send("recipients.set", { key, at: partner });
  const payouts = await send("payouts.create", { key, at: program });
  const payout = { program_id, payout_id: Number(fieldOf(payouts, "data.0.payout_id")) };
  await send("payouts.record-results", { key, at: program });
  await send("payouts.mark-paid", { key, at: payout });
  await send("payouts.mark-returned", { key, at: payout });
  await send("rails.set", { key, at: { program_id, rail: "paypal" } });
  await send("rails.choose", { key, at: program });
  const sent = await send("payouts.create", { key, at: program });
  await send("payouts.send", { key, at: program });
  const failed = { program_id, payout_id: Number(fieldOf(sent, "data.0.payout_id")) };
  await send("payouts.mark-failed", { key, at: failed });
  const again = await send("payouts.create", { key, at: program });
  const refused = { program_id, payout_id: Number(fieldOf(again, "data.0.payout_id")) };
  await send("payouts.refuse", { key, at: refused });
  await send("payouts.limit", { key, at: program });
  await send("payouts.schedule", { key, at: program });

  const policy = { program_id, product_id: "pro" };
  await send("agreements.publish", { key, at: program });
  await send("policies.set", { key, at: policy });
  await send("groups.set", { key, at: { program_id, group_id: "gold" } });
  await send("bonuses.add", { key, at: program });
  await send("partners.move", { key, at: partner });
  for (const what of ["set", "remove"]) await send(`terms.${what}`, { key, at: program });
  for (const what of ["add", "move"]) await send(`coupons.${what}`, { key, at: program, with: { partner_id } });
  const discount = { programId: program_id, partnerId: partner_id, connectionId: connection_id };
  await keepMadeDiscount(service.database, { ...discount, code: "ANNA20" });
  await send("coupons.create", { key, at: program, with: { partner_id, connection_id } });
  await send("imports.start", { key, at: program });
  await send("partners.link", { key, at: partner });
  await send("programs.update", { key, at: program });
  await send("partners.update", { key, at: partner });
  for (const what of ["ban", "unban"]) await send(`partners.${what}`, { key, at: partner });
  await send("partners.set-email", { key, at: partner });
  await service.request(`/api/v1/programs/${program_id}`, {
    method: "PATCH",
    key,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ partner_sign_up: "by_approval" }),
  });
  const wish = { program_id, code: "dora-wished", email: "dora@example.com" };
  await send("applications.approve", { key, at: { program_id, application_id: await apply(service.database, wish) } });

  const agent = await createAgent(service.database, { programId: program_id });
  await send("agent.partners.add", { key: agent.key, at: program, with: { code: "anna-by-an-agent" } });
  const moved = { code: "ANNA10", partner_id };
  await send("agent.coupons.add", { key: agent.key, at: program, with: moved });
  await send("agent.coupons.move", { key: agent.key, at: program, with: moved });
  await keepMadeDiscount(service.database, { ...discount, code: moved.code });
  await send("agent.coupons.create", { key: agent.key, at: program, with: { ...moved, connection_id } });
  await send("agent.partners.update", { key: agent.key, at: partner });
  await send("agent.agreements.publish", { key: agent.key, at: program });
  await send("agent.policies.set", { key: agent.key, at: policy });
  await send("agent.bonuses.add", { key: agent.key, at: program });
  await send("agent.groups.set", { key: agent.key, at: { program_id, group_id: "gold" } });
  await send("agent.partners.move", { key: agent.key, at: partner });
  for (const [name, by] of [
    ["partners.recruiter", key],
    ["agent.partners.recruiter", agent.key],
  ] as const) {
    const added = await send("partners.add", { key, at: program, with: { code: name } });
    const recruit = { program_id, partner_id: Number(fieldOf(added, "data.partner_id")) };
    await send(name, { key: by, at: recruit, with: { recruited_by: partner_id } });
  }
  for (const what of ["ban", "unban"]) await send(`agent.partners.${what}`, { key: agent.key, at: partner });
  for (const what of ["set", "remove"]) await send(`agent.terms.${what}`, { key: agent.key, at: program });
  await send("agent.programs.update", { key: agent.key, at: program });

  for (const [operationId, query] of queriesOf(document)) {
    const call = described.get(operationId);
    const isAgents = operationId.startsWith("agent.");
    const path = `${pathOf(call?.path ?? "", program)}?${new URLSearchParams(query)}`;
    const answer = await service.request(path, { key: isAgents ? agent.key : key });
    expect([operationId, path, answer.status, answer.text]).toEqual([operationId, path, 200, answer.text]);
  }
});

test("what operators do", { timeout: manyHashesMilliseconds }, async () => {
  const { token: key } = await newOperator(service, "operator@acme.example");
  const company = await companyOfAll();
  const { workspaceId: workspace_id, programId: program_id } = company;
  const at = { workspace_id, program_id };
  const invited = { email: "nobody@acme.example" };
  await send("members.add", { key, at, with: invited });
  await send("invitations.cancel", { key, at, with: invited });
  await send("members.remove", { key, at, with: { email: await company.newMember() } });
  await send("members.reset-factor", { key, at, with: { email: await company.newMember() } });
  await send("accounts.reset-factor", { key, with: { email: await company.newMember() } });
  await send("accounts.unlink", { key, with: { email: await company.newMember() } });
  await send("workspaces.require-factor", { key, at });
  await send("agent-keys.create", { key, at });
  await send("tokens.create", { key, at });
  await send("keys.flag", { key, at });
  await send("inbox.retry", { key, at });
  await send("people.export", { key, at });
  await send("people.erase", { key, at });
  await send("parked.release", { key, at: { ...at, event_id: await company.newParked() } });
  await send("disputes.close", { key, at, with: await company.newDispute() });
  await send("sales.accept", { key, at, with: { transaction_id: await company.newContradiction() } });
  await send("alarms.acknowledge", { key, at: { ...at, alarm_id: await company.newAlarm() } });
  await newOperator(service, "second-operator@acme.example");
  await send("operators.remove", { key, with: { email: "second-operator@acme.example" } });
  await send("replays.plan", { key });
  await noRunIsWorkedOn(service.database);
  const { run } = await planReplay(replayParts(testDatabase), wish());
  await send("replays.apply", { key, at: { run_id: run.run_id }, with: { plan_hash: run.plan_hash } });
  await send("verifications.start", { key });
  await noRunIsWorkedOn(service.database);
  await send("forecasts.start", { key, at });
  await noRunIsWorkedOn(service.database);
});

test("passwords and the end of sessions", { timeout: manyHashesMilliseconds }, async () => {
  const email = "ann@acme.example";
  const ann = await signIn(service, email);
  await send("accounts.change-password", { key: ann.token });
  await send("accounts.request-password-reset");
  const token = new URL(linkTo(service, email, "/reset-password")).searchParams.get("token");
  await send("accounts.reset-password", { with: { token } });
  const bea = await newPerson(service, "bea@acme.example");
  const enabled = await send("accounts.two-factor.enable", { key: bea.token });
  const { codeAt } = authenticatorOf(String(fieldOf(enabled, "totpURI")));
  const withCode = { code: await codeAt(0) };
  const verified = await send("accounts.two-factor.verify-totp", { key: bea.token, with: withCode });
  const beasKey = verified.headers.get("set-auth-token") ?? "";
  const codes = await send("accounts.two-factor.generate-backup-codes", { key: beasKey });
  const waiting = await auth(service, "/sign-in/email", { email: bea.email, password });
  await send("accounts.two-factor.verify-backup-code", {
    headers: { cookie: cookiesOf(waiting), origin: service.url },
    with: { code: fieldOf(codes, "backupCodes.0") },
  });
  await send("accounts.two-factor.disable", { key: beasKey });
  const again = () => signIn(service, email, "another horse battery");
  const [one, other] = [await again(), await again()];
  await send("accounts.revoke-other-sessions", { key: other.token });
  const sessions = await service.request("/api/auth/list-sessions", { key: other.token });
  await send("accounts.revoke-session", { key: other.token, with: { token: fieldOf(sessions, "0.token") } });
  await send("accounts.revoke-sessions", { key: (await again()).token });
  await send("accounts.sign-out", { key: (await again()).token });
  expect((await auth(service, "/update-user", { name: "Nobody" }, one)).status).toBe(401);
});

test("passkeys", { timeout: manyHashesMilliseconds }, async () => {
  const { cookie } = await newPerson(service, "dora@acme.example");
  const origin = service.url.replace("127.0.0.1", "localhost");
  const passkey = newPasskey();
  const by = (cookies: string) => ({ headers: { cookie: cookies, origin: service.url } });
  const begun = await send("accounts.passkey.begin-registration", by(cookie));
  const made = await send("accounts.passkey.verify-registration", {
    ...by(`${cookie}; ${cookiesOf(begun)}`),
    with: { response: passkey.make(String(fieldOf(begun, "challenge")), { origin }) },
  });
  await service.request("/api/auth/passkey/list-user-passkeys", { headers: { cookie } });
  const options = await service.request("/api/auth/passkey/generate-authenticate-options");
  await send("accounts.passkey.verify-authentication", {
    ...by(cookiesOf(options)),
    with: { response: passkey.use(String(fieldOf(options, "challenge")), { origin }) },
  });
  const id = fieldOf(made, "id");
  await send("accounts.passkey.update-passkey", { ...by(cookie), with: { id } });
  await send("accounts.passkey.delete-passkey", { ...by(cookie), with: { id } });
});

test("no example is left out, and no body is without one", () => {
  const withBody = [...described.values()].filter(({ takesBody }) => takesBody);
  expect(withBody.filter(({ examples }) => Object.keys(examples).length === 0)).toEqual([]);
  const all = [...described].flatMap(([id, { examples }]) => Object.keys(examples).map((name) => `${id} ${name}`));
  expect([...sent].sort()).toEqual(all.sort());
  expect(all.length).toBeGreaterThan(40);
});

test("every call's answer has an example, with the fields that are answered", async () => {
  const examples: AnswerExamples = answers;
  const { token: key } = await newOperator(service, "reader@acme.example");
  const company = await companyOfAll();
  for (const operation of await loadOperations()) {
    if (operation.http === null) continue;
    const input = await sampleOf(operation.name, company);
    const headers = { authorization: `Bearer ${key}` };
    const answer = await callOverHttp(service, operation, { prefix: "/api/v1", input, headers });
    expect([operation.name, answer.status]).toEqual([operation.name, operation.http.status ?? 200]);
  }
  const { programId, partnerId, owner } = company;
  const asOwner = { key: owner.token };
  const link = await service.post(`/api/v1/programs/${programId}/partners/${partnerId}/link`, {}, asOwner);
  const { pathname } = new URL(String(fieldOf(link, "data.url")));
  for (const path of ["/healthz", "/readyz", `${pathname}?format=json`, `${pathname}/commissions`]) {
    await service.request(path);
  }

  // The document is its own example.
  const asked = [...described.values()].filter((call) => call.answersJson && call.operationId !== "service.describe");
  const ids = [...new Set(asked.map(({ operationId }) => exampleNameOf(operationId)))].sort();
  expect(ids.filter((id) => !recorded.has(id))).toEqual([]);
  const kept = ids.map((id) => {
    const [now, before] = [recorded.get(id), examples[id]];
    return [id, before !== undefined && haveSameFields(now, before) ? before : now] as const;
  });
  for (const { operationId, method, path: template, success } of asked) {
    const path = template.replaceAll(/\{\w+\}/g, "1");
    const body = Object.fromEntries(kept)[exampleNameOf(operationId)];
    const headers = new Headers({ "content-type": "application/json" });
    await requireDescribed({ method, path }, { status: success, headers, body, text: operationId });
  }
  const text = `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../../../src/faces/http/openapi/generated/answers.json");
});
