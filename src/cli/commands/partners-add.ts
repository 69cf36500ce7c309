// svc partners add: a partner and the code that its affiliate links carry as `aff`.
import { operator } from "../../access/permission.ts";
import { addPartner } from "../../ingest/configuration.ts";
import { findPartner } from "../../queries/partners.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { partnerCodeFlag, programFlag, textFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: 'partners add --program 1 --name "Anna" --code anna',
  flags: { program: programFlag, name: textFlag("Name people see"), code: partnerCodeFlag },
  run: async ({ database, db }, { program, name, code }) => {
    const partnerId = await addPartner(database, { programId: program, name, code }, operator);
    const partner = await findPartner(db, program, partnerId);
    if (partner === undefined) throw new CommandFailed(`Partner ${partnerId} was added and is not in the books yet.`);
    return recordOutput(partner);
  },
});
