// svc connections remove: its address takes no delivery any more, and its secrets are erased. What it delivered stays.
import { removeConnection } from "../../access/connections.ts";
import { operator } from "../../access/permission.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, programFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "connections remove --program 1 --connection 1",
  flags: { program: programFlag, connection: idFlag("The connection") },
  run: async ({ database }, { program, connection }) => {
    const isRemoved = await removeConnection(database, { programId: program, connectionId: connection }, operator);
    if (!isRemoved) throw new CommandFailed(`Program ${program} has no connection ${connection}.`);
    return recordOutput({ connection_id: connection, status: "removed" });
  },
});
