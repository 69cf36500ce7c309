// Notices over the real way: a database, a mail server and a chat tool's address, with two processes' worth of jobs at once.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import { noticeKinds } from "../../../src/core/vocabulary/notice-kinds.ts";
import type { OutboundPolicy } from "../../../src/files/addresses.ts";
import { openMailer } from "../../../src/mail/mailer.ts";
import { openSender } from "../../../src/product/messages/sender.ts";
import { addChannel } from "../../../src/product/notices/channels.ts";
import { chooseNotices } from "../../../src/product/notices/choices.ts";
import { type Notices, openNotices } from "../../../src/product/notices/notices.ts";
import { createTestDatabase } from "../../support/database.ts";
import { sale } from "../../support/event-builders.ts";
import { asOwner, secretKey, sendTo, startService } from "../../support/service.ts";
import { type ReceivedMail, type SmtpServer, startSmtpServer } from "../../support/smtp-server.ts";
import { beginTrade, record } from "../../support/traders.ts";

const testDatabase = await createTestDatabase();
const { database, url: databaseUrl } = testDatabase;
const secrets = openSecrets([secretKey]);
const smtp = await startSmtpServer();
const chat = await startChat();
const anywhere: OutboundPolicy = { schemes: ["https", "http"], addresses: "any" };
const log = pino({ level: "silent" });
const baseUrl = "https://svc.example";
const never = new AbortController().signal;
let clock = Date.now();

function jobs(server: Pick<SmtpServer, "url"> | null = smtp, policy = anywhere): Notices {
  const route = server === null ? null : { smtpUrl: server.url, from: "Acme <affiliates@acme.example>" };
  const mailer = route === null ? null : openMailer(route, log);
  return openNotices({ database, secrets, mailer, sender: openSender(policy), baseUrl, now: () => clock, log });
}

const { programId } = await beginTrade(testDatabase);
await asOwner(databaseUrl, "update program set name = $2 where program_id = $1", [programId, "Acme <!channel> & `Co`"]);
for (const [user, role, proven] of [
  ["anna", "owner", true],
  ["ben", "member", true],
  ["cleo", "owner", false],
] as const) {
  await asOwner(
    databaseUrl,
    `with person as (insert into account_user (id, name, email, email_verified) values ($1, $1, $1 || '@acme.test', $3))
     insert into workspace_member (id, workspace, user_id, role)
     select gen_random_uuid()::text, workspace_id::text, $1, $2 from program where program_id = $4`,
    [user, role, proven, programId],
  );
}
const sent = () => smtp.received.map(({ to, data }) => `${to} ${/^Subject: (.*)$/m.exec(data)?.[1]}`);
const lettersOf = (kind: string) =>
  asOwner<{ recipient: string; status: string; attempts: number; fault: string | null }>(
    databaseUrl,
    `select l.recipient, l.status, l.attempts, l.fault from notice_letter l join notice n using (program_id, notice_id)
      where n.kind = $1 order by l.recipient`,
    [kind],
  );
afterAll(async () => {
  await smtp.close();
  chat.close();
  await testDatabase.drop();
});

test("without a mail server and without a channel nothing is made, and nothing waits for there to be one", async () => {
  await record(
    testDatabase,
    programId,
    sale({ transaction_id: "tx-1", amount_cents: 12_345, customer_key: "customer-1" }),
  );
  await jobs(null).findNews(never);
  await jobs(null).findPeriodic(never);
  expect(await asOwner(databaseUrl, "select * from notice")).toEqual([]);
});

test("the first sale is sent once to each who wants it, however many processes look and send at once", async () => {
  const channel = { programId, name: "#sales", url: `${chat.url}/hook`, kinds: ["first_sale"] as const };
  await addChannel(database, secrets, channel, operator);
  const processes = [jobs(), jobs(), jobs()];
  await Promise.all(processes.map((each) => each.findNews(never)));
  await Promise.all(processes.map((each) => each.send(never)));
  await record(testDatabase, programId, sale({ transaction_id: "tx-2", customer_key: "customer-1" }));
  await Promise.all(processes.map((each) => each.findNews(never).then(() => each.send(never))));
  // Cleo never confirmed her address.
  expect(smtp.received.map(({ to }) => to).toSorted()).toEqual(["anna@acme.test", "ben@acme.test"]);
  expect(chat.bodies).toHaveLength(1);
});

test("a mail has both forms, says what it is about, and unsubscribes by one click; a name is no mark-up anywhere", () => {
  const [mail] = smtp.received;
  const text = unfolded(mail).replaceAll("=\n", "").replaceAll("=3D", "=").replaceAll("=20", " ");
  expect(text).toMatch(/^Subject: Acme <!channel> & `Co`: the first sale$/m);
  expect(text).toMatch(/^List-Unsubscribe: <https:\/\/svc\.example\/notices\/off\?token=/m);
  expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
  expect(text).toContain("multipart/alternative");
  expect(text).toContain("123.45 USD");
  expect(text).toContain("Acme &lt;!channel&gt; &amp; `Co`");
  expect(text).toContain("prefers-color-scheme: dark");
  expect(text).not.toMatch(/<img|<script|<link /);
  const body = chat.bodies[0] ?? "";
  expect(JSON.parse(body)).toMatchObject({ text: expect.stringContaining("123.45 USD"), blocks: expect.any(Array) });
  expect(body).not.toContain("<!channel> & `Co`: the first sale\\n");
});

