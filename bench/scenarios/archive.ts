// What it takes to move a million clicks out of the log into files, and to build the books again from those files. The books that come
// of the log, of the files and of live recording are held against each other, every row of every book: a difference is no figure.
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operator } from "../../src/access/permission.ts";
import { defaultSettings } from "../../src/core/rules/events/settings/settings.ts";
import { LogEnd, writeAppended } from "../../src/engine/log/append.ts";
import { lockHeads, takeClockAndIds } from "../../src/engine/log/heads.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import { lookAt } from "../../src/engine/replay/as-of.ts";
import { isVerified, verifyPrograms } from "../../src/engine/replay/verify.ts";
import { archiveClicks } from "../../src/product/archive/archive-clicks.ts";
import { addPartner, createProgram, createWorkspace } from "../../src/product/programs/change.ts";
import { digestOfBooks } from "../../test/support/books-digest.ts";
import { click, lead, sale } from "../../test/support/event-builders.ts";
import { type BenchDatabase, withBenchDatabase } from "../replay/bench-database.ts";
import { projectLive } from "../replay/checks.ts";
import { loadNow } from "../report/machine.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Series } from "../report/series.ts";
import type { Finding, Scenario } from "../scenario.ts";

const clicksPerTransaction = 2_000;
const clicksPerSale = 100;
const bytesPerMebibyte = 1_048_576;

const stepColumns: readonly Column[] = [
  { figure: "seconds", heading: "seconds", digits: 1 },
  { figure: "perSecond", heading: "clicks/s", digits: 0 },
];
const sizeColumns: readonly Column[] = [{ figure: "mebibytes", heading: "MiB", digits: 0 }];

