// Secrets of every kind go through the service, by calls that succeed and by calls that fail, also with libraries that throw errors quoting
// their input; then none of them is in the log at its lowest level, in a trace or at /metrics.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openKeptSecrets } from "../../../src/access/secrets/kept-secrets.ts";
import { ConfigError, readConfig } from "../../../src/config/config.ts";
import { openExports } from "../../../src/product/exports/exports.ts";
import { setPartnerEmail } from "../../../src/product/partners/emails.ts";
import { createAgent } from "../../support/agents.ts";
import { createTestDatabase } from "../../support/database.ts";
import { readFixtureFile } from "../../support/fixtures.ts";
import { beginOutbound } from "../../support/outbound.ts";
import { auth, manyMails, manyPeople, newCompany, password } from "../../support/people.ts";
import { redirectProviders } from "../../support/redirect-providers.ts";
import { type Answer, asOwner, fieldOf, secretKey, startService } from "../../support/service.ts";
import { stripeHeaders } from "../../support/signing.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { session as sessionFixture } from "../../support/stripe-readings.ts";
import { startTcpProxy } from "../../support/tcp-proxy.ts";
import { startCollector } from "../../support/trace-collector.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const metricsToken = "metrics-token-of-this-test";
const smtpPassword = "p@ss of the mail server";
const signingSecret = "whsec_signing_secret_of_this_test";
const apiKey = ["sk", "live", "api_key_of_this_test"].join("_");
const s3 = { access_key_id: ["AKIA", "OFTHISTEST000000"].join(""), secret_access_key: "s3/secret+of+this+test" };
const customerEmail = "carla@customers.test";
const partnerEmail = "paul@partners.test";
const wrong = {
  programKey: "aff_wrong-key-of-a-program-00000000",
  agentKey: "agt_wrong-key-of-an-agent-000000000",
  password: "wrong horse battery",
  metricsToken: "wrong-metrics-token",
  session: "wrong-session-token-0000",
  partnerLink: "wrong-partner-link-token-00000000000000000",
  ticket: "wrong-invitation-ticket-0000",
};

