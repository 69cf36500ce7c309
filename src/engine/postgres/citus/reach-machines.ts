// Settings of a transaction on a cluster: without this only the coordinator would apply them.
import type { Session } from "../driver/session.ts";
import type { Statement } from "../driver/statement.ts";

/** What is set by `set local` behind it is set for the transaction on every machine. */
export const settingsReachMachines = "set local citus.propagate_set_commands = 'local'";

const reachStatement: Statement = { name: "reach_machines", text: settingsReachMachines };

export function reachMachines(session: Session): void {
  if (session.isSpread) void session.query(reachStatement, []);
}

const ownerStatement: Statement = { name: "as_owner", text: "set local role none" };

/**
 * First in a transaction that calls a function with the owner's rights: a node lets one transaction change a program's rows only as one
 * user, and must know what the function sets. Does nothing without a cluster.
 */
export function asOwnerOnMachines(session: Session): void {
  if (!session.isSpread) return;
  reachMachines(session);
  void session.query(ownerStatement, []);
}
