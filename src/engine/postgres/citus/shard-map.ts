// Which shard of a cluster has a program's log and books, and on which node it is, as the coordinator knows them. The tables of programs
// are distributed alike, so one range of hashes is one shard of each of them, kept together on one node.
import type { Session } from "../driver/session.ts";
import type { Statement } from "../driver/statement.ts";
import { leadingTable, tablesOfPrograms } from "./distribution.ts";
import { hashBigint } from "./hash-bigint.ts";

/** The shards that all tables of programs have for one range of hashes. */
export type ShardGroup = {
  /** Of `program_head`, which names all of them: a shard keeps its number when it is moved. */
  readonly id: number;
  readonly fromHash: number;
  readonly toHash: number;
  readonly host: string;
  readonly port: number;
  /** The relation on its node for each table. */
  readonly relations: ReadonlyMap<string, string>;
};

export type ShardMap = {
  groupOf(programId: number): ShardGroup | undefined;
  group(id: number): ShardGroup | undefined;
  /** What a shard's relations are read through, as a query of the tables. */
  readonly views: ReadonlyMap<string, string>;
};

const viewsOfPrograms = ["event_as_read"] as const;

/** Over all sizes a number of a program can have; Citus must place each of them where we do. */
const probes = [0, 1, 2, 7, 100, 99_999, 2 ** 31, 2 ** 32 + 5, 2 ** 48 + 1, Number.MAX_SAFE_INTEGER];

const shardsStatement: Statement = {
  name: "shards_of_programs",
  text: `select t.relname as table_name, s.shardid as shard_id, s.shardminvalue::integer as from_hash,
                s.shardmaxvalue::integer as to_hash, n.nodename as host, n.nodeport as port
           from pg_dist_shard s
           join pg_class t on t.oid = s.logicalrelid
           join pg_dist_placement p on p.shardid = s.shardid
           join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
          where t.relnamespace = 'public'::regnamespace and t.relname = any($1)`,
};

const probesStatement: Statement = {
  name: "shards_of_probes",
  text: `select each as program_id, get_shard_id_for_distribution_column('${leadingTable}', each) as shard_id
           from unnest($1::bigint[]) each`,
};

const viewsStatement: Statement = {
  name: "views_of_programs",
  text: "select v as name, rtrim(pg_get_viewdef(v::regclass), ';') as query from unnest($1::text[]) v",
};

const holdStatement: Statement = {
  name: "has_hold_shard",
  text: "select to_regprocedure('hold_shard(bigint)') is not null as is_there",
};

type ShardRow = {
  readonly table_name: string;
  readonly shard_id: number;
  readonly from_hash: number;
  readonly to_hash: number;
  readonly host: string;
  readonly port: number;
};

/** Null where programs cannot be recorded on their shards: then Citus routes each statement. */
export async function readShardMap(session: Session): Promise<ShardMap | null> {
  const [rows, placed, views, held] = await Promise.all([
    session.query<ShardRow>(shardsStatement, [tablesOfPrograms]),
    session.query<{ program_id: number; shard_id: number }>(probesStatement, [probes]),
    session.query<{ name: string; query: string }>(viewsStatement, [viewsOfPrograms]),
    session.query<{ is_there: boolean }>(holdStatement, []),
  ]);
  if (held[0]?.is_there !== true) return null;
  const groups = groupsOf(rows);
  const groupOf = (programId: number): ShardGroup | undefined => {
    const hash = hashBigint(programId);
    return groups.find(({ fromHash, toHash }) => fromHash <= hash && hash <= toHash);
  };
  const isAsCitusPlaces = placed.every(({ program_id, shard_id }) => groupOf(program_id)?.id === shard_id);
  if (!isAsCitusPlaces || placed.length !== probes.length) return null;
  return {
    groupOf,
    group: (id) => groups.find((each) => each.id === id),
    views: new Map(views.map(({ name, query }) => [name, query])),
  };
}

function groupsOf(rows: readonly ShardRow[]): ShardGroup[] {
  const ranges = Map.groupBy(rows, (row) => row.from_hash);
  return [...ranges.values()].flatMap((ofRange) => {
    const leading = ofRange.find((row) => row.table_name === leadingTable);
    if (leading === undefined) return [];
    const { shard_id, from_hash, to_hash, host, port } = leading;
    const relations = new Map(ofRange.map((row) => [row.table_name, `${row.table_name}_${row.shard_id}`]));
    return [{ id: shard_id, fromHash: from_hash, toHash: to_hash, host, port, relations }];
  });
}