test("a storm of failures is one notice for its cause and day", async () => {
  await asOwner(
    databaseUrl,
    `insert into outcome (program_id, event_id, outcome, reason)
     select program_id, id, 'failed', 'fold_failed' from event where program_id = $1
     on conflict (program_id, event_id) do update set outcome = 'failed', reason = 'fold_failed'`,
    [programId],
  );
  const before = smtp.received.length;
  for (const each of [jobs(), jobs()]) {
    await each.findNews(never);
    await each.send(never);
  }
  const causes = await asOwner(databaseUrl, "select cause from notice where kind = 'deliveries_failed'");
  const sources = await asOwner(databaseUrl, "select distinct source from event where program_id = $1", [programId]);
  expect(causes).toHaveLength(sources.length);
  // Owners alone, unless a member asks for it.
  expect(
    sent()
      .slice(before)
      .every((line) => line.startsWith("anna@")),
  ).toBe(true);
  expect(smtp.received.length - before).toBe(sources.length);
});

test("the weekly digest has the week's figures next to the week before; the daily one goes to who asks for it", async () => {
  const choice = { programId, userId: "ben", on: ["daily_digest"] as const, off: ["weekly_digest"] as const };
  await chooseNotices(database, choice, { kind: "account", accountId: "ben" });
  const before = smtp.received.length;
  clock = nextMonday();
  await Promise.all([jobs().findPeriodic(never), jobs().findPeriodic(never)]);
  await jobs().send(never);
  const digests = smtp.received.slice(before).filter(({ data }) => /Subject: .*(\d{4}|=\?)/.test(data));
  expect(digests.filter(({ to }) => to === "anna@acme.test")).toHaveLength(1);
  const weekly = await asOwner<{ facts: Record<string, Record<string, unknown>> }>(
    databaseUrl,
    "select facts from notice where kind = 'weekly_digest'",
  );
  expect(weekly[0]?.facts.current).toMatchObject({ clicks: 2, leads: 2, sales: 2 });
  expect(weekly[0]?.facts.previous).toMatchObject({ clicks: 0, sales: 0, currencies: [] });
  expect(await lettersOf("weekly_digest")).toMatchObject([{ recipient: "account:anna", status: "sent" }]);
  expect(await lettersOf("daily_digest")).toMatchObject([{ recipient: "account:ben", status: "sent" }]);
});

test("a kind that is named twice is chosen once", async () => {
  const choice = {
    programId,
    userId: "ben",
    on: ["daily_digest", "daily_digest"] as const,
    off: ["weekly_digest"] as const,
  };
  await chooseNotices(database, choice, { kind: "account", accountId: "ben" });
  const chosen = await asOwner(
    databaseUrl,
    "select kind, is_on from notice_choice where user_id = 'ben' order by kind",
  );
  expect(chosen).toEqual([
    { kind: "daily_digest", is_on: true },
    { kind: "weekly_digest", is_on: false },
  ]);
});

test("a mail server that is down is tried again later; one that hangs up after taking a mail is not given it twice", async () => {
  const [key] = await asOwner<{ rotate_by: Date }>(
    databaseUrl,
    `insert into program_key (program_id, key_hash, last_four, flagged_at, rotate_by)
     values ($1, 'x', 'abcd', now(), now() + interval '30 days')
     on conflict (program_id) do update set flagged_at = now(), rotate_by = now() + interval '30 days' returning rotate_by`,
    [programId],
  );
  clock = Date.now();
  await jobs().findNews(never);
  await jobs({ url: "smtp://127.0.0.1:1" }).send(never);
  expect(await lettersOf("key_rotation")).toMatchObject([
    { status: "pending", attempts: 1, fault: expect.stringContaining("ECONNREFUSED") },
  ]);
  const due = "update notice_letter set next_attempt_at = now() where status = 'pending'";
  await asOwner(databaseUrl, due);
  const silent = await startSmtpServer({ hangsUp: true });
  await jobs(silent).send(never);
  expect(silent.received).toHaveLength(1);
  expect(await lettersOf("key_rotation")).toMatchObject([{ status: "unclear", attempts: 2 }]);
  await asOwner(databaseUrl, due);
  await jobs().send(never);
  expect(sent().filter((line) => line.includes("replace the program"))).toEqual([]);
  await silent.close();
  // A day before its end it is sent again.
  clock = (key?.rotate_by.getTime() ?? 0) - 3_600_000;
  await jobs().findNews(never);
  await jobs().send(never);
  expect(sent().filter((line) => line.includes("a day is left"))).toHaveLength(1);
  clock = Date.now();
});

