// Programs in a file: what it declares is done by the operations that people use, once, and nothing is done by a file with a fault. What is
// exported is what is applied.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { runCommandLine } from "../../../src/faces/cli/command-line.ts";
import { commands } from "../../../src/faces/cli/commands.ts";
import { createBrand, keepLogin } from "../../support/brand.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database.ts";
import { manyPeople, newCompany } from "../../support/people.ts";
import { asOwner, secretKey, startService } from "../../support/service.ts";
import { type Run, runSvc } from "../../support/svc.ts";

const folder = await mkdtemp(join(tmpdir(), "svc-declared-"));
const databases: TestDatabase[] = [];
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  await rm(folder, { recursive: true });
});

async function newInstallation() {
  const database = await createTestDatabase();
  databases.push(database);
  const env = { DATABASE_URL: database.url, SVC_SECRET_KEYS: secretKey, SVC_BASE_URL: "https://svc.example" };
  const svc = (words: string, input?: string, more: NodeJS.ProcessEnv = {}): Promise<Run> =>
    runSvc(words.split(" "), { env: { ...env, ...more }, ...(input === undefined ? {} : { input }) });
  const answer = async (words: string, input?: string, more: NodeJS.ProcessEnv = {}) => {
    const run = await svc(`${words} --json`, input, more);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    return JSON.parse(run.stdout);
  };
  const events = async (): Promise<number> => {
    const [row] = await asOwner<{ count: number }>(database.url, "select count(*)::int as count from event");
    return row?.count ?? 0;
  };
  return { database, env, svc, answer, events };
}

const whole = `
workspace: Acme
programs:
  - name: Shop
    settings:
      attribution_window_days: 30
      platform_fee_bps: 500
      site_url: https://acme.example
      commission: { type: percentage, rate_bps: 2000 }
    groups:
      - group_id: gold
        name: Gold
        hold_period_days: 7
        commission:
          type: percentage
          rate_bps: 3000
          tiers: { metric: sales, period: month, applies: next, steps: [{ from: 10, rate_bps: 3500 }] }
    policies:
      - product_id: "007"
        commission: { type: flat, amount_cents: 500, currency: EUR, duration_months: 12 }
    terms:
      - group_id: gold
        product_id: prod_pro
        commission: { type: percentage, rate_bps: 4000 }
      - partner: anna
        commission: { type: percentage, rate_bps: 5000 }
    coupons:
      - { code: ANNA20, partner: anna, provider_ids: ["stripe:promo_2", "stripe:promo_1"] }
    endpoints:
      - { url: "https://acme.example/hook", event_types: [sale.recorded, commission.created], payload: thin }
      - { url: "https://acme.example/hook", description: second }
      - { url: "https://network.example/?c={click_id}", partner: anna, method: get }
    connections:
      - { provider: stripe, client_reference: customer_key, status: disabled, signing_secret_env: STRIPE_SECRET }
      - { provider: paddle, livemode: false, signing_secret_env: PADDLE_SECRET }
---
workspace: Other
programs:
  - name: Shop
    status: inactive
`;
const secrets = { STRIPE_SECRET: "whsec_0123456789abcdef", PADDLE_SECRET: "pdl_ntfset_0123456789abcdef" };
const actionsOf = ({ data }: { data: { kind: string; name: string; action: string }[] }) =>
  data.map(({ kind, name, action }) => `${action} ${kind} ${name}`);

