// Programs in one database, with everything else or, on the node of one shard, without what belongs to no program.
import { PostgresDialect } from "kysely";
import type { Placement } from "./placement.ts";

export const oneDatabase: Placement = {
  ask: (session, { ofAll }, items) => ofAll(session, items),
  wording: ({ plain }) => plain,
  joinsShared: true,
  programsPerTransaction: Number.POSITIVE_INFINITY,
  beginSnapshot: async (client) => void (await client.query("begin isolation level repeatable read read only")),
  hasTemporaryTables: true,
  first: { tables: [], settings: [], owner: [] },
  refillable: "unlogged",
  placeTables: () => Promise.resolve(),
  commitsPieces: true,
  hasShards: false,
  settings: [],
  dialect: (config) => new PostgresDialect(config),
};

/** Of the programs of one shard, on its node. */
export const oneShard: Placement = { ...oneDatabase, joinsShared: false };
