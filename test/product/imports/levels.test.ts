// Groups and second levels out of an export: in any order of the lines, again and after a kill, and refused where they cannot be.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { openSecrets } from "../../../src/access/secrets/secrets.ts";
import type { ImportReport } from "../../../src/core/vocabulary/import-report.ts";
import type { ImportTool } from "../../../src/core/vocabulary/import-tools.ts";
import { catchUpAll } from "../../../src/engine/books/catch-up.ts";
import { runImport } from "../../../src/product/imports/run-import.ts";
import { setGroup } from "../../../src/product/terms/change.ts";
import { killChildren, startChild } from "../../support/child.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { importPlaces } from "../../support/import-places.ts";
import { asOwner, secretKey } from "../../support/service.ts";
import { createTestProgram, dumpBooks, emptyBooks } from "../../support/submissions.ts";
import { runSvc, svcScript } from "../../support/svc.ts";

const secrets = openSecrets([secretKey]);
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  await killChildren();
  await asOwner(db.url, "delete from partner_code");
});
afterAll(async () => db.drop());

type Take = { readonly tool?: ImportTool; readonly isApplied?: boolean; readonly createsGroups?: boolean };

async function take(programId: number, text: string, options: Take = {}): Promise<ImportReport> {
  const { tool = "csv", isApplied = true, createsGroups = false } = options;
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  const stop = new AbortController().signal;
  const run = { programId, tool, actor: operator, isApplied, createsGroups, source: source(), stop };
  return (
    await runImport({ database: db.database, secrets, imports: importPlaces }, { ...run, onProgress: () => undefined })
  ).report;
}

type Row = { readonly name: string; readonly recruiter: string | null; readonly group_id: string | null };

const partnersOf = (programId: number) =>
  asOwner<Row>(
    db.url,
    `select p.name, r.name as recruiter, p.group_moves -> -1 ->> 'group_id' as group_id
       from partner p
       left join partner r on r.program_id = p.program_id and r.partner_id = p.recruited_by
      where p.program_id = $1 order by p.name`,
    [programId],
  );
const recruitsOf = async (programId: number) =>
  (await partnersOf(programId)).map(({ name, recruiter }) => [name, recruiter]);

async function newProgram(): Promise<number> {
  const { programId } = await createTestProgram(db, {}, []);
  return programId;
}

test("a group is found by its id or its name; a missing one is a fault of its line, or made where that is asked for", async () => {
  const programId = await newProgram();
  const settings = { name: "Gold Partners" };
  await setGroup(db.database, { programId, groupId: "vip", settings, commission: undefined }, operator);
  const file = "partner_code,partner_name,group\na,A,vip\nb,B,gold PARTNERS\nc,C,Silver\nd,D,\ne,E,silver\n";
  for (const isApplied of [false, true]) {
    const report = await take(programId, file, { isApplied });
    expect(report).toMatchObject({ partners_new: 3, faulty_lines: 2 });
    expect(report.faults.map(({ line, message }) => [line, message])).toEqual([
      [4, "names the group Silver, which is not here: make it first, or let the import create groups."],
      [6, "names the group silver, which is not here: make it first, or let the import create groups."],
    ]);
  }
  for (const isApplied of [false, true]) {
    const made = await take(programId, file, { isApplied, createsGroups: true });
    expect(made).toMatchObject({ partners_new: 2, partners_known: 3, kept: 0, faults: [] });
  }
  const groups = (await partnersOf(programId)).map(({ name, group_id }) => [name, group_id]);
  expect(groups).toEqual([
    ["A", "vip"],
    ["B", "vip"],
    ["C", "silver"],
    ["D", null],
    ["E", "silver"],
  ]);
  const policies = await asOwner(db.url, "select 1 from partner_policy where program_id = $1", [programId]);
  expect(policies).toEqual([]);
});

test("a partner that is in another group stays there, and its line is counted as kept", async () => {
  const programId = await newProgram();
  const file = (group: string) => `partner_code,partner_name,partner_group\nmoved,M,${group}\n`;
  await take(programId, file("One"), { createsGroups: true });
  const before = await dumpBooks(db.url);
  for (const isApplied of [false, true]) {
    const report = await take(programId, file("Two"), { isApplied, createsGroups: true });
    expect(report).toMatchObject({ partners_known: 1, kept: 1, faults: [] });
  }
  expect(await dumpBooks(db.url)).toBe(before);
});

