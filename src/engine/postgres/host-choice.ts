// Of several hosts, finds the one that accepts writes: checked for every new set of connections, since a standby may have been promoted.
// All are contacted at once, and a host that does not answer delays the choice only until another is certain. If two accept writes, one of
// them was replaced and does not know: the one promoted last (the higher timeline) is used, and one older than a host used before never is.
import { Client } from "pg";
import type { DatabaseAddress, Host } from "./address.ts";
import { DatabaseUnavailable } from "./database-unavailable.ts";

const probeMilliseconds = 3000;
/** For the others, once one is known to take writes. */
const othersMilliseconds = 1000;

const probeQuery = `
  select pg_is_in_recovery() as standby,
         current_setting('transaction_read_only') = 'on' as read_only,
         case when pg_is_in_recovery() then 0
              else ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer
          end as timeline`;

type Probe = { readonly standby: boolean; readonly read_only: boolean; readonly timeline: number };

type Found = { readonly host: Host; readonly timeline: number };

export class HostChoice {
  readonly #address: DatabaseAddress;
  #newestTimeline = 0;

  constructor(address: DatabaseAddress) {
    this.#address = address;
  }

  /** Rejects with `DatabaseUnavailable`, which says of each host why not. */
  async choose(): Promise<Host> {
    const { hosts, mustTakeWrites } = this.#address;
    if (!mustTakeWrites) return hosts[0];
    const reasons: string[] = [];
    const found: Found[] = [];
    const asked = hosts.map(async (host) => {
      try {
        found.push({ host, timeline: await this.#requireWrites(host) });
      } catch (error) {
        reasons.push(`${host.name} ${error instanceof Error ? error.message : String(error)}`);
      }
      return found.length > 0;
    });
    await someOf(asked);
    if (found.length > 0) await within(othersMilliseconds, Promise.all(asked));
    const [newest] = found.toSorted((a, b) => b.timeline - a.timeline);
    if (newest === undefined) throw new DatabaseUnavailable(`No database host takes writes: ${reasons.join("; ")}.`);
    this.#newestTimeline = newest.timeline;
    return newest.host;
  }

  async #requireWrites(host: Host): Promise<number> {
    const { standby, read_only, timeline } = await probe(host);
    if (standby) throw new Error("is a standby");
    if (read_only) throw new Error("is read-only");
    if (timeline < this.#newestTimeline) throw new Error("was replaced by another primary");
    return timeline;
  }
}

async function probe(host: Host): Promise<Probe> {
  const client = new Client({ connectionString: host.url, connectionTimeoutMillis: probeMilliseconds });
  client.on("error", () => undefined);
  const late = setTimeout(() => client.connection.stream.destroy(new Error("does not answer")), probeMilliseconds);
  try {
    await client.connect();
    const { rows } = await client.query<Probe>(probeQuery);
    if (rows[0] === undefined) throw new Error("gave no answer");
    await client.end();
    return rows[0];
  } finally {
    clearTimeout(late);
    client.connection.stream.destroy();
  }
}

/** When one of them is true, or all are false. */
async function someOf(all: readonly Promise<boolean>[]): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const one of all) void one.then((isTrue) => isTrue && resolve());
    void Promise.all(all).then(() => resolve());
  });
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const timer = Promise.withResolvers<void>();
  const timeout = setTimeout(timer.resolve, milliseconds);
  await Promise.race([work, timer.promise]);
  clearTimeout(timeout);
}
