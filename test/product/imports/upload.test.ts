// A file that is sent to the service: recorded while it arrives, by the command line or any other client, with its result in the answer.
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { type Brand, createBrand, keepLogin } from "../../support/brand.ts";
import { createTestDatabase } from "../../support/database.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { asOwner, fieldOf, refusalOf, secretKey, startService } from "../../support/service.ts";
import { createTestProgram } from "../../support/submissions.ts";
import { type Run, runSvc } from "../../support/svc.ts";

const db = await createTestDatabase();
const service = await startService(db.url, { ...manyPeople, REQUEST_TIMEOUT_SECONDS: "1" });
const { owner, member, stranger, programId } = await newCompany(service);
const brand: Brand = await createBrand();
await keepLogin(brand, service.url, owner);
const folder = await mkdtemp(join(tmpdir(), "svc-import-"));
afterAll(async () => {
  await brand.remove();
  await rm(folder, { recursive: true });
  await service.close();
  await db.drop();
});

const path = `/api/v1/programs/${programId}/imports`;
const header = "transaction_id,amount_cents,currency,sold_at,partner_code,commission_cents,commission_status\n";
const asCsv = { "content-type": "text/csv" };

describe.each(["on the database", "over HTTP"] as const)("svc import %s", (way) => {
  const name = way === "over HTTP" ? "far" : "near";
  const file = join(folder, `${name}.csv`);
  const errors = join(folder, `${name}-errors.csv`);

  async function svc(own: number, ...words: readonly string[]): Promise<Run> {
    const all = ["import", "--program", String(own), "--from", "csv", ...words];
    return way === "over HTTP"
      ? brand.run([...all, "--remote"])
      : runSvc(all, { env: { DATABASE_URL: db.url, SVC_SECRET_KEYS: secretKey } });
  }

  test("says what it would do, does it with --apply, changes nothing a second time, and writes the faults into a file", async () => {
    const own = way === "over HTTP" ? programId : (await createTestProgram(db)).programId;
    await writeFile(file, `partner_code,partner_name\n${name},Someone\n`);
    expect(await svc(own, "--file", file, "--apply")).toMatchObject({ code: 0, stderr: "" });
    const line = (n: number, currency: string) => `${name}_${n},1000,${currency},2024-06-19,${name},100,paid\n`;
    await writeFile(file, header + line(1, "USD") + line(2, "GBP") + line(3, "USD"));
    const looked = await svc(own, "--file", file, "--errors", errors);
    expect(looked.stdout).toContain("Nothing was recorded. Add --apply to record it.");
    expect(looked.stdout).toMatch(/sales │ +2 │ +0/);
    expect(looked.stdout).toMatch(/USD +│ 20.00 │ 2.00 +│ 2.00 │ 0.00/);
    expect(await readFile(errors, "utf8")).toMatch(/^line,column,message\r\n3,currency,.*\r\n$/);
    const counts: unknown[] = [];
    for (const apply of [[], ["--apply"], ["--apply"]]) {
      const { code, stdout } = await svc(own, "--file", file, "--json", ...apply);
      expect(code).toBe(0);
      const { sales_new, sales_known, faulty_lines } = JSON.parse(stdout);
      counts.push([sales_new, sales_known, faulty_lines]);
    }
    expect(counts).toEqual([
      [2, 0, 1],
      [2, 0, 1],
      [0, 2, 1],
    ]);
    await writeFile(file, header + line(1, "USD"));
    await svc(own, "--file", file, "--errors", errors);
    expect(await readFile(errors, "utf8")).toBe("line,column,message\r\n");
  });

  test("says why a file's layout is unknown, and that a file is missing", async () => {
    await writeFile(file, "a,b\n1,2\n");
    const run = await svc(programId, "--file", file);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("none of the layouts");
    expect((await svc(programId, "--file", join(folder, "nowhere.csv"))).stderr).toContain("There is no file");
  });
});

/** A file of which only a part is sent yet. */
function beginUpload(url = service.url, isApplied = true) {
  const request = httpRequest(`${url}${path}?tool=csv&is_applied=${isApplied}`, {
    method: "POST",
    headers: { ...asCsv, authorization: `Bearer ${owner.token}` },
  });
  const answered = once(request, "response").then(async ([response]) => ({
    status: response.statusCode,
    body: JSON.parse(await text(response)),
  }));
  return { request, answered };
}

/** With a pause between looks: files are read in a thread of the lowest priority, and requests of an account are limited. */
const until = (isSo: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await isSo()).toBe(true), { timeout: 110_000, interval: 100 });

const importSchema = z.object({ status: z.string(), sales_new: z.number(), fault: z.string().nullable() });

async function newestImport() {
  const list = await service.request(`${path}?order=newest&limit=1`, { key: owner.token });
  return importSchema.parse(fieldOf(list, "data.0"));
}

