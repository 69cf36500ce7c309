// An installation that has sold is spread over a coordinator and two workers, and goes on there: to the cent, provably, and each
// acknowledged sale once when a worker is killed. Only with PROPERTY_TESTS=long, and where PostgreSQL has Citus.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { z } from "zod";
import { digestBooks } from "../../../src/engine/integrity/books-digest.ts";
import { distribute } from "../../../src/engine/postgres/citus/distribute.ts";
import { severalMachines } from "../../../src/engine/postgres/citus/several-machines.ts";
import { openDatabase } from "../../../src/engine/postgres/database.ts";
import { migrateUpTo } from "../../../src/engine/postgres/migrations/migrate.ts";
import { type CitusCluster, hasCitus, startCitus } from "../../support/citus.ts";
import {
  asOwner,
  bindCustomer,
  createTestProgram,
  type ProgramAtHand,
  type RunningService,
  secretKey,
  startService,
} from "../../support/service.ts";
import { runSvc } from "../../support/svc.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const isRun = inject("properties").isLong && hasCitus;
const programsMade = 6;
/** `svc demo` makes one each time. */
const demos = 2;
const shards = "4";
/** Tables, columns, functions, triggers, views and constraints of programs have been added since. */
const earlierVersion = 60;
/** One program sells as fast as it is answered. */
const limits = { RATE_LIMIT_KEY_PER_MINUTE: "1000000" };
const nodeLine = z.object({
  node: z.string(),
  kind: z.enum(["coordinator", "worker"]),
  answers: z.boolean(),
  shards: z.int(),
  programs: z.int().nullable(),
  isolated_programs: z.int(),
  in_doubt: z.int().nullable(),
});
type NodeLine = z.output<typeof nodeLine>;
const lists = [
  "sales",
  "commissions",
  "clicks",
  "leads",
  "refunds",
  "events",
  "customers",
  "fees",
  "partners",
  "payouts",
  "adjustments",
  "parked",
  "attributions",
  "coupons",
];

