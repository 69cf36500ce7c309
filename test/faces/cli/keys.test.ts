// svc keys flag, report and unflag, as an operator types them.
import { expect, test } from "vitest";
import { databaseForFile } from "../../support/for-file.ts";
import { createTestProgram, secretKey } from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";

const testDatabase = await databaseForFile();
const { url, database } = testDatabase;

const env = { DATABASE_URL: url, SVC_SECRET_KEYS: secretKey };
const program = await createTestProgram(database);
const run = (...words: readonly string[]) => runSvc(["keys", ...words], { env });

test("a key is flagged, reported and unflagged", { timeout: 60_000 }, async () => {
  const name = String(program.programId);
  const flagged = await run("flag", "--program", name, "--deadline", "2099-05-31T12:00:00+02:00", "--json");
  expect(flagged.stderr).toBe("");
  expect(JSON.parse(flagged.stdout)).toEqual({
    program_id: program.programId,
    flagged_at: expect.any(String),
    rotate_by: "2099-05-31T10:00:00.000Z",
  });
  const report = await run("report", "--json");
  expect(JSON.parse(report.stdout)).toMatchObject({
    data: [{ program_id: program.programId, rotate_by: "2099-05-31T10:00:00.000Z", last_used_at: null }],
    next: null,
  });
  expect((await run("report")).stdout).toContain("0 0 0 0 0 0 0");
  expect(await run("unflag", "--program", name, "--json")).toMatchObject({ code: 0 });
  expect(JSON.parse((await run("report", "--json")).stdout)).toEqual({ data: [], next: null });
  expect(await run("unflag", "--program", name)).toEqual({
    code: 1,
    stdout: "",
    stderr: `The key of program ${name} is not flagged.\n`,
  });
});

test.each([
  [["flag", "--program", "1", "--deadline", "2020-01-01"], 1, /^The deadline 2020-01-01T00:00:00.000Z is past/],
  [["flag", "--program", "1", "--deadline", "soon"], 2, /^--deadline must be a day/],
  [["flag", "--program", "1", "--deadline", "2099-01-01T00:00:00"], 2, /offset/],
  [["flag", "--program", "1"], 2, /^--deadline is required/],
  [["flag", "--program", "999999", "--deadline", "2099-01-01"], 1, /^There is no program 999999/],
  [["unflag", "--program", "999999"], 1, /^There is no program 999999/],
])("svc keys %s is refused in words", { timeout: 60_000 }, async (words, code, said) => {
  const done = await run(...words);
  expect([done.code, done.stdout]).toEqual([code, ""]);
  expect(done.stderr).toMatch(said);
});
