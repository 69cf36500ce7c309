// The function by which a transaction on a node holds a shard: until it ends the shard is not moved, as no writer's is that comes through
// Citus. Only the owner of a table may lock what says where its shards are, so it runs with the owner's rights, and takes nothing but
// the lock that every writer takes.
import type { Client } from "pg";

/** Apart from those that migrations raise. */
export const shardElsewhereState = "SV002";

/** The lock level of a writer (ShareLock) in PostgreSQL's numbers. */
const shareLock = 5;

/** On every node; on the coordinator, as its superuser. The service's role may be missing: then the service is that superuser. */
export async function createHoldShard(client: Client, serviceRole: string): Promise<void> {
  await client.query(
    `create or replace function public.hold_shard(shard bigint) returns void
       language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
     begin
       perform pg_catalog.lock_shard_metadata(${shareLock}, array[shard]);
       perform from pg_catalog.pg_dist_placement p
          join pg_catalog.pg_dist_local_group g on g.groupid = p.groupid
         where p.shardid = shard;
       if not found then
         raise exception 'shard % is on another node', shard using errcode = '${shardElsewhereState}';
       end if;
     end $$`,
  );
  // A caller can delay a move of a shard, so it is the service alone.
  await client.query("revoke all on function public.hold_shard(bigint) from public");
  const { rowCount } = await client.query("select 1 from pg_roles where rolname = $1", [serviceRole]);
  if (rowCount === 1) await client.query(`grant execute on function public.hold_shard(bigint) to ${serviceRole}`);
}
