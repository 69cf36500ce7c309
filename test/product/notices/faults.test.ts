// Notices of what fails at the edges: deliveries that no signature proves, over HTTP, and days of exports that cannot be written.
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { addConnection } from "../../../src/access/connections.ts";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { openMailer } from "../../../src/mail/mailer.ts";
import { openSender } from "../../../src/product/messages/sender.ts";
import { addChannel } from "../../../src/product/notices/channels.ts";
import { chooseNotices } from "../../../src/product/notices/choices.ts";
import { openNotices } from "../../../src/product/notices/notices.ts";
import { createTestDatabase } from "../../support/database.ts";
import { asOwner, createTestProgram, secretKey, startService } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const testDatabase = await createTestDatabase();
const { database, url } = testDatabase;
const secrets = openSecrets([secretKey]);
const [smtp, chat] = [await startSmtpServer(), await startReceiver()];
afterAll(async () => {
  await Promise.all([smtp.close(), chat.close()]);
  await testDatabase.drop();
});
const log = pino({ level: "silent" });
const never = new AbortController().signal;
const mailer = openMailer({ smtpUrl: smtp.url, from: "Acme <affiliates@acme.example>" }, log);
const sender = openSender({ schemes: ["https", "http"], addresses: "any" });
const jobs = openNotices({ database, secrets, mailer, sender, baseUrl: "https://svc.example", now: Date.now, log });
async function look(): Promise<string[]> {
  const before = smtp.received.length;
  await jobs.findNews(never);
  await jobs.send(never);
  return smtp.received.slice(before).map(({ to, data }) => `${to} ${/^Subject: (.*)$/m.exec(data)?.[1]?.trim()}`);
}

const { programId } = await createTestProgram(database);
await asOwner(
  url,
  `with person as (insert into account_user (id, name, email, email_verified)
                   values ('anna', 'Anna', 'anna@acme.test', true), ('ben', 'Ben', 'ben@acme.test', true))
   insert into workspace_member (id, workspace, user_id, role)
   select gen_random_uuid()::text, workspace_id::text, who, role
     from program, (values ('anna', 'owner'), ('ben', 'owner')) as people(who, role) where program_id = $1`,
  [programId],
);
const kinds = ["deliveries_refused", "export_failed"] as const;
await addChannel(database, secrets, { programId, name: "#faults", url: `${chat.url}/hook`, kinds }, operator);
await chooseNotices(
  database,
  { programId, userId: "ben", on: [], off: ["deliveries_refused"] },
  { kind: "account", accountId: "ben" },
);

test("deliveries that no signature proves are reported once a day, from the tenth in an hour on", async () => {
  const service = await startService(url);
  const connection = { programId, provider: "polar", livemode: true, secrets: ["polar_whs_only_for_tests"] };
  const [wrong, quiet] = [
    await addConnection(database, secrets, connection, operator),
    await addConnection(database, secrets, connection, operator),
  ];
  const send = async (connectionId: number | undefined, times: number) => {
    for (let time = 0; time < times; time += 1) {
      expect((await service.post(`/webhooks/polar/${connectionId}`, { type: "order.paid" })).status).toBe(400);
    }
  };
  await send(wrong, 9);
  await send(quiet, 9);
  await service.close();
  expect(await look()).toEqual([]);
  const next = await startService(url);
  expect((await next.post(`/webhooks/polar/${wrong}`, { type: "order.paid" })).status).toBe(400);
  expect((await next.post(`/webhooks/polar/${wrong}`, { type: "order.paid" })).status).toBe(400);
  await next.close();
  // Ben has turned them off.
  expect(await look()).toEqual(["anna@acme.test Acme: 11 deliveries from polar refused"]);
  expect(await look()).toEqual([]);
  const text = smtp.received.at(-1)?.data.replaceAll("=\r\n", "").replaceAll("=\n", "") ?? "";
  expect(text).toContain("they carry no signature");
  expect(text).toContain("multipart/alternative");
  expect(text).toContain(`https://svc.example/programs/${programId}/settings/connections`);
});

test("a day of an export that failed twice is reported once, with why", async () => {
  const run = (exportId: number, attempts: number, status: string) =>
    asOwner(
      url,
      `insert into export_run (program_id, export_id, day, status, attempts, fault, ended_at)
       values ($1, $2, current_date - 1, $3, $4, 'The bucket answered 403 <AccessDenied>', now())
       on conflict (program_id, export_id, day) do update set attempts = excluded.attempts`,
      [programId, exportId, status, attempts],
    );
  const [made] = await asOwner<{ export_id: number }>(
    url,
    `insert into export_schedule (program_id, list, format, target) values ($1, 'sales', 'csv', 'folder')
     returning export_id`,
    [programId],
  );
  await run(made?.export_id ?? 0, 1, "waiting");
  expect(await look()).toEqual([]);
  await run(made?.export_id ?? 0, 2, "waiting");
  const reported = await look();
  expect(reported.map((line) => line.replace(/ of .* could/, " of … could")).toSorted()).toEqual(
    ["anna", "ben"].map((name) => `${name}@acme.test Acme: the sales of … could not be exported`),
  );
  await run(made?.export_id ?? 0, 3, "waiting");
  expect(await look()).toEqual([]);
  expect(smtp.received.at(-1)?.data).toContain("&lt;AccessDenied&gt;");
  expect(chat.requests).toBe(2);
});
