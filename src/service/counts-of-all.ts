// Where callers' use of their limits is counted: for all machines in one Redis, for all workers of this machine, or in this process.
import type { Logger } from "pino";
import type { Secrets } from "../access/secrets/secrets.ts";
import type { Config } from "../config/config.ts";
import { countsAmong } from "../engine/recording/workers/counts.ts";
import type { Peers } from "../engine/recording/workers/peers.ts";
import { openSharedCounts, type SharedCounts } from "../limits/shared-counts.ts";

type Parts = { readonly config: Pick<Config, "redisUrl">; readonly log: Logger; readonly peers?: Peers | null };

/** Null where this process counts for itself. */
export function openCountsOfAll(
  { config, log, peers = null }: Parts,
  { fingerprint: hashKey }: Secrets,
): SharedCounts | null {
  const { redisUrl } = config;
  if (redisUrl !== null) return openSharedCounts({ url: redisUrl.reveal(), log, hashKey });
  return peers === null ? null : countsAmong(peers);
}
