// The service on a database that has grown, as a contender: signed deliveries to one of its programs or to many, each of which has
// a year behind it. What it recorded is counted against what it answered.
import { operator } from "../../src/access/permission.ts";
import { regenerateKey } from "../../src/access/program-keys.ts";
import { withClient } from "../../src/engine/postgres/database.ts";
import type { Contender } from "../contenders/contender.ts";
import { Demand } from "../contenders/demand.ts";
import { type Arena, closedTurn, type UnderLoad } from "../contenders/http-turn.ts";
import {
  type BenchInstallation,
  type BenchProgram,
  bindCustomers,
  openBenchInstallation,
  startService,
  stripeSecret,
} from "../installation.ts";
import type { Recipe } from "../load/recipe.ts";

export type GrownEntry = {
  readonly name: string;
  readonly about: string;
  readonly connections: number;
  /** So many of the database's programs, from the largest on or, where several share a database, from the one behind it. */
  readonly programs: number;
  readonly leavesOutLargest?: boolean;
  readonly customersPerProgram: number;
};

/** Of a delivery that earned, these are written once each. */
const booksOfDelivery = ["delivery", "sale", "commission", "platform_fee"] as const;

export async function openGrownContender(arena: Arena, entry: GrownEntry): Promise<Contender> {
  const { name, about, connections } = entry;
  const installation = await openBenchInstallation(arena.server.url);
  const programs = await findPrograms(installation, entry);
  const server = await startService(installation.url);
  await bindCustomers(server.port, programs);
  const target: UnderLoad = { name, ports: [server.port], pids: [server.pid] };
  const before = await countBooks(installation.url, programs);
  const demand = new Demand();
  const unlike = uniqueRuns();
  let answered = 0;
  return {
    name,
    about,
    async turn({ seconds }) {
      const targets = programs.map(({ webhookPath, customerKeys }) => ({ path: webhookPath, customerKeys }));
      const requests = demand.requests(seconds);
      const recipe: Recipe = { kind: "webhook", targets, stripeSecret, run: unlike(), requests };
      const { measured, figures } = await closedTurn(arena, target, recipe, { connections, seconds });
      demand.seen(measured.perSecond, measured.ranOut);
      answered += measured.answered;
      return figures;
    },
    async check() {
      const after = await countBooks(installation.url, programs);
      for (const book of booksOfDelivery) {
        const added = (after.get(book) ?? 0) - (before.get(book) ?? 0);
        if (added !== answered)
          throw new Error(`${name}: ${added} rows were added to ${book} by ${answered} deliveries`);
      }
      return `${name}: ${answered} deliveries, each once in ${booksOfDelivery.join(", ")}`;
    },
    async close() {
      await server.stop();
      await installation.close();
    },
  };
}

/** With new keys and, so that every run finds the same, customers of the bench. */
async function findPrograms({ database }: BenchInstallation, entry: GrownEntry): Promise<BenchProgram[]> {
  const found = await database.kysely
    .selectFrom("connection as c")
    .innerJoin("partner_code as p", "p.program_id", "c.program_id")
    .select(({ fn }) => ["c.program_id", "c.connection_id", fn.min("p.code").as("code")])
    .where("c.status", "=", "active")
    .groupBy(["c.program_id", "c.connection_id"])
    .orderBy("c.program_id")
    .offset(entry.leavesOutLargest === true ? 1 : 0)
    .limit(entry.programs)
    .execute();
  const customerKeys = Array.from({ length: entry.customersPerProgram }, (_, index) => `customer-${index + 1}`);
  const programs: BenchProgram[] = [];
  for (const { program_id: programId, connection_id, code } of found) {
    const key = await regenerateKey(database, programId, operator);
    if (key === undefined) throw new Error(`program ${programId} has no log`);
    const webhookPath = `/webhooks/stripe/${connection_id}`;
    programs.push({
      programId,
      key,
      webhookPath,
      affiliateUrl: `https://shop.example/?aff=${code}`,
      code,
      customerKeys,
    });
  }
  return programs;
}

async function countBooks(url: string, programs: readonly BenchProgram[]): Promise<ReadonlyMap<string, number>> {
  const counts = booksOfDelivery.map((book) => `(select count(*) from ${book} where program_id = any($1)) as ${book}`);
  return withClient(url, async (client) => {
    const programIds = programs.map(({ programId }) => programId);
    const { rows } = await client.query<Record<string, number>>(`select ${counts.join(", ")}`, [programIds]);
    return new Map(Object.entries(rows[0] ?? {}));
  });
}

const secondsOfRun = 5;

/** A database that stays has seen the runs of other days: names that no run has had. */
function uniqueRuns(): () => string {
  const started = Math.floor(Date.now() / 1000)
    .toString(36)
    .slice(-secondsOfRun);
  let turn = 0;
  return () => {
    turn += 1;
    return `${started}${turn.toString(36).padStart(2, "0")}`;
  };
}
