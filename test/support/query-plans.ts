// How PostgreSQL really goes about the statements of a query: each is run with its own values under EXPLAIN ANALYZE, and its
// plan is read for what is asked of a page: which indexes, how many rows were looked at, was anything read or sorted whole.
import { Kysely, PostgresDialect } from "kysely";
import type { Client } from "pg";
import { z } from "zod";
import type { Tables } from "../../src/engine/postgres/tables/tables.ts";

export type Statement = { readonly text: string; readonly values: readonly unknown[] };

/** Kysely over this one client; every statement it runs is put into `ran`. */
export function recordingKysely(client: Client, ran: Statement[]): Kysely<Tables> {
  const recorder = {
    async query(text: string, values: readonly unknown[]) {
      ran.push({ text, values });
      return client.query(text, [...values]);
    },
    release: () => undefined,
  };
  const pool = { connect: async () => recorder, end: async () => undefined };
  // A pool of pg's has more overloads than are called here.
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}

const planNode = z.object({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  "Index Name": z.string().optional(),
  "Actual Rows": z.number(),
  "Actual Loops": z.number(),
  "Rows Removed by Filter": z.number().optional(),
  "Rows Removed by Index Recheck": z.number().optional(),
  "Rows Removed by Join Filter": z.number().optional(),
  "Shared Hit Blocks": z.number(),
  "Shared Read Blocks": z.number(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
export type PlanNode = z.infer<typeof planNode>;

const explained = z.tuple([
  z.object({ "QUERY PLAN": z.tuple([z.object({ Plan: planNode, "Execution Time": z.number() })]) }),
]);

export type Work = {
  /** Rows that were fetched from tables and indexes, those a filter then threw away included. */
  readonly rowsRead: number;
  readonly buffers: number;
  readonly milliseconds: number;
  /** Tables that were read from end to end. */
  readonly scanned: readonly string[];
  /** The most rows any sort or hash was given. */
  readonly rowsSorted: number;
  readonly indexes: readonly string[];
  readonly plans: readonly PlanNode[];
};

/** What a query's statements cost together. */
export async function workOf(client: Client, statements: readonly Statement[]): Promise<Work> {
  const plans: PlanNode[] = [];
  let milliseconds = 0;
  for (const { text, values } of statements) {
    if (!/^\s*(select|with)/i.test(text)) continue;
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, [...values]);
    const [
      {
        "QUERY PLAN": [answer],
      },
    ] = explained.parse(rows);
    plans.push(answer.Plan);
    milliseconds += answer["Execution Time"];
  }
  const nodes = plans.flatMap((plan) => [...nodesOf(plan)]);
  const scans = nodes.filter((node) => node["Node Type"].endsWith("Scan") && !isOfOthers(node));
  return {
    rowsRead: sumOf(scans, rowsReadBy),
    buffers: sumOf(plans, (plan) => plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]),
    milliseconds,
    scanned: scans.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"] ?? ""),
    rowsSorted: Math.max(0, ...nodes.filter(gathersRows).map(rowsGathered)),
    indexes: [...new Set(nodes.flatMap((node) => node["Index Name"] ?? []))],
    plans,
  };
}

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const child of node.Plans ?? []) yield* nodesOf(child);
}

/** Rows that another node of the plan made; that one is counted. */
function isOfOthers(node: PlanNode): boolean {
  return /^(Subquery|CTE|WorkTable|Function|Values|Result|Bitmap Heap) Scan$/.test(node["Node Type"]);
}

function rowsReadBy(node: PlanNode): number {
  const removed = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return (node["Actual Rows"] + removed) * node["Actual Loops"];
}

function gathersRows(node: PlanNode): boolean {
  return /^(Sort|Incremental Sort|Hash)$/.test(node["Node Type"]);
}

function rowsGathered(node: PlanNode): number {
  return Math.max(0, ...(node.Plans ?? []).map((child) => child["Actual Rows"]));
}

function sumOf(nodes: readonly PlanNode[], figure: (node: PlanNode) => number): number {
  return nodes.reduce((sum, node) => sum + figure(node), 0);
}
