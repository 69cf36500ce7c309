// svc partners revoke-links: no link to the partner's page that was made until now opens it any more.
import { revokePartnerLinks } from "../../access/partner-links.ts";
import { operator } from "../../access/permission.ts";
import { defineCommand } from "../command.ts";
import { CommandFailed } from "../failures.ts";
import { idFlag, programFlag } from "../flags.ts";
import { recordOutput } from "../output.ts";

export const command = defineCommand({
  example: "partners revoke-links --program 1 --partner 2",
  flags: { program: programFlag, partner: idFlag("The partner's id") },
  run: async ({ database }, { program, partner }) => {
    const madeBefore = await revokePartnerLinks(database, { programId: program, partnerId: partner }, operator);
    if (madeBefore === undefined) throw new CommandFailed(`Program ${program} has no partner ${partner}.`);
    return recordOutput({ partner_id: partner, revoked_links_made_before: madeBefore });
  },
});