const testDatabase = await createTestDatabase();
const wire = await startTcpProxy(testDatabase.url);
const smtpManners: NonNullable<Parameters<typeof startSmtpServer>[0]> = {};
const smtp = await startSmtpServer(smtpManners);
const receiver = await startReceiver();
const collector = await startCollector();
const echo = await startEcho();
vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url);
const smtpUrl = smtp.url.replace("://", `://mailer:${encodeURIComponent(smtpPassword)}@`);
const service = await startService(wire.url, {
  ...manyPeople,
  ...manyMails,
  ...{ OUTBOUND_SCHEMES: "any", OUTBOUND_ADDRESSES: "any", METRICS_TOKEN: metricsToken, LOG_LEVEL: "trace" },
  ...{ SMTP_URL: smtpUrl, MAIL_FROM: "Acme <affiliates@acme.test>", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
});
const giveProvidersBack = redirectProviders(echo.url);
afterAll(async () => {
  giveProvidersBack();
  vi.unstubAllEnvs();
  for (const part of [receiver, collector, echo, smtp]) await part.close();
  await wire.cut();
  await testDatabase.drop();
});

/** Refuses everything, in words that hold all it was sent. */
async function startEcho() {
  const server = createServer((request, response) => {
    response.writeHead(403, { "content-type": "text/plain" });
    response.end(`${JSON.stringify(request.headers)}\n<AWSAccessKeyId>${s3.access_key_id}</AWSAccessKeyId>`);
    request.resume();
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const form = (path: string, fields: Record<string, string>) =>
  service.request(path, {
    method: "POST",
    headers: { origin: service.url, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });

/** The newest mail's link to this path. */
async function mailedLink(to: string, path: string, name: string): Promise<string> {
  const textOf = () => smtp.received.findLast((mail) => mail.to === to && mail.data.includes(path))?.data;
  await expect.poll(textOf).toBeDefined();
  const text =
    textOf()
      ?.replace(/=\r?\n/g, "")
      .replace(/=3D/g, "=") ?? "";
  const [link = ""] = new RegExp(`http\\S+${path}\\S+`).exec(text) ?? [];
  return new URL(link).searchParams.get(name) ?? "";
}

/** Every write to such tables fails, with an error that quotes the row. */
const faultsOnWrites = (state: string, tables: string) => `
  create function quote_row() returns trigger language plpgsql security definer as $$
  begin
    raise exception using errcode = '${state}', detail = 'Failing row contains ' || new::text, hint = new::text,
      message = 'invalid input syntax for type json: "' || new::text || '"';
  end $$;
  do $$ declare relation text; begin
    for relation in select format('%I', relname) from pg_class
                     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname ~ '${tables}' loop
      execute format('create trigger quoting before insert or update on %s for each row execute function quote_row()', relation);
    end loop;
  end $$`;
const faultsGone = "drop function quote_row cascade";

test("no secret and no e-mail is in the log, in a trace or in the figures, after success or failure", async () => {
  const company = await newCompany(service);
  const { owner, member, workspaceId, programId } = company;
  const managed = { key: owner.token };
  const outbound = await beginOutbound(service);
  const selling = await outbound.newProgram();
  const agent = await createAgent(testDatabase.database, selling);
  const program = `/api/v1/programs/${programId}`;
  const connection = await service.post(
    `${program}/connections`,
    { provider: "stripe", signing_secret: signingSecret },
    managed,
  );
  const connectionId = Number(fieldOf(connection, "data.connection_id"));
  const endpointId = await outbound.newEndpoint(selling, receiver, { event_types: ["sale.recorded"] });
  const shown = { program_id: selling.programId, endpoint_id: endpointId };
  const endpointSecret = String((await outbound.run("endpoints.show-secret", shown)).signing_secret);
  const bucket = { target: "s3", endpoint: echo.url, bucket: "reports", ...s3 };
  const exported = await service.post(`${program}/exports`, { list: "sales", ...bucket }, managed);
  const exportId = Number(fieldOf(exported, "data.export_id"));
  const secrets = await openKeptSecrets(testDatabase.database, [secretKey]);
  const partner = { programId: selling.programId, partnerId: selling.partnerId, email: partnerEmail };
  expect(await setPartnerEmail(testDatabase.database, secrets, partner, operator)).toBe("set");
  await form("/partners/sign-in", { email: partnerEmail });
  const partnerLink = await mailedLink(partnerEmail, "/partners/link", "token");
  const invited = "irene@invited.test";
  const invitation = { organizationId: String(workspaceId), email: invited, role: "member" };
  await auth(service, "/organization/invite-member", invitation, owner);
  const ticket = await mailedLink(invited, "/invitation", "ticket");
  await auth(service, "/request-password-reset", { email: member.email });
  const resetToken = await mailedLink(member.email, "/reset-password", "token");
  const signatures: string[] = [];
  let partnerCookie = "";
  let calls = 0;

  function deliver(secret: string): Promise<Answer> {
    const body = Buffer.from(
      readFixtureFile(`stripe/${sessionFixture}.json`)
        .toString("utf8")
        .replace(/"evt_\w+"/, `"evt_${calls}"`),
    );
    const headers = stripeHeaders(body, [secret], Math.floor(Date.now() / 1000));
    signatures.push(...(JSON.stringify(headers).match(/[\da-f]{64}/g) ?? []));
    return service.post(`/webhooks/stripe/${connectionId}`, new Uint8Array(body), { headers });
  }

  const exportsJob = openExports(outbound.work, service.log);
  async function everything(): Promise<Answer[]> {
    calls += 1;
    const sale = {
      transaction_id: `order-${calls}`,
      amount_cents: 4_900,
      customer_key: selling.customerKey,
      customer_email: customerEmail,
    };
    const as = (key: string) => ({ key });
    const post = service.post;
    const hostile = { headers: { origin: `https://elsewhere.test/?token=${resetToken}`, cookie: owner.cookie } };
    const asked = [
      ...[selling.key, wrong.programKey].flatMap((key) => [
        post("/api/v1/track/sale", sale, as(key)),
        post("/api/v1/track/sale", `{"api_key": "${key}", ${customerEmail}`, as(key)),
        post("/api/v1/track/sale", { ...sale, amount_cents: key }, as(key)),
        post(`/api/v1/track/sale?key=${key}`, { ...sale, transaction_id: key }),
      ]),
      post(
        "/api/v1/track/lead",
        { click_id: selling.clickId, customer_key: `new-${calls}`, customer_email: customerEmail },
        as(selling.key),
      ),
      ...[signingSecret, `${signingSecret}_wrong`].map(deliver),
      ...[password, wrong.password].map((word) =>
        auth(service, "/sign-in/email", { email: member.email, password: word }),
      ),
      post("/api/auth/sign-in/email", `{"password": "${password}", "email": ${member.email}`),
      auth(service, "/sign-up/email", { name: "Nina", email: `nina-${calls}@people.test`, password }),
      auth(service, "/sign-up/email", { name: "Member", email: member.email, password }),
      auth(service, "/request-password-reset", { email: member.email }),
      auth(service, "/reset-password", { token: `${resetToken}x`, newPassword: password }),
      auth(service, "/request-password-reset", {
        email: member.email,
        redirectTo: `https://elsewhere.test/?token=${resetToken}`,
      }),
      post("/api/auth/update-user", { name: "O" }, hostile),
      auth(service, "/organization/invite-member", { ...invitation, email: `ines-${calls}@invited.test` }, owner),
      ...[ticket, wrong.ticket].map((text) =>
        service.request(`/invitation?ticket=${text}`, { headers: { cookie: owner.cookie } }),
      ),
      ...[partnerLink, wrong.partnerLink].map((token) => service.request(`/partners/link?token=${token}`)),
      form("/partners/sign-in", { email: partnerEmail }),
      form("/partners/link", { token: wrong.partnerLink }),
      service.request("/partners", { headers: { cookie: partnerCookie } }),
      ...[owner.token, wrong.session].map((key) => service.request("/api/v1/programs", { key })),
      service.request("/api/v1/programs", { headers: { cookie: owner.cookie } }),
      ...[agent.key, wrong.agentKey].flatMap((key) => [
        service.request("/api/agent/v1/programs", { key }),
        post(
          "/api/agent/v1/mcp",
          { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: key, arguments: { key } } },
          {
            key,
            headers: { accept: "application/json, text/event-stream" },
          },
        ),
      ]),
      ...[metricsToken, wrong.metricsToken].map((key) => service.request("/metrics", { key })),
      service.request(`${program}/connections/${connectionId}/api-key`, {
        ...{ method: "PUT", ...managed, body: JSON.stringify({ api_key: apiKey }) },
        headers: { "content-type": "application/json" },
      }),
      post(`${program}/connections`, { provider: "stripe", signing_secret: signingSecret, livemode: apiKey }, managed),
      post(`${program}/exports`, { list: "sales", ...bucket, region: s3.secret_access_key }, managed),
      post(`${program}/exports/${exportId}/run`, {}, managed),
    ];
    const answers = await Promise.all(asked);
    await exportsJob
      .runOnce(new AbortController().signal)
      .catch((error: unknown) => service.log.error({ err: error }, "the job failed"));
    return answers;
  }
  const statuses = async () => new Set((await everything()).map(({ status }) => status));

  await form("/partners/link", { token: partnerLink }).then((answer) => {
    partnerCookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  });
  expect(partnerCookie).not.toBe("");
  expect(await statuses()).toEqual(new Set([200, 400, 401, 403, 404, 410, 422]));
  await receiver.until(1);
  smtpManners.refuses = "sign_in";
  await everything();
  smtpManners.refuses = "recipient";
  await everything();
  for (const [state, tables, status] of [
    ["22P02", "^account_(user|session|verification)$", 500],
    ["23514", "", 500],
    ["53100", "", 503],
  ] as const) {
    await asOwner(testDatabase.url, faultsOnWrites(state, tables));
    expect([...(await statuses())]).toContain(status);
    await asOwner(testDatabase.url, faultsGone);
  }
  const { text: figures } = await service.request("/metrics", { key: metricsToken });
  await wire.cut();
  expect([...(await statuses())]).toContain(503);
  await wire.mend();
  await service.close();

  const secretsSent = {
    ...{ metricsToken, smtpPassword, signingSecret, apiKey, customerEmail, partnerEmail, password, secretKey },
    ...{
      accessKeyId: s3.access_key_id,
      secretAccessKey: s3.secret_access_key,
      endpointSecret,
      partnerLink,
      ticket,
      resetToken,
    },
    ...{
      programKey: selling.key,
      agentKey: agent.key,
      sessionToken: owner.token,
      sessionCookie: owner.cookie,
      partnerCookie,
    },
    ...{
      ownersEmail: owner.email,
      membersEmail: member.email,
      invited,
      newPeople: "@people.test",
      newInvited: "@invited.test",
    },
    ...Object.fromEntries(Object.entries(wrong).map(([name, value]) => [`wrong ${name}`, value])),
    ...Object.fromEntries(signatures.map((signature, at) => [`signature ${at}`, signature])),
    databasePassword: new URL(testDatabase.url).password,
    receiversSignature: String(receiver.received[0]?.headers["webhook-signature"]),
  };
  const said = [...service.logged, ...collector.bodies, figures];
  const leaks = Object.entries(secretsSent).flatMap(([name, secret]) =>
    formsOf(secret).flatMap((written) =>
      said.flatMap((text) => {
        const at = text.indexOf(written);
        return at === -1 ? [] : [`${name}: …${text.slice(Math.max(0, at - 60), at + 90)}`];
      }),
    ),
  );
  expect([...new Set(leaks.map((leak) => leak.slice(0, 110)))]).toEqual([]);
  for (const line of [
    ...["a mail could not be sent", "a partner's link could not be sent", "a request failed", "an export failed"],
    ...["a request could not be recorded now", "the accounts library refused a call", '"msg":"request"'],
  ]) {
    expect(service.logged.join("")).toContain(line);
  }
  expect(collector.bodies.join("")).toContain("/partners/link");
  expect(figures).toContain("/partners/link");
});

/** As it is, as it is written in an address, in a JSON text, and as it is sent to a mail server. */
function formsOf(secret: string): string[] {
  if (secret === "") return [];
  const json = JSON.stringify(secret).slice(1, -1);
  const reported = Buffer.from(`\0mailer\0${secret}`).toString("base64");
  return [...new Set([secret, encodeURIComponent(secret), json, Buffer.from(secret).toString("base64"), reported])];
}

test("a configuration that is refused is refused without its secrets", () => {
  const given = {
    ...{ DATABASE_URL: "postgres://svc:database-password@:bad:/x", SMTP_URL: "http://mailer:mail-password@mail.test" },
    ...{
      METRICS_TOKEN: "metrics token",
      SVC_SECRET_KEYS: "short-secret",
      X402_RPC_URLS: "eip155:8453=ftp://node.test/node-key",
    },
  };
  const fault = (() => {
    try {
      return readConfig(given);
    } catch (error) {
      return error;
    }
  })();
  if (!(fault instanceof ConfigError)) throw new Error("the configuration was taken");
  const words = fault.faults.join("\n");
  for (const name of Object.keys(given)) expect(words).toContain(name);
  for (const secret of ["database-password", "mail-password", "metrics token", "short-secret", "node-key"])
    expect(words).not.toContain(secret);
});
