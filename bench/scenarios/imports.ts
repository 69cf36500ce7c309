// What an import takes of memory, by how many lines the file has: of the service, to which it is sent over HTTP, and of the command that
// reads it on the database. Every file is of sales that are new; each turn is a process that has just started.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { withArena } from "../contenders/with-contenders.ts";
import {
  type BenchProgram,
  createBenchPrograms,
  openBenchInstallation,
  secretKey,
  startService,
  unconfiguredEnvironment,
} from "../installation.ts";
import { openOperatorSession } from "../operator-session.ts";
import { atMost } from "../report/bars.ts";
import { loadNow } from "../report/machine.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Series, Turn } from "../report/series.ts";
import { forgetHighest, residentMebibytes } from "../resident-memory.ts";
import type { Finding, Options, Scenario } from "../scenario.ts";

const ways = ["http", "command"] as const;
type Way = (typeof ways)[number];

/** What may be alive for 100,000 lines above 10,000: what is held does not grow with the file. */
const moreMebibytesMax = 8;
const bytesPerMebibyte = 1_048_576;
const lookMilliseconds = 20;
const askMilliseconds = 250;
/** After so many seconds, progress must have been reported as often. */
const progressReportsMin = 3;
const root = fileURLToPath(new URL("../../", import.meta.url));

const saysLiveMemory = new URL("../say-live-memory.ts", import.meta.url).href;

const liveColumns: readonly Column[] = [
  { figure: "liveMebibytes", heading: "MiB alive behind full collections, at most (range)", digits: 1 },
];

const columns: readonly Column[] = [
  { figure: "highestMebibytes", heading: "MiB at its highest (range)", digits: 1 },
  { figure: "moreMebibytes", heading: "more than before", digits: 1 },
  { figure: "seconds", heading: "seconds", digits: 1 },
  { figure: "linesPerSecond", heading: "lines/s", digits: 0 },
  { figure: "mebibytes", heading: "MiB sent", digits: 1 },
];

export const scenario: Scenario = {
  title: "memory of the service and of the command while a file is imported",
  contenders: ways,
  flags: [{ name: "lines", meaning: "of the files, with commas between", default: "1000,10000,100000" }],
  run: (options) => withArena(({ server }) => measure(server.database("imports"), server.version, options)),
};

type Import = {
  readonly url: string;
  readonly program: BenchProgram;
  readonly token: string;
  readonly file: string;
  /** Of the process that imports. */
  readonly env: NodeJS.ProcessEnv;
  readonly execArgv: readonly string[];
};

async function measure(databaseUrl: Promise<string>, postgres: string, options: Options): Promise<Finding> {
  const sizes = options.text("lines").split(",").map(Number);
  const installation = await openBenchInstallation(await databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), "svc-bench-imports-"));
  try {
    const [program] = await createBenchPrograms(installation, { programs: 1, customersPerProgram: 0 });
    if (program === undefined) throw new Error("no program");
    const token = await openOperatorSession(installation.url);
    const turns = new Map<string, Turn[]>();
    const liveTurns = new Map<string, Turn[]>();
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const lines of sizes) {
        for (const way of ways.filter((each) => options.wants(each))) {
          const load = loadNow();
          const name = `${way}, ${lines} lines`;
          const of = { url: installation.url, program, token, env: {}, execArgv: [], file: join(folder, "sales.csv") };
          await writeFile(of.file, salesOf(program, lines, `${way}_${round}_${lines}`));
          const figures = await importOnce(way, of, lines);
          add(turns, name, { round, load, figures });
          const live = join(folder, "live-memory");
          const watched = { env: { BENCH_LIVE_MEMORY: live }, execArgv: [`--import=${saysLiveMemory}`] };
          await writeFile(of.file, salesOf(program, lines, `${way}_${round}_${lines}_watched`));
          await importOnce(way, { ...of, ...watched }, lines);
          const liveMebibytes = Number(await readFile(live, "utf8")) / bytesPerMebibyte;
          add(liveTurns, name, { round, load, figures: { liveMebibytes } });
          console.log(
            `round ${round}  ${name}  ${figures.highestMebibytes.toFixed(1)} MiB, ${liveMebibytes.toFixed(1)} alive, ` +
              `${figures.seconds.toFixed(1)} s`,
          );
        }
      }
    }
    const [most = 0, before = 0] = sizes.toSorted((a, b) => b - a);
    const alive = (name: string) =>
      Math.max(...(liveTurns.get(name) ?? []).map(({ figures }) => figures.liveMebibytes ?? Number.NaN));
    return {
      postgres,
      settings: { rounds: options.rounds, lines: options.text("lines") },
      tables: [
        { title: "sales that are new, in one file", columns, series: seriesOf(turns) },
        { title: "what is alive meanwhile", columns: liveColumns, series: seriesOf(liveTurns) },
      ],
      bars: ways
        .filter((each) => options.wants(each) && before > 0)
        .map((way) =>
          atMost(
            `MiB alive for ${most} lines above ${before}, ${way}`,
            alive(`${way}, ${most} lines`) - alive(`${way}, ${before} lines`),
            moreMebibytesMax,
          ),
        ),
      checks: ["every line became a sale, and the totals are the file's"],
      notes: [
        "progress is polled four times a second",
        "a fresh process for each turn; its highest is what the kernel saw, garbage that V8 has not collected with it",
        "what is alive is looked at in turns of their own, behind a full collection twice a second",
      ],
    };
  } finally {
    await rm(folder, { recursive: true });
    await installation.close();
  }
}