export const scenario: Scenario = {
  title: "a million clicks archived, and the books built again from the files to the same bytes",
  contenders: ["svc"],
  flags: [{ name: "clicks", meaning: "in the log of one program", default: 1_000_000 }],
  run: (options) =>
    withBenchDatabase(async (bench) => {
      const folder = await mkdtemp(join(tmpdir(), "svc-bench-archive-"));
      try {
        return await measure(bench, folder, options.number("clicks"));
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
};

async function measure(bench: BenchDatabase, folder: string, clicks: number): Promise<Finding> {
  const { database, ownerUrl, secrets, postgres } = bench;
  const steps: Series[] = [];
  async function timed<T>(name: string, about: string, run: () => Promise<T>): Promise<T> {
    const load = loadNow();
    const startedAt = performance.now();
    const answer = await run();
    const seconds = (performance.now() - startedAt) / 1000;
    console.log(`${name}: ${seconds.toFixed(1)} s`);
    steps.push({ name, about, turns: [{ round: 1, load, figures: { seconds, perSecond: clicks / seconds } }] });
    return answer;
  }
  const programId = await timed("write", "the log, by the service's own writer", () => writeClicks(bench, clicks));
  await timed("project", "the live books", () =>
    projectLive(bench, { name: "clicks", events: clicks, programIds: [programId] }),
  );
  await vacuum(ownerUrl);
  const [head] = await database.kysely.selectFrom("program_head").select("seq").execute();
  if (head === undefined) throw new Error("there is no head");
  const live = await digestOfBooks(database.kysely);
  const parts = { database, ownerUrl, secrets, archiveFolder: folder, now: Date.now, actor: operator };
  const digest = async (books: typeof database.kysely) => ({ digest: await digestOfBooks(books) });
  const rebuild = () => lookAt(parts, { programIds: [programId], point: { seq: head.seq } }, digest);
  requireSame(
    "from the log",
    (await timed("rebuild from the log", "before clicks were archived", rebuild)).digest,
    live,
  );
  const before = await mebibytesOfLog(ownerUrl);
  const archived = await timed("archive", "written, read back, recorded, rows emptied", () =>
    archiveClicks({ database, ownerUrl, folder, programId, before: new Date(Date.now() + 1000), actor: operator }),
  );
  if (archived.clicks < clicks - 1) throw new Error(`${archived.clicks} of ${clicks} clicks were archived`);
  await vacuum(ownerUrl, "full");
  const after = await mebibytesOfLog(ownerUrl);
  requireSame("from files", (await timed("rebuild from files", "the same books", rebuild)).digest, live);
  const verified = await timed("verify", "chain, files and books", () => verifyPrograms(parts, [programId]));
  if (!verified.every(isVerified)) throw new Error("it does not verify");
  return {
    postgres,
    settings: { rounds: 1, clicks, files: archived.files.length },
    tables: [
      { title: `${clicks} clicks`, columns: stepColumns, series: steps },
      {
        title: "where they are",
        columns: sizeColumns,
        series: [
          sized("the log before", before),
          sized("the log after, and vacuum full", after),
          sized("the files", await mebibytesOfFiles(folder, archived.files)),
        ],
      },
    ],
    bars: [],
    checks: [
      "every row of every book from the log, from the files and of live recording has the same digest",
      "chain, files and books verify",
    ],
    notes: [`a sale with its lead for every ${clicksPerSale} clicks; one program, one file for 200,000 clicks`],
  };
}

function sized(name: string, mebibytes: number): Series {
  return { name, about: "", turns: [{ round: 1, load: loadNow(), figures: { mebibytes } }] };
}

function requireSame(whence: string, found: string, live: string): void {
  if (found !== live) throw new Error(`the books ${whence} are not those of live recording`);
}

async function writeClicks({ database }: BenchDatabase, clicks: number): Promise<number> {
  const workspaceId = await createWorkspace(database, "Bench");
  const wish = { workspaceId, name: "Bench", settings: defaultSettings };
  const programId = await createProgram(database, wish, operator);
  const partnerIds = [
    await addPartner(database, { programId, name: "Anna", code: "anna" }, operator),
    await addPartner(database, { programId, name: "Ben", code: "ben" }, operator),
  ];
  for (let start = 0; start < clicks; start += clicksPerTransaction) {
    const numbers = Array.from({ length: Math.min(clicksPerTransaction, clicks - start) }, (_, index) => start + index);
    const events = numbers.flatMap((number) => visit(partnerIds[number % 3 === 0 ? 1 : 0] ?? 0, number));
    await database.transaction(async (session) => {
      const [head] = await lockHeads(session, [programId]);
      if (head === undefined) throw new Error("the program has no head");
      const { now, ids } = await takeClockAndIds(session, events.length, database.clock);
      const end = new LogEnd(head, now);
      for (const [at, { data }] of events.entries()) {
        end.append(
          { programId, source: "api", dedupKey: null, isTest: false, occurredAt: null, data },
          ids[at] ?? 0,
          null,
        );
      }
      writeAppended(session, [end]);
    });
  }
  return programId;
}

function visit(partnerId: number, number: number) {
  const one = click(partnerId, {
    click_id: `click-${number}`,
    existing_click_id: number % 10 === 9 ? `click-${number - 1}` : null,
    affiliate_url: `https://shop.example/products/${number % 500}?aff=anna`,
    page_url: `https://shop.example/products/${number % 500}`,
    page_title: `Product ${number % 500}, of all our products the best one`,
    referrer_url: "https://reviews.example/the-ten-best-products",
    visitor_id: `visitor-${number % 300_000}`,
    session_id: `session-${number}`,
    user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    screen_resolution: "1920x1080",
    viewport_size: "1280x720",
    language: "en-GB",
    timezone: "Europe/London",
  });
  if (number % clicksPerSale !== 0) return [one];
  const customer_key = `customer-${number}`;
  const bought = sale({ transaction_id: `tx-${number}`, customer_key, amount_cents: 1_000 + (number % 9_000) });
  return [one, lead({ click_ids: [`click-${number}`], customer_key }), bought];
}

function vacuum(url: string, how: "full" | "" = ""): Promise<unknown> {
  return withClient(url, (client) => client.query(how === "full" ? "vacuum full analyze event" : "vacuum analyze"));
}

async function mebibytesOfLog(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ bytes: number }>("select pg_total_relation_size('event')::float8 as bytes");
    return (rows[0]?.bytes ?? 0) / bytesPerMebibyte;
  });
}

async function mebibytesOfFiles(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / bytesPerMebibyte;
}
