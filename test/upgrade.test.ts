// An upgrade as it is done: the release before fills a database and goes on recording on it, the database is migrated under it, today's
// processes come and the old ones go. No call fails meanwhile, and the books are what the log says.
// The release before is the newest version tag behind this commit, or without one the commit before the last migration was added. Its
// code comes out of the repository's history, and runs with today's packages.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { withClient } from "../src/engine/postgres/database.ts";
import { type Child, killChildren, startChild } from "./support/child.ts";
import { databaseUrl } from "./support/database-server.ts";
import { secretKey } from "./support/service.ts";
import { startServiceProcess } from "./support/service-process.ts";
import { runSvc } from "./support/svc.ts";
import { root } from "./support/tree.ts";

const git = (...words: string[]): string => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
/** There is no history to take it from in a clone that was cut short. */
const hasHistory = git("rev-parse", "--is-shallow-repository") === "false";

const name = `svc_upgrade_${process.pid}`;
let url: string;
/** Today's place of the program, and those of releases before. */
const programPaths = ["src/faces/cli/svc.ts", "src/cli/svc.ts"];
let before: string;

beforeAll(async () => {
  const { url: server } = inject("testServer");
  url = databaseUrl(server, name);
  await withClient(server, (client) => client.query(`create database ${name}`));
  before = mkdtempSync(join(tmpdir(), "svc-before-"));
  if (!hasHistory) return;
  const archive = execFileSync(
    "git",
    ["archive", releaseBefore(), "src", "adapters", "migrations", "sdk", "docs", "package.json"],
    {
      cwd: root,
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  execFileSync("tar", ["-x", "-C", before], { input: archive });
  symlinkSync(join(root, "node_modules"), join(before, "node_modules"));
});

afterAll(async () => {
  await killChildren();
  rmSync(before, { recursive: true });
  await withClient(inject("testServer").url, (client) => client.query(`drop database ${name} with (force)`));
});

function releaseBefore(): string {
  const tags = git("tag", "--list", "v*", "--merged", "HEAD^", "--sort=-version:refname");
  const [tag] = tags.split("\n");
  if (tag !== undefined && tag !== "") return tag;
  const added = git("log", "--format=%H^", "--diff-filter=A", "--", "migrations").split("\n");
  // A migration that nobody has applied yet may still change; what is upgraded has only such as stay.
  const isAllKept = (commit: string) =>
    git("diff", "--name-only", "--diff-filter=a", commit, "--", "migrations") === "";
  return added.find(isAllKept) ?? "HEAD^";
}

/** All calls come from one address here. */
const unlimited = { RATE_LIMIT_BROWSER_PER_MINUTE: "100000" };

function env(): NodeJS.ProcessEnv {
  return { DATABASE_URL: url, SVC_SECRET_KEYS: secretKey, HOST: "127.0.0.1", PORT: "0", ...unlimited };
}

function oldSvc(...words: string[]): Child {
  const program = programPaths.map((path) => join(before, path)).find(existsSync);
  if (program === undefined) throw new Error(`The release before has none of ${programPaths.join(", ")}.`);
  return startChild(pathToFileURL(program), words, env());
}

async function askOld(...words: string[]): Promise<Record<string, unknown>> {
  const child = oldSvc(...words, "--json");
  expect([await child.exit, child.said()]).toMatchObject([{ code: 0 }, expect.any(String)]);
  const answer = JSON.parse(child.said()) as Record<string, unknown>;
  return (answer.data ?? answer) as Record<string, unknown>;
}

async function startOld(): Promise<{ child: Child; url: string }> {
  const child = oldSvc("serve");
  const [, address = ""] = await child.says(/service +(http:\S+)[\s\S]*Try next/);
  return { child, url: address };
}

test.runIf(hasHistory)(
  "the release before and today's run side by side, through the migration and on, without a failed call",
  async () => {
    const first = await startOld();
    const { workspace_id } = await askOld("workspaces", "create", "--name", "Acme");
    const { program_id } = await askOld("programs", "create", "--workspace", String(workspace_id), "--name", "Acme");
    await askOld("partners", "add", "--program", String(program_id), "--name", "Ann", "--code", "ann");
    const { api_token } = await askOld("keys", "regenerate", "--program", String(program_id));

    let targets = [first.url];
    const faults: string[] = [];
    let answered = 0;
    const call = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const target = targets[answered % targets.length] ?? "";
      const response = await fetch(`${target}/api/v1/track/${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${api_token}` },
        body: JSON.stringify(body),
      });
      if (response.status !== 200) faults.push(`${path} ${response.status} ${await response.text()}`);
      return response.status === 200 ? ((await response.json()) as Record<string, unknown>) : {};
    };
    let enough = false;
    let next = 0;
    const callers = Array.from({ length: 3 }, async () => {
      while (!enough && faults.length === 0) {
        const customer_key = `buyer-${next++}`;
        const { click_id } = await call("click", { affiliate_url: "https://shop.example/?aff=ann" });
        await call("lead", { click_id, customer_key });
        await call("sale", { transaction_id: `sale-${customer_key}`, amount_cents: 1_900, customer_key });
        answered += 1;
      }
    });
    const more = async (): Promise<void> => {
      const already = answered;
      await expect.poll(() => answered > already + 15 || faults.length > 0, { timeout: 30_000 }).toBe(true);
      expect(faults).toEqual([]);
    };
    await more();

    const older = readdirSync(join(before, "migrations")).length;
    const newest = readdirSync(join(root, "migrations")).length;
    const plan = await runSvc(["migrate", "--plan", "--json"], { env: env() });
    expect(JSON.parse(plan.stdout).planned).toHaveLength(newest - older);
    const migrated = await runSvc(["migrate", "--json"], { env: env() });
    expect(JSON.parse(migrated.stdout).migrated).toHaveLength(newest - older);
    await more();

    const today = await startServiceProcess(url, unlimited);
    targets = [first.url, today.url];
    await more();
    targets = [today.url];
    await more();
    first.child.process.kill("SIGTERM");
    expect(await first.child.exit).toMatchObject({ code: 0 });
    await more();
    enough = true;
    await Promise.all(callers);
    expect(faults).toEqual([]);

    const verified = await runSvc(["verify", "--json"], { env: env() });
    expect(JSON.parse(verified.stdout)).toMatchObject({ verified: true });
    const replayed = await runSvc(["replay", "--all", "--json"], { env: env() });
    expect(JSON.parse(replayed.stdout)).toMatchObject({ status: "done", programs: [{ difference: null }] });
    const sales = await withClient(url, (client) => client.query("select from sale"));
    expect(sales.rowCount).toBe(next);
  },
  120_000,
);