function add(turns: Map<string, Turn[]>, name: string, turn: Turn): void {
  turns.set(name, [...(turns.get(name) ?? []), turn]);
}

function seriesOf(turns: Map<string, Turn[]>): Series[] {
  return [...turns].map(([name, each]) => ({ name, about: name, turns: each }));
}

function salesOf({ code }: BenchProgram, lines: number, name: string): string {
  const header =
    "transaction_id,amount_cents,currency,sold_at,partner_code,commission_cents,commission_status,customer_key\n";
  const line = (n: number) => `${name}_${n},4900,USD,2024-06-19,${code},980,paid,customer-${n % 5_000}\n`;
  return header + Array.from({ length: lines }, (_, n) => line(n)).join("");
}

const progress = z.object({ data: z.array(z.object({ lines: z.number(), status: z.string() })) });
const answer = z.object({ data: z.object({ sales_new: z.number(), faulty_lines: z.number() }) });

async function importOnce(way: Way, of: Import, lines: number) {
  const startedAt = performance.now();
  const done = way === "http" ? await importOverHttp(of) : await importByCommand(of);
  const { data } = answer.parse(JSON.parse(done.answer));
  if (data.sales_new !== lines || data.faulty_lines !== 0) throw new Error(`of ${lines} lines came ${done.answer}`);
  const seconds = done.seconds ?? (performance.now() - startedAt) / 1000;
  const { highest, before } = done;
  return {
    ...{ highestMebibytes: highest, moreMebibytes: highest - before, seconds, linesPerSecond: lines / seconds },
    mebibytes: (await stat(of.file)).size / bytesPerMebibyte,
  };
}

async function importOverHttp({ url, program, token, file, env, execArgv }: Import) {
  const service = await startService(url, { env, execArgv });
  try {
    const path = `/api/v1/programs/${program.programId}/imports`;
    const headers = { authorization: `Bearer ${token}` };
    const list = `http://127.0.0.1:${service.port}${path}?order=newest&limit=1`;
    await fetch(list, { headers }).then((response) => response.text());
    const before = await residentMebibytes(service.pid, "VmRSS");
    await forgetHighest(service.pid);
    const startedAt = performance.now();
    const upload = request(`http://127.0.0.1:${service.port}${path}?tool=csv&is_applied=true`, {
      method: "POST",
      headers: { ...headers, "content-type": "text/csv", "content-length": (await stat(file)).size },
    });
    const answered = once(upload, "response").then(([response]) => text(response));
    const sent = pipeline(createReadStream(file), upload);
    let isAnswered = false;
    const said = answered.finally(() => {
      isAnswered = true;
    });
    const reported = new Set<number>();
    while (!isAnswered) {
      const { data } = progress.parse(await fetch(list, { headers }).then((response) => response.json()));
      for (const { lines, status } of data) if (status === "running") reported.add(lines);
      await Promise.race([setTimeout(askMilliseconds), said]);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    await sent;
    const highest = await residentMebibytes(service.pid, "VmHWM");
    if (reported.size < progressReportsMin && seconds > progressReportsMin)
      throw new Error("it never said how far it was");
    return { answer: await said, highest, before, seconds };
  } finally {
    await service.stop();
  }
}

/** What it had before is what it has when it is first looked at. */
async function importByCommand({ url, program, file, env, execArgv }: Import) {
  const words = [
    "import",
    "--program",
    String(program.programId),
    "--from",
    "csv",
    "--file",
    file,
    "--apply",
    "--json",
  ];
  const child = spawn(process.execPath, [...execArgv, "src/faces/cli/svc.ts", ...words], {
    cwd: root,
    env: { ...unconfiguredEnvironment(), DATABASE_URL: url, SVC_SECRET_KEYS: secretKey, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let highest = 0;
  const look = setInterval(() => {
    if (child.pid === undefined) return;
    void residentMebibytes(child.pid, "VmHWM").then(
      (mebibytes) => {
        highest = Math.max(highest, mebibytes);
      },
      () => undefined,
    );
  }, lookMilliseconds);
  try {
    const [said, progress, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    if (code !== 0) throw new Error(`svc import ended with ${code}: ${progress}`);
    return { answer: JSON.stringify({ data: JSON.parse(said) }), highest, before: 0, seconds: null };
  } finally {
    clearInterval(look);
  }
}
