// The brand's command line against a running service: a login by a browser, and what it opens and closes.
import { existsSync } from "node:fs";
import { readFile, stat, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { operator } from "../../../src/access/permission.ts";
import { regenerateKey } from "../../../src/access/program-keys.ts";
import { storedDigest } from "../../../src/access/stored-digests.ts";
import { flagKey } from "../../../src/product/keys/rotation.ts";
import { type Brand, createBrand, decide, keepLogin, logIn, shownCode } from "../../support/brand.ts";
import { messageIn } from "../../support/failure-message.ts";
import { serviceForFile } from "../../support/for-file.ts";
import { manyPeople, newPerson, type Person } from "../../support/people.ts";
import { asOwner, createTestProgram, secretKey, startService } from "../../support/service.ts";
import type { Run } from "../../support/svc.ts";

const { service, databaseUrl, database } = await serviceForFile(manyPeople);
const brands: Brand[] = [];
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await Promise.all(brands.splice(0).map((brand) => brand.remove()));
});

let ann: Person;
/** Another workspace's program, which no one here may see. */
let strangers: { readonly programId: number; readonly workspaceId: number };
beforeAll(async () => {
  ann = await newPerson(service, "ann@example.com");
  const { programId } = await createTestProgram(database);
  const sql = "select workspace_id from program where program_id = $1";
  const [row] = await asOwner<{ workspace_id: number }>(databaseUrl, sql, [programId]);
  strangers = { programId, workspaceId: row?.workspace_id ?? 0 };
});

async function newBrand(): Promise<Brand> {
  const brand = await createBrand();
  brands.push(brand);
  return brand;
}

/** A web server that is not ours. */
async function startServer(status: number, headers: Readonly<Record<string, string>>, body = ""): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** An address where no server listens any more. */
async function closedAddress(): Promise<string> {
  const url = await startServer(200, {});
  await new Promise((resolve) => servers.pop()?.close(resolve));
  return url;
}

function jsonOf({ code, stdout, stderr }: Run): unknown {
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return JSON.parse(stdout);
}

