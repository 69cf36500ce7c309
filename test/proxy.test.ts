// The proxies as deploy/ has them, each before two real processes on one database: what is of one program goes to one process, and when a process
// is killed under load nothing that was answered is lost, and nobody hears worse than 503 or nothing: the call is to
// be repeated.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { killChildren } from "./support/child.ts";
import { createTestDatabase, type TestDatabase } from "./support/database.ts";
import { describeWith, starts } from "./support/needs-tool.ts";
import { freePort } from "./support/ports.ts";
import { createTestProgram, type ProgramAtHand } from "./support/service.ts";
import { type ServiceProcess, startServiceProcess } from "./support/service-process.ts";
import { root } from "./support/tree.ts";

type Proxy = {
  readonly program: "haproxy" | "nginx";
  readonly file: string;
  readonly parameters: (file: string) => readonly string[];
};

const proxies: readonly Proxy[] = [
  { program: "haproxy", file: "haproxy/haproxy.cfg", parameters: (file) => ["-f", file] },
  {
    program: "nginx",
    file: "nginx/nginx.conf",
    parameters: (file) => ["-c", file, "-p", folder, "-e", "stderr", "-g", `daemon off; pid ${folder}/nginx.pid;`],
  },
];
/** Keys are chance, and so is which process they lead to: that this many all lead to one is not to be lived to see. */
const programsMax = 40;
const programsMin = 6;
const salesEach = 4;

let db: TestDatabase;
const programs: ProgramAtHand[] = [];
let services: readonly [ServiceProcess, ServiceProcess];
let folder: string;
let proxy: ReturnType<typeof spawn> | undefined;
let address: string;

async function startAll(shipped: Proxy): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), "svc-proxy-"));
  programs.length = 0;
  db = await createTestDatabase();
  const env = { TRUST_PROXY_HOPS: "1", RATE_LIMIT_BROWSER_PER_MINUTE: "100000" };
  services = [await startServiceProcess(db.url, env), await startServiceProcess(db.url, env)];
  address = await startProxy(shipped, services);
}

async function stopAll(): Promise<void> {
  const stopped = proxy === undefined ? null : once(proxy, "close");
  proxy?.kill("SIGTERM");
  await stopped;
  await killChildren();
  await db.drop();
  await rm(folder, { recursive: true });
}

/** The file as it is shipped, but for its addresses. */
async function startProxy(shipped: Proxy, [one, two]: typeof services): Promise<string> {
  const port = await freePort();
  const config = (await readFile(join(root, "deploy", shipped.file), "utf8"))
    .replace("bind :8443", `bind 127.0.0.1:${port}`)
    .replace("listen 8443", `listen 127.0.0.1:${port}`)
    .replace("worker_processes auto", "worker_processes 1")
    .replace("pid /tmp/nginx.pid;", "")
    .replaceAll("/tmp/", `${folder}/`)
    .replace("svc-1:8080", new URL(one.url).host)
    .replace("svc-2:8080", new URL(two.url).host);
  const file = join(folder, "proxy.conf");
  await writeFile(file, config);
  proxy = spawn(shipped.program, shipped.parameters(file), { stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitUntil(isReady, { timeout: 20_000 });
  return url;
}

type Answer = { readonly status: number; readonly body: string };

async function post(path: string, { key }: ProgramAtHand, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(`${address}/api/v1/track/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.text() };
}

const sell = (program: ProgramAtHand, transactionId: string) =>
  post("sale", program, { transaction_id: transactionId, amount_cents: 1_900, customer_key: "buyer" });

async function bindBuyer(program: ProgramAtHand): Promise<void> {
  const { body } = await post("click", program, { affiliate_url: program.link });
  const { click_id } = JSON.parse(body);
  expect((await post("lead", program, { click_id, customer_key: "buyer" })).status).toBe(200);
}

/** By each process itself. */
async function salesAnswered(): Promise<readonly number[]> {
  return Promise.all(
    services.map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      const lines = text.matchAll(/^svc_http_request_duration_seconds_count\{[^}]*track\/sale[^}]*\} (\d+)$/gm);
      return [...lines].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
}

function callsAreRouted(shipped: Proxy): void {
  beforeAll(() => startAll(shipped));
  afterAll(stopAll);

  test("each program's calls go to one process, and the programs to both", async () => {
    const asked = new Set<number>();
    while (programs.length < programsMin || (asked.size < 2 && programs.length < programsMax)) {
      const program = await createTestProgram(db.database);
      programs.push(program);
      await bindBuyer(program);
      const before = await salesAnswered();
      for (let sale = 0; sale < salesEach; sale += 1) {
        expect((await sell(program, `first-${sale}`)).status).toBe(200);
      }
      const shares = (await salesAnswered()).map((count, place) => count - (before[place] ?? 0));
      expect(shares.toSorted((a, b) => a - b)).toEqual([0, salesEach]);
      asked.add(shares.indexOf(salesEach));
    }
    expect(asked.size).toBe(2);
    expect((await fetch(`${address}/metrics`)).status).toBe(404);
  });

  test.runIf(inject("properties").isLong)(
    "one killed under load loses nothing it answered, and is asked no more",
    async () => {
      const statuses = new Set<number>();
      const booked = new Set<string>();
      let next = 0;
      let enough = false;
      const callers = Array.from({ length: 12 }, async (_, index) => {
        const program = programs[index % programs.length] ?? raise();
        while (!enough) {
          const transactionId = `load-${next++}`;
          for (;;) {
            const answer = await sell(program, transactionId).catch(() => null);
            // The proxy closes a connection on which it has answered before and now cannot: to be repeated as well.
            if (answer === null) continue;
            statuses.add(answer.status);
            if (answer.status === 200 || answer.status === 409) break;
            expect(JSON.parse(answer.body).error.name).toBe("ServiceUnavailableError");
          }
          booked.add(transactionId);
        }
      });
      await expect.poll(() => booked.size, { timeout: 60_000 }).toBeGreaterThan(100);
      const [killed, left] = services;
      killed.child.process.kill("SIGKILL");
      await once(killed.child.process, "close");
      const already = booked.size;
      await expect.poll(() => booked.size, { timeout: 60_000 }).toBeGreaterThan(already + 200);
      enough = true;
      await Promise.all(callers);

      // 409 is the answer to a repeated call whose first one was recorded before its process went.
      expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
      const sales = await db.database.kysely
        .selectFrom("sale")
        .select("transaction_id")
        .where("transaction_id", "like", "load-%")
        .execute();
      expect(sales.map(({ transaction_id }) => transaction_id).toSorted()).toEqual([...booked].toSorted());
      for (const program of programs) expect((await sell(program, `last-${program.programId}`)).status).toBe(200);
      left.child.process.kill("SIGTERM");
      expect(await left.child.exit).toMatchObject({ code: 0 });
      expect(await sell(programs[0] ?? raise(), "nobody")).toMatchObject({ status: 503 });
    },
  );
}

for (const each of proxies) describeWith(each.program, starts(each.program, ["-v"]), () => callsAreRouted(each));

function raise(): never {
  throw new Error("there is no program");
}
