// The service's memory while a list of a million sales is read as CSV and as lines of JSON: the highest resident set of the kernel,
// compared with the one before.
import { withClient } from "../../src/engine/postgres/database.ts";
import { withArena } from "../contenders/with-contenders.ts";
import { createBenchPrograms, openBenchInstallation, startService } from "../installation.ts";
import { openOperatorSession } from "../operator-session.ts";
import { atMost } from "../report/bars.ts";
import { loadNow } from "../report/machine.ts";
import type { Column } from "../report/scenario-report.ts";
import type { Series, Turn } from "../report/series.ts";
import { forgetHighest, residentMebibytes } from "../resident-memory.ts";
import type { Finding, Options, Scenario } from "../scenario.ts";

const formats = ["csv", "ndjson"] as const;
type Format = (typeof formats)[number];

const mebibytesMax = 50;
const bytesPerMebibyte = 1_048_576;
const newline = 10;

const columns: readonly Column[] = [
  { figure: "moreMebibytes", heading: "more MiB at its highest (range)", digits: 1 },
  { figure: "beforeMebibytes", heading: "MiB before", digits: 1 },
  { figure: "seconds", heading: "seconds", digits: 1 },
  { figure: "rowsPerSecond", heading: "rows/s", digits: 0 },
  { figure: "mebibytes", heading: "MiB sent", digits: 0 },
];

export const scenario: Scenario = {
  title: "memory of the service while a list is read as CSV and as lines of JSON",
  contenders: formats,
  flags: [
    { name: "rows", meaning: "sales in the list", default: 1_000_000 },
    { name: "pages-before", meaning: "of the same list, read by the same process before", default: 200 },
  ],
  run: (options) => withArena(({ server }) => measure(server.database("exports"), server.version, options)),
};

async function measure(databaseUrl: Promise<string>, postgres: string, options: Options): Promise<Finding> {
  const rows = options.number("rows");
  const pagesBefore = options.number("pages-before");
  const installation = await openBenchInstallation(await databaseUrl);
  try {
    const [program] = await createBenchPrograms(installation, { programs: 1, customersPerProgram: 0 });
    if (program === undefined) throw new Error("no program");
    const token = await fill(installation.url, program.programId, rows);
    const turns = new Map<Format, Turn[]>();
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const format of formats.filter((each) => options.wants(each))) {
        const load = loadNow();
        const figures = await exportOnce(installation.url, {
          programId: program.programId,
          token,
          format,
          rows,
          pagesBefore,
        });
        console.log(
          `round ${round}  ${format}  ${figures.moreMebibytes.toFixed(1)} MiB more, ${figures.seconds.toFixed(1)} s`,
        );
        turns.set(format, [...(turns.get(format) ?? []), { round, load, figures }]);
      }
    }
    const series: Series[] = [...turns].map(([name, each]) => ({ name, about: `?format=${name}`, turns: each }));
    const highest = (each: Series) => Math.max(...each.turns.map(({ figures }) => figures.moreMebibytes ?? Number.NaN));
    return {
      postgres,
      settings: { rounds: options.rounds, rows, pagesBefore },
      tables: [{ title: `${rows} sales in one answer`, columns, series }],
      bars: series.map((each) => atMost(`MiB more for ${each.name}, the worst round`, highest(each), mebibytesMax)),
      checks: [`every answer had ${rows} sales, and was complete`],
      notes: [
        `a fresh process for each turn, which has answered ${pagesBefore === 1 ? "one page" : `${pagesBefore} pages`} of the list before`,
        "the sales are rows of the books and no events: the list reads nothing else",
      ],
    };
  } finally {
    await installation.close();
  }
}

/** Answers the token of an operator's session. */
async function fill(url: string, programId: number, rows: number): Promise<string> {
  await withClient(url, async (client) => {
    await client.query(
      `insert into sale (program_id, sale_id, transaction_id, amount_cents, refunded_cents, currency, status, source, provider,
                         provider_payment_id, customer_key, partner_id, click_id, sale_type, is_recurring, received_at)
       select $1, n, 'order-' || n, 4900, 0, 'USD', 'recorded', 'stripe', 'stripe', 'pi_' || md5(n::text),
              'customer-' || n % 1000, 1, 'clk_' || md5((n % 1000)::text), 'payment', false, now()
         from generate_series(1000000, 1000000 + $2::bigint - 1) n`,
      [programId, rows],
    );
    await client.query("vacuum analyze sale");
  });
  return openOperatorSession(url);
}

type Export = {
  readonly programId: number;
  readonly token: string;
  readonly format: Format;
  readonly rows: number;
  readonly pagesBefore: number;
};

async function exportOnce(databaseUrl: string, { programId, token, format, rows, pagesBefore }: Export) {
  const service = await startService(databaseUrl);
  try {
    const path = `http://127.0.0.1:${service.port}/api/v1/programs/${programId}/sales`;
    const get = async (query: string) => {
      const answer = await fetch(`${path}?${query}`, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok || answer.body === null) throw new Error(`${query} was answered ${answer.status}`);
      return answer.body;
    };
    for (let page = 0; page < pagesBefore; page += 1) await read(await get("limit=1000"));
    const before = await residentMebibytes(service.pid, "VmRSS");
    await forgetHighest(service.pid);
    const startedAt = performance.now();
    const { lines, bytes } = await read(await get(`format=${format}`));
    const seconds = (performance.now() - startedAt) / 1000;
    const wanted = format === "csv" ? rows + 1 : rows;
    if (lines !== wanted) throw new Error(`${format} had ${lines} lines and not ${wanted}`);
    const highest = await residentMebibytes(service.pid, "VmHWM");
    return {
      ...{ moreMebibytes: highest - before, beforeMebibytes: before, seconds },
      ...{ rowsPerSecond: rows / seconds, mebibytes: bytes / bytesPerMebibyte },
    };
  } finally {
    await service.stop();
  }
}

async function read(body: ReadableStream<Uint8Array>): Promise<{ readonly lines: number; readonly bytes: number }> {
  let [lines, bytes] = [0, 0];
  for await (const chunk of body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) lines += 1;
  }
  return { lines, bytes };
}