describe.runIf(isRun)("an installation with data, spread by program (skipped where there is no Citus)", () => {
  let cluster: CitusCluster;
  let url: string;
  let service: RunningService;
  const programs: ProgramAtHand[] = [];
  let archiveFolder: string;
  const svc = (...words: string[]) =>
    runSvc(words, {
      env: { DATABASE_URL: url, SVC_SECRET_KEYS: secretKey, SVC_BASE_URL: service?.url, ARCHIVE_FOLDER: archiveFolder },
    });

  beforeAll(async () => {
    archiveFolder = mkdtempSync(join(temporaryFolder(), "svc-archive-"));
    cluster = await startCitus();
    url = await cluster.makeDatabase("svc");
    expect(await svc("migrate")).toMatchObject({ code: 0 });
    service = await startService(url, limits);
    expect(await svc("demo")).toMatchObject({ code: 0 });
    for (let made = 0; made < programsMade; made++) {
      const program = await createTestProgram(service.database);
      programs.push(program);
      await sell(program, "before");
    }
    await service.close();
  });

  afterAll(async () => {
    await service?.close().catch(() => undefined);
    await cluster?.stop();
    rmSync(archiveFolder, { recursive: true });
  });

  async function sell(program: ProgramAtHand, name: string): Promise<void> {
    await bindCustomer(service, program, `customer-${name}`);
    const sale = { transaction_id: `sale-${name}`, amount_cents: 4_900, customer_key: `customer-${name}` };
    const sold = await service.post("/api/v1/track/sale", sale, { key: program.key });
    expect(sold, sold.text).toMatchObject({ status: 200 });
    const refund = { transaction_id: `sale-${name}`, refund_id: `refund-${name}`, refund_amount_cents: 900 };
    const refunded = await service.post("/api/v1/track/refund", refund, { key: program.key });
    expect(refunded, refunded.text).toMatchObject({ status: 200 });
  }

  type Sold = { readonly transactionId: string; readonly customerKey: string };
  const isSaleTaken = async (program: ProgramAtHand, { transactionId, customerKey }: Sold): Promise<boolean> => {
    const sale = { transaction_id: transactionId, amount_cents: 1_000, customer_key: customerKey };
    const { status } = await service.post("/api/v1/track/sale", sale, { key: program.key });
    return status === 200 || status === 409;
  };

  const verified = async (): Promise<void> => {
    const run = await svc("verify");
    expect(run.stdout + run.stderr).toMatch(/the log is intact and the books match it/);
    expect(run.code).toBe(0);
  };

  test("is spread with all it has, and a second time nothing is", async () => {
    const first = await svc("migrate", "--citus", "--shards", shards);
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(await svc("migrate", "--citus")).toMatchObject({ code: 0, stdout: "Spread already.\n" });
    const shardsOf = await asOwner<{ nodeport: number; count: number }>(
      url,
      "select nodeport, count(*)::integer as count from citus_shards where table_name = 'event'::regclass group by 1",
    );
    expect(shardsOf.map(({ count }) => count)).toEqual([2, 2]);
    service = await startService(url, limits);
    await verified();
  });

  test("records, refunds, pays and lists on the workers, to the cent, and proves it", async () => {
    expect(await svc("demo")).toMatchObject({ code: 0 });
    for (const program of programs) await sell(program, "after");
    const [program] = programs;
    if (program === undefined) throw new Error("no program");
    for (const worker of cluster.urlsOf("svc").slice(1)) {
      const own = "select from pg_stat_activity where datname = 'svc' and application_name = 'svc-test'";
      expect(await asOwner(worker, own), "connections of the service to a worker").not.toEqual([]);
    }
    const of = ["--program", String(program.programId)];
    const faults: string[] = [];
    for (const list of lists) {
      const { code, stderr } = await svc(list, "list", ...of);
      if (code !== 0) faults.push(`${list}: ${stderr}`);
    }
    for (const report of [["payouts", "create"], ["status"], ["replay"], ["verify"]]) {
      const { code, stderr } = await svc(...report, ...of);
      if (code !== 0) faults.push(`${report.join(" ")}: ${stderr}`);
    }
    expect(faults).toEqual([]);
    const sums = await asOwner<{ amount: string; refunded: string }>(
      url,
      "select sum(amount_cents)::text as amount, sum(refunded_cents)::text as refunded from sale where program_id = $1",
      [program.programId],
    );
    expect(sums).toEqual([{ amount: "9800", refunded: "1800" }]);
    await verified();
  });

  test("batches are recorded on the shards' machines over the same connections, prefetched ones too", async () => {
    const backends =
      "select pid from pg_stat_activity where datname = 'svc' and application_name = 'svc-test' order by pid";
    const backendsOfWorkers = () =>
      Promise.all(
        cluster
          .urlsOf("svc")
          .slice(1)
          .map((worker) => asOwner(worker, backends)),
      );
    const sellAtOnce = async (name: string): Promise<void> => {
      const sold = programs.flatMap((program) =>
        [1, 2, 3].map((at) => isSaleTaken(program, { transactionId: `${name}-${at}`, customerKey: "customer-after" })),
      );
      expect(await Promise.all(sold)).not.toContain(false);
    };
    await sellAtOnce("first");
    const before = await backendsOfWorkers();
    for (const name of ["second", "third", "fourth"]) await sellAtOnce(name);
    expect(await backendsOfWorkers()).toEqual(before);
  });

  test("a program is given a shard of its own and moved to the other worker while it sells, and the nodes say so", async () => {
    const [program] = programs;
    if (program === undefined) throw new Error("no program");
    const nodes = async (): Promise<NodeLine[]> => {
      const { stdout } = await svc("status", "--cluster", "--json");
      return z.object({ data: z.array(nodeLine) }).parse(JSON.parse(stdout)).data;
    };
    const before = await nodes();
    expect(before.map(({ kind, answers, shards, in_doubt }) => [kind, answers, shards, in_doubt])).toEqual([
      ["coordinator", true, 0, 0],
      ["worker", true, 2, 0],
      ["worker", true, 2, 0],
    ]);
    expect(before.reduce((sum, { programs: held }) => sum + (held ?? 0), 0)).toBe(programsMade + demos);

    await bindCustomer(service, program, "customer-moved");
    let isMoved = false;
    let sold = 0;
    const sellUntilMoved = async (): Promise<void> => {
      for (; !isMoved; sold++) {
        while (!(await isSaleTaken(program, { transactionId: `moved-${sold}`, customerKey: "customer-moved" }))) {
          // While the shard is copied a sale waits, or is answered 503 and sent again.
        }
      }
    };
    const selling = sellUntilMoved();
    const isolate = (...more: string[]) => svc("programs", "isolate", "--program", String(program.programId), ...more);
    const first = await isolate("--json");
    expect(first, first.stderr).toMatchObject({ code: 0 });
    const { node } = nodeLine.pick({ node: true }).parse(JSON.parse(first.stdout));
    const other = before.find((each) => each.kind === "worker" && each.node !== node)?.node ?? "none";
    const moved = await isolate("--to", other, "--json");
    expect(JSON.parse(moved.stdout), moved.stderr).toEqual({ node: other, is_new: false, moved_from: node });
    isMoved = true;
    await selling;

    const [count] = await asOwner<{ sales: number }>(
      url,
      "select count(*)::integer as sales from sale where program_id = $1 and transaction_id like 'moved-%'",
      [program.programId],
    );
    expect(count).toEqual({ sales: sold });
    expect((await nodes()).find((each) => each.node === other)).toMatchObject({ isolated_programs: 1 });
    expect(await isolate("--to", "elsewhere:5432")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("There is no worker elsewhere:5432."),
    });
    await verified();
  });

  /** Of every program at once, until it is stopped; answers the sales that were acknowledged. */
  async function startSelling(name: string) {
    const acknowledged = new Set<string>();
    for (const program of programs) await bindCustomer(service, program, `customer-${name}`);
    let isOver = false;
    const load = programs.map(async (program, index) => {
      for (let sent = 0; !isOver; sent++) {
        const transactionId = `${name}-${index}-${sent}`;
        // What was not answered is sent again, as a brand's backend does.
        for (let isSold = false; !isSold; ) {
          isSold = await isSaleTaken(program, { transactionId, customerKey: `customer-${name}` });
          if (isSold) acknowledged.add(`${program.programId} ${transactionId}`);
          else if (isOver) return;
        }
      }
    });
    return {
      acknowledged,
      async until(more: number): Promise<void> {
        const from = acknowledged.size;
        await expect.poll(() => acknowledged.size - from, { timeout: 30_000 }).toBeGreaterThanOrEqual(more);
      },
      async stop(): Promise<void> {
        isOver = true;
        await Promise.all(load);
      },
    };
  }

  /** The sales of that name, and how often each was recorded. */
  const recorded = async (name: string): Promise<Map<string, number>> => {
    const rows = await asOwner<{ name: string; count: number }>(
      url,
      `select program_id || ' ' || transaction_id as name, count(*)::integer as count
         from sale where transaction_id like '${name}-%' group by 1`,
    );
    return new Map(rows.map(({ name: of, count }) => [of, count]));
  };

  test.each(["worker-1", "coordinator"] as const)(
    "%s killed under load: every acknowledged sale is recorded exactly once",
    async (killed) => {
      const selling = await startSelling(`load-${killed}`);
      await selling.until(30);
      await cluster.kill(killed);
      if (killed === "worker-1") {
        expect(await svc("status", "--cluster")).toMatchObject({
          code: 1,
          stderr: expect.stringMatching(/^No answer from /),
        });
        // Programs of the other worker go on meanwhile.
        await selling.until(10);
      }
      await cluster.restart(killed);
      await selling.until(60);
      await selling.stop();
      await asOwner(url, "select recover_prepared_transactions()");
      const sales = await recorded(`load-${killed}`);
      expect([...sales].filter(([, count]) => count !== 1)).toEqual([]);
      expect([...selling.acknowledged].filter((name) => !sales.has(name))).toEqual([]);
      for (const node of cluster.urlsOf("svc")) {
        expect(await asOwner(node, "select gid from pg_prepared_xacts where database = current_database()")).toEqual(
          [],
        );
      }
      await verified();
    },
  );

  test("a backup while it sells has what was acknowledged before, and restores into one PostgreSQL", async () => {
    const selling = await startSelling("saved");
    await selling.until(30);
    const before = new Set(selling.acknowledged);
    const folder = mkdtempSync(join(temporaryFolder(), "svc-backup-"));
    const backup = await svc("backup", "--to", folder);
    expect(backup, backup.stderr).toMatchObject({ code: 0 });
    await selling.until(10);
    await selling.stop();
    const spread = url;
    await asOwner(cluster.urlOf("coordinator", "postgres"), "create database plain");
    url = cluster.urlOf("coordinator", "plain");
    const [file = ""] = readdirSync(folder);
    const restore = await svc("restore", "--from", join(folder, file));
    expect(restore, restore.stderr).toMatchObject({ code: 0 });
    await verified();
    const sales = await recorded("saved");
    expect([...before].filter((name) => !sales.has(name))).toEqual([]);
    url = spread;
    rmSync(folder, { recursive: true });
  });

  test("a backup is refused in a sentence while a transaction on several machines is in doubt", async () => {
    const worker = cluster.urlOf("worker-1", "svc");
    await asOwner(worker, "begin; select txid_current(); prepare transaction 'in_doubt'");
    const backup = await svc("backup", "--to", join(temporaryFolder(), "none"));
    await asOwner(worker, "rollback prepared 'in_doubt'");
    expect(backup).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("in doubt (1): see svc status --cluster"),
    });
  });

  test("a person is erased and old clicks are archived there, and a replay from the files finds no difference", async () => {
    const [program] = programs;
    if (program === undefined) throw new Error("no program");
    const of = ["--program", String(program.programId)];
    const asked = ["--customer-key", "customer-after"];
    const exported = await svc("people", "export", ...of, ...asked, "--json");
    expect(exported, exported.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("sale-after") });
    const erased = await svc("people", "erase", ...of, ...asked, "--reason", "asked");
    expect(erased, erased.stderr).toMatchObject({ code: 0 });
    const named = await asOwner(url, "select from sale where customer_key = 'customer-after' and program_id = $1", [
      program.programId,
    ]);
    expect(named).toEqual([]);
    const archive = await svc("log", "archive", ...of, "--before", "2100-01-01", "--apply");
    expect(archive, archive.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Archived [2-9]\d* clicks/),
    });
    const replay = await svc("replay", ...of);
    expect(replay.stdout + replay.stderr).toMatch(/[Nn]othing differs|no difference/);
    await verified();
  });

  test("a digest of the books does not depend on a node's time zone", async () => {
    const digest = async (): Promise<string> => {
      const database = openDatabase({ url, connectionsMax: 2, applicationName: "test", placement: severalMachines });
      const { programId = 0 } = programs[0] ?? {};
      const books = await database.transaction((session) => digestBooks(session, programId));
      await database.close();
      return books.toString("hex");
    };
    const before = await digest();
    const [, ...workers] = cluster.urlsOf("svc");
    const alone = "set citus.enable_ddl_propagation = off;";
    for (const worker of workers) await asOwner(worker, `${alone} alter database svc set timezone = 'Asia/Tokyo'`);
    expect(await digest()).toBe(before);
    for (const worker of workers) await asOwner(worker, `${alone} alter database svc reset timezone`);
  });

  test("a dump of it at rest is one PostgreSQL's installation, whole, and is spread again", async () => {
    await service.close();
    const spread = url;
    url = await cluster.restoreDump(spread, "restored");
    expect(await svc("migrate")).toMatchObject({ code: 0 });
    await verified();
    const sums = "select count(*)::integer as sales, sum(amount_cents)::text as amount from sale";
    expect(await asOwner(url, sums)).toEqual(await asOwner(spread, sums));
    expect(await svc("migrate", "--citus", "--shards", shards)).toMatchObject({ code: 0 });
    await verified();
  });

  test("migrations of a later release apply where it is, and it goes on recording", async () => {
    url = await cluster.makeDatabase("earlier");
    await migrateUpTo(url, earlierVersion);
    await distribute(url, Number(shards));
    const migrated = await svc("migrate");
    expect(migrated, migrated.stderr).toMatchObject({ code: 0 });
    expect(await svc("migrate", "--citus")).toMatchObject({ code: 0, stdout: "Spread already.\n" });
    service = await startService(url, limits);
    await sell(await createTestProgram(service.database), "migrated");
    await verified();
  });
});

test.skipIf(hasCitus)("without Citus on this machine nothing of it is tried", () => {
  expect(isRun).toBe(false);
});
