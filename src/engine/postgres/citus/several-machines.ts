// Programs on several machines, as the coordinator of a Citus cluster has them: a statement is about one program, or names its programs
// for each table it reads, so that only their machines are asked. What belongs to no program is on the coordinator alone.
import type { Statement } from "../driver/statement.ts";
import type { Placement } from "../placement.ts";
import { beginSnapshot } from "./begin-snapshot.ts";
import { leadingTable } from "./distribution.ts";
import { SpreadDialect } from "./spread-dialect.ts";

/** Within a transaction: what was read over several connections to a machine keeps its tables from being made or changed. */
export const oneConnectionEach: Statement = {
  name: "one_connection_each",
  text: "set local citus.multi_shard_modify_mode = 'sequential'",
};

/** What is set by `set local` behind it is set for the transaction on every machine; otherwise the coordinator alone would apply it. */
const reachStatement: Statement = {
  name: "reach_machines",
  text: "set local citus.propagate_set_commands = 'local'",
};

const ownerStatement: Statement = { name: "as_owner", text: "set local role none" };

export const severalMachines: Placement = {
  async ask(session, { programOf, ofOne }, items) {
    const inOrder = [...Map.groupBy(items, programOf)].sort(([a], [b]) => a - b);
    const answers = await Promise.all(inOrder.map(([programId, own]) => ofOne(session, programId, own)));
    return answers.flat();
  },
  wording: ({ naming }) => naming,
  joinsShared: false,
  // No statement locks rows of several machines.
  programsPerTransaction: 1,
  beginSnapshot,
  // They exist on one node only.
  hasTemporaryTables: false,
  first: {
    tables: [oneConnectionEach],
    settings: [reachStatement],
    // A node lets one transaction change a program's rows only as one user, and must know what the function sets.
    owner: [reachStatement, ownerStatement],
  },
  // Unlogged tables next to a program's others would prevent moving it to another node.
  refillable: "",
  async placeTables(client, schema, tables) {
    for (const table of tables) {
      await client.query(
        `select create_distributed_table(t.oid, 'program_id', colocate_with => 'public.${leadingTable}')
         from pg_class t
        where t.oid = to_regclass($1) and not exists (select 1 from pg_dist_partition p where p.logicalrelid = t.oid)`,
        [`${schema}.${table}`],
      );
    }
  },
  // Each statement of such a piece would be a transaction of its own.
  commitsPieces: false,
  hasShards: true,
  // What asks several machines is planned by its parameters.
  settings: ["plan_cache_mode=auto"],
  dialect: (config) => new SpreadDialect(config),
};
