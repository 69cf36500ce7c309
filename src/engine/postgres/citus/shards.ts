// Where each program is recorded on a cluster: on its shard's own node, over connections of that shard alone. Each transaction there first
// holds the shard, which keeps it from being moved, and is refused where it is elsewhere by now: then the nodes are read again, and
// what was refused is recorded through the coordinator, where Citus routes each statement.
import type { PipelinedConnection, Recorders, Session } from "../driver/session.ts";
import type { Statement } from "../driver/statement.ts";
import { isRaisedAs } from "../faults.ts";
import { shardElsewhereState } from "./hold-shard.ts";
import type { ShardConnections } from "./shard-connections.ts";
import { readShardMap, type ShardGroup, type ShardMap } from "./shard-map.ts";
import { type StatementsOfShard, sessionOfShard, statementsOfShard } from "./shard-session.ts";

/** One range of programs, with connections that record it. Stays the same while the shard is moved. */
export type Shard = {
  readonly id: number;
  /** True once its range was divided: its programs are on others. */
  readonly isGone: boolean;
  /** As the database's own; rejects where the shard's node is not reached. */
  withRecorders<T>(run: (recorders: Recorders) => Promise<T>): Promise<T>;
};

export type Shards = {
  /** Whether the shards are known; they are read at the first call of `load`, and again where one was moved. */
  readonly isLoaded: boolean;
  /** Never rejects: without an answer there is no shard for a while. */
  load(): Promise<void>;
  /** Undefined where the program is recorded through the coordinator. */
  shardOf(programId: number): Shard | undefined;
  close(): Promise<void>;
};

/** The shard was moved or divided: nothing was done, and it is done through the coordinator. */
export class ShardMoved extends Error {
  override readonly name = "ShardMoved";
}

type ShardsParts = {
  /** On the coordinator. */
  readonly ask: <T>(run: (session: Session) => Promise<T>) => Promise<T>;
  readonly connect: (node: Pick<ShardGroup, "host" | "port">) => ShardConnections;
};

const holdStatement: Statement = { name: "hold_shard", text: "select hold_shard($1)" };
const undefinedTable = "42P01";
/** Citus' own word for a shard that it does not know any more. */
const internalError = "XX000";
const loadAgainMilliseconds = 1000;

export function openShards(parts: ShardsParts): Shards {
  return new RecordingShards(parts);
}

class RecordingShards implements Shards {
  readonly #parts: ShardsParts;
  readonly #shards = new Map<number, PlacedShard>();
  #map: ShardMap | null = null;
  #loading: Promise<void> | null = null;
  #loadedAt = Number.NEGATIVE_INFINITY;
  #isStale = true;

  constructor(parts: ShardsParts) {
    this.#parts = parts;
  }

  get isLoaded(): boolean {
    return !this.#isStale || performance.now() - this.#loadedAt < loadAgainMilliseconds;
  }

