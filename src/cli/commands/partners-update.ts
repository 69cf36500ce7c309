// svc partners update: renames, activates or deactivates a partner. Its code and its past commissions stay.
import { operator } from "../../access/permission.ts";
import { changePartner } from "../../ingest/configuration.ts";
import { findPartner } from "../../queries/partners.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed, UsageError } from "../failures.ts";
import { choiceFlag, idFlag, optional, programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "partners update --program 1 --partner 2 --status inactive",
  flags: {
    program: programFlag,
    partner: idFlag("The partner's id"),
    name: optional(textFlag("New name")),
    status: optional(choiceFlag(["active", "inactive"], "An inactive partner's links and sales earn nothing")),
  },
  run: async ({ database, db }, { program, partner: partnerId, name, status }) => {
    if (name === undefined && status === undefined) throw new UsageError("Give --name, --status or both.");
    const change = { programId: program, partnerId, name: name ?? null, status: status ?? null };
    await changePartner(database, change, operator);
    const partner = await findPartner(db, program, partnerId);
    if (partner === undefined) throw new CommandFailed(`Program ${program} has no partner ${partnerId}.`);
    return recordOutput(partner);
  },
});