test("a file may take longer than other requests, is recorded while it comes, and says how far it is", async () => {
  await service.post(
    path,
    { tool: "csv", csv: "partner_code,partner_name\nslow,Slow\n", is_applied: true },
    { key: owner.token },
  );
  const line = (n: number) => `slow_${n},1000,USD,2024-06-19,slow,100,paid\n`;
  const { request, answered } = beginUpload();
  request.write(header + Array.from({ length: 600 }, (_, n) => line(n)).join(""));
  await until(async () => (await newestImport()).sales_new === 500);
  // Started after it: by the time this one is refused as late, the file is later.
  const late = connect(Number(new URL(service.url).port), "127.0.0.1");
  late.write("POST /api/v1/track/sale HTTP/1.1\r\nHost: service\r\nContent-Length: 9\r\n\r\n{");
  expect(await text(late)).toContain("408 Request Timeout");
  request.end(line(600));
  expect(await answered).toMatchObject({
    status: 200,
    body: { data: { lines: 601, sales_new: 601, status: "finished" } },
  });
});

test("a file whose sender goes away is as far as it came, and can be sent again", async () => {
  const { request, answered } = beginUpload();
  answered.catch(() => undefined);
  request.on("error", () => undefined);
  request.write(`${header}gone_1,1000,USD,2024-06-19,slow,100,paid\n`);
  await until(async () => (await newestImport()).status === "running");
  request.destroy();
  await until(async () => (await newestImport()).status !== "running");
  expect(await newestImport()).toMatchObject({
    status: "failed",
    fault: expect.stringContaining("import the file again"),
  });
  const csv = `${header}gone_1,1000,USD,2024-06-19,slow,100,paid\n`;
  const again = await vi.waitFor(
    async () => {
      const answer = await service.post(path, { tool: "csv", csv, is_applied: true }, { key: owner.token });
      expect(answer.status).not.toBe(409);
      return answer;
    },
    { timeout: 60_000, interval: 100 },
  );
  expect(fieldOf(again, "data.lines")).toBe(1);
});

async function runningImports(): Promise<number> {
  const [row] = await asOwner<{ count: number }>(
    db.url,
    "select count(*)::int as count from import_run where program_id = $1 and status = 'running'",
    [programId],
  );
  return row?.count ?? 0;
}

test("of an account two are read at once, whichever processes are asked, and its next is refused until one of them ends", {
  timeout: 240_000,
}, async () => {
  const other = await startService(db.url, manyPeople);
  const open = [service, other].map(({ url }) => beginUpload(url, false));
  try {
    for (const { request } of open) request.write(`${header}twice_1,1000,USD,2024-06-19,slow,100,paid\n`);
    await until(async () => (await runningImports()) === open.length);
    const third = () =>
      service.post(path, { tool: "csv", csv: "partner_code,partner_name\nx,X\n" }, { key: owner.token });
    const answer = await third();
    expect(refusalOf(answer)).toBe("409 import_running");
    expect(answer.text).toContain("Your account has 2 imports running");
    for (const { request, answered } of open) {
      request.end();
      expect((await answered).status).toBe(200);
    }
    expect((await third()).status).toBe(200);
  } finally {
    await other.close();
  }
});

test("what is too large, of another type or wrongly asked for is refused, and so are others than owners", async () => {
  const send = (query: string, body: string, key: string, headers: object = asCsv) =>
    service.request(`${path}${query}`, { method: "POST", key, headers: { ...headers }, body });
  const large = connect(Number(new URL(service.url).port), "127.0.0.1");
  large.write(
    `POST ${path}?tool=csv HTTP/1.1\r\nHost: service\r\nAuthorization: Bearer ${owner.token}\r\n` +
      `Content-Type: text/csv\r\nContent-Length: ${256 * 1_048_576 + 1}\r\nConnection: close\r\n\r\n`,
  );
  const said = await new Promise<string>((resolve) => large.once("data", (bytes: Buffer) => resolve(bytes.toString())));
  large.destroy();
  expect(said).toContain("413 ");
  expect(said).toContain("The file is larger than 256 MiB");
  const asText = await service.post(path, { tool: "csv", csv: "a".repeat(1_048_577) }, { key: owner.token });
  expect([refusalOf(asText), asText.text]).toEqual(["400 invalid_request", expect.stringContaining("1048576")]);
  const refused = [
    await send("?tool=none", "a\n", owner.token),
    await send("", "a\n", owner.token),
    await send("?tool=csv&is_applied=perhaps", "a\n", owner.token),
    await send("?tool=csv&csv=a", "a\n", owner.token),
    await send("?tool=csv", "a\n", owner.token, { ...asCsv, "content-encoding": "gzip" }),
    await send("?tool=csv", "", owner.token),
    await send("?tool=csv", "partner_code,partner_name\na,A\n", member.token),
    await send("?tool=csv", "partner_code,partner_name\na,A\n", stranger.token),
  ];
  expect(refused.map(refusalOf)).toEqual([
    "400 invalid_request",
    "400 invalid_request",
    "400 invalid_request",
    "400 invalid_request",
    "415 invalid_request",
    "400 invalid_request",
    "403 forbidden",
    "404 not_found",
  ]);
});