  load(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  shardOf(programId: number): Shard | undefined {
    const map = this.#map;
    const group = map?.groupOf(programId);
    if (map === null || group === undefined) return undefined;
    const known = this.#shards.get(group.id);
    if (known !== undefined) return known;
    const shard = new PlacedShard(group, map, {
      connect: this.#parts.connect,
      onElsewhere: () => {
        this.#isStale = true;
        this.#loadedAt = Number.NEGATIVE_INFINITY;
        void this.load();
      },
      onLost: () => {
        this.#isStale = true;
      },
    });
    this.#shards.set(group.id, shard);
    return shard;
  }

  async close(): Promise<void> {
    await this.#loading;
    await Promise.all([...this.#shards.values()].map((shard) => shard.close()));
  }

  async #load(): Promise<void> {
    try {
      const map = await this.#parts.ask(readShardMap);
      this.#map = map;
      this.#isStale = map === null;
      for (const [id, shard] of this.#shards) {
        const group = map?.group(id);
        shard.place(map === null || group === undefined ? null : { group, map });
        if (shard.isGone) this.#shards.delete(id);
      }
    } catch {
      this.#isStale = true;
    }
    this.#loadedAt = performance.now();
  }
}

type ShardParts = Pick<ShardsParts, "connect"> & {
  readonly onElsewhere: () => void;
  readonly onLost: () => void;
};

class PlacedShard implements Shard {
  readonly id: number;
  readonly #parts: ShardParts;
  #placed: { readonly group: ShardGroup; readonly map: ShardMap } | null;
  #connections: ShardConnections | null = null;
  readonly #closing = new Set<Promise<void>>();

  constructor(group: ShardGroup, map: ShardMap, parts: ShardParts) {
    this.id = group.id;
    this.#placed = { group, map };
    this.#parts = parts;
  }

  get isGone(): boolean {
    return this.#placed === null;
  }

  /** Where it is by now; null where its range was divided. */
  place(placed: { readonly group: ShardGroup; readonly map: ShardMap } | null): void {
    const before = this.#placed?.group;
    this.#placed = placed;
    if (before?.host !== placed?.group.host || before?.port !== placed?.group.port) this.#leave();
  }

  async withRecorders<T>(run: (recorders: Recorders) => Promise<T>): Promise<T> {
    if (this.#placed === null) throw new ShardMoved("the shard's range was divided");
    const { group, map } = this.#placed;
    this.#connections ??= this.#parts.connect(group);
    const connections = this.#connections;
    const visit: Visit = { shardId: this.id, rewrite: statementsOfShard(group, map), isOver: false };
    let isLost = true;
    try {
      return await connections.use(async ({ shared, writes, reads }) => {
        const answer = await run({ writes: onShard(visit, writes, shared), reads: onShard(visit, reads, shared) });
        isLost = writes.isBroken || reads.isBroken;
        return answer;
      });
    } finally {
      if (visit.isOver) this.#parts.onElsewhere();
      else if (isLost) this.#parts.onLost();
      if ((visit.isOver || isLost) && this.#connections === connections) this.#leave();
    }
  }

  async close(): Promise<void> {
    this.#leave();
    await Promise.all(this.#closing);
  }

  #leave(): void {
    const connections = this.#connections;
    if (connections === null) return;
    this.#connections = null;
    const closing: Promise<void> = connections.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/** From when the connections to a shard's node are taken until they are given back. */
type Visit = {
  readonly shardId: number;
  readonly rewrite: StatementsOfShard;
  /** The shard was found to be elsewhere. */
  isOver: boolean;
};

function onShard(visit: Visit, connection: PipelinedConnection, coordinator: PipelinedConnection): PipelinedConnection {
  const guarded = async <T>(done: Promise<T>): Promise<T> => {
    try {
      return await done;
    } catch (error) {
      if (!isElsewhere(error)) throw error;
      visit.isOver = true;
      throw new ShardMoved("the shard is on another node by now", { cause: error });
    }
  };
  const onRelations = (session: Session, shared: Session) => sessionOfShard(session, shared, visit.rewrite);
  const held = (session: Session, shared: Session): Session => {
    void session.query(holdStatement, [visit.shardId]);
    return onRelations(session, shared);
  };
  return {
    transaction: (run) =>
      coordinator.pieces((shared) => guarded(connection.transaction((session) => run(held(session, shared))))),
    piece: (send) =>
      coordinator.pieces((shared) => guarded(connection.piece((session) => send(held(session, shared))))),
    pieces: (run) =>
      coordinator.pieces((shared) => guarded(connection.pieces((session) => run(onRelations(session, shared))))),
    get isBroken() {
      return visit.isOver || connection.isBroken || coordinator.isBroken;
    },
  };
}

/** A range that was divided has no shard to hold, and its relations may be removed before a transaction holds it. */
function isElsewhere(error: unknown): boolean {
  return [shardElsewhereState, undefinedTable, internalError].some((state) => isRaisedAs(error, state));
}
