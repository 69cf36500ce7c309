// The connections of one shard: two to its node, which record, and one to the coordinator, for what belongs to no program.
import { addressAt } from "../address.ts";
import { Connections, type ConnectionsOptions, type PoolPlan } from "../connections.ts";
import { type PipelinedConnection, type Recorders, useConnection } from "../driver/session.ts";
import { severalMachines } from "./several-machines.ts";

export type ShardConnections = {
  /** Answers when everything sent on them is answered as well. */
  use<T>(run: (connected: Connected) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Connected = Recorders & { readonly shared: PipelinedConnection };

type Kind = "writes" | "reads" | "shared";

type ShardPlans = Readonly<Record<Kind, PoolPlan>>;

type ShardConnectionsOptions = Omit<ConnectionsOptions<never>, "plans" | "placement"> & {
  readonly plans: ShardPlans;
  readonly node: { readonly host: string; readonly port: number };
};

export function openShardConnections({ plans, node, ...options }: ShardConnectionsOptions): ShardConnections {
  const { writes, reads, shared } = plans;
  const atNode = new Connections({ ...options, url: addressAt(options.url, node), plans: { writes, reads } });
  const atCoordinator = new Connections({ ...options, plans: { shared }, placement: severalMachines });
  return {
    use: async (run) =>
      useConnection(await atCoordinator.lease("shared"), async (shared) =>
        useConnection(await atNode.lease("writes"), async (writes) =>
          useConnection(await atNode.lease("reads"), (reads) => run({ shared, writes, reads })),
        ),
      ),
    close: async () => {
      await Promise.all([atNode.close(), atCoordinator.close()]);
    },
  };
}