describe("a login", { timeout: 60_000 }, () => {
  test("opens the brand's commands to its own programs, and a logout ends the session", async () => {
    const brand = await newBrand();
    expect(JSON.parse(await logIn(brand, service, ann))).toEqual({ service_url: service.url, email: ann.email });
    expect((await stat(brand.loginsFile)).mode & 0o777).toBe(0o600);
    expect((await stat(`${brand.home}/svc`)).mode & 0o777).toBe(0o700);

    const flags = ["--name", "Acme", "--commission-rate-bps", "1500", "--hold-period-days", "30", "--json"];
    const made = jsonOf(await brand.run(["programs", "create", "--remote", ...flags]));
    expect(made).toMatchObject({
      name: "Acme",
      hold_period_days: 30,
      commission: { rate_bps: 1500, duration_months: null },
      api_token_masked: expect.stringMatching(/^aff_••••/),
    });
    const { program_id: programId } = made as { program_id: number };
    const cheap = await brand.run(["programs", "create", "--remote", "--platform-fee-bps", "350", ...flags]);
    expect(cheap.code).toBe(1);
    expect(cheap.stderr).toContain("Only the operator of this service sets platform_fee_bps.");
    // By --remote, by its address, and by the environment; without a word about a database.
    const ways = [["--remote"], ["--base-url", `${service.url}/`], []];
    for (const way of ways) {
      const env = way.length === 0 ? { SVC_REMOTE: service.url } : {};
      const listed = jsonOf(await brand.run(["programs", "list", ...way, "--json"], { env }));
      expect(listed).toEqual({ data: [made], next: null });
    }
    const status = await brand.run(["status", "--program", String(programId), "--remote"]);
    expect(status.stdout).toContain(`Program ${programId}, Acme: active`);
    expect(status.stdout).toContain("Next: Add a partner");
    expect(existsSync(`${brand.home}/no-installation`)).toBe(false);

    const { token } = Object.values(JSON.parse(await readFile(brand.loginsFile, "utf8")).logins)[0] as {
      token: string;
    };
    expect((await service.request("/api/v1/programs", { key: token })).status).toBe(200);
    expect(jsonOf(await brand.run(["logout", "--json"]))).toMatchObject({ session_ended: true });
    expect((await service.request("/api/v1/programs", { key: token })).status).toBe(401);
    expect(await readFile(brand.loginsFile, "utf8")).not.toContain(token);
    expect(await brand.run(["programs", "list", "--remote"])).toMatchObject({ code: 1, stdout: "" });
  });

  test("is shown nothing of other workspaces, as if it were not there", async () => {
    const brand = await newBrand();
    await keepLogin(brand, service.url, ann);
    const asked = ["status", "--program", String(strangers.programId), "--remote"];
    expect(await brand.run(asked)).toEqual({
      code: 1,
      stdout: "",
      stderr: `${service.url} refused: There is no program ${strangers.programId}. (not_found)\n`,
    });
    expect(JSON.parse((await brand.run([...asked, "--json"])).stderr)).toMatchObject({
      data: null,
      error: { status: 404, code: "not_found", message: `There is no program ${strangers.programId}.` },
    });
    const elsewhere = await brand.run([
      "programs",
      "create",
      "--remote",
      "--workspace",
      String(strangers.workspaceId),
      "--name",
      "Mine",
    ]);
    expect(elsewhere.stderr).toBe(
      `${service.url} refused: There is no workspace ${strangers.workspaceId}. (not_found)\n`,
    );
  });

  test("that is refused in the browser, or is too late, opens nothing", async () => {
    const brand = await newBrand();
    const denied = brand.start(["login", "--base-url", service.url]);
    const late = brand.start(["login", "--base-url", service.url]);
    await decide(service, ann, await shownCode(denied), "deny");
    const code = await shownCode(late);
    await asOwner(databaseUrl, "update device_login set expires_at = now() where user_code = $1", [storedDigest(code)]);
    expect((await denied.run).code).toBe(1);
    expect(denied.said()).toContain("The login was refused in the browser.");
    expect((await late.run).code).toBe(1);
    expect(late.said()).toContain("The code expired before it was approved.");
    expect(existsSync(brand.loginsFile)).toBe(false);
  });

  test("that was abandoned ends at Ctrl-C, and opens nothing", async () => {
    const brand = await newBrand();
    const interruption = Promise.withResolvers<void>();
    const login = brand.start(["login", "--base-url", service.url], { interruptWhen: interruption.promise });
    await shownCode(login);
    interruption.resolve();
    const { code, stdout, stderr } = await login.run;
    expect([code, stdout, stderr.split("\n").at(-2)]).toEqual([130, "", "Interrupted."]);
    expect(existsSync(brand.loginsFile)).toBe(false);
  });

  test("that was forged or has expired is reported as such", async () => {
    const brand = await newBrand();
    await keepLogin(brand, service.url, ann);
    const kept = JSON.parse(await readFile(brand.loginsFile, "utf8"));
    kept.logins[service.url].token = "forged";
    await writeFile(brand.loginsFile, JSON.stringify(kept));
    const forged = await brand.run(["programs", "list", "--remote"]);
    expect(forged).toEqual({
      code: 1,
      stdout: "",
      stderr: `The login at ${service.url} has expired. Log in again: svc login --base-url ${service.url}\n`,
    });
    await writeFile(brand.loginsFile, "{broken");
    expect((await brand.run(["programs", "list", "--remote"])).stderr).toMatch(/holds no logins\. Remove it/);
  });

  test("is forgotten also while the service is away, and the command says what that means", async () => {
    const brand = await newBrand();
    const other = await startService(databaseUrl, manyPeople);
    await keepLogin(brand, other.url, ann);
    await other.close();
    const { code, stdout, stderr } = await brand.run(["logout", "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([1, { service_url: other.url, email: ann.email, session_ended: false }]);
    expect(messageIn(stderr)).toMatch(
      /^The login is forgotten here, but its session may still count: No service answers/,
    );
    expect(JSON.parse(await readFile(brand.loginsFile, "utf8"))).toEqual({ current: null, logins: {} });
  });

  test("changes nothing for an operator, whose commands stay with the database", async () => {
    const brand = await newBrand();
    await keepLogin(brand, service.url, ann);
    const env = { DATABASE_URL: databaseUrl, SVC_SECRET_KEYS: secretKey };
    const listed = jsonOf(await brand.run(["programs", "list", "--json"], { env })) as {
      data: { workspace_id: number }[];
    };
    expect(new Set(listed.data.map((program) => program.workspace_id)).size).toBeGreaterThan(1);
    const without = await brand.run(["programs", "create", "--name", "Acme"], { env });
    expect(without).toEqual({
      code: 2,
      stdout: "",
      stderr: "--workspace is required. See: svc programs create --help\n",
    });
  });
});

describe("without a login", { timeout: 60_000 }, () => {
  test("the brand's commands say how to get one", async () => {
    const brand = await newBrand();
    const nowhere = await brand.run(["programs", "list", "--remote"]);
    expect(nowhere.stderr).toBe("Not logged in. Log in first: svc login --base-url <address of the service>\n");
    const there = await brand.run(["status", "--program", "1", "--base-url", service.url]);
    expect(there.stderr).toBe(
      `You are not logged in at ${service.url}. Log in first: svc login --base-url ${service.url}\n`,
    );
    expect((await brand.run(["logout"])).code).toBe(1);
    expect((await brand.run(["login", "--base-url", "ftp://x.example"])).code).toBe(2);
    expect(existsSync(brand.loginsFile)).toBe(false);
  });

  test("an answer from another server is recognized", async () => {
    const brand = await newBrand();
    const run = async (url: string) => (await brand.run(["login", "--base-url", url])).stderr;
    const closed = await closedAddress();
    expect(await run(closed)).toBe(`No service answers at ${closed} (ECONNREFUSED).\n`);
    const html = await startServer(200, { "content-type": "text/html" }, "<h1>Hello</h1>");
    expect(await run(html)).toBe(`${html} is not a compatible Whence server.\n`);
    const moved = await startServer(308, { location: `${service.url}/api/auth/device/code` });
    expect(await run(moved)).toContain(`${moved} sends on to ${service.url}/api/auth/device/code: give that address.`);
    const lost = await startServer(404, { "content-type": "text/plain" }, "no\u001b[2Jsuch page");
    expect(await run(lost)).toMatch(/refused: 404 no.\[2Jsuch page/);
  });
});

describe("test calls", { timeout: 60_000 }, () => {
  test("are sent one by one, and their answers shown", async () => {
    const brand = await newBrand();
    const program = await createTestProgram(database);
    const at = ["--base-url", service.url, "--json"];
    const of = ["--program", String(program.programId)];
    const env = { SVC_API_KEY: program.key };
    const answered = {
      http_status: 200,
      answer: { success: true, data: { programId: program.programId, test_mode: true } },
    };
    expect(jsonOf(await brand.run(["test", "click", ...of, "--link", program.link, ...at]))).toMatchObject(answered);
    expect(jsonOf(await brand.run(["test", "lead", ...of, ...at]))).toMatchObject(answered);
    expect(jsonOf(await brand.run(["test", "lead", ...of, ...at], { env }))).toMatchObject(answered);
    expect(jsonOf(await brand.run(["test", "sale", "--amount-cents", "4900", ...at], { env }))).toMatchObject(answered);
    const piped = await brand.run(["test", "sale", "--key", "-", ...at], { input: `${program.key}\n` });
    expect(jsonOf(piped)).toMatchObject(answered);
    const events = "select type, source from event where program_id = $1 and is_test order by seq";
    expect(await asOwner(databaseUrl, events, [program.programId])).toEqual([
      { type: "click_recorded", source: "browser" },
      { type: "lead_reported", source: "browser" },
      { type: "lead_reported", source: "api" },
      { type: "sale_reported", source: "api" },
      { type: "sale_reported", source: "api" },
    ]);
  });

  test("that are refused end with 1 and the service's words", async () => {
    const brand = await newBrand();
    const at = ["--base-url", service.url, "--json"];
    const click = await brand.run(["test", "click", "--program", "999999", ...at]);
    expect([click.code, JSON.parse(click.stdout)]).toMatchObject([
      1,
      { http_status: 400, answer: { error: { code: "unknown_link" } } },
    ]);
    expect(messageIn(click.stderr)).toMatch(/\(unknown_link\)$/);
    const sale = await brand.run(["test", "sale", "--key", "aff_wrong", ...at]);
    expect([sale.code, messageIn(sale.stderr)]).toEqual([1, "This key opens no active program. (unauthorized)"]);
    const agent = await brand.run(["test", "sale", "--key", "agt_wrong", ...at]);
    expect(messageIn(agent.stderr)).toMatch(/^An agent key never authenticates tracking calls/);
    expect(await brand.run(["test", "sale", ...at])).toMatchObject({ code: 2, stdout: "" });
    expect(await brand.run(["test", "sale", "--key", "two words", ...at])).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("svc verify-integration", { timeout: 60_000 }, () => {
  const verify = (brand: Brand, programId: number, words: readonly string[], env = {}) =>
    brand.run(["verify-integration", "--program", String(programId), "--base-url", service.url, ...words], { env });

  test("judges each step, and ends with 0 when all have passed", async () => {
    const brand = await newBrand();
    await keepLogin(brand, service.url, ann);
    const made = jsonOf(await brand.run(["programs", "create", "--remote", "--name", "Verified", "--json"]));
    const { program_id: programId } = made as { program_id: number };
    const key = (await regenerateKey(database, programId, operator)) ?? "";
    const steps = ["service", "click", "lead", "sale", "checklist"];
    const verified = jsonOf(await verify(brand, programId, ["--json"], { SVC_API_KEY: key }));
    expect(verified).toMatchObject({
      service_url: service.url,
      program_id: programId,
      is_verified: true,
      steps: steps.map((step) => ({ step, status: "passed" })),
    });
    await flagKey(database, { programId, rotateBy: new Date("2099-01-01T00:00:00Z"), now: new Date() }, operator);
    const { stdout, code } = await verify(brand, programId, ["--key", key]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/sale +│? ?.*passed/);
    expect(stdout.match(/^Warning: /gm)).toHaveLength(1);
    expect(stdout.match(/^Warning: .*2099-01-01T00:00:00.000Z.*api_key_rotation_required/gm)).toHaveLength(1);
    expect(stdout).toContain(`The integration of program ${programId} is verified.`);
    for (const book of ["sale", "commission", "click", "customer"]) {
      expect(await asOwner(databaseUrl, `select from ${book} where program_id = $1`, [programId])).toEqual([]);
    }
  });

  test("says which step fails and why, and ends with 1", async () => {
    const brand = await newBrand();
    const program = await createTestProgram(database);
    const another = await createTestProgram(database);
    const judged = async (words: readonly string[], programId = program.programId) => {
      const { code, stdout, stderr } = await verify(brand, programId, [...words, "--json"]);
      const { steps, is_verified } = JSON.parse(stdout) as {
        steps: { step: string; status: string; message: string }[];
        is_verified: boolean;
      };
      expect([code, is_verified]).toEqual([1, false]);
      expect(messageIn(stderr)).toMatch(/^The integration of program \d+ is not verified: .*$/);
      return Object.fromEntries(steps.map(({ step, status, message }) => [step, `${status}: ${message}`]));
    };
    const withoutKey = await judged([]);
    expect(withoutKey).toMatchObject({
      click: expect.stringMatching(/^passed/),
      lead: expect.stringMatching(/^passed/),
    });
    expect(withoutKey.sale).toMatch(/^skipped: It needs the program API key/);
    expect((await judged(["--key", "aff_wrong"])).sale).toMatch(/^failed: .*\(unauthorized\)/);
    expect((await judged(["--key", another.key])).sale).toBe(
      `failed: The key is that of program ${another.programId}, not of program ${program.programId}.`,
    );
    expect((await judged(["--key", program.key], 999_999)).click).toMatch(/^failed: .*\(unknown_link\)/);
  });

  test("of a service that is away skips what cannot be asked", async () => {
    const brand = await newBrand();
    const words = [
      "verify-integration",
      "--program",
      "1",
      "--key",
      "aff_x",
      "--base-url",
      await closedAddress(),
      "--json",
    ];
    const { code, stdout } = await brand.run(words);
    expect(code).toBe(1);
    expect(JSON.parse(stdout).steps.map(({ status }: { status: string }) => status)).toEqual([
      "failed",
      "skipped",
      "skipped",
      "skipped",
    ]);
  });
});