test("a process that died while sending leaves a letter that is not sent again", async () => {
  await asOwner(
    databaseUrl,
    `with made as (insert into notice (program_id, kind, cause, facts)
                   values ($1, 'parked_long', 'died', '{"kind":"parked_long","day":"2026-01-31","count":1,"days":7}') returning *)
     insert into notice_letter (program_id, notice_id, recipient, status, attempts, leased_until)
     select program_id, notice_id, 'account:anna', 'sending', 1, now() - interval '1 second' from made`,
    [programId],
  );
  const before = smtp.received.length;
  await jobs().send(never);
  expect(smtp.received).toHaveLength(before);
  expect(await lettersOf("parked_long")).toMatchObject([{ status: "unclear" }]);
});

test("a channel at a private address, or one that redirects to one, reaches nothing", async () => {
  const policy: OutboundPolicy = { schemes: ["https", "http"], addresses: "public" };
  const inside = { programId, name: "#inside", url: `${chat.url}/inside`, kinds: ["payouts_due"] as const };
  const channelId = await addChannel(database, secrets, inside, operator);
  const letter = `with made as (insert into notice (program_id, kind, cause, facts)
                                values ($1, 'payouts_due', $2, '{"kind":"payouts_due","partner_count":1,"owed":[]}') returning *)
                  insert into notice_letter (program_id, notice_id, recipient)
                  select program_id, notice_id, $3 from made`;
  const before = chat.bodies.length;
  await asOwner(databaseUrl, letter, [programId, "guarded", `channel:${channelId}`]);
  await jobs(null, policy).send(never);
  expect(chat.bodies).toHaveLength(before);
  expect(await lettersOf("payouts_due")).toMatchObject([
    { status: "pending", fault: expect.stringContaining("public") },
  ]);
  await asOwner(databaseUrl, "update notice_letter set next_attempt_at = now() where status = 'pending'");
  chat.answer(302, { location: `${chat.url}/elsewhere` });
  await jobs(null).send(never);
  expect(chat.bodies).toHaveLength(before + 1);
  expect(await lettersOf("payouts_due")).toMatchObject([{ status: "failed" }]);
  chat.answer(410);
  await asOwner(databaseUrl, letter, [programId, "gone", `channel:${channelId}`]);
  await jobs(null).send(never);
  const paused = await asOwner(databaseUrl, "select status from notice_channel where channel_id = $1", [channelId]);
  expect(paused).toEqual([{ status: "paused" }]);
});

test("the link turns its notice off by one press or one click, and neither a look nor a changed link does anything", async () => {
  await asOwner(
    databaseUrl,
    "update notice_channel set status = 'removed', paused_because = null, url_encrypted = null",
  );
  const service = await startService(databaseUrl);
  const [mail] = smtp.received.filter(({ to }) => to === "anna@acme.test");
  const link = /List-Unsubscribe: <https:\/\/svc\.example([^>]+)>/.exec(unfolded(mail))?.[1] ?? "";
  const choices = () =>
    asOwner(databaseUrl, "select kind, is_on from notice_choice where user_id = 'anna' order by kind");
  expect(await service.request(link)).toMatchObject({
    status: 200,
    text: expect.stringContaining("First sale of Acme"),
  });
  const forged = link.replace("first_sale", "all");
  const oneClick = {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  };
  expect((await sendTo(`${service.url}${forged}`, oneClick)).status).toBe(404);
  expect(await choices()).toEqual([]);
  expect((await sendTo(`${service.url}${link}`, oneClick)).status).toBe(200);
  expect(await choices()).toEqual([{ kind: "first_sale", is_on: false }]);
  const all = { ...oneClick, body: "decision=all" };
  expect((await sendTo(`${service.url}${link}`, all)).text).toContain("It is off");
  expect((await choices()).every((choice) => "is_on" in choice && choice.is_on === false)).toBe(true);
  expect(await choices()).toHaveLength(noticeKinds.length);
  await service.close();
});

/** Long headers go on in a next line. */
function unfolded(mail: ReceivedMail | undefined): string {
  return mail?.data.replace(/\n[ \t]+/g, " ") ?? "";
}

/** Half past six on the Monday that ends the week in which everything here happened. */
function nextMonday(): number {
  const today = new Date(`${new Date().toISOString().slice(0, 10)}T06:30:00Z`);
  const days = (8 - today.getUTCDay()) % 7 || 7;
  return today.getTime() + days * 86_400_000;
}

type Chat = {
  readonly url: string;
  readonly bodies: readonly string[];
  answer(status: number, headers?: Readonly<Record<string, string>>): void;
  close(): void;
};

async function startChat(): Promise<Chat> {
  const bodies: string[] = [];
  let answered: [number, Readonly<Record<string, string>>] = [200, {}];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request.setEncoding("utf8")) body += part;
    bodies.push(body);
    response.writeHead(...answered).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    answer: (status, headers = {}) => {
      answered = [status, headers];
    },
    close: () => server.close(),
  };
}
