// Spreads the tables of programs over the workers of a Citus cluster: all of them or none, each time those that are not yet.
import { serviceRole, withClient } from "../database.ts";
import { MigrationError } from "../migrations/migrate.ts";
import { isServiceName } from "../running-versions.ts";
import { leadingTable, tablesOfPrograms } from "./distribution.ts";
import { createHoldShard } from "./hold-shard.ts";
import { oneConnectionEach } from "./several-machines.ts";

/** Processes that were started before do not know that the database is spread. */
const commandName = "svc command";

/** Answers the tables that were spread now. The user must be a superuser, on the coordinator. */
export async function distribute(url: string, shards: number): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rowCount: hasCitus } = await client.query("select 1 from pg_extension where extname = 'citus'");
    if (hasCitus === 0) throw new MigrationError("This database has no Citus. On each node: create extension citus");
    const { rows: others } = await client.query<{ name: string }>(
      `select distinct application_name as name from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and (application_name = $1 or ${isServiceName})`,
      [commandName],
    );
    if (others.length > 0) throw new MigrationError("Other processes use this database: stop them first.");
    await client.query("begin");
    // Makes the coordinator known on the workers, regardless of the caller.
    await client.query(
      `do $$ begin
         if exists (select 1 from pg_roles where rolname = '${serviceRole}' and not rolcanlogin) then
           alter role ${serviceRole} login;
         end if;
       end $$`,
    );
    await createHoldShard(client, serviceRole);
    await client.query(oneConnectionEach.text);
    await client.query("set local citus.enable_unsafe_triggers = on");
    await client.query(`set local citus.shard_count = ${shards}`);
    const { rows } = await client.query<{ name: string }>(
      `select t.relname as name
         from pg_class t
        where t.relnamespace = 'public'::regnamespace and t.relname = any($1)
          and not exists (select 1 from pg_dist_partition p where p.logicalrelid = t.oid)
        order by t.relname <> $2, t.relname`,
      [tablesOfPrograms, leadingTable],
    );
    for (const { name } of rows) {
      await client.query("select create_distributed_table($1::regclass, 'program_id', colocate_with => $2)", [
        name,
        name === leadingTable ? "none" : leadingTable,
      ]);
    }
    await client.query("commit");
    return rows.map(({ name }) => name);
  });
}