describe("a file applied", () => {
  test("makes everything in an empty installation, waits for partners, and the next run changes nothing", async () => {
    const { answer, events } = await newInstallation();
    const dry = await answer("apply -f - --dry-run", whole, secrets);
    expect(actionsOf(dry)).toEqual([
      "create workspace Acme",
      "create program Shop",
      "create group gold",
      "create policy 007",
      "create terms gold prod_pro",
      "wait terms anna",
      "wait coupon ANNA20",
      "create endpoint https://acme.example/hook",
      "create endpoint https://acme.example/hook",
      "wait endpoint https://network.example/?c={click_id} anna get",
      "create connection stripe",
      "create connection paddle test",
      "create workspace Other",
      "create program Shop",
    ]);
    expect(await answer("workspaces list")).toMatchObject({ data: [] });
    expect(await answer("apply -f - --yes", whole, secrets)).toMatchObject({ is_applied: true, done: 11, to_do: 0 });

    const { data: programs } = await answer("programs list");
    expect(programs).toMatchObject([
      { name: "Shop", status: "active", attribution_window_days: 30, platform_fee_bps: 500, hold_period_days: 15 },
      { name: "Shop", status: "inactive", attribution_window_days: 60 },
    ]);
    const program = programs[0].program_id;
    expect((await answer(`connections list --program ${program}`)).data).toMatchObject([
      { provider: "stripe", status: "disabled", client_reference: "customer_key", secret_count: 1, livemode: true },
      { provider: "paddle", status: "active", livemode: false },
    ]);

    await answer(`partners add --program ${program} --name Anna --code anna`);
    expect(await answer("apply -f - --yes", whole)).toMatchObject({ done: 3 });
    const recorded = await events();
    expect(await answer("apply -f - --yes", whole)).toMatchObject({ done: 0, data: [] });
    expect(await events()).toBe(recorded);
    expect((await answer(`coupons list --program ${program}`)).data).toMatchObject([
      { code: "ANNA20", partner_name: "Anna", provider_ids: ["stripe:promo_1", "stripe:promo_2"] },
    ]);
  });

  test("changes only what differs, and says each field before and after", async () => {
    const { answer } = await newInstallation();
    await answer("apply -f - --yes", whole, secrets);
    const changed = whole
      .replace("attribution_window_days: 30", "attribution_window_days: 45")
      .replace("rate_bps: 4000", "rate_bps: 4100")
      .replace("payload: thin", "payload: full")
      .replace("status: disabled", "status: active");
    const { data } = await answer("apply -f - --dry-run", changed);
    expect(data.filter(({ action }: { action: string }) => action !== "wait")).toMatchObject([
      { kind: "program", changes: [{ field: "attribution_window_days", before: 30, after: 45 }] },
      { kind: "terms", changes: [{ field: "commission", before: { rate_bps: 4000 }, after: { rate_bps: 4100 } }] },
      { kind: "endpoint", changes: [{ field: "payload", before: "thin", after: "full" }] },
      { kind: "connection", changes: [{ field: "status", before: "disabled", after: "active" }] },
    ]);
    expect(await answer("apply -f - --yes", changed)).toMatchObject({ done: 4 });
    expect(await answer("apply -f - --yes", changed)).toMatchObject({ done: 0 });
  });

  test("leaves what it does not name and lists it; --prune removes it where a list leaves it out", async () => {
    const { answer } = await newInstallation();
    await answer("apply -f - --yes", whole, secrets);
    const less = "workspace: Acme\nprograms:\n  - name: Shop\n    groups: []\n    policies: []\n    endpoints: []\n";
    const kept = await answer("apply -f - --yes", less);
    expect(actionsOf(kept)).toEqual([
      "keep group gold",
      "keep policy 007",
      "keep endpoint https://acme.example/hook",
      "keep endpoint https://acme.example/hook",
    ]);
    expect(await answer("apply -f - --yes --prune", less)).toMatchObject({ done: 3 });
    expect(actionsOf(await answer("apply -f - --yes --prune", less))).toEqual(["keep group gold"]);
    expect((await answer("connections list --program 1")).data).toHaveLength(2);
  });

  test("with faults changes nothing, and names each with its line and column", async () => {
    const { svc, answer, events } = await newInstallation();
    await answer("apply -f - --yes", whole, secrets);
    const before = await events();
    const bad = `workspace: Acme
programs:
  - name: Shop
    settings:
      attribution_window_days: 900
      atribution_model: last_click
    policies:
      - product_id: 007
        commission: { type: percentage, rate_bps: 2000 }
    coupons:
      - code: ANNA20
`;
    const faulty = await svc("apply -f - --yes", bad);
    expect(faulty.code).toBe(1);
    expect(faulty.stderr).toContain("The file has 4 faults, and nothing was changed.");
    expect(faulty.stderr).toContain(
      "5:7 programs.0.settings.attribution_window_days must be a whole number from 1 to 365",
    );
    expect(faulty.stderr).toContain("6:7 programs.0.settings.atribution_model is not known.");
    expect(faulty.stderr).toContain("8:9 programs.0.policies.0.product_id must");
    expect(faulty.stderr).toContain("11:9 programs.0.coupons.0.partner is required.");

    const meaning = `workspace: Acme
programs:
  - name: Shop
    settings: { attribution_window_days: 20 }
    terms:
      - { group_id: silver, product_id: prod_pro, commission: { type: percentage, rate_bps: 1 } }
      - { group_id: gold, commission: { type: percentage, rate_bps: 1 } }
    endpoints:
      - { url: "http://127.0.0.1/hook" }
    connections:
      - { provider: polar, signing_secret_env: NOT_SET }
      - { provider: polar, client_reference: click_id }
  - name: Shop
---
workspace: Nowhere
workspace: Twice
programs: []
`;
    expect((await svc("apply -f - --yes", meaning)).stderr).toContain("16:1 Map keys must be unique");
    const { stderr } = await svc("apply -f - --yes", meaning.split("---")[0]);
    expect(stderr).toContain("6:11 There is no group silver: declare it in groups.");
    expect(stderr).toContain("7:11 Write the terms of a whole group as the group's commission.");
    expect(stderr).toContain("9:11 url ");
    expect(stderr).toContain("11:28 signing_secret_env names NOT_SET, which is not set in the environment.");
    expect(stderr).toContain("12:28 client_reference is not known of polar");
    expect(stderr).toContain("13:5 The program Shop is declared twice.");
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh".replace(/./g, (letter) => {
      const before = String.fromCharCode(letter.charCodeAt(0) - 1);
      return `${letter}: &${letter} [${`*${before},`.repeat(9)}]\n`;
    })}`;
    expect((await svc("apply -f - --yes", bomb)).stderr).toContain("repeats its aliases too often");
    expect(await events()).toBe(before);
    expect((await answer("programs list")).data[0]).toMatchObject({ attribution_window_days: 30 });
  });

  test("changes nothing where a broker's credentials would be refused", async () => {
    const { svc, events } = await newInstallation();
    const before = await events();
    const brokers = `workspace: Acme
programs:
  - name: Shop
    endpoints:
      - { url: "https://acme.example/hook", credentials_env: BROKER }
      - { url: "https://sqs.eu-central-1.amazonaws.com/123456789012/sales.fifo", credentials_env: BROKER }
      - { url: "tls://nats.example/sales", credentials_env: BROKER }
      - { url: "https://network.example/?c={click_id}", partner: anna, credentials_env: BROKER }
`;
    const { stderr, stdout } = await svc("apply -f - --yes", brokers, { BROKER: "token-of-this-test" });
    expect(stderr).toContain("The file has 3 faults");
    expect(stderr).toContain("5:45 credentials_env goes with a broker alone.");
    expect(stderr).toContain("6:82 credentials_env names BROKER, which must be the id of an access key");
    expect(stderr).toContain("8:72 credentials_env goes with a broker alone.");
    expect(stderr + stdout).not.toContain("token-of-this-test");
    expect(await events()).toBe(before);
  });

  test("is done in a terminal after a yes alone", async () => {
    const { env, answer } = await newInstallation();
    const file = join(folder, "asked.yaml");
    await writeFile(file, "workspace: Acme\nprograms:\n  - name: Shop\n");
    const inTerminal = async (typed: string) => {
      let said = "";
      const output = () =>
        new Writable({
          write(chunk, _encoding, done) {
            said += String(chunk);
            done();
          },
        });
      const stdin = Object.assign(Readable.from([typed]), { isTTY: true });
      const shell = {
        env,
        stdin,
        stdout: output(),
        stderr: output(),
        called: "svc",
        stop: new AbortController().signal,
      };
      const code = await runCommandLine(commands, ["apply", "-f", file], { ...shell, lowerPriority: () => undefined });
      return { code, said };
    };
    const refused = await inTerminal("no\n");
    expect(refused.code).toBe(1);
    expect(refused.said).toContain("Do 2 changes? Type yes:");
    expect(refused.said).toContain("Nothing was done.");
    expect((await answer("workspaces list")).data).toEqual([]);
    expect(await inTerminal("yes\n")).toMatchObject({ code: 0 });
    expect((await answer("programs list")).data).toMatchObject([{ name: "Shop" }]);
    expect(await runSvc(["apply", "-f", file], { env })).toMatchObject({ code: 2 });
  });
});

describe("a file exported", () => {
  test("applied where it is from changes nothing, and in an empty installation makes the same", async () => {
    const one = await newInstallation();
    await one.answer("apply -f - --yes", whole, secrets);
    await one.answer("partners add --program 1 --name Anna --code anna");
    await one.answer("apply -f - --yes", whole);
    const file = join(folder, "exported.yaml");
    expect((await one.svc(`export -f ${file}`)).stdout).toBe(`Wrote 2 programs to ${file}.\n`);
    const text = await readFile(file, "utf8");
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    const before = await one.events();
    expect(await one.answer(`apply -f ${file} --yes --prune`)).toMatchObject({ done: 0, data: [] });
    expect(await one.events()).toBe(before);
    expect(parse((await one.svc("export --workspace 2")).stdout)).toMatchObject({ workspace: "Other" });

    const two = await newInstallation();
    // A file names no secrets: who applies it says where they are.
    const named = text.replaceAll(
      "client_reference: customer_key",
      "client_reference: customer_key\n        signing_secret_env: STRIPE_SECRET",
    );
    await two.answer("apply -f - --yes", named, secrets);
    await two.answer("partners add --program 1 --name Anna --code anna");
    await two.answer("apply -f - --yes", named);
    const exported = await two.answer("export");
    const original = await one.answer("export");
    const withoutPaddle = JSON.parse(JSON.stringify(original));
    withoutPaddle.data[0].programs[0].connections.pop();
    expect(exported).toEqual(withoutPaddle);
  });
});

test("at a service it is done as the account that is logged in, within its rights", async () => {
  const database = await createTestDatabase();
  databases.push(database);
  const service = await startService(database.url, manyPeople);
  const brand = await createBrand();
  try {
    const { owner, member, programId } = await newCompany(service);
    await keepLogin(brand, service.url, owner);
    const exported = await brand.run(["export", "--remote"]);
    expect(exported).toMatchObject({ code: 0, stderr: "" });
    expect(exported.stdout).not.toContain("platform_fee_bps");
    expect(await brand.run(["apply", "-f", "-", "--yes", "--remote"], { input: exported.stdout })).toMatchObject({
      code: 0,
      stdout: "Everything is as the file declares it.\nNothing to do.\n",
    });
    const changed = exported.stdout.replace("hold_period_days: 15", "hold_period_days: 21");
    expect(await brand.run(["apply", "-f", "-", "--yes", "--remote", "--json"], { input: changed })).toMatchObject({
      code: 0,
    });
    const audit = await service.request(`/api/v1/programs/${programId}/audit`, { key: owner.token });
    expect(audit.body).toMatchObject({
      data: [{}, { by_kind: "account", by_name: "owner", data: { settings: { hold_period_days: 21 } } }],
    });

    await keepLogin(brand, service.url, member);
    const settings = "programs:\n  - name: Acme\n    settings: { hold_period_days: 3 }\n";
    const refused = await brand.run(["apply", "-f", "-", "--yes", "--remote"], { input: settings });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("0 of 1 changes were done");
  } finally {
    await brand.remove();
    await service.close();
  }
});

test("the file's schema is made from the operations' inputs, and says what the file takes", async () => {
  const { code, stdout } = await runSvc(["apply", "--schema"]);
  expect(code).toBe(0);
  const schema = JSON.parse(stdout);
  const program = schema.properties.programs.items.properties;
  expect(Object.keys(program)).toEqual([
    "name",
    "status",
    "settings",
    "groups",
    "policies",
    "terms",
    "coupons",
    "endpoints",
    "connections",
  ]);
  expect(program.settings.properties.attribution_window_days).toMatchObject({ minimum: 1, maximum: 365 });
  expect(Object.keys(program.endpoints.items.properties)).not.toContain("program_id");
  expect(program.connections.items.required).toEqual(["provider"]);
  expect(JSON.stringify(schema)).not.toMatch(/"(?:signing_secret|api_key|partner_id)"/);
});