test("two groups of one name are a fault, and the hundredth is the last", async () => {
  const programId = await newProgram();
  for (const groupId of ["x", "y"]) {
    const settings = { name: "Same name" };
    await setGroup(db.database, { programId, groupId, settings, commission: undefined }, operator);
  }
  const two = await take(programId, "partner_code,partner_name,group\ns,S,same name\n", { createsGroups: true });
  expect(two.faults[0]?.message).toContain("which two are called");
  const many = Array.from({ length: 99 }, (_, n) => `m-${n},M ${n},Made ${n}\n`).join("");
  for (const isApplied of [false, true]) {
    const file = `partner_code,partner_name,group\n${many}`;
    const report = await take(programId, file, { isApplied, createsGroups: true });
    expect(report).toMatchObject({ partners_new: 98, faulty_lines: 1 });
    expect(report.faults).toMatchObject([
      { line: 100, message: expect.stringContaining("as many groups as there may be") },
    ]);
  }
});

const header = "partner_id,partner_code,partner_name,partner_email,recruited_by\n";

test("recruiters are found by code, e-mail or the tool's id, before or behind their recruits, and the books follow from the log", async () => {
  const programId = await newProgram();
  const file = `${header}1,ann,Ann,ann@example.com,bob\n2,bob,Bob,bob@example.com,CARL@example.com\n3,carl,Carl,carl@example.com,\n4,dan,Dan,,1\n`;
  expect(await take(programId, file, { isApplied: false })).toMatchObject({ partners_new: 4, faults: [] });
  expect(await take(programId, file)).toMatchObject({ partners_new: 4, kept: 0, faults: [] });
  const recruits = [
    ["Ann", "Bob"],
    ["Bob", "Carl"],
    ["Carl", null],
    ["Dan", "Ann"],
  ];
  expect(await recruitsOf(programId)).toEqual(recruits);
  const before = await dumpBooks(db.url);
  expect(await take(programId, file)).toMatchObject({ partners_new: 0, partners_known: 4, kept: 0, faults: [] });
  expect(await dumpBooks(db.url)).toBe(before);
  // Another file names a recruiter that is here, and one that differs from what is set.
  const later = await take(programId, `${header}5,eve,Eve,,3\n4,dan,Dan,,bob\n`);
  expect(later).toMatchObject({ partners_new: 1, partners_known: 1, kept: 1, faults: [] });
  expect(await recruitsOf(programId)).toEqual([...recruits, ["Eve", "Carl"]]);
  const stored = await dumpBooks(db.url);
  await emptyBooks(db.url);
  await catchUpAll(db.database);
  expect(await dumpBooks(db.url)).toBe(stored);
});

test("a circle, a partner that recruits itself and a recruiter that is missing are faults of their lines", async () => {
  const programId = await newProgram();
  const file = `${header}1,one,One,one@example.com,three\n2,two,Two,,one\n3,three,Three,,two\n4,four,Four,four@example.com,four@example.com\n5,five,Five,,nowhere\n`;
  const foreseen = await take(programId, file, { isApplied: false });
  expect(foreseen.faults.map(({ line }) => line)).toEqual([5, 6]);
  const report = await take(programId, file);
  expect(report.partners_new).toBe(5);
  expect(report.faults.map(({ line, message }) => [line, message])).toEqual([
    // The last line of a circle.
    [4, "closes a circle: it recruited its own recruiter, or by way of others."],
    [5, "was recruited by itself."],
    [6, "was recruited by nowhere, who is not here."],
  ]);
  expect(await recruitsOf(programId)).toEqual([
    ["Five", null],
    ["Four", null],
    ["One", "Three"],
    ["Three", null],
    ["Two", "One"],
  ]);
  // Of partners that are here a dry run finds the circle as well.
  expect((await take(programId, file, { isApplied: false })).faults.map(({ line }) => line)).toEqual([4, 5, 6]);
});

