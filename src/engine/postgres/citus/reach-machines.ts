// Settings of a transaction on the machines that programs lie on, where there are several: by itself only the first hears of them.
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
 * First in a transaction that calls a function with the owner's rights: a machine lets one transaction change a program's rows as one
 * user alone, and hears of what the function sets. Nothing where there is one machine.
 */
export function asOwnerOnMachines(session: Session): void {
  if (!session.isSpread) return;
  reachMachines(session);
  void session.query(ownerStatement, []);
}
