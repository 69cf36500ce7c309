// Settings of a transaction on a cluster: without this only the coordinator would apply them. Does nothing elsewhere.
import type { Session } from "./driver/session.ts";

/** What is set by `set local` behind it is set for the transaction on every machine. */
export function reachMachines(session: Session): void {
  for (const statement of session.placement.first.settings) void session.query(statement, []);
}

/** First in a transaction that calls a function with the owner's rights. */
export function asOwnerOnMachines(session: Session): void {
  for (const statement of session.placement.first.owner) void session.query(statement, []);
}