test("a partner that has earned gets no recruiter any more", async () => {
  const programId = await newProgram();
  await take(programId, `${header},boss,Boss,,\n,earner,Earner,,\n`);
  const sale = "transaction_id,amount,currency,sold_at,partner_code,commission,commission_status\n";
  await take(programId, `${sale}ch_1,10.00,USD,2024-06-19,earner,1.00,owed\n`);
  const report = await take(programId, `${header},earner,Earner,,boss\n`);
  expect(report.faults).toMatchObject([{ line: 2, message: expect.stringContaining("has a commission already") }]);
});

test.each([
  [
    "rewardful",
    "id,first_name,last_name,email,campaign.name,recruited_by\n1,Ann,,a@example.com,Friends,2\n2,Bob,,b@example.com,Friends,\n",
  ],
  [
    "firstpromoter",
    "id,email,name,ref_token,campaign.name,parent_promoter_id\n1,a@example.com,Ann,fp1,Friends,2\n2,b@example.com,Bob,fp2,Friends,\n",
  ],
  [
    "tolt",
    "id,first_name,last_name,email,group_name,referred_by\n1,Ann,,a@example.com,Friends,b@example.com\n2,Bob,,b@example.com,Friends,\n",
  ],
  [
    "dub",
    "ID,Name,Email,Group,Enrolled at,Referred by\n1,Ann,a@example.com,Friends,2024-03-01,2\n2,Bob,b@example.com,Friends,2024-03-01,\n",
  ],
  [
    "tapfiliate",
    "id,firstname,lastname,email,affiliate_group.title,parent.id\n1,Ann,,a@example.com,Friends,2\n2,Bob,,b@example.com,Friends,\n",
  ],
  [
    "partnerstack",
    "partner_first,partner_last,partner_email,partner_key,partner_group,parent_partner_key\nAnn,,a@example.com,ka,Friends,kb\nBob,,b@example.com,kb,Friends,\n",
  ],
  ["lemonsqueezy", "id,user_name,user_email,aff,recruited_by\n1,Ann,a@example.com,la,2\n2,Bob,b@example.com,lb,\n"],
] as const)("an export of %s has its second level", async (tool, file) => {
  const programId = await newProgram();
  const report = await take(programId, file, { tool, createsGroups: true });
  expect(report).toMatchObject({ partners_new: 2, faults: [] });
  const groupId = tool === "lemonsqueezy" ? null : "friends";
  expect(await partnersOf(programId)).toEqual([
    { name: "Ann", recruiter: "Bob", group_id: groupId },
    { name: "Bob", recruiter: null, group_id: groupId },
  ]);
});

test("an import that is killed in its midst is finished by the same file, with every group and recruiter", async () => {
  const programId = await newProgram();
  const count = 3_000;
  // Each is recruited by the one behind it, and the last by no one.
  const line = (n: number) => `${n},k-${n},K ${n},,G ${n % 7},${n === count - 1 ? "" : `k-${n + 1}`}\n`;
  const head = "partner_id,partner_code,partner_name,partner_email,partner_group,recruited_by\n";
  const whole = head + Array.from({ length: count }, (_, n) => line(n)).join("");
  const words = [
    "import",
    "--program",
    String(programId),
    "--from",
    "csv",
    "--file",
    "-",
    "--apply",
    "--create-groups",
  ];
  const env = { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey };
  const child = startChild(svcScript, words, env);
  child.process.stdin.write(whole.slice(0, whole.length / 2));
  const recorded = async () => (await recruitsOf(programId)).filter(([, recruiter]) => recruiter !== null).length;
  await expect.poll(recorded, { timeout: 60_000 }).toBeGreaterThan(0);
  child.process.kill("SIGKILL");
  await child.exit;
  expect(await recorded()).toBeLessThan(count - 1);
  let again = await runSvc(words, { env, input: whole });
  while (again.stderr.includes("Another import")) again = await runSvc(words, { env, input: whole });
  expect(again).toMatchObject({ code: 0 });
  expect(await recorded()).toBe(count - 1);
  const [rows] = await asOwner(
    db.url,
    `select count(*)::int as partners, count(distinct group_moves -> -1 ->> 'group_id')::int as groups
       from partner where program_id = $1`,
    [programId],
  );
  expect(rows).toEqual({ partners: count, groups: 7 });
}, 120_000);
