// The nodes of a Citus cluster: their state, and moving a program to a shard or a worker of its own. Reads from the coordinator, as its
// superuser.
import type { Client } from "pg";
import { withClient } from "../database.ts";
import { isLogSpread } from "../migrations/migrate.ts";
import { leadingTable } from "./distribution.ts";

/** The message says what to do instead. */
class ClusterError extends Error {
  override readonly name = "ClusterError";
}

export type ClusterNode = {
  /** Host and port, as the coordinator has them. */
  readonly node: string;
  readonly kind: "coordinator" | "worker";
  readonly answers: boolean;
  readonly shards: number;
  /** Null of a node that does not answer; so are the figures below. */
  readonly programs: number | null;
  readonly isolated_programs: number;
  readonly bytes: number | null;
  /** Transactions that were prepared and not ended: above zero for longer than a minute, Citus cannot end them. */
  readonly in_doubt: number | null;
};

/** The coordinator first. */
export async function lookAtCluster(url: string): Promise<ClusterNode[]> {
  return withSpread(url, async (client) => {
    const { rows: nodes } = await client.query<Pick<ClusterNode, "node" | "kind" | "shards" | "isolated_programs">>(
      `select n.nodename || ':' || n.nodeport as node,
              case n.groupid when 0 then 'coordinator' else 'worker' end as kind,
              count(s.shardid)::integer as shards,
              count(s.shardid) filter (where s.shardminvalue = s.shardmaxvalue)::integer as isolated_programs
         from pg_dist_node n
         left join pg_dist_placement p on p.groupid = n.groupid
         left join pg_dist_shard s on s.shardid = p.shardid and s.logicalrelid = $1::regclass
        where n.isactive
        group by n.groupid, n.nodename, n.nodeport
        order by n.groupid`,
      [leadingTable],
    );
    const answering = await valuesOf(
      client,
      `select h.to_nodename || ':' || h.to_nodeport as node, coalesce(h.result, false)::integer::text as value
         from citus_check_cluster_node_health() h
         join pg_dist_node n on n.groupid = 0 and n.nodename = h.from_nodename and n.nodeport = h.from_nodeport`,
    );
    const programs = await valuesOf(
      client,
      `select nodename || ':' || nodeport as node, sum(case when success then result::bigint end)::text as value
         from run_command_on_placements('${leadingTable}', 'select count(*) from %s')
        group by 1 having bool_and(success)`,
    );
    const onEach = (question: string) =>
      valuesOf(
        client,
        `select nodename || ':' || nodeport as node, result as value from run_command_on_all_nodes('${question}') r
           join pg_dist_node n on n.nodeid = r.nodeid where success`,
      );
    const bytes = await onEach("select pg_database_size(current_database())");
    const inDoubt = await onEach("select count(*) from pg_prepared_xacts where database = current_database()");
    return nodes.map((each) => ({
      ...each,
      answers: answering.get(each.node) === 1,
      programs: programs.get(each.node) ?? (each.kind === "coordinator" ? 0 : null),
      bytes: bytes.get(each.node) ?? null,
      in_doubt: inDoubt.get(each.node) ?? null,
    }));
  });
}

export type IsolatedProgram = {
  readonly node: string;
  /** False where it had a shard of its own before. */
  readonly is_new: boolean;
  readonly moved_from: string | null;
};

/**
 * A shard that holds this program alone, on the worker `to` where it is given. Writes of the programs in the shard it was in wait
 * meanwhile. Done again it goes on where it was interrupted.
 */
export async function isolateProgram(url: string, programId: number, to: string | null): Promise<IsolatedProgram> {
  return withSpread(url, async (client) => {
    const { rowCount: isThere } = await client.query("select 1 from program_head where program_id = $1", [programId]);
    if (isThere === 0) throw new ClusterError(`There is no program ${programId}.`);
    const { rows: workers } = await client.query<Place>(
      `select nodename || ':' || nodeport as node, nodename, nodeport from pg_dist_node
        where isactive and shouldhaveshards and noderole = 'primary' order by 1`,
    );
    const target = to === null ? null : workers.find(({ node }) => node === to);
    if (target === undefined) {
      throw new ClusterError(`There is no worker ${to}. There are: ${workers.map(({ node }) => node).join(", ")}`);
    }
    const before = await placeOf(client, programId);
    if (!before.is_alone) {
      await client.query("set citus.enable_unsafe_triggers = on");
      await client.query(
        "select isolate_tenant_to_new_shard($1::regclass, $2::bigint, 'CASCADE', shard_transfer_mode => 'block_writes')",
        [leadingTable, programId],
      );
    }
    const now = before.is_alone ? before : await placeOf(client, programId);
    if (target === null || target.node === now.node) {
      return { node: now.node, is_new: !before.is_alone, moved_from: null };
    }
    await client.query(
      "select citus_move_shard_placement($1::bigint, $2, $3::integer, $4, $5::integer, shard_transfer_mode => 'block_writes')",
      [now.shardid, now.nodename, now.nodeport, target.nodename, target.nodeport],
    );
    return { node: target.node, is_new: !before.is_alone, moved_from: now.node };
  });
}

type Place = { readonly node: string; readonly nodename: string; readonly nodeport: number };

async function placeOf(client: Client, programId: number) {
  const { rows } = await client.query<Place & { readonly shardid: string; readonly is_alone: boolean }>(
    `select n.nodename || ':' || n.nodeport as node, n.nodename, n.nodeport, s.shardid::text as shardid,
            s.shardminvalue = s.shardmaxvalue as is_alone
       from pg_dist_shard s
       join pg_dist_placement p on p.shardid = s.shardid
       join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
      where s.shardid = get_shard_id_for_distribution_column($1::regclass, $2::bigint)`,
    [leadingTable, programId],
  );
  const [place] = rows;
  if (place === undefined) throw new Error(`program ${programId} is on no node`);
  return place;
}

async function valuesOf(client: Client, query: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ node: string; value: string }>(query);
  return new Map(rows.map(({ node, value }) => [node, Number(value)]));
}

function withSpread<Answer>(url: string, ask: (client: Client) => Promise<Answer>): Promise<Answer> {
  return withClient(url, async (client) => {
    if (await isLogSpread(client)) return ask(client);
    throw new ClusterError("This installation is not spread over a Citus cluster. To spread it: svc migrate --citus");
  });
}
