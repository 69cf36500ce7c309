// A group's own fields on its join form: set by the brand, answered by strangers, kept with the application, and gone with an erasure.
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../../../support/database.ts";
import { manyPeople, newCompany } from "../../../support/people.ts";
import { asOwner, fieldOf, refusalOf, startService } from "../../../support/service.ts";
import { startSmtpServer } from "../../../support/smtp-server.ts";

const testDatabase = await createTestDatabase();
const smtp = await startSmtpServer();
const service = await startService(testDatabase.url, {
  ...manyPeople,
  RATE_LIMIT_BROWSER_PER_MINUTE: "10000",
  SMTP_URL: smtp.url,
  MAIL_FROM: "partners@svc.test",
});
afterAll(async () => {
  await service.close();
  await smtp.close();
  await testDatabase.drop();
});

const { programId, owner } = await newCompany(service);
const program = `/api/v1/programs/${programId}`;
const path = `/partners/join/${programId}`;
const key = owner.token;

const send = (method: string, to: string, body: object) =>
  service.request(`${program}${to}`, {
    key,
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const setGroup = (groupId: string, group: object) => send("PUT", `/groups/${groupId}`, group);
const setFields = (join_fields: unknown, groupId = "default") => setGroup(groupId, { join_fields });

function form(to: string, fields: Record<string, string> | string, language = "en") {
  return service.request(to, {
    method: "POST",
    headers: {
      origin: service.url,
      "content-type": "application/x-www-form-urlencoded",
      "accept-language": language,
    },
    body: new URLSearchParams(fields).toString(),
    redirect: "manual",
  });
}

async function confirm(email: string): Promise<void> {
  const mailed = () => smtp.received.find(({ to, data }) => to === email && data.includes("/partners/link"));
  await expect.poll(mailed).toBeDefined();
  const text =
    mailed()
      ?.data.replace(/=\r?\n/g, "")
      .replace(/=3D/g, "=") ?? "";
  const token = /\/partners\/link\?token=([\w-]+)/.exec(text)?.[1] ?? "";
  expect((await form("/partners/link", { token })).status).toBe(303);
}

const applicationOf = async (email: string) => {
  const rows = fieldOf(await service.request(`${program}/partner-applications?limit=200`, { key }), "data");
  return (rows as { email: string; answers: unknown; partner_id: number | null }[]).find((row) => row.email === email);
};

const fields = [
  { key: "audience", label: "Who reads <b>you</b>?", kind: "long_text", required: true, help: 'Say "who" & where' },
  { key: "site", label: "Your site", kind: "url", required: true },
  { key: "readers", label: "Readers a month", kind: "number" },
  {
    key: "channel",
    label: "Channel",
    kind: "choice",
    required: true,
    options: ["10", "2", '<script>alert("x")</script>'],
  },
  { key: "nick", label: "Nickname", kind: "text" },
  { key: "terms", label: "I read the rules", kind: "checkbox", required: true },
  { key: "news", label: "Send me news", kind: "checkbox" },
];
const person = (name: string) => ({ name, email: `${name.toLowerCase()}@partners.test`, code: name.toLowerCase() });
const right = {
  answer_audience: "Parents\r\nin Berlin",
  answer_site: "https://example.com/blog?a=1&b=2",
  answer_readers: "1200.5",
  answer_channel: '<script>alert("x")</script>',
  answer_nick: "Doe & Co <i>",
  answer_terms: "yes",
};

test("a join page without fields is what it was before there were any", async () => {
  await send("PATCH", "", { site_url: "https://acme.example/", partner_sign_up: "open" });
  const before = (await service.request(path)).text;
  expect((await setFields(fields)).status).toBe(200);
  expect((await service.request(path)).text).not.toBe(before);
  expect(fieldOf(await setFields([]), "data.join_fields")).toEqual([]);
  expect((await service.request(path)).text).toBe(before);
  expect(before).not.toMatch(/answer_|textarea|aria-invalid/);
  await form(path, { ...person("Plain"), ...right });
  await confirm("plain@partners.test");
  expect(await applicationOf("plain@partners.test")).toMatchObject({ answers: [] });
  const stored = await asOwner(testDatabase.url, "select answers_encrypted from partner_application");
  expect(stored).toEqual([{ answers_encrypted: null }]);
});

test("fields are kept as they are set, and a call that changes nothing records nothing", async () => {
  const set = await setFields(fields);
  expect(fieldOf(set, "data.join_fields")).toEqual(
    fields.map((field) => ({ options: null, help: null, required: false, ...field })),
  );
  const again = await setFields(fields);
  expect(fieldOf(again, "data.from_event_id")).toBe(fieldOf(set, "data.from_event_id"));
  expect(fieldOf(await setGroup("default", { name: "Everyone" }), "data.join_fields")).toEqual(
    fieldOf(set, "data.join_fields"),
  );
});

test.each<[string, unknown, string]>([
  ["a key twice", [fields[1], fields[1]], "join_fields must have each key once"],
  ["an option twice", [{ ...fields[3], options: ["a", "a"] }], "join_fields.0.options must have each answer once"],
  ["a choice without options", [{ ...fields[3], options: null }], "join_fields.0.options"],
  ["options of a text", [{ ...fields[4], options: ["a"] }], "join_fields.0.options"],
  ["a NUL in a label", [{ ...fields[4], label: "a\u0000b" }], "join_fields.0.label"],
  ["a label that turns the writing", [{ ...fields[4], label: "a\u202Eb" }], "join_fields.0.label"],
  ["a key of a prototype", [{ ...fields[4], key: "__proto__" }], "join_fields.0.key"],
  ["an unknown kind", [{ ...fields[4], kind: "file" }], "join_fields.0.kind"],
  ["an unknown part", [{ ...fields[4], onclick: "x" }], "onclick"],
  ["21 fields", Array.from({ length: 21 }, (_, at) => ({ ...fields[4], key: `f${at}` })), "at most 20 fields"],
  [
    "more than 16,384 characters in all",
    Array.from({ length: 20 }, (_, at) => ({
      ...{ key: `f${at}`, label: "L", kind: "choice" },
      options: Array.from({ length: 50 }, (__, option) => `${option}${"x".repeat(30)}`),
    })),
    "16384 characters",
  ],
  ["no list", { key: "x" }, "join_fields must be a list of fields"],
])("%s is refused as fields", async (_, given, words) => {
  const answer = await setFields(given);
  expect(refusalOf(answer)).toMatch(/^4\d\d invalid_request$/);
  expect(answer.text).toContain(words);
});

test("the form shows the brand's texts escaped, in every language's frame", async () => {
  await setFields(fields);
  const { text } = await service.request(path);
  expect(text).toContain("Who reads &lt;b&gt;you&lt;/b&gt;?");
  expect(text).toContain("Say &quot;who&quot; &amp; where");
  expect(text).not.toContain("<script>alert");
  // In the brand's order, and not as numbers are sorted.
  expect(text).toMatch(/value="" selected>.*value="10">.*value="2">.*value="&lt;script/);
  for (const [language, optional] of [
    ["de", "Freiwillig."],
    ["ja", "任意です。"],
  ] as const) {
    const page = await service.request(path, { headers: { "accept-language": language } });
    expect(page.text).toContain(optional);
    expect(page.text).toContain("Readers a month");
  }
});

test("answers are kept with the application, encrypted, by no other name and in no event", async () => {
  await form(path, { ...person("Dora"), ...right, answer_unknown: "x", answer_secret: "of another group" });
  await confirm("dora@partners.test");
  const application = await applicationOf("dora@partners.test");
  expect(application?.answers).toEqual([
    { key: "audience", label: fields[0]?.label, kind: "long_text", answer: "Parents\nin Berlin" },
    { key: "site", label: "Your site", kind: "url", answer: "https://example.com/blog?a=1&b=2" },
    { key: "readers", label: "Readers a month", kind: "number", answer: "1200.5" },
    { key: "channel", label: "Channel", kind: "choice", answer: right.answer_channel },
    { key: "nick", label: "Nickname", kind: "text", answer: "Doe & Co <i>" },
    { key: "terms", label: "I read the rules", kind: "checkbox", answer: "yes" },
    { key: "news", label: "Send me news", kind: "checkbox", answer: "no" },
  ]);
  const ofPartner = await service.request(`${program}/partner-applications?partner_id=${application?.partner_id}`, {
    key,
  });
  expect(fieldOf(ofPartner, "data")).toMatchObject([{ email: "dora@partners.test" }]);
  expect(JSON.stringify(await asOwner(testDatabase.url, "select * from event"))).not.toContain("Berlin");
  const [row] = await asOwner<{ answers_encrypted: Buffer }>(
    testDatabase.url,
    "select answers_encrypted from partner_application where answers_encrypted is not null",
  );
  expect(row?.answers_encrypted.toString("latin1")).not.toContain("Berlin");
});

test.each<[string, Record<string, string>, readonly string[]]>([
  [
    "nothing",
    { answer_audience: " ", answer_site: "", answer_channel: "", answer_terms: "" },
    ["This field is required.", "This must be confirmed."],
  ],
  ["an address that runs", { answer_site: "javascript:alert(1)" }, ["This is no web address"]],
  ["no number", { answer_readers: "many" }, ["This is no number"]],
  ["an answer that was not offered", { answer_channel: "11" }, ["Choose one of the answers."]],
  ["a NUL", { answer_nick: "a\u0000b" }, ["characters that cannot be kept"]],
  ["a line break in a line", { answer_nick: "a\nb" }, ["characters that cannot be kept"]],
  ["a text that turns the writing", { answer_audience: "a\u202Eb" }, ["changes the direction of writing"]],
  ["2,001 characters", { answer_audience: "x".repeat(2_001) }, ["at most 2,000 are allowed"]],
])("%s is refused at its field, and what was written is kept", async (_, wrong, faults) => {
  const answer = await form(path, { ...person("Wrong"), ...right, ...wrong });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("Check the marked fields.");
  for (const fault of faults) expect(answer.text).toContain(fault);
  for (const name of Object.keys(wrong)) {
    expect(answer.text).toMatch(new RegExp(`id="form-0-${name}-fault"`));
    expect(answer.text).toMatch(
      new RegExp(`name="${name}"[^>]* aria-describedby="form-0-${name}-fault[^>]*aria-invalid`),
    );
  }
  expect(answer.text).toContain('value="wrong@partners.test"');
  if (!("answer_nick" in wrong)) expect(answer.text).toContain('value="Doe &amp; Co &lt;i&gt;"');
  expect(smtp.received.filter(({ to }) => to === "wrong@partners.test")).toEqual([]);
});

test("of an answer that is sent twice the first counts, and a megabyte is refused unread", async () => {
  const twice = new URLSearchParams({ ...person("Twice"), ...right });
  twice.append("answer_nick", "Second");
  await form(path, twice.toString());
  await confirm("twice@partners.test");
  const answers = (await applicationOf("twice@partners.test"))?.answers;
  expect(answers).toContainEqual(expect.objectContaining({ key: "nick", answer: "Doe & Co <i>" }));
  const huge = await form(path, { ...person("Huge"), ...right, answer_audience: "x".repeat(1_000_000) });
  expect(huge.status).toBe(413);
});

test("the longest answers of the most fields are taken, in any writing", async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ key: `f${at}`, label: `Field ${at}`, kind: "long_text" }));
  await setGroup("writers", { partner_sign_up: "by_approval", join_fields: many });
  const long = Object.fromEntries(many.map((field) => [`answer_${field.key}`, "文".repeat(2_000)]));
  expect((await form(`${path}?group=writers`, { ...person("Long"), ...long })).status).toBe(200);
  await confirm("long@partners.test");
  const answers = (await applicationOf("long@partners.test"))?.answers as { answer: string }[];
  expect(answers.map(({ answer }) => answer.length)).toEqual(many.map(() => 2_000));
});

test("a person gets the answers of an export, and an erasure by e-mail leaves none", async () => {
  const email = "dora@partners.test";
  const exported = await send("POST", "/people/export", { email });
  const rows = fieldOf(exported, "data.rows") as { table: string; row: { answers?: { answer: string }[] } }[];
  const application = rows.find(({ table }) => table === "partner_application");
  expect(application?.row.answers).toContainEqual(expect.objectContaining({ answer: "Parents\nin Berlin" }));
  expect(application?.row).not.toHaveProperty("answers_encrypted");
  expect((await send("POST", "/people/erase", { email, reason: "request 9" })).status).toBe(200);
  expect((await applicationOf(email))?.answers).toEqual([]);
  expect((await applicationOf("twice@partners.test"))?.answers).toHaveLength(7);
});
