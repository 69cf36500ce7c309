// The state of a Citus cluster's nodes, for operators.
import { type ClusterNode, lookAtCluster } from "../../engine/postgres/citus/cluster.ts";
import { withServer } from "./backing-up.ts";
import type { CommandShell } from "./command.ts";
import { listOutput, type Output } from "./output.ts";

const columns = [
  "node",
  "kind",
  "answers",
  "shards",
  "programs",
  "isolated_programs",
  "bytes",
  "in_doubt",
] as const satisfies readonly (keyof ClusterNode)[];

/** Fails when a node does not answer. */
export function clusterStatus(shell: CommandShell): Promise<Output> {
  return withServer(shell, async ({ server }) => {
    const nodes = await lookAtCluster(server.url);
    const away = nodes.filter(({ answers }) => !answers).map(({ node }) => node);
    const output = listOutput({ data: nodes, next: null }, columns);
    return away.length === 0 ? output : { ...output, failure: `No answer from ${away.join(", ")}.` };
  });
}
